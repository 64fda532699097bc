import { css } from '@emotion/react'
import { type JournalEntry, paymentMethodLabels } from '@plumbline/billing/api'
import { formatDay } from '@plumbline/contract'
import { ListView, totalQuery, usePagedList } from '@plumbline/contract/list'
import { formatMoney } from '@plumbline/contract/money'
import { type Column, color, DataTable, EmptyState, touchLink } from '@plumbline/ui'
import { useQuery } from '@tanstack/react-query'
import { Link, useSearchParams } from 'react-router-dom'
import { NoSuchPeriod, PeriodFields, usePeriod } from '../reports/PeriodFields.tsx'
import { PaymentTotals } from './PaymentTotals.tsx'
import { kindOf, paymentList } from './paymentList.ts'

/** `/invoices?view=payments`: what was received and refunded in a period, for the bookkeeper. */
export function PaymentsView() {
  const period = usePeriod('this-month')
  return (
    <>
      <PeriodFields {...period} />
      {period.isReversed ? (
        <NoSuchPeriod />
      ) : (
        <>
          <PaymentTotals period={period.query} />
          <Journal period={period.query} />
        </>
      )}
    </>
  )
}

const entries = css`
  [data-negative] { color: ${color.red}; }
  small { color: ${color.muted}; }
`

function Journal({ period }: { period: Record<string, string> }) {
  const [params] = useSearchParams()
  const paged = usePagedList(paymentList, period)
  const isFiltered = paged.search !== '' || paged.status !== ''
  const { data: total } = useQuery({ ...totalQuery(paymentList, period), enabled: isFiltered })
  const list = { ...paged, isFiltered, hasOwnFilter: false, total: isFiltered ? total : paged.count }
  const toInvoice = (id: number) => {
    const search = new URLSearchParams(params)
    search.set('invoice', String(id))
    return `?${search}`
  }
  return (
    <ListView
      list={list}
      noun={['payment', 'payments']}
      empty={<EmptyState title="No payments in this period">Choose other days above.</EmptyState>}
    >
      {(visible, count) => (
        <div css={entries}>
          <DataTable
            label="Payments"
            columns={columnsFor(toInvoice)}
            rows={visible}
            total={count}
            rowKey={({ id }) => id}
            compact
          />
        </div>
      )}
    </ListView>
  )
}

const columnsFor = (toInvoice: (id: number) => string): readonly Column<JournalEntry>[] => [
  {
    key: 'date',
    label: 'Date',
    cell: ({ date }) => formatDay(date),
  },
  {
    key: 'customer',
    label: 'Customer',
    card: 'plain',
    cell: ({ customerId, customerName }) => (
      <Link css={touchLink} to={`/customers/${customerId}/invoices`}>
        {customerName ?? `Customer ${customerId}`}
      </Link>
    ),
  },
  {
    key: 'invoice',
    label: 'Invoice',
    card: 'end',
    cell: ({ invoiceId, invoiceNumber }) => (
      <Link css={touchLink} to={toInvoice(invoiceId)} preventScrollReset>
        {invoiceNumber}
      </Link>
    ),
  },
  { key: 'kind', label: 'Type', card: 'plain', cell: kindOf },
  { key: 'method', label: 'Method', card: 'end', cell: ({ method }) => paymentMethodLabels[method] },
  {
    key: 'amount',
    label: 'Amount',
    align: 'end',
    card: 'end',
    cell: ({ amount }) => <b data-negative={Number(amount) < 0 || undefined}>{formatMoney(amount)}</b>,
  },
]
