import { css } from '@emotion/react'
import type { Invoice } from '@plumbline/billing/api'
import { formatDay } from '@plumbline/contract'
import { formatMoney, type Money } from '@plumbline/contract/money'
import { color, phone, radius, space, text } from '@plumbline/ui'
import { type ReactNode, useRef } from 'react'
import { InvoiceBadge } from './InvoiceBadge.tsx'
import { isOwed } from './invoice.ts'
import { useFocusFallback } from './useFocusFallback.ts'

const card = css`
  display: grid;
  grid-template-columns: minmax(0, 1fr) auto;
  gap: ${space(2)} ${space(4)};
  grid-template-rows: auto auto 1fr;
  padding: ${space(4)} ${space(5)};
  border: 1px solid ${color.line};
  border-radius: ${radius.surface};
  background: ${color.surface};
  h2 { font-size: ${text.lg}; }
  dl { grid-column: 1 / -1; display: grid; align-content: start; grid-template-columns: auto minmax(0, 1fr); gap: ${space(1)} ${space(4)}; margin: 0; }
  dl > div { display: contents; }
  dt { color: ${color.muted}; }
  dd { margin: 0; font-variant-numeric: tabular-nums; overflow-wrap: anywhere; }
  footer { grid-column: 1 / -1; display: flex; flex-wrap: wrap; gap: ${space(2)}; align-self: end; }
  &[data-status='void'] { color: ${color.muted}; h2, b { text-decoration: line-through; } }
  ${phone} {
    padding: ${space(4)};
    dl { align-items: center; }
    dd a { display: inline-flex; align-items: center; min-height: 44px; }
    footer > * { flex: 1 1 40%; }
  }
`

const reminder = css`
  grid-column: 1 / -1;
  color: ${color.muted};
`

export type Fact = readonly [name: string, value: ReactNode]

type InvoiceCardProps = {
  invoice: Invoice
  amount: Money
  facts: readonly Fact[]
  footer: ReactNode
  /** Before its number. */
  checkbox?: ReactNode
}

/** An invoice in a list. */
export function InvoiceCard({ invoice, amount, facts, footer, checkbox }: InvoiceCardProps) {
  const { id, invoiceNumber, description, status, balance, totalAmount, lastReminderAt } = invoice
  const frame = useRef<HTMLElement>(null)
  useFocusFallback(frame, isOwed(invoice))
  const isPartlyPaid = balance !== totalAmount && Number(balance) > 0
  return (
    <article ref={frame} css={card} data-status={status} aria-label={`Invoice #${id}`} tabIndex={-1}>
      <div css={{ display: 'flex', gap: space(2), alignItems: 'flex-start' }}>
        {checkbox}
        <div>
          <h2>Invoice #{id}</h2>
          <p css={{ color: color.muted, fontSize: text.sm }}>{invoiceNumber}</p>
        </div>
      </div>
      <div css={{ display: 'grid', justifyItems: 'end', gap: space(1) }}>
        <b css={{ fontSize: text.xl, fontVariantNumeric: 'tabular-nums' }}>{formatMoney(amount)}</b>
        <InvoiceBadge invoice={invoice} />
      </div>
      <p css={{ gridColumn: '1 / -1', overflowWrap: 'anywhere' }}>{description}</p>
      <dl>
        {[...facts, ...(isPartlyPaid ? [['Balance', formatMoney(balance)] as const] : [])].map(
          ([name, value]) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ),
        )}
      </dl>
      {lastReminderAt && <p css={reminder}>{`Reminder sent ${formatDay(lastReminderAt)}`}</p>}
      <footer>{footer}</footer>
    </article>
  )
}
