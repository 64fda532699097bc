import type { Invoice } from '@plumbline/billing/api'
import { formatDay, useParam } from '@plumbline/contract'
import { useRecordState } from '@plumbline/contract/action'
import { useRights } from '@plumbline/contract/rights'
import { PageHeader, Skeleton, Tabs } from '@plumbline/ui'
import { lazy, Suspense } from 'react'
import { useLocation, useNavigate, useSearchParams } from 'react-router-dom'
import { NewQuoteLink } from '../quotes/NewQuoteLink.tsx'
import { useAsOf } from './AsOf.tsx'
import { CountsStrip } from './CountsStrip.tsx'
import { InvoiceDrawer } from './InvoiceDrawer.tsx'
import { InvoiceList } from './InvoiceList.tsx'
import { NewInvoiceLink } from './NewInvoiceLink.tsx'

const PaymentDialog = lazy(async () => ({ default: (await import('./PaymentDialog.tsx')).PaymentDialog }))
const UninvoicedList = lazy(async () => ({
  default: (await import('./UninvoicedList.tsx')).UninvoicedList,
}))
const Payments = lazy(async () => ({ default: (await import('../payments/PaymentsView.tsx')).PaymentsView }))
const Reports = lazy(async () => ({ default: (await import('../reports/ReportsView.tsx')).ReportsView }))

const Quotes = lazy(async () => ({ default: (await import('../quotes/QuoteList.tsx')).QuoteList }))

/** `/invoices` and `/quotes`: the lists, the payments and the reports, one invoice beside them. */
export function InvoiceListPage() {
  const [params, setParams] = useSearchParams()
  const [openId, setOpenId] = useParam('invoice')
  const [asOf] = useAsOf()
  const [invoiceToPay, setInvoiceToPay] = useRecordState<Invoice>(openId)
  const { may } = useRights()
  const isQuotes = useLocation().pathname === '/quotes'
  const navigate = useNavigate()
  const figures = may('reports') ? ['payments', 'reports'] : []
  const offered = ['list', ...(may('quotes.edit') ? ['quotes'] : []), ...figures]
  const view = isQuotes ? 'quotes' : (figures.find((it) => it === params.get('view')) ?? 'list')
  const changeView = (value: string) => {
    if (value === 'quotes') return void navigate('/quotes')
    const query = new URLSearchParams({ ...(asOf && { asOf }), ...(value !== 'list' && { view: value }) })
    void navigate(`/invoices${query.size > 0 ? `?${query}` : ''}`)
  }
  const closeDrawer = () =>
    setParams(
      (old) => {
        old.delete('invoice')
        old.delete('edit')
        return old
      },
      { preventScrollReset: true },
    )
  const title = { list: 'Invoices', quotes: 'Quotes', payments: 'Payments', reports: 'Reports' }[view]
  return (
    <>
      {openId === null && <title>{asOf ? `${title} as of ${formatDay(asOf)}` : title}</title>}
      {isQuotes ? (
        <PageHeader title="Quotes" primary={<NewQuoteLink label="Create Quote" />} />
      ) : (
        <PageHeader title="Invoices" primary={asOf ? undefined : <NewInvoiceLink label="Create Invoice" />} />
      )}
      <Tabs
        label="Invoices"
        value={view}
        onChange={changeView}
        tabs={[
          {
            value: 'list',
            label: 'Invoices',
            content:
              params.get('view') === 'uninvoiced' ? (
                <>
                  <CountsStrip />
                  <Suspense fallback={<Skeleton height={320} />}>
                    <UninvoicedList />
                  </Suspense>
                </>
              ) : (
                <InvoiceList
                  onOpen={({ id }) => setOpenId(String(id))}
                  onPay={may('payments.record') ? setInvoiceToPay : undefined}
                />
              ),
          },
          {
            value: 'quotes',
            label: 'Quotes',
            content: (
              <Suspense fallback={<Skeleton height={560} />}>
                <Quotes />
              </Suspense>
            ),
          },
          {
            value: 'payments',
            label: 'Payments',
            content: (
              <Suspense fallback={<Skeleton height={560} />}>
                <Payments />
              </Suspense>
            ),
          },
          {
            value: 'reports',
            label: 'Reports',
            content: (
              <Suspense fallback={<Skeleton height={560} />}>
                <Reports />
              </Suspense>
            ),
          },
        ].filter(({ value }) => offered.includes(value))}
      />
      <InvoiceDrawer id={openId} onClose={closeDrawer} />
      <Suspense>
        {invoiceToPay && <PaymentDialog invoice={invoiceToPay} onClose={() => setInvoiceToPay(null)} />}
      </Suspense>
    </>
  )
}
