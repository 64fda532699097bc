import { type Invoice, invoiceLabels, paymentMethodLabels } from '@plumbline/billing/api'
import type { CsvColumn, CsvFile } from '@plumbline/contract/list'

/** Of the fields that a request may set, and of what follows from them. */
const labels = {
  ...invoiceLabels,
  id: 'Invoice',
  invoiceNumber: 'Number',
  customerId: 'Customer ID',
  customerName: invoiceLabels.customerId,
  totalAmount: 'Total',
  paidAmount: 'Paid',
  balance: 'Balance',
  issueDate: 'Issued',
  paidDate: 'Paid on',
  paymentMethod: 'Payment method',
}
type Name = keyof typeof labels
type Cell = CsvColumn<Invoice>[1]
const asItIs =
  (name: Exclude<Name, 'lines'>): Cell =>
  (it) =>
    it[name]

/** In the order of the file; null: no column of its own. Amounts are plain decimals and days ISO, which every spreadsheet reads. */
const cells: Record<Name, Cell | null> = {
  id: asItIs('id'),
  invoiceNumber: asItIs('invoiceNumber'),
  customerId: asItIs('customerId'),
  customerName: asItIs('customerName'),
  description: asItIs('description'),
  status: asItIs('status'),
  amount: asItIs('amount'),
  tax: asItIs('tax'),
  totalAmount: asItIs('totalAmount'),
  paidAmount: asItIs('paidAmount'),
  balance: asItIs('balance'),
  issueDate: asItIs('issueDate'),
  dueDate: asItIs('dueDate'),
  paidDate: asItIs('paidDate'),
  paymentMethod: ({ paymentMethod }) => paymentMethod && paymentMethodLabels[paymentMethod],
  appointmentId: null,
  lines: null,
}
const columns = Object.entries(cells).flatMap(([name, cellOf]): CsvColumn<Invoice>[] =>
  cellOf ? [[labels[name as Name], cellOf]] : [],
)

/** A list of invoices; behind a figure of the reports also with the part of it that each has. */
export const invoicesCsv: CsvFile<Invoice> = {
  name: 'invoices.csv',
  columns: (invoices) =>
    invoices.some(({ counted }) => counted !== undefined)
      ? [...columns, ['Included amount', ({ counted }) => counted ?? null]]
      : columns,
}
