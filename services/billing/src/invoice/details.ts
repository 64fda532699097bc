import { type Pool, readTogether } from '@plumbline/platform/db'
import { rejection } from '@plumbline/platform/errors'
import { moneyText } from '@plumbline/platform/money'
import type { Invoice, InvoiceDetails } from '../api.ts'
import { type CustomerRow, customerOfInvoice, nameOf } from '../customers.ts'
import { endOfDay, type InvoiceEvents, invoiceEvents, rowOf } from './asOf.ts'
import { historyEntry } from './history.ts'
import { numberText } from './numbers.ts'
import { type InvoiceRow, invoices } from './projection.ts'
import type { ListedInvoice } from './queries.ts'

/** A row of a list as answers show it. */
export const toInvoice = (row: ListedInvoice): Invoice =>
  shown(
    row,
    row.currentCustomerId === null
      ? undefined
      : { id: row.currentCustomerId, firstName: row.firstName ?? '', lastName: row.lastName ?? '' },
  )

// written out: taking apart and putting together ten thousand rows by rest and spread takes longer than reading them
const shown = (
  row: Omit<InvoiceRow, 'searched' | 'version'>,
  customer: Pick<CustomerRow, 'id' | 'firstName' | 'lastName'> | undefined,
): Invoice => ({
  id: row.id,
  customerId: customer?.id ?? row.customerId,
  customerName: customer ? nameOf(customer) : null,
  appointmentId: row.appointmentId,
  invoiceNumber: numberText(row.id, row.number),
  description: row.description,
  amount: row.amount,
  tax: row.tax,
  totalAmount: row.totalAmount,
  paidAmount: row.paidAmount,
  balance: row.balance,
  status: row.status,
  dueDate: row.dueDate,
  issueDate: row.issueDate,
  paidDate: row.paidDate,
  paymentMethod: row.paymentMethod,
  lastReminderAt: row.lastReminderAt,
  lastSentAt: row.lastSentAt,
  createdAt: row.createdAt,
  updatedAt: row.updatedAt,
})

export type Detailed = { details: InvoiceDetails; customer: CustomerRow | undefined; etag: string }

/** One invoice with all that happened to it, or had happened when a day ended in New York. */
export async function readInvoice(pool: Pool, id: number, asOf?: string): Promise<Detailed> {
  const [events, customer] = await readTogether(pool, (db) =>
    Promise.all([invoiceEvents(db, id), customerOfInvoice(db, id)]),
  )
  return detailsOf(events, customer, asOf)
}

/** An invoice made of its events. */
export function detailsOf(all: InvoiceEvents, customer: CustomerRow | undefined, asOf?: string): Detailed {
  const end = asOf === undefined ? undefined : endOfDay(asOf)
  const events = end ? end.known(all) : all
  const row = end ? end.row(all) : rowOf(all)
  if (!row) throw rejection('not-found', 'Invoice not found')
  return {
    details: { ...shown(row, customer), ...entries(events) },
    customer,
    // changes with whatever is shown, such as a customer's name
    etag: `"${row.version}-${invoices.version}-${customer?.id ?? 0}-${customer?.version ?? 0}"`,
  }
}

function entries(events: InvoiceEvents): Omit<InvoiceDetails, keyof Invoice> {
  const of = <Type extends InvoiceEvents[number]['type']>(type: Type) =>
    events.flatMap((event) => (event.type === type ? [event.data as DataOf<Type>] : []))
  const refunds = of('PaymentRefunded')
  const refunded = (paymentId: number) =>
    refunds.reduce((sum, it) => sum + (it.paymentId === paymentId ? it.amountCents : 0), 0)
  const lines = [...of('InvoiceDrafted'), ...of('InvoiceChanged')].flatMap((it) =>
    it.lines ? [it.lines] : [],
  )
  return {
    lines: (lines.at(-1) ?? []).map(({ description, amountCents, taxCents }) => ({
      description,
      amount: moneyText(amountCents),
      tax: moneyText(taxCents),
    })),
    payments: of('PaymentReceived').map(({ paymentId, amountCents, method, paidOn, recordedAt }) => ({
      id: paymentId,
      amount: moneyText(amountCents),
      refunded: moneyText(refunded(paymentId)),
      method,
      date: paidOn,
      recordedAt,
    })),
    refunds: refunds.map(({ paymentId, amountCents, refundedOn, recordedAt }) => ({
      paymentId,
      amount: moneyText(amountCents),
      date: refundedOn,
      recordedAt,
    })),
    reminders: of('PaymentReminderRequested').map(({ channel, balanceCents, requestedAt }) => ({
      channel,
      balance: moneyText(balanceCents),
      at: requestedAt,
    })),
    history: events.map(historyEntry),
  }
}

type DataOf<Type> = Extract<InvoiceEvents[number], { type: Type }>['data']
