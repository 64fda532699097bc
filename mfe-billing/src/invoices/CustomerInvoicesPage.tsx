import type { Invoice } from '@plumbline/billing/api'
import { formatDay } from '@plumbline/contract'
import { formatMoney } from '@plumbline/contract/money'
import { useRights } from '@plumbline/contract/rights'
import { fullName } from '@plumbline/crm/api'
import { Button, buttonStyle, CardGrid, EmptyState, PageHeader, Stat } from '@plumbline/ui'
import { useSuspenseQueries } from '@tanstack/react-query'
import { useState } from 'react'
import { Link, useParams } from 'react-router-dom'
import { CustomerNotFound } from '../NotFound.tsx'
import { type Fact, InvoiceCard } from './InvoiceCard.tsx'
import { isIssued, isOwed, totalsOf } from './invoice.ts'
import { NewInvoiceLink } from './NewInvoiceLink.tsx'
import { customerInvoicesQuery, customerQuery } from './queries.ts'
import { ReminderDialog } from './ReminderDialog.tsx'
import { totalsRow } from './TotalsRow.tsx'
import { useSendInvoice } from './useSendInvoice.tsx'

/** `/customers/{id}/invoices`. */
export function CustomerInvoicesPage() {
  const { id = '' } = useParams()
  const [invoiceToRemind, setInvoiceToRemind] = useState<Invoice | null>(null)
  const { confirmAndSend, sendingId } = useSendInvoice()
  const mayEdit = useRights().may('invoices.edit')
  const [{ data: customer }, { data: invoices }] = useSuspenseQueries({
    queries: [customerQuery(id), customerInvoicesQuery(id)],
  })
  if (!customer || !invoices) return <CustomerNotFound />
  const name = fullName(customer)
  const totals = totalsOf(invoices)
  return (
    <>
      <title>{`Invoices of ${name}`}</title>
      <PageHeader
        title={name}
        text="Invoices"
        back={<Link to="/customers">Customers</Link>}
        primary={<NewInvoiceLink customerId={id} label="New Invoice" />}
      />
      <div css={totalsRow}>
        <Stat
          label="Total Invoiced"
          value={formatMoney(totals.invoiced)}
          hint={totals.gross === totals.invoiced ? undefined : `${formatMoney(totals.gross)} incl. tax`}
        />
        <Stat label="Paid" value={formatMoney(totals.paid)} />
        <Stat label="Outstanding" value={formatMoney(totals.outstanding)} />
      </div>
      {invoices.length === 0 ? (
        <EmptyState
          title="No Invoices Yet"
          action={<NewInvoiceLink customerId={id} label="Create Invoice" />}
        >
          What is billed to {name} appears here.
        </EmptyState>
      ) : (
        <CardGrid label="Invoices" items={invoices} itemKey={({ id }) => id} estimate={250}>
          {(invoice) => (
            <InvoiceCard
              invoice={invoice}
              amount={invoice.amount}
              facts={factsOf(invoice)}
              footer={
                <>
                  <Link
                    to={`/invoices?invoice=${invoice.id}`}
                    css={buttonStyle('secondary', 'sm')}
                    aria-label={`View Details of invoice #${invoice.id}`}
                  >
                    View Details
                  </Link>
                  {isIssued(invoice) && mayEdit && (
                    <Button
                      size="sm"
                      aria-label={`Send Invoice of invoice #${invoice.id}`}
                      busy={sendingId === invoice.id}
                      onClick={() => void confirmAndSend(invoice)}
                    >
                      Send Invoice
                    </Button>
                  )}
                  {isOwed(invoice) && mayEdit && (
                    <Button
                      size="sm"
                      aria-label={`Send Reminder of invoice #${invoice.id}`}
                      onClick={() => setInvoiceToRemind(invoice)}
                    >
                      Send Reminder
                    </Button>
                  )}
                </>
              }
            />
          )}
        </CardGrid>
      )}
      {invoiceToRemind && (
        <ReminderDialog invoice={invoiceToRemind} onClose={() => setInvoiceToRemind(null)} />
      )}
    </>
  )
}

const factsOf = ({ issueDate, dueDate, paidDate, lastSentAt }: Invoice): Fact[] => [
  ['Issued', issueDate ? formatDay(issueDate) : 'Not yet'],
  ['Due', formatDay(dueDate)],
  ...[['Paid', paidDate] as const, ['Sent', lastSentAt] as const].flatMap(([name, date]) =>
    date ? [[name, formatDay(date)] as const] : [],
  ),
]
