import { type Invoice, paymentMethodLabels } from '@plumbline/billing/api'

/** Amounts are plain decimals and days ISO, which every spreadsheet reads. */
const columns: readonly [label: string, of: (invoice: Invoice) => string | number | null][] = [
  ['Invoice', ({ id }) => id],
  ['Number', ({ invoiceNumber }) => invoiceNumber],
  ['Customer ID', ({ customerId }) => customerId],
  ['Customer', ({ customerName }) => customerName],
  ['Description', ({ description }) => description],
  ['Status', ({ status }) => status],
  ['Amount', ({ amount }) => amount],
  ['Tax', ({ tax }) => tax],
  ['Total', ({ totalAmount }) => totalAmount],
  ['Paid', ({ paidAmount }) => paidAmount],
  ['Balance', ({ balance }) => balance],
  ['Issued', ({ issueDate }) => issueDate],
  ['Due', ({ dueDate }) => dueDate],
  ['Paid on', ({ paidDate }) => paidDate],
  ['Payment method', ({ paymentMethod }) => paymentMethod && paymentMethodLabels[paymentMethod]],
]

/** A list of invoices as a table, with its part of a figure where the list is of one. */
export function invoiceTable(invoices: readonly Invoice[]) {
  const isOfFigure = invoices.some(({ counted }) => counted !== undefined)
  const shown = isOfFigure
    ? [...columns, ['In this figure', ({ counted }: Invoice) => counted ?? null] as const]
    : columns
  return {
    fields: shown.map(([label]) => label),
    rows: invoices.map((invoice) => shown.map(([, of]) => of(invoice))),
  }
}
