import type { RemoteContext } from '@plumbline/contract'
import type { RouteObject } from 'react-router-dom'
import { leadsQuery } from './leads/queries.ts'

/** The CRM's pages, by the paths of `mfe.json`. Code and data load side by side. */
export const createRoutes = ({ queryClient }: RemoteContext): RouteObject[] => [
  {
    path: '/crm',
    loader: () => queryClient.ensureQueryData(leadsQuery()),
    lazy: async () => ({ Component: (await import('./CrmPage.tsx')).CrmPage }),
  },
]
