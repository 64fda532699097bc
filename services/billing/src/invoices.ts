import { type Aggregate, type CommandContext, create, execute } from '@plumbline/platform/event-store'
import { nextNumber } from '@plumbline/platform/sequence'
import { dayInNewYork } from '@plumbline/platform/time'
import type { InvoiceEvent, InvoiceLine, PaymentMethod } from './events.ts'
import { type InvoiceCommand, type InvoiceState, invoice, type Price } from './invoice.ts'
import { takeNumber } from './numbers.ts'
import { lockInvoice } from './projections/invoiceQueries.ts'
import { type InvoiceRow, invoices } from './projections/invoices.ts'

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

/** Answers the number of the new draft. Whether the customer exists is for the caller to know. */
export async function draftInvoice(
  ctx: CommandContext,
  { appointmentId = null, ...form }: NewInvoice,
): Promise<number> {
  const invoiceId = await nextNumber(ctx.db, 'invoice_id')
  const dueOn = form.dueOn ?? dayInNewYork(ctx.now)
  await command(ctx, {
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
export async function issueInvoice(ctx: CommandContext, invoiceId: number): Promise<void> {
  const { number, status } = await lockInvoice(ctx.db, invoiceId)
  if (number !== null && status !== 'void') return
  await command(ctx, { type: 'IssueInvoice', invoiceId, number: await takeNumber(ctx, invoiceId) })
}

export const changeInvoice = (ctx: CommandContext, invoiceId: number, changes: Changes) =>
  command(ctx, { type: 'ChangeInvoice', invoiceId, ...changes })

export const voidInvoice = (ctx: CommandContext, invoiceId: number) =>
  command(ctx, { type: 'VoidInvoice', invoiceId })

export const recordPayment = (ctx: CommandContext, invoiceId: number, { paidOn, ...payment }: Payment) =>
  command(ctx, { type: 'RecordPayment', invoiceId, ...payment, paidOn: paidOn ?? dayInNewYork(ctx.now) })

export const refundPayment = (
  ctx: CommandContext,
  invoiceId: number,
  paymentId: number,
  { amountCents, refundedOn = dayInNewYork(ctx.now) }: Refund,
) => command(ctx, { type: 'RefundPayment', invoiceId, paymentId, amountCents, refundedOn })

export const requestReminder = (ctx: CommandContext, invoiceId: number, channel: 'sms' | 'email') =>
  command(ctx, { type: 'RequestReminder', invoiceId, channel })

export const sendInvoice = (ctx: CommandContext, invoiceId: number) =>
  command(ctx, { type: 'SendInvoice', invoiceId })

export const markOverdue = (ctx: CommandContext, invoiceId: number) =>
  command(ctx, { type: 'MarkOverdue', invoiceId })

type Bare<Command> = Command extends InvoiceCommand ? Omit<Command, 'today' | 'now'> : never

async function command(ctx: CommandContext, bare: Bare<InvoiceCommand>): Promise<void> {
  const { now } = ctx
  const command = { ...bare, today: dayInNewYork(now), now: now.toISOString() } as InvoiceCommand
  await (bare.type === 'DraftInvoice' ? create : execute)(ctx, aggregate, bare.invoiceId, command)
}
