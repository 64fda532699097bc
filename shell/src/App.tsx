import { dismissToast, toastsAtom } from '@plumbline/contract'
import { GlobalStyles, Toaster } from '@plumbline/ui'
import { type QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { useAtomValue } from 'jotai'
import { StrictMode } from 'react'
import { type createBrowserRouter, RouterProvider } from 'react-router-dom'

type AppProps = { router: ReturnType<typeof createBrowserRouter>; queryClient: QueryClient }

const Notifications = () => <Toaster toasts={useAtomValue(toastsAtom)} onDismiss={dismissToast} />

export const App = ({ router, queryClient }: AppProps) => (
  <StrictMode>
    <GlobalStyles />
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} />
      <Notifications />
    </QueryClientProvider>
  </StrictMode>
)
