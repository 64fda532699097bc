import { css } from '@emotion/react'
import type { InvoiceDetails } from '@plumbline/billing/api'
import { centsOf, formatMoney, type Money, moneyText } from '@plumbline/contract/money'
import { color, space, text, touchLink } from '@plumbline/ui'
import { Link } from 'react-router-dom'
import { InvoiceBadge } from './InvoiceBadge.tsx'
import { factsOf, hasOwnDescription } from './invoice.ts'

const sheet = css`
  display: grid;
  gap: ${space(4)};
  table { width: 100%; border-spacing: 0; }
  td, th { padding: ${space(1.5)} 0; text-align: left; font-weight: 400; vertical-align: top; overflow-wrap: anywhere; }
  td { padding-left: ${space(4)}; text-align: right; white-space: nowrap; font-variant-numeric: tabular-nums; }
  tbody tr + tr > * { border-top: 1px solid ${color.line}; }
  tfoot th { color: ${color.muted}; }
  tfoot tr:first-of-type > * { border-top: 1px solid ${color.control}; padding-top: ${space(2.5)}; }
  tfoot tr:last-of-type > * { color: ${color.ink}; font-weight: 650; }
  small { display: block; color: ${color.muted}; font-size: ${text.sm}; }
`

const head = css`
  display: grid;
  grid-template-columns: minmax(0, 1fr) auto;
  gap: ${space(1)} ${space(4)};
  align-items: baseline;
  strong { font-size: ${text.xxl}; font-weight: 650; font-variant-numeric: tabular-nums; line-height: 1.25; }
  p { color: ${color.muted}; }
  p:nth-of-type(2) { text-align: right; }
`

// breaks between the facts, not within one
const keptTogether = (fact: string) => fact.replaceAll(' ', '\u00a0')

/** The invoice itself: customer, dates, items and totals. */
export function InvoiceSheet({ invoice }: { invoice: InvoiceDetails }) {
  const { invoiceNumber, customerId, customerName, appointmentId, description, lines } = invoice
  return (
    <div css={sheet}>
      <div css={head} data-screen-only>
        <strong>{formatMoney(invoice.totalAmount)}</strong>
        <span css={{ justifySelf: 'end' }}>
          <InvoiceBadge invoice={invoice} />
        </span>
        <p css={{ display: 'flex', flexWrap: 'wrap', columnGap: space(3) }}>
          <Link css={touchLink} to={`/customers/${customerId}/invoices`}>
            {customerName ?? `Customer ${customerId}`}
          </Link>
          {appointmentId !== null && (
            <Link css={touchLink} to={`/appointments/${appointmentId}`}>
              View appointment
            </Link>
          )}
        </p>
        <p>{invoiceNumber}</p>
        <p css={{ gridColumn: '1 / -1' }}>{factsOf(invoice).map(keptTogether).join(' · ')}</p>
      </div>
      {hasOwnDescription(invoice) && <p css={{ overflowWrap: 'anywhere' }}>{description}</p>}
      <table aria-label="Items and totals">
        <tbody>
          {lines.map((line, i) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: lines have no other name, and keep their order
            <tr key={i}>
              <th scope="row">
                {line.description}
                {line.unitPrice !== undefined && (
                  <small>
                    {line.quantity} × {formatMoney(line.unitPrice)}
                  </small>
                )}
                {Number(line.tax) !== 0 && lines.length > 1 && <small>{taxText(line.tax)}</small>}
              </th>
              <td>{formatMoney(line.amount)}</td>
            </tr>
          ))}
        </tbody>
        <tfoot>
          {Number(invoice.tax) > 0 && <Sum name="Tax" amount={invoice.tax} />}
          <Sum name="Total" amount={invoice.totalAmount} />
          {Number(invoice.paidAmount) > 0 && <Sum name="Paid" amount={invoice.paidAmount} />}
          <Sum name="Balance" amount={invoice.balance} />
        </tfoot>
      </table>
    </div>
  )
}

/** What takes something off takes its tax off, too. */
const taxText = (tax: Money) =>
  Number(tax) < 0 ? `less ${formatMoney(moneyText(-centsOf(tax)))} tax` : `plus ${formatMoney(tax)} tax`

const Sum = ({ name, amount }: { name: string; amount: Money }) => (
  <tr>
    <th scope="row">{name}</th>
    <td>{formatMoney(amount)}</td>
  </tr>
)
