import type { Invoice } from '@plumbline/billing/api'
import { formatDay, useParam } from '@plumbline/contract'
import { useRecordState } from '@plumbline/contract/action'
import { useRights } from '@plumbline/contract/rights'
import { PageHeader, Skeleton, Tabs } from '@plumbline/ui'
import { lazy, Suspense } from 'react'
import { useSearchParams } from 'react-router-dom'
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

/** `/invoices`: the list, the payments and the reports, one invoice beside them. */
export function InvoiceListPage() {
  const [params, setParams] = useSearchParams()
  const [openId, setOpenId] = useParam('invoice')
  const [asOf] = useAsOf()
  const [invoiceToPay, setInvoiceToPay] = useRecordState<Invoice>(openId)
  const { may } = useRights()
  const figures = may('reports') ? ['payments', 'reports'] : []
  const view = figures.find((it) => it === params.get('view')) ?? 'list'
  const changeView = (value: string) =>
    setParams({ ...(asOf && { asOf }), ...(value !== 'list' && { view: value }) })
  const closeDrawer = () =>
    setParams(
      (old) => {
        old.delete('invoice')
        old.delete('edit')
        return old
      },
      { preventScrollReset: true },
    )
  const title = { list: 'Invoices', payments: 'Payments', reports: 'Reports' }[view]
  return (
    <>
      {openId === null && <title>{asOf ? `${title} as of ${formatDay(asOf)}` : title}</title>}
      <PageHeader title="Invoices" primary={asOf ? undefined : <NewInvoiceLink label="Create Invoice" />} />
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
        ].filter(({ value }) => value === 'list' || figures.includes(value))}
      />
      <InvoiceDrawer id={openId} onClose={closeDrawer} />
      <Suspense>
        {invoiceToPay && <PaymentDialog invoice={invoiceToPay} onClose={() => setInvoiceToPay(null)} />}
      </Suspense>
    </>
  )
}
