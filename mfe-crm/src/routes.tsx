import type { RemoteContext } from '@plumbline/contract'
import { loadFirstPage, onEntry } from '@plumbline/contract/list'
import type { RouteObject } from 'react-router-dom'
import { crmCustomerList, customerList } from './customers/customerList.ts'
import { leadList } from './leads/leadList.ts'

/** The CRM's pages, by the paths of `mfe.json`. Code and data load at the same time. */
export const createRoutes = ({ queryClient }: RemoteContext): RouteObject[] => [
  {
    path: '/crm',
    handle: { isWide: true },
    loader: ({ request }) =>
      new URL(request.url).searchParams.get('tab') === 'leads'
        ? loadFirstPage(queryClient, leadList, request)
        : loadFirstPage(queryClient, crmCustomerList, request),
    shouldRevalidate: onEntry,
    lazy: async () => ({ Component: (await import('./CrmPage.tsx')).CrmPage }),
  },
  {
    path: '/customers',
    handle: { isWide: true },
    loader: ({ request }) => loadFirstPage(queryClient, customerList, request),
    shouldRevalidate: onEntry,
    lazy: async () => ({ Component: (await import('./customers/CustomerListPage.tsx')).CustomerListPage }),
  },
  {
    path: '/customers/new',
    lazy: async () => ({ Component: (await import('./customers/CustomerFormPage.tsx')).CustomerFormPage }),
  },
]
