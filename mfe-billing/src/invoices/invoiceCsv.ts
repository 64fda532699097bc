import { type Invoice, paymentMethodLabels } from '@plumbline/billing/api'
import type { CsvColumn, CsvFile } from '@plumbline/contract/list'

// amounts are plain decimals and days ISO, which every spreadsheet reads
const columns: readonly CsvColumn<Invoice>[] = [
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

/** A list of invoices; behind a figure of the reports also with the part of it that each has. */
export const invoicesCsv: CsvFile<Invoice> = {
  name: 'invoices.csv',
  columns: (invoices) =>
    invoices.some(({ counted }) => counted !== undefined)
      ? [...columns, ['Included amount', ({ counted }) => counted ?? null]]
      : columns,
}
