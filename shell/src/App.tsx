import { Confirm, GlobalStyles } from '@plumbline/ui'
import { type QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { StrictMode } from 'react'
import { type createBrowserRouter, RouterProvider } from 'react-router-dom'
import { Notifications } from './Notifications.tsx'

type AppProps = { router: ReturnType<typeof createBrowserRouter>; queryClient: QueryClient }

export const App = ({ router, queryClient }: AppProps) => (
  <StrictMode>
    <GlobalStyles />
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} />
      <Confirm />
      <Notifications />
    </QueryClientProvider>
  </StrictMode>
)
