import type { Tx } from '@plumbline/platform/db'
import type { EventStore, Metadata } from '@plumbline/platform/event-store'
import { nextNumber } from '@plumbline/platform/sequence'
import { dayInNewYork } from '@plumbline/platform/time'
import type { InvoiceLine, PaymentMethod } from './events.ts'
import { type InvoiceCommand, invoice, invoiceStream, type Price } from './invoice.ts'
import { takeNumber } from './numbers.ts'
import { lockInvoice } from './projections/invoiceQueries.ts'

/** A command's surroundings: the transaction it belongs to, who gives it, and when. */
export type Act = { store: EventStore; db: Tx; metadata: Metadata; now: Date }

export type NewInvoice = {
  customerId: number
  appointmentId?: number | null
  description: string
  lines: readonly InvoiceLine[]
  /** A day in New York; left out: today. */
  dueOn?: string
}
export type Changes = Partial<Omit<NewInvoice, 'customerId' | 'lines'>> & Price
export type Payment = { method: PaymentMethod; amountCents?: number; paidOn?: string }
export type Refund = { amountCents?: number; refundedOn?: string }

/** Answers the number of the new draft. Whether the customer exists is for the caller to know. */
export async function draftInvoice(act: Act, { appointmentId = null, ...form }: NewInvoice): Promise<number> {
  const invoiceId = await nextNumber(act.db, act.store.pool, 'invoice_id')
  const dueOn = form.dueOn ?? dayInNewYork(act.now)
  await command(act, {
    type: 'DraftInvoice',
    invoiceId,
    ...form,
    appointmentId,
    dueOn,
    lines: [...form.lines],
  })
  return invoiceId
}

/** Gives a draft its number; what is issued already stays as it is. */
export async function issueInvoice(act: Act, invoiceId: number): Promise<void> {
  const { number, status } = await lockInvoice(act.db, invoiceId)
  if (number !== null && status !== 'void') return
  await command(act, { type: 'IssueInvoice', invoiceId, number: await takeNumber(act, invoiceId) })
}

export const changeInvoice = (act: Act, invoiceId: number, changes: Changes) =>
  command(act, { type: 'ChangeInvoice', invoiceId, ...changes })

export const voidInvoice = (act: Act, invoiceId: number) => command(act, { type: 'VoidInvoice', invoiceId })

export const recordPayment = (act: Act, invoiceId: number, { paidOn, ...payment }: Payment) =>
  command(act, { type: 'RecordPayment', invoiceId, ...payment, paidOn: paidOn ?? dayInNewYork(act.now) })

export const refundPayment = (
  act: Act,
  invoiceId: number,
  paymentId: number,
  { amountCents, refundedOn = dayInNewYork(act.now) }: Refund,
) => command(act, { type: 'RefundPayment', invoiceId, paymentId, amountCents, refundedOn })

export const requestReminder = (act: Act, invoiceId: number, channel: 'sms' | 'email') =>
  command(act, { type: 'RequestReminder', invoiceId, channel })

export const sendInvoice = (act: Act, invoiceId: number) => command(act, { type: 'SendInvoice', invoiceId })

export const markOverdue = (act: Act, invoiceId: number) => command(act, { type: 'MarkOverdue', invoiceId })

type Bare<Command> = Command extends InvoiceCommand ? Omit<Command, 'today' | 'now'> : never

async function command({ store, db, metadata, now }: Act, bare: Bare<InvoiceCommand>): Promise<void> {
  // those who change one invoice at the same moment follow each other
  if (bare.type !== 'DraftInvoice') await lockInvoice(db, bare.invoiceId)
  const command = { ...bare, today: dayInNewYork(now), now: now.toISOString() } as InvoiceCommand
  await store.handle(db, { stream: invoiceStream(bare.invoiceId), decider: invoice, command, metadata })
}
