import { css } from '@emotion/react'
import { type InvoiceDetails, paymentTerms } from '@plumbline/billing/api'
import { readBusiness } from '@plumbline/contract'
import { space, text } from '@plumbline/ui'
import { useQuery } from '@tanstack/react-query'
import { customerQuery } from './queries.ts'

const onPaper = css`
  display: none;
  @media print {
    display: block;
    h1 { margin: ${space(6)} 0 ${space(4)}; font-size: ${text.xxl}; }
    h2 { font-size: ${text.md}; }
    address { margin-bottom: ${space(8)}; font-style: normal; }
    h2, address { break-inside: avoid; }
  }
`

/** The head of the printed invoice: who sends it, and to whom. */
export function InvoicePrintHeader({ invoice }: { invoice: InvoiceDetails }) {
  const { customerId, customerName, invoiceNumber } = invoice
  const { name, phone, email } = readBusiness()
  const { data: customer } = useQuery(customerQuery(String(customerId)))
  return (
    <div css={onPaper}>
      <b>{name}</b>
      <p>
        {phone} · {email}
      </p>
      <h1>Invoice {invoiceNumber}</h1>
      <h2>Bill to</h2>
      <address>
        {customerName ?? `Customer ${customerId}`}
        {customer?.address && (
          <>
            <br />
            {customer.address}
          </>
        )}
      </address>
    </div>
  )
}

/** The foot of an invoice that is owed, as its PDF has it. */
export const HowToPay = () => (
  <div css={onPaper}>
    <h2 css={{ marginTop: space(8) }}>How to pay</h2>
    {paymentTerms.map((sentence) => (
      <p key={sentence}>{sentence}</p>
    ))}
  </div>
)
