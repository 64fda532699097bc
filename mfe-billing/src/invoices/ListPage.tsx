import type { Invoice } from '@plumbline/billing/api'
import { useParam } from '@plumbline/contract'
import { PageHeader, Skeleton, Tabs } from '@plumbline/ui'
import { lazy, Suspense, useState } from 'react'
import { useSearchParams } from 'react-router-dom'
import { createLink } from './createLink.tsx'
import { InvoiceDrawer } from './InvoiceDrawer.tsx'
import { InvoiceList } from './InvoiceList.tsx'
import { PaymentDialog } from './PaymentDialog.tsx'
import { ReminderDialog } from './ReminderDialog.tsx'

const Reports = lazy(async () => ({ default: (await import('../reports/ReportsView.tsx')).ReportsView }))

/** `/invoices`: the list and the reports, one invoice beside them. */
export function ListPage() {
  const [params, setParams] = useSearchParams()
  const [open, setOpen] = useParam('invoice')
  const [paying, setPaying] = useState<Invoice | null>(null)
  const [reminding, setReminding] = useState<Invoice | null>(null)
  const view = params.get('view') === 'reports' ? 'reports' : 'list'
  const asOf = params.get('asOf')
  const choose = (value: string) =>
    setParams({ ...(asOf && { asOf }), ...(value === 'reports' && { view: value }) })
  const close = () =>
    setParams(
      (old) => {
        old.delete('invoice')
        old.delete('edit')
        return old
      },
      { preventScrollReset: true },
    )
  return (
    <>
      <title>Invoices</title>
      <PageHeader title="Invoices" actions={createLink()} />
      <Tabs
        label="Invoices"
        value={view}
        onChange={choose}
        tabs={[
          {
            value: 'list',
            label: 'Invoices',
            content: <InvoiceList onOpen={({ id }) => setOpen(String(id))} onPay={setPaying} />,
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
        ]}
      />
      <InvoiceDrawer id={open} onClose={close} onPay={setPaying} onRemind={setReminding} />
      <PaymentDialog invoice={paying} onClose={() => setPaying(null)} />
      <ReminderDialog invoice={reminding} onClose={() => setReminding(null)} />
    </>
  )
}
