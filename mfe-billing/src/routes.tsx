import type { RemoteContext } from '@plumbline/contract'
import { loadFirstPage, onEntry } from '@plumbline/contract/list'
import type { RouteObject } from 'react-router-dom'
import { invoiceList } from './invoices/invoiceList.ts'
import { countsQuery, customerInvoicesQuery, customerQuery, uninvoicedQuery } from './invoices/queries.ts'
import { priceItemsQuery } from './priceBook/queries.ts'
import { quoteQuery } from './quotes/queries.ts'
import { quoteList } from './quotes/quoteList.ts'

/** Billing's pages, by the paths of `mfe.json`. Code and data load side by side. */
export const createRoutes = ({ queryClient }: RemoteContext): RouteObject[] => [
  {
    path: '/invoices',
    handle: { isWide: true },
    loader: ({ request }) => {
      const view = new URL(request.url).searchParams.get('view')
      if (view === 'reports' || view === 'payments') return null
      void queryClient.prefetchQuery(countsQuery())
      return view === 'uninvoiced'
        ? queryClient.ensureQueryData(uninvoicedQuery())
        : loadFirstPage(queryClient, invoiceList, request)
    },
    shouldRevalidate: onEntry,
    lazy: async () => ({ Component: (await import('./invoices/InvoiceListPage.tsx')).InvoiceListPage }),
  },
  {
    path: '/invoices/new',
    lazy: async () => ({ Component: (await import('./invoices/InvoiceFormPage.tsx')).InvoiceFormPage }),
  },
  {
    path: '/quotes',
    handle: { isWide: true },
    loader: ({ request }) => loadFirstPage(queryClient, quoteList, request),
    shouldRevalidate: onEntry,
    lazy: async () => ({ Component: (await import('./invoices/InvoiceListPage.tsx')).InvoiceListPage }),
  },
  {
    path: '/quotes/new',
    lazy: async () => ({ Component: (await import('./quotes/QuoteFormPage.tsx')).QuoteFormPage }),
  },
  {
    path: '/quotes/price-book',
    loader: () => queryClient.ensureQueryData(priceItemsQuery()),
    lazy: async () => ({ Component: (await import('./priceBook/PriceBookPage.tsx')).PriceBookPage }),
  },
  {
    path: '/quotes/:id',
    // not what was known before a change: its version is that of what is done next
    loader: ({ params: { id = '' } }) => queryClient.fetchQuery(quoteQuery(id)),
    lazy: async () => ({ Component: (await import('./quotes/QuotePage.tsx')).QuotePage }),
  },
  {
    path: '/quotes/:id/edit',
    loader: ({ params: { id = '' } }) => queryClient.fetchQuery(quoteQuery(id)),
    lazy: async () => ({ Component: (await import('./quotes/QuoteFormPage.tsx')).EditQuotePage }),
  },
  {
    path: '/customers/:id/invoices',
    loader: ({ params: { id = '' } }) =>
      Promise.all([
        queryClient.ensureQueryData(customerQuery(id)),
        queryClient.ensureQueryData(customerInvoicesQuery(id)),
      ]),
    lazy: async () => ({
      Component: (await import('./invoices/CustomerInvoicesPage.tsx')).CustomerInvoicesPage,
    }),
  },
]
