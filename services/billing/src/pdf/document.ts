import { buffer } from 'node:stream/consumers'
import { centsOf, dollars } from '@plumbline/platform/money'
import { type InvoiceDetails, paymentMethodLabels, paymentTerms } from '../api.ts'
import type { Letterhead } from '../events.ts'
import { findFonts } from './fonts.ts'
import { type Column, createSheet, type Sheet, type SheetPicture } from './sheet.ts'

/** Who sends the invoice. Without terms of its own the documented ones hold. */
export type Business = Omit<Letterhead, 'logo'> & { name: string; phone: string; email: string }
export type Recipient = { name: string; address: string | null }

/** In points. */
const maxLogo = { width: 180, height: 54 }

const hasTax = ({ tax }: Pick<InvoiceDetails, 'tax'>) => centsOf(tax) > 0
const isOwed = ({ status }: InvoiceDetails) => status === 'pending' || status === 'overdue'
/** Where no line says the same. */
const hasOwnDescription = ({ description, lines }: InvoiceDetails) =>
  !lines.some((line) => line.description === description)

const missingLetters = 'A question mark may stand for a letter that this document cannot show.'

const money = (amount: string) => dollars(centsOf(amount))
const longDay = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' })
const dayText = (day: string) => longDay.format(new Date(`${day}T00:00:00Z`))

const columns: Record<'text' | 'amount' | 'tax' | 'total', Column> = {
  text: { x: 0, width: 270 },
  amount: { x: 280, width: 70, align: 'right' },
  tax: { x: 355, width: 65, align: 'right' },
  total: { x: 425, width: 79, align: 'right' },
}
const label: Column = { x: 280, width: 140, align: 'right' }

/** Renders an invoice; its amounts are those of the answer. */
export async function renderDocument(
  invoice: InvoiceDetails,
  { terms = [...paymentTerms], logo, color, ...business }: Business & { logo?: SheetPicture | undefined },
  recipient: Recipient,
): Promise<Buffer> {
  const title = `Invoice ${invoice.invoiceNumber}`
  const { splitWord, isComplete } = await findFonts(
    [
      ...Object.values(business),
      ...terms,
      ...Object.values(recipient),
      invoice.description,
      ...invoice.lines.map(({ description }) => description),
    ].join(' '),
  )
  const at = new Date(invoice.updatedAt)
  const sheet = createSheet({ title, author: business.name, at, accent: color }, splitWord)
  if (logo) sheet.picture(logo, maxLogo)
  drawHead(sheet, invoice, business, recipient)
  drawLines(sheet, invoice)
  drawSums(sheet, invoice)
  drawPayments(sheet, invoice)
  sheet.space(28)
  const whole: Column = { x: 0, width: sheet.width }
  if (isOwed(invoice)) sheet.row([['How to pay', whole]], { bold: true })
  for (const sentence of terms) sheet.row([[sentence, whole]], { size: 9, muted: true })
  sheet.space(12)
  sheet.row([['Thank you for your business.', whole]])
  if (!isComplete) sheet.row([[missingLetters, whole]], { size: 9, muted: true })
  sheet.doc.end()
  return buffer(sheet.doc)
}

function drawHead(sheet: Sheet, invoice: InvoiceDetails, business: Business, recipient: Recipient): void {
  const left: Column = { x: 0, width: 290 }
  const right: Column = { x: 300, width: 204, align: 'right' }
  sheet.row([[business.name, left]], { size: 18, bold: true })
  const { address, website, license } = business
  const contact = [address, `${business.phone} · ${business.email}`, website, license]
    .filter(Boolean)
    .join('\n')
  sheet.row([[contact, left]], { muted: true })
  sheet.space(14)
  sheet.line({ isStrong: true })
  sheet.space(18)
  sheet.row(
    [
      ['Billed to', left],
      [invoice.status === 'draft' ? 'Draft' : 'Invoice', right],
    ],
    { muted: true },
  )
  sheet.row(
    [
      [recipient.name, left],
      [invoice.invoiceNumber, right],
    ],
    { size: 12, bold: true },
  )
  const dates = [
    invoice.issueDate && `Issued ${dayText(invoice.issueDate)}`,
    `Due ${dayText(invoice.dueDate)}`,
    invoice.status === 'void' && 'Void',
    invoice.paidDate && `Paid ${dayText(invoice.paidDate)}`,
  ]
  sheet.row([
    [recipient.address ?? '', left],
    [dates.filter(Boolean).join('\n'), right],
  ])
  sheet.space(20)
  if (hasOwnDescription(invoice)) sheet.row([[invoice.description, { x: 0, width: sheet.width }]])
  sheet.space(12)
}

/** Columns and sums of tax only where there is some. */
function drawLines(sheet: Sheet, { lines, ...invoice }: InvoiceDetails): void {
  const { amount, tax, total } = columns
  const isTaxed = hasTax(invoice)
  const text = isTaxed ? columns.text : { ...columns.text, width: total.x - 10 }
  const row = (description: string, [ofAmount, ofTax, ofTotal]: [string, string, string], style = {}) => {
    const taxed: [string, Column][] = [
      [ofAmount, amount],
      [ofTax, tax],
      [ofTotal, total],
    ]
    sheet.row([[description, text], ...(isTaxed ? taxed : [[ofAmount, total] as [string, Column]])], style)
  }
  row('Description', ['Amount', 'Tax', 'Total'], { size: 9, muted: true })
  sheet.space(4)
  sheet.line()
  sheet.space(6)
  for (const line of lines) {
    const lineTotal = dollars(centsOf(line.amount) + centsOf(line.tax))
    row([line.description, unitPriceText(line)].filter(Boolean).join('\n'), [
      money(line.amount),
      money(line.tax),
      lineTotal,
    ])
    sheet.space(6)
  }
  sheet.line()
  sheet.space(8)
}

/** @example '2 × $45.00' */
const unitPriceText = ({ quantity, unitPrice }: InvoiceDetails['lines'][number]): string | undefined =>
  quantity !== undefined && unitPrice !== undefined ? `${quantity} × ${money(unitPrice)}` : undefined

function drawSums(sheet: Sheet, invoice: InvoiceDetails): void {
  const sum = (name: string, amount: string, bold = false) =>
    sheet.row(
      [
        [name, label],
        [money(amount), columns.total],
      ],
      { bold },
    )
  if (hasTax(invoice)) {
    sum('Subtotal', invoice.amount)
    sum('Tax', invoice.tax)
  }
  sum('Total', invoice.totalAmount, true)
  sum('Paid', invoice.paidAmount)
  sum('Balance due', invoice.balance, true)
}

function drawPayments(sheet: Sheet, { payments, refunds }: InvoiceDetails): void {
  if (payments.length === 0) return
  const dateColumn: Column = { x: 0, width: 130 }
  const methodColumn: Column = { x: 140, width: 160 }
  sheet.space(20)
  sheet.row([['Payments', dateColumn]], { size: 9, muted: true })
  for (const { date, method, amount } of payments)
    sheet.row([
      [dayText(date), dateColumn],
      [paymentMethodLabels[method], methodColumn],
      [money(amount), columns.total],
    ])
  for (const { date, amount, reason } of refunds)
    sheet.row([
      [dayText(date), dateColumn],
      [reason === 'undone' ? 'Payment undone' : 'Refund', methodColumn],
      [dollars(-centsOf(amount)), columns.total],
    ])
}
