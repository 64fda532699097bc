import { type Db, first, type Pool, readTogether } from '@plumbline/platform/db'
import { fold, recordEtag } from '@plumbline/platform/event-store'
import { moneyText } from '@plumbline/platform/money'
import type { Invoice, InvoiceDetails } from '../api.ts'
import { customers, type InvoiceCustomer } from '../customers.ts'
import type { InvoiceIssued } from '../events.ts'
import {
  type AsOf,
  eventsAsOf,
  type InvoiceEvents,
  readInvoiceEvents,
  rowAsOf,
  rowFromEvents,
} from './asOf.ts'
import { invoiceDecider, requireExistingInvoice } from './decider.ts'
import { historyEntry } from './history.ts'
import { invoices, invoicesTable } from './projection.ts'
import { toInvoice } from './queries.ts'

export type InvoiceAnswer = {
  details: InvoiceDetails
  customer: InvoiceCustomer | undefined
  /** With its letterhead; a draft is not. */
  issued: InvoiceIssued['data'] | undefined
  etag: string
}

/** One invoice with its history, as it is or as it was when a day ended. */
export async function readInvoice(pool: Pool, id: number, asOf?: AsOf): Promise<InvoiceAnswer> {
  const [events, customer] = await readTogether(pool, (db) =>
    Promise.all([readInvoiceEvents(db, id), customerOfInvoice(db, id)]),
  )
  return answerFromEvents(events, customer, asOf)
}

/** The customer of an invoice as of today. */
export async function customerOfInvoice(db: Db, invoiceId: number): Promise<InvoiceCustomer | undefined> {
  return first<InvoiceCustomer>(db, {
    name: 'customer-of-invoice',
    text: `SELECT c.id, c.name, c.address, c.tag
      FROM ${invoicesTable.name} invoice ${customers.join('invoice.customer_id')}
      WHERE invoice.id = $1 AND c.id IS NOT NULL`,
    values: [invoiceId],
  })
}

/** Builds the answer from the events of one invoice. */
export function answerFromEvents(
  all: InvoiceEvents,
  customer: InvoiceCustomer | undefined,
  asOf?: AsOf,
): InvoiceAnswer {
  const events = asOf === undefined ? all : eventsAsOf(all, asOf)
  const row = requireExistingInvoice(asOf === undefined ? rowFromEvents(all) : rowAsOf(all, asOf))
  return {
    details: { ...toInvoice(row, customer?.id, customer?.name), ...entriesOf(events, all) },
    customer,
    issued: all.find((event) => event.type === 'InvoiceIssued')?.data,
    // the answer also changes with its customer
    etag: recordEtag(row, invoices.version, customer?.tag ?? '00000000'),
  }
}

function entriesOf(events: InvoiceEvents, all: InvoiceEvents): Omit<InvoiceDetails, keyof Invoice> {
  const of = <Type extends InvoiceEvents[number]['type']>(type: Type) =>
    events.flatMap((event) => (event.type === type ? [event.data as DataOf<Type>] : []))
  const { lines, payments } = requireExistingInvoice(fold(invoiceDecider, events))
  return {
    lines: lines.map(({ description, amountCents, taxCents, quantity, unitPriceCents }) => ({
      description,
      amount: moneyText(amountCents),
      tax: moneyText(taxCents),
      ...(quantity !== undefined &&
        unitPriceCents !== undefined && { quantity, unitPrice: moneyText(unitPriceCents) }),
    })),
    payments: payments.map(({ paymentId, amountCents, refundedCents, method, paidOn, recordedAt }) => ({
      id: paymentId,
      amount: moneyText(amountCents),
      refunded: moneyText(refundedCents),
      method,
      date: paidOn,
      recordedAt,
    })),
    refunds: of('PaymentRefunded').map(({ paymentId, amountCents, refundedOn, reason, recordedAt }) => ({
      paymentId,
      amount: moneyText(amountCents),
      date: refundedOn,
      ...(reason && { reason }),
      recordedAt,
    })),
    reminders: of('PaymentReminderRequested').map(({ channel, balanceCents, requestedAt }) => ({
      channel,
      balance: moneyText(balanceCents),
      at: requestedAt,
    })),
    history: events.map((event) => historyEntry(event, all)),
  }
}

type DataOf<Type> = Extract<InvoiceEvents[number], { type: Type }>['data']
