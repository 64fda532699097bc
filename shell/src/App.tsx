import { Confirm, GlobalStyles } from '@plumbline/ui'
import { type QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { lazy, StrictMode, Suspense } from 'react'
import { type createBrowserRouter, RouterProvider } from 'react-router-dom'
import { Notifications } from './Notifications.tsx'
import type { Overrides } from './remotes/overrides.ts'

const OverrideBadge = lazy(async () => ({
  default: (await import('./remotes/OverrideBadge.tsx')).OverrideBadge,
}))

type AppProps = {
  router: ReturnType<typeof createBrowserRouter>
  queryClient: QueryClient
  overrides: Overrides
}

export const App = ({ router, queryClient, overrides }: AppProps) => (
  <StrictMode>
    <GlobalStyles />
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} />
      <Confirm />
      <Notifications />
      {Object.keys(overrides).length > 0 && (
        <Suspense>
          <OverrideBadge overrides={overrides} />
        </Suspense>
      )}
    </QueryClientProvider>
  </StrictMode>
)
