import { css } from '@emotion/react'
import type { QuoteDetails } from '@plumbline/billing/api'
import { formatDateTime } from '@plumbline/contract'
import { formatMoney } from '@plumbline/contract/money'
import { Card, color, space, text } from '@plumbline/ui'
import { Link } from 'react-router-dom'
import { offeredContent, optionName } from './quote.ts'
import { marginOfAnswer, marginText } from './quotePrice.ts'

const facts = css`
  display: grid;
  grid-template-columns: auto minmax(0, 1fr);
  gap: ${space(1.5)} ${space(5)};
  margin: 0;
  dt { color: ${color.muted}; }
  dd { margin: 0; overflow-wrap: anywhere; font-variant-numeric: tabular-nums; }
  dd > b { font-size: ${text.lg}; }
`

// drawn on white, whatever the theme
const strokes = css`
  display: block;
  width: 100%;
  max-width: 300px;
  margin-top: ${space(4)};
  border: 1px solid ${color.line};
  background: #fff;
  path { fill: none; stroke: #1d2733; stroke-width: 3; stroke-linecap: round; stroke-linejoin: round; }
`

/** Who agreed to what, when and how. */
export function QuoteApproval({ quote }: { quote: QuoteDetails }) {
  const { approval, invoiceIds, invoicedAmount, scheduledId } = quote
  if (!approval) return null
  const { options, addOns } = offeredContent(quote)
  const at = options.findIndex(({ id }) => id === approval.optionId)
  const option = options[at]
  const added = addOns.filter(({ id }) => approval.addOnIds.includes(id))
  const margin = marginOfAnswer([...(option?.lines ?? []), ...added], approval.price)
  const name = approval.signerName ?? quote.customerName ?? 'the customer'
  return (
    <Card title="Approved">
      <dl css={facts}>
        <dt>By</dt>
        <dd>{approval.by === 'staff' ? `the office, for ${name}` : name}</dd>
        <dt>On</dt>
        <dd>{formatDateTime(approval.at)}</dd>
        {options.length > 1 && option && (
          <>
            <dt>Option</dt>
            <dd>{optionName(option, at)}</dd>
          </>
        )}
        {added.length > 0 && (
          <>
            <dt>Add-ons</dt>
            <dd>{added.map(({ description }) => description).join(', ')}</dd>
          </>
        )}
        <dt>Total</dt>
        <dd>
          <b>{formatMoney(approval.price.total)}</b>
        </dd>
        {margin && (
          <>
            <dt>Margin</dt>
            <dd>{marginText(margin)}</dd>
          </>
        )}
        {Number(approval.price.deposit) > 0 && (
          <>
            <dt>Deposit</dt>
            <dd>{formatMoney(approval.price.deposit)}</dd>
          </>
        )}
        {invoiceIds.length > 0 && (
          <>
            <dt>Invoiced</dt>
            <dd>
              {formatMoney(invoicedAmount)}{' '}
              {invoiceIds.map((id) => (
                <Link key={id} to={`/invoices?invoice=${id}`} css={{ marginRight: space(2) }}>
                  Invoice #{id}
                </Link>
              ))}
            </dd>
          </>
        )}
        {scheduledId !== null && (
          <>
            <dt>Job</dt>
            <dd>
              <Link to={`/appointments/${scheduledId}`}>View appointment</Link>
            </dd>
          </>
        )}
      </dl>
      {Number(approval.price.total) < 0 && (
        <p css={{ marginTop: space(3) }}>
          An invoice cannot be below zero. Add these items to the draft invoice of the job, credits with a
          negative amount.
        </p>
      )}
      {approval.signature && (
        <svg css={strokes} viewBox="0 0 600 200" role="img" aria-label={`Signature of ${name}`}>
          <path d={approval.signature} />
        </svg>
      )}
    </Card>
  )
}
