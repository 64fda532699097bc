import type { RemoteContext } from '@plumbline/contract'
import type { RouteObject } from 'react-router-dom'
import { conversationsQuery } from './messages/queries.ts'

/** Messaging's page, by the path of `mfe.json`. Code and data load in parallel. */
export const createRoutes = ({ queryClient }: RemoteContext): RouteObject[] => [
  {
    path: '/messages',
    handle: { isWide: true },
    loader: () => queryClient.ensureQueryData(conversationsQuery()),
    lazy: async () => ({ Component: (await import('./messages/MessagesPage.tsx')).MessagesPage }),
  },
]
