import { css } from '@emotion/react'
import type { Quote } from '@plumbline/billing/api'
import { formatDay } from '@plumbline/contract'
import { ListView, usePagedList } from '@plumbline/contract/list'
import { type Column, color, DataTable, EmptyState, space, text } from '@plumbline/ui'
import { BookOpen } from 'lucide-react'
import { Link, useNavigate } from 'react-router-dom'
import { NewQuoteLink } from './NewQuoteLink.tsx'
import { QuoteBadge } from './QuoteBadge.tsx'
import { lastEvent } from './quote.ts'
import { quoteList } from './quoteList.ts'
import { rangeText } from './quotePrice.ts'

const rows = css`
  small { display: block; color: ${color.muted}; font-size: ${text.sm}; font-weight: 400; white-space: nowrap; }
  b { white-space: nowrap; font-variant-numeric: tabular-nums; }
  [data-clamp] { display: -webkit-box; -webkit-box-orient: vertical; -webkit-line-clamp: 2; overflow: hidden; overflow-wrap: anywhere; }
  [data-status] { display: flex; flex-wrap: wrap; align-items: center; gap: ${space(0.5)} ${space(2)}; }
`

/** `/quotes`: every quote, what it comes to, and what the customer said. */
export function QuoteList() {
  const list = usePagedList(quoteList)
  const navigate = useNavigate()
  return (
    <ListView
      list={list}
      noun={['quote', 'quotes']}
      menu={[{ label: 'Price book', icon: BookOpen, onSelect: () => void navigate('/quotes/price-book') }]}
      empty={
        <EmptyState title="No quotes yet" action={<NewQuoteLink label="Create Quote" />}>
          Write down what a job will cost, send it by email or SMS, and the customer approves it on a phone.
          An approved quote becomes the appointment and the invoice.
        </EmptyState>
      }
    >
      {(visible, count) => (
        <div css={rows}>
          <DataTable
            label="Quotes"
            columns={columns}
            rows={visible}
            total={count}
            rowKey={({ id }) => id}
            link={({ id }, content) => <Link to={`/quotes/${id}`}>{content}</Link>}
          />
        </div>
      )}
    </ListView>
  )
}

const columns: readonly Column<Quote>[] = [
  {
    key: 'number',
    label: 'Quote',
    cell: ({ quoteNumber, customerName, customerId }) => (
      <>
        {customerName ?? `Customer ${customerId}`}
        <small>{quoteNumber}</small>
      </>
    ),
  },
  {
    key: 'title',
    label: 'Work',
    card: 'plain',
    cell: ({ title, appointmentId }) => (
      <>
        <span data-clamp title={title}>
          {title}
        </span>
        {appointmentId !== null && <small>Change order</small>}
      </>
    ),
  },
  {
    key: 'total',
    label: 'Total',
    align: 'end',
    card: 'end',
    cell: ({ totalFrom, totalTo }) => <b>{rangeText(totalFrom, totalTo)}</b>,
  },
  {
    key: 'status',
    label: 'Status',
    card: 'plain',
    cell: (quote) => (
      <span data-status>
        <QuoteBadge quote={quote} />
        <small>{lastEvent(quote, new Date())}</small>
      </span>
    ),
  },
  {
    key: 'valid',
    label: 'Valid until',
    cell: ({ validUntil }) => (validUntil ? formatDay(validUntil) : '—'),
  },
]
