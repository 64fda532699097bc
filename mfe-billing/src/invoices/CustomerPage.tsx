import { css } from '@emotion/react'
import type { Invoice } from '@plumbline/billing/api'
import { formatDay, formatMoney } from '@plumbline/contract'
import { Button, buttonStyle, CardGrid, EmptyState, PageHeader, phone, Stat, space } from '@plumbline/ui'
import { useSuspenseQueries } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { Link, useParams } from 'react-router-dom'
import { createLink } from './createLink.tsx'
import { InvoiceCard } from './InvoiceCard.tsx'
import { isOwed, sumsOf } from './invoice.ts'
import { customerInvoicesQuery, customerQuery } from './queries.ts'
import { ReminderDialog } from './ReminderDialog.tsx'

const totals = css`
  display: grid;
  grid-template-columns: repeat(3, minmax(0, 1fr));
  gap: ${space(4)};
  margin-bottom: ${space(6)};
  ${phone} { grid-template-columns: minmax(0, 1fr); gap: ${space(3)}; }
`

/** `/customers/{id}/invoices`. */
export function CustomerPage() {
  const { id = '' } = useParams()
  const [reminding, setReminding] = useState<Invoice | null>(null)
  const [{ data: customer }, { data: invoices }] = useSuspenseQueries({
    queries: [customerQuery(id), customerInvoicesQuery(id)],
  })
  if (!customer || !invoices) return <NotFound />
  const name = `${customer.firstName} ${customer.lastName}`
  const add = `/invoices/new?customerId=${id}`
  const sums = sumsOf(invoices)
  return (
    <>
      <title>{`Invoices of ${name}`}</title>
      <PageHeader
        title={name}
        text="Invoices"
        back={<Link to="/customers">Customers</Link>}
        actions={createLink(add, 'New Invoice')}
      />
      <div css={totals}>
        <Stat
          label="Total Invoiced"
          value={formatMoney(sums.invoiced)}
          {...(sums.gross !== sums.invoiced && { hint: `${formatMoney(sums.gross)} incl. tax` })}
        />
        <Stat label="Paid" value={formatMoney(sums.paid)} />
        <Stat label="Outstanding" value={formatMoney(sums.outstanding)} />
      </div>
      {invoices.length === 0 ? (
        <EmptyState title="No Invoices Yet" action={createLink(add, 'Create Invoice')}>
          Nothing has been invoiced to {name} so far.
        </EmptyState>
      ) : (
        <CardGrid label="Invoices" items={invoices} itemKey={({ id }) => id} estimate={250}>
          {(invoice) => (
            <InvoiceCard
              invoice={invoice}
              amount={invoice.amount}
              facts={[
                ['Issued', invoice.issueDate ? formatDay(invoice.issueDate) : 'Not yet'],
                ['Due', formatDay(invoice.dueDate)],
                ...paidOf(invoice),
                ...sentOf(invoice),
                ...remindedOf(invoice),
              ]}
              footer={
                <>
                  <Link to={`/invoices?invoice=${invoice.id}`} css={buttonStyle('secondary', 'sm')}>
                    View Details
                  </Link>
                  {isOwed(invoice) && (
                    <Button size="sm" onClick={() => setReminding(invoice)}>
                      Send Reminder
                    </Button>
                  )}
                </>
              }
            />
          )}
        </CardGrid>
      )}
      <ReminderDialog invoice={reminding} onClose={() => setReminding(null)} />
    </>
  )
}

type Facts = [name: string, value: ReactNode][]
const paidOf = ({ paidDate }: Invoice): Facts => (paidDate ? [['Paid', formatDay(paidDate)]] : [])
const sentOf = ({ lastSentAt }: Invoice): Facts => (lastSentAt ? [['Sent', formatDay(lastSentAt)]] : [])
const remindedOf = ({ lastReminderAt }: Invoice): Facts =>
  lastReminderAt ? [['Reminder sent', formatDay(lastReminderAt)]] : []

const NotFound = () => (
  <>
    <title>Customer Not Found</title>
    <h1 css={{ position: 'absolute', clipPath: 'inset(50%)' }}>Customer Not Found</h1>
    <EmptyState
      title="Customer Not Found"
      action={
        <Link to="/customers" css={buttonStyle('primary')}>
          Back to Customers
        </Link>
      }
    >
      They may have been removed, or the address may be wrong.
    </EmptyState>
  </>
)
