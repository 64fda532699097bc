import type { RemoteContext } from '@plumbline/contract'
import type { RouteObject } from 'react-router-dom'
import { customersQuery } from './customers/queries.ts'
import { leadsQuery } from './leads/queries.ts'

/** The CRM's pages, by the paths of `mfe.json`. Code and data load at the same time. */
export const createRoutes = ({ queryClient }: RemoteContext): RouteObject[] => [
  {
    path: '/crm',
    handle: { isWide: true },
    loader: () =>
      Promise.all([queryClient.ensureQueryData(customersQuery()), queryClient.ensureQueryData(leadsQuery())]),
    lazy: async () => ({ Component: (await import('./CrmPage.tsx')).CrmPage }),
  },
  {
    path: '/customers',
    loader: () => queryClient.ensureQueryData(customersQuery()),
    lazy: async () => ({ Component: (await import('./customers/CustomerListPage.tsx')).CustomerListPage }),
  },
  {
    path: '/customers/new',
    lazy: async () => ({ Component: (await import('./customers/CustomerFormPage.tsx')).CustomerFormPage }),
  },
]
