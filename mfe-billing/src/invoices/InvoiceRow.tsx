import { css } from '@emotion/react'
import { formatDay } from '@plumbline/contract'
import { formatMoney } from '@plumbline/contract/money'
import { color, radius, space, text, VisuallyHidden } from '@plumbline/ui'
import { type ReactNode, useRef } from 'react'
import { InvoiceBadge } from './InvoiceBadge.tsx'
import { daysOverdue, isOwed } from './invoice.ts'
import type { ListActionsProps } from './ListActions.tsx'
import { useFocusFallback } from './useFocusFallback.ts'

const row = css`
  position: relative;
  display: grid;
  grid-template-columns: auto minmax(0, 1fr) auto;
  align-items: center;
  gap: 0 ${space(2)};
  padding: ${space(1.5)} ${space(3)} ${space(1.5)} 0;
  border: 1px solid ${color.line};
  border-radius: ${radius.surface};
  background: ${color.surface};
  font-variant-numeric: tabular-nums;
  h2 { font-size: ${text.md}; }
  h2 small { margin-left: ${space(1)}; }
  /* the number of the customer is seen as a whole or not at all */
  > [data-customer] { display: flex; flex-wrap: wrap; align-items: baseline; column-gap: ${space(2)}; height: 24px; overflow: hidden; }
  small { color: ${color.muted}; font-size: ${text.sm}; font-weight: 400; white-space: nowrap; }
  /* the row as a whole opens the invoice; what else can be pressed lies above */
  > button { position: absolute; inset: 0; border: 0; border-radius: inherit; background: none; }
  > [data-start], footer button { position: relative; z-index: 1; }
  > [data-start] { grid-row: 1 / span 2; min-width: ${space(1)}; }
  > b, > b + span + * { justify-self: end; }
  > p, > footer { grid-column: 1 / -1; display: flex; align-items: baseline; justify-content: space-between; gap: ${space(3)}; padding-left: ${space(3)}; }
  [data-cut] { overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
  footer { min-height: 28px; align-items: center; white-space: nowrap; }
  footer button { min-height: 44px; margin: -8px -${space(3)} -8px -${space(2)}; padding: 0 ${space(3)} 0 ${space(2)}; border: 0; background: none; color: ${color.accent}; font-weight: 600; }
  [data-late] { display: block; color: ${color.red}; font-weight: 600; }
  &[data-status='void'] { color: ${color.muted}; h2 > span, > b { text-decoration: line-through; } }
`

type InvoiceRowProps = ListActionsProps & {
  /** Before its number. */
  checkbox?: ReactNode
}

/** An invoice in a list on a phone, in as little room as its facts need; it opens as a whole. */
export function InvoiceRow({ invoice, checkbox, onOpen, onPay }: InvoiceRowProps) {
  const { id, invoiceNumber, customerId, customerName, description, status, counted } = invoice
  const frame = useRef<HTMLElement>(null)
  useFocusFallback(frame, isOwed(invoice))
  const late = daysOverdue(invoice, new Date())
  return (
    <article ref={frame} css={row} data-status={status} aria-label={`Invoice #${id}`} tabIndex={-1}>
      <button type="button" aria-label={`View Details of invoice #${id}`} onClick={() => onOpen(invoice)}>
        <VisuallyHidden>View Details</VisuallyHidden>
      </button>
      <div data-start>{checkbox}</div>
      <h2>
        <span>Invoice #{id}</span> <small>{invoiceNumber}</small>
      </h2>
      <b>{formatMoney(invoice.totalAmount)}</b>
      <span data-customer>
        <span data-cut>{customerName}</span> <small>Customer ID {customerId}</small>
      </span>
      <InvoiceBadge invoice={invoice} />
      <p>
        <span data-cut>{description}</span>
        <small>Created {formatDay(invoice.createdAt)}</small>
      </p>
      <footer>
        <span>
          Due {formatDay(invoice.dueDate)}
          {late > 0 && (
            <small data-late>
              {' '}
              overdue {late} {late === 1 ? 'day' : 'days'}
            </small>
          )}
        </span>
        {counted !== undefined && (
          <span>
            Included amount <b data-counted>{formatMoney(counted)}</b>
          </span>
        )}
        {onPay && isOwed(invoice) && (
          <button
            type="button"
            aria-label={`Process Payment of invoice #${id}`}
            onClick={() => onPay(invoice)}
          >
            Process Payment
          </button>
        )}
      </footer>
    </article>
  )
}
