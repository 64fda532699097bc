import { css } from '@emotion/react'
import type { Invoice } from '@plumbline/billing/api'
import { formatMoney } from '@plumbline/contract'
import { color, phone, radius, StatusBadge, space, text } from '@plumbline/ui'
import type { ReactNode } from 'react'

const card = css`
  display: grid;
  grid-template-columns: minmax(0, 1fr) auto;
  gap: ${space(2)} ${space(4)};
  grid-template-rows: auto auto 1fr auto;
  padding: ${space(4)} ${space(5)};
  border: 1px solid ${color.line};
  border-radius: ${radius.surface};
  background: ${color.surface};
  h3 { font-size: ${text.lg}; }
  dl { grid-column: 1 / -1; display: grid; align-content: start; grid-template-columns: auto minmax(0, 1fr); gap: ${space(1)} ${space(4)}; margin: 0; }
  dt { color: ${color.muted}; }
  dd { margin: 0; font-variant-numeric: tabular-nums; overflow-wrap: anywhere; }
  footer { grid-column: 1 / -1; display: flex; flex-wrap: wrap; gap: ${space(2)}; align-self: end; }
  &[data-status='void'] { color: ${color.muted}; h3, b { text-decoration: line-through; } }
  ${phone} { padding: ${space(4)}; footer > * { flex: 1 1 40%; } }
`

type InvoiceCardProps = {
  invoice: Invoice
  amount: string
  facts: readonly [name: string, value: ReactNode][]
  footer: ReactNode
}

/** An invoice in a list. */
export const InvoiceCard = ({ invoice, amount, facts, footer }: InvoiceCardProps) => {
  const { id, invoiceNumber, description, status, balance, totalAmount } = invoice
  return (
    <article css={card} data-status={status} aria-label={`Invoice #${id}`}>
      <div>
        <h3>Invoice #{id}</h3>
        <p css={{ color: color.muted, fontSize: text.sm }}>{invoiceNumber}</p>
      </div>
      <div css={{ display: 'grid', justifyItems: 'end', gap: space(1) }}>
        <b css={{ fontSize: text.xl, fontVariantNumeric: 'tabular-nums' }}>{formatMoney(amount)}</b>
        <StatusBadge status={status} />
      </div>
      <p css={{ gridColumn: '1 / -1', overflowWrap: 'anywhere' }}>{description}</p>
      <dl>
        {facts.map(([name, value]) => (
          <div key={name} css={{ display: 'contents' }}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
        {balance !== totalAmount && Number(balance) > 0 && (
          <div css={{ display: 'contents' }}>
            <dt>Balance</dt>
            <dd>{formatMoney(balance)}</dd>
          </div>
        )}
      </dl>
      <footer>{footer}</footer>
    </article>
  )
}
