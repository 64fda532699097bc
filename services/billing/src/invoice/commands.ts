import { type Aggregate, type CommandContext, create, execute } from '@plumbline/platform/event-store'
import { nextNumber } from '@plumbline/platform/sequence'
import { dayInNewYork } from '@plumbline/platform/time'
import type { InvoiceEvent, InvoiceLine, PaymentMethod } from '../events.ts'
import { type InvoiceEvents, invoiceEvents } from './asOf.ts'
import { type InvoiceCommand, type InvoiceState, invoice, type Price } from './decider.ts'
import { allocateInvoiceNumber } from './numbers.ts'
import { type InvoiceRow, invoices } from './projection.ts'
import { lockInvoice } from './queries.ts'

const aggregate: Aggregate<InvoiceState, InvoiceCommand, InvoiceEvent, InvoiceRow> = {
  name: 'invoice',
  decider: invoice,
  projection: invoices,
}

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

/** Writes an invoice, and issues it at once when it is to be owed. Whether the customer exists is for the caller to know. */
export async function createInvoice(
  ctx: CommandContext,
  { appointmentId = null, ...form }: NewInvoice,
  isIssued: boolean,
) {
  const invoiceId = await nextNumber(ctx.db, 'invoice_id')
  const lines = [...form.lines]
  const dueOn = form.dueOn ?? dayInNewYork(ctx.now)
  // last, because the next number waits for this transaction to end
  const number = isIssued ? await allocateInvoiceNumber(ctx, invoiceId) : undefined
  return create(ctx, aggregate, invoiceId, {
    type: 'DraftInvoice',
    invoiceId,
    ...form,
    appointmentId,
    dueOn,
    lines,
    number,
    ...timeOf(ctx),
  })
}

/** Gives a draft its number; what is issued already stays as it is. Answers the events of the invoice. */
export async function issueInvoice(ctx: CommandContext, invoiceId: number): Promise<InvoiceEvents> {
  const { number, status } = await lockInvoice(ctx.db, invoiceId)
  if (number !== null && status !== 'void') return invoiceEvents(ctx.db, invoiceId)
  return change(ctx, {
    type: 'IssueInvoice',
    invoiceId,
    number: await allocateInvoiceNumber(ctx, invoiceId),
  })
}

export const changeInvoice = (ctx: CommandContext, invoiceId: number, changes: Changes) =>
  change(ctx, { type: 'ChangeInvoice', invoiceId, ...changes })

export const voidInvoice = (ctx: CommandContext, invoiceId: number) =>
  change(ctx, { type: 'VoidInvoice', invoiceId })

export const recordPayment = (ctx: CommandContext, invoiceId: number, { paidOn, ...payment }: Payment) =>
  change(ctx, { type: 'RecordPayment', invoiceId, ...payment, paidOn: paidOn ?? dayInNewYork(ctx.now) })

export const refundPayment = (
  ctx: CommandContext,
  invoiceId: number,
  paymentId: number,
  { amountCents, refundedOn = dayInNewYork(ctx.now) }: Refund,
) => change(ctx, { type: 'RefundPayment', invoiceId, paymentId, amountCents, refundedOn })

export const requestReminder = (ctx: CommandContext, invoiceId: number, channel: 'sms' | 'email') =>
  change(ctx, { type: 'RequestReminder', invoiceId, channel })

export const sendInvoice = (ctx: CommandContext, invoiceId: number) =>
  change(ctx, { type: 'SendInvoice', invoiceId })

export const markOverdue = (ctx: CommandContext, invoiceId: number) =>
  change(ctx, { type: 'MarkOverdue', invoiceId })

type Timeless<Command> = Command extends InvoiceCommand ? Omit<Command, 'today' | 'now'> : never

const timeOf = ({ now }: CommandContext) => ({ today: dayInNewYork(now), now: now.toISOString() })

async function change(ctx: CommandContext, command: Timeless<InvoiceCommand>): Promise<InvoiceEvents> {
  const timed = { ...command, ...timeOf(ctx) } as InvoiceCommand
  return (await execute(ctx, aggregate, command.invoiceId, timed)).events
}
