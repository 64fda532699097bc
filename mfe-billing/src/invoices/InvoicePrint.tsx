import { css } from '@emotion/react'
import { type InvoiceDetails, paymentTerms } from '@plumbline/billing/api'
import { readBusiness } from '@plumbline/contract'
import { color, space, text } from '@plumbline/ui'
import { factsOf, isOwed } from './invoice.ts'

const onPaper = css`
  display: none;
  @media print {
    display: block;
    h1 { font-size: ${text.xl}; }
    h2 { font-size: ${text.md}; }
    address { font-style: normal; white-space: pre-line; }
    h2, address { break-inside: avoid; }
    header { padding-bottom: ${space(4)}; margin-bottom: ${space(5)}; border-bottom: 2px solid ${color.accent}; }
    header img { display: block; max-width: 180pt; max-height: 54pt; margin-bottom: ${space(2)}; }
    header b { font-size: ${text.xl}; }
    section { display: flex; justify-content: space-between; gap: ${space(8)}; margin-bottom: ${space(8)}; }
    section > div:last-of-type { text-align: right; }
  }
`

/** The head of the printed invoice, as its PDF has it: sender, customer, number and days. */
export function InvoicePrintHeader({ invoice }: { invoice: InvoiceDetails }) {
  const { customerId, customerName, customerAddress, invoiceNumber, status } = invoice
  const sender: Omit<NonNullable<InvoiceDetails['letterhead']>, 'terms'> = invoice.letterhead ??
  readBusiness()
  const { name, address, phone, email, website, license, logo, color: ownColor } = sender
  return (
    <div css={onPaper}>
      <header style={{ borderColor: ownColor ?? undefined }}>
        {logo && <img src={logo.address} width={logo.width} height={logo.height} alt="" />}
        <b>{name}</b>
        <address>{[address, `${phone} · ${email}`, website, license].filter(Boolean).join('\n')}</address>
      </header>
      <section>
        <div>
          <h2>Bill to</h2>
          <address>
            {[customerName ?? `Customer ${customerId}`, customerAddress].filter(Boolean).join('\n')}
          </address>
        </div>
        <div>
          <h1>Invoice {invoiceNumber}</h1>
          <address>{[...factsOf(invoice), ...(status === 'void' ? ['Void'] : [])].join('\n')}</address>
        </div>
      </section>
    </div>
  )
}

/** The foot of the printed invoice. */
export const InvoicePrintFooter = ({ invoice }: { invoice: InvoiceDetails }) => (
  <div css={[onPaper, { marginTop: space(8) }]}>
    {isOwed(invoice) && <h2>How to pay</h2>}
    {(invoice.letterhead?.terms ?? paymentTerms).map((sentence) => (
      <p key={sentence}>{sentence}</p>
    ))}
    <p css={{ marginTop: space(4) }}>Thank you for your business.</p>
  </div>
)
