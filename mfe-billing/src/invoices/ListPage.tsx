import type { Invoice } from '@plumbline/billing/api'
import { formatDay, useFilter, useParam } from '@plumbline/contract'
import { Button, buttonStyle, EmptyState, FilterBar, PageHeader } from '@plumbline/ui'
import { useSuspenseQuery } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { useDeferredValue, useState } from 'react'
import { Link } from 'react-router-dom'
import { cards, InvoiceCard } from './InvoiceCard.tsx'
import { InvoiceDrawer } from './InvoiceDrawer.tsx'
import { isOwed, matching, statuses } from './invoice.ts'
import { PaymentDialog } from './PaymentDialog.tsx'
import { invoicesQuery } from './queries.ts'
import { ReminderDialog } from './ReminderDialog.tsx'

export const createLink = (to = '/invoices/new', label = 'Create Invoice') => (
  <Link to={to} css={buttonStyle('primary')}>
    <Plus size={16} aria-hidden />
    {label}
  </Link>
)

/** `/invoices`. */
export function ListPage() {
  const { data: invoices } = useSuspenseQuery(invoicesQuery())
  const [filter, change] = useFilter()
  const [open, setOpen] = useParam('invoice')
  const [paying, setPaying] = useState<Invoice | null>(null)
  const [reminding, setReminding] = useState<Invoice | null>(null)
  const search = useDeferredValue(filter.search)
  const shown = matching(invoices, { ...filter, search })
  return (
    <>
      <title>Invoices</title>
      <PageHeader title="Invoices" actions={createLink()} />
      {invoices.length > 0 && (
        <FilterBar
          label="Search invoices"
          {...filter}
          statuses={[{ value: '', label: 'All Statuses' }, ...statuses]}
          onChange={change}
        />
      )}
      {invoices.length === 0 ? (
        <EmptyState title="No invoices yet" action={createLink()}>
          What you have asked to be paid for, and what was paid, stands here.
        </EmptyState>
      ) : shown.length === 0 ? (
        <EmptyState title="No invoices found">Nothing matches this search. Change it to see more.</EmptyState>
      ) : (
        <ul css={cards} aria-label="Invoices">
          {shown.map((invoice) => (
            <li key={invoice.id} css={{ contentVisibility: 'auto', containIntrinsicSize: 'auto 260px' }}>
              <InvoiceCard
                invoice={invoice}
                amount={invoice.totalAmount}
                facts={[
                  ['Due', formatDay(invoice.dueDate)],
                  [
                    'Customer ID',
                    <Link key="customer" to={`/customers/${invoice.customerId}/invoices`}>
                      {invoice.customerId}
                      {invoice.customerName ? ` · ${invoice.customerName}` : ''}
                    </Link>,
                  ],
                  ['Created', formatDay(invoice.createdAt)],
                ]}
                footer={
                  <>
                    <Button size="sm" onClick={() => setOpen(String(invoice.id))}>
                      View Details
                    </Button>
                    {isOwed(invoice) && (
                      <Button size="sm" onClick={() => setPaying(invoice)}>
                        Process Payment
                      </Button>
                    )}
                  </>
                }
              />
            </li>
          ))}
        </ul>
      )}
      <InvoiceDrawer id={open} onClose={() => setOpen(null)} onPay={setPaying} onRemind={setReminding} />
      <PaymentDialog invoice={paying} onClose={() => setPaying(null)} />
      <ReminderDialog invoice={reminding} onClose={() => setReminding(null)} />
    </>
  )
}
