import { type InvoiceDetails, paymentTerms } from '../api.ts'
import { hasOwnDescription, hasTax, isOwed, paymentTexts } from '../invoice/wording.ts'
import { dayText } from '../quote/dayText.ts'
import {
  amountColumn,
  drawHead,
  drawLines,
  drawSum,
  type Recipient,
  renderSheet,
  type Sender,
  wholeWidth,
} from './parts.ts'
import type { Column, Sheet } from './sheet.ts'

/** Renders an invoice; its amounts are those of the answer. */
export function renderInvoiceDocument(
  invoice: InvoiceDetails,
  sender: Sender,
  recipient: Recipient,
): Promise<Buffer> {
  const { terms = [...paymentTerms] } = sender
  const texts = [
    ...terms,
    ...Object.values(recipient),
    invoice.description,
    ...invoice.lines.map(({ description }) => description),
  ]
  const title = `Invoice ${invoice.invoiceNumber}`
  return renderSheet({ title, at: new Date(invoice.updatedAt), texts }, sender, (sheet) => {
    const whole = wholeWidth(sheet)
    drawHead(sheet, headOf(invoice), recipient)
    if (hasOwnDescription(invoice)) sheet.row([[invoice.description, whole]])
    sheet.space(12)
    // columns and sums of tax only where there is some
    drawLines(sheet, invoice.lines, hasTax(invoice))
    drawSums(sheet, invoice)
    drawPayments(sheet, invoice)
    sheet.space(28)
    if (isOwed(invoice)) sheet.row([['How to pay', whole]], { bold: true })
    for (const sentence of terms) sheet.row([[sentence, whole]], { size: 9, muted: true })
    sheet.space(12)
    sheet.row([['Thank you for your business.', whole]])
  })
}

const headOf = (invoice: InvoiceDetails) => ({
  to: 'Billed to',
  kind: invoice.status === 'draft' ? 'Draft' : 'Invoice',
  number: invoice.invoiceNumber,
  dates: [
    invoice.issueDate && `Issued ${dayText(invoice.issueDate)}`,
    `Due ${dayText(invoice.dueDate)}`,
    invoice.status === 'void' && 'Void',
    invoice.paidDate && `Paid ${dayText(invoice.paidDate)}`,
  ],
})

function drawSums(sheet: Sheet, invoice: InvoiceDetails): void {
  if (hasTax(invoice)) {
    drawSum(sheet, 'Subtotal', invoice.amount)
    drawSum(sheet, 'Tax', invoice.tax)
  }
  drawSum(sheet, 'Total', invoice.totalAmount, true)
  drawSum(sheet, 'Paid', invoice.paidAmount)
  drawSum(sheet, 'Balance due', invoice.balance, true)
}

function drawPayments(sheet: Sheet, invoice: InvoiceDetails): void {
  if (invoice.payments.length === 0) return
  const dateColumn: Column = { x: 0, width: 130 }
  const textColumn: Column = { x: 140, width: 160 }
  sheet.space(20)
  sheet.row([['Payments', dateColumn]], { size: 9, muted: true })
  for (const { day, text, amount } of paymentTexts(invoice))
    sheet.row([
      [day, dateColumn],
      [text, textColumn],
      [amount, amountColumn],
    ])
}
