import { formatDay } from '@plumbline/contract'
import { formatMoney, sumOf } from '@plumbline/contract/money'
import { buttonStyle, ErrorState, LinkList, Skeleton, space } from '@plumbline/ui'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router-dom'
import { InvoiceBadge } from './InvoiceBadge.tsx'
import { isOwed } from './invoice.ts'
import { NewInvoiceLink } from './NewInvoiceLink.tsx'
import { customerInvoicesQuery } from './queries.ts'

const maxRows = 8

/** What a customer owes, and their latest invoices; a widget of their profile. */
export const CustomerInvoices = ({ customerId }: { customerId: number }) => (
  <div css={{ display: 'grid', gap: space(4) }}>
    <CustomerBalance customerId={customerId} />
    <div css={{ display: 'flex', flexWrap: 'wrap', gap: space(2) }}>
      <NewInvoiceLink customerId={String(customerId)} label="New Invoice" />
      <Link to={`/customers/${customerId}/invoices`} css={buttonStyle('quiet')}>
        All invoices
      </Link>
    </div>
  </div>
)

/** The same without anything to do. */
export function CustomerBalance({ customerId }: { customerId: number }) {
  const { data, isLoadingError, refetch } = useQuery(customerInvoicesQuery(String(customerId)))
  if (isLoadingError)
    return <ErrorState title="The invoices could not be loaded" onRetry={() => void refetch()} />
  if (data === undefined) return <Skeleton height={160} />
  const invoices = data ?? []
  const owed = invoices.filter(isOwed)
  const balance = sumOf(owed.map((invoice) => invoice.balance))
  return (
    <div css={{ display: 'grid', gap: space(4) }}>
      <p>
        {owed.length === 0
          ? 'Nothing is owed.'
          : `${formatMoney(balance)} is owed on ${owed.length === 1 ? '1 invoice' : `${owed.length} invoices`}.`}
      </p>
      {invoices.length > 0 && (
        <LinkList
          label="Latest invoices"
          items={invoices.slice(0, maxRows).map((invoice) => ({
            key: invoice.id,
            link: (
              <Link to={`/invoices?invoice=${invoice.id}`}>
                {invoice.invoiceNumber}, {formatMoney(invoice.totalAmount)}
              </Link>
            ),
            detail: `${invoice.description} · due ${formatDay(invoice.dueDate)}`,
            aside: <InvoiceBadge invoice={invoice} />,
          }))}
        />
      )}
    </div>
  )
}
