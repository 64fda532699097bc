import type { InvoiceEvent } from '@plumbline/billing/events'
import { balanceOf, evolveInvoice, type InvoiceRecord, invoiceChanges } from '@plumbline/billing/record'
import { centsOf, moneyText } from '@plumbline/platform/money'
import {
  defineProjection,
  handleAll,
  int,
  money,
  type RowOf,
  tableFor,
  text,
} from '@plumbline/platform/projections'

const columns = {
  id: int,
  customerId: int,
  /** Null while it is a draft. */
  number: int.null,
  status: text.of<InvoiceRecord['status']>(),
  totalAmount: money,
  paidAmount: money,
  /** What the customer owes of it: nothing before it is issued. */
  owed: money,
}
type InvoiceRow = RowOf<typeof columns>

type Changing = Exclude<InvoiceEvent, { type: 'PaymentReminderRequested' | 'InvoiceSendRequested' }>
const { PaymentReminderRequested: _, InvoiceSendRequested: __, ...changing } = invoiceChanges

/** What customers owe on their invoices, and how they are called. */
export const invoices = defineProjection<Changing>()({
  name: 'invoices',
  version: 2,
  columns,
  indexes: ['(customer_id) INCLUDE (owed) WHERE owed > 0'],
  key: ({ data }) => data.invoiceId,
  on: handleAll<Changing, InvoiceRow>(changing, (row, event) => {
    const next = evolveInvoice(row && toRecord(row), event)
    return next && toRow(next)
  }),
})

const toRecord = (row: InvoiceRow) => ({
  ...row,
  totalCents: centsOf(row.totalAmount),
  paidCents: centsOf(row.paidAmount),
})

const toRow = (record: InvoiceRecord): InvoiceRow => ({
  id: record.id,
  customerId: record.customerId,
  number: record.number,
  status: record.status,
  totalAmount: moneyText(record.totalCents),
  paidAmount: moneyText(record.paidCents),
  owed: moneyText(record.status === 'draft' ? 0 : balanceOf(record)),
})

export const invoicesTable = tableFor(invoices)
