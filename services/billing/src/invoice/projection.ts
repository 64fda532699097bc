import { centsOf, dollars, moneyText } from '@plumbline/platform/money'
import {
  bool,
  defineProjection,
  handleAll,
  int,
  money,
  type RowOf,
  tableFor,
  text,
  timestamptz,
} from '@plumbline/platform/projections'
import { plainText } from '@plumbline/platform/search'
import type { Invoice } from '../api.ts'
import { draftNumberText, type InvoiceEvent, invoiceNumberText, type PaymentMethod } from '../events.ts'
import { balanceOf, evolveInvoice, type InvoiceRecord, invoiceChanges } from './record.ts'

const columns = {
  id: int,
  customerId: int,
  appointmentId: int.null,
  /** The approved quote that it is of. */
  quoteId: int.null,
  /** Null for a draft. */
  number: int.null,
  description: text,
  amount: money,
  tax: money,
  totalAmount: money,
  paidAmount: money,
  balance: money,
  status: text.of<Invoice['status']>(),
  undone: bool.of<true>().null,
  dueDate: text,
  issueDate: text.null,
  paidDate: text.null,
  paymentMethod: text.of<PaymentMethod>().null,
  lastReminderAt: timestamptz.null,
  lastSentAt: timestamptz.null,
  createdAt: timestamptz,
  updatedAt: timestamptz,
  /** Numbers, description and amounts as plain text; searches read it. */
  searched: text,
  /** Of the stream. */
  version: int,
}
export type InvoiceRow = RowOf<typeof columns>

/** Every invoice. Lists, details, past days and reports are all made by this fold. */
export const invoices = defineProjection<InvoiceEvent>()({
  name: 'invoices',
  version: 10,
  columns,
  indexes: [
    '(created_at DESC, id DESC)',
    '(customer_id)',
    `(due_date) WHERE status = 'pending'`,
    `(status) INCLUDE (balance) WHERE status IN ('draft', 'pending', 'overdue', 'void')`,
    `(appointment_id) WHERE status <> 'void'`,
    '(quote_id) WHERE quote_id IS NOT NULL',
    // reports read no more than these columns of many invoices
    '(id) INCLUDE (customer_id, appointment_id)',
    '(id) INCLUDE (status, due_date, balance) WHERE balance > 0',
  ],
  key: ({ data }) => data.invoiceId,
  on: handleAll<InvoiceEvent, InvoiceRow>(invoiceChanges, (row, event) => {
    const next = evolveInvoice(row && toRecord(row), event)
    return next && toRow(next, event.version)
  }),
})

const toRecord = (row: InvoiceRow): InvoiceRecord => ({
  ...row,
  totalCents: centsOf(row.totalAmount),
  taxCents: centsOf(row.tax),
  paidCents: centsOf(row.paidAmount),
})

function toRow({ totalCents, taxCents, paidCents, ...record }: InvoiceRecord, version: number): InvoiceRow {
  const balance = balanceOf({ ...record, totalCents, paidCents })
  return {
    ...record,
    amount: moneyText(totalCents - taxCents),
    tax: moneyText(taxCents),
    totalAmount: moneyText(totalCents),
    paidAmount: moneyText(paidCents),
    balance: moneyText(balance),
    searched: searchedText(record, [totalCents, balance]),
    version,
  }
}

function searchedText(
  { id, number, description }: Pick<InvoiceRow, 'id' | 'number' | 'description'>,
  amounts: readonly number[],
): string {
  const numberText = number === null ? draftNumberText(id) : invoiceNumberText(number)
  // amounts as people type them and as they are shown
  const amountTexts = amounts.flatMap((cents) => [moneyText(cents), dollars(cents)])
  return plainText([numberText, `#${id}`, description, ...amountTexts].join(' '))
}

export const invoicesTable = tableFor(invoices)
