import {
  type Aggregate,
  type CommandContext,
  create,
  execute,
  loadForUpdate,
} from '@plumbline/platform/event-store'
import { nextNumber } from '@plumbline/platform/sequence'
import { dayInNewYork } from '@plumbline/platform/time'
import type { InvoiceEvent, InvoiceLine, PaymentMethod } from '../events.ts'
import { type InvoiceEvents, readInvoiceEvents } from './asOf.ts'
import {
  type InvoiceCommand,
  type InvoiceState,
  invoiceDecider,
  type Price,
  requireExistingInvoice,
} from './decider.ts'
import { allocateInvoiceNumber } from './numbers.ts'
import { type InvoiceRow, invoices } from './projection.ts'
import { requireAppointmentOfCustomer, requireSameCustomer } from './references.ts'

const invoice: Aggregate<InvoiceState, InvoiceCommand, InvoiceEvent, InvoiceRow> = {
  name: 'invoice',
  decider: invoiceDecider,
  projection: invoices,
}

export type NewInvoice = {
  customerId: number
  appointmentId?: number | null
  description: string
  lines: readonly InvoiceLine[]
  /** A day in New York; today by default. */
  dueOn?: string
}
export type InvoiceEdit = Partial<Omit<NewInvoice, 'customerId' | 'lines'>> & Price
export type Payment = { method: PaymentMethod; amountCents?: number; paidOn?: string }
export type Refund = { amountCents?: number; refundedOn?: string }

/** Drafts an invoice, and issues it when `isIssued`. The caller has checked that customer and appointment exist. */
export async function createInvoice(
  ctx: CommandContext,
  { appointmentId = null, ...form }: NewInvoice,
  isIssued: boolean,
): Promise<{ id: number; events: InvoiceEvents }> {
  const invoiceId = await nextNumber(ctx.db, 'invoice_id')
  const lines = [...form.lines]
  const dueOn = form.dueOn ?? dayInNewYork(ctx.now)
  // last, because from now on other issues wait until this transaction ends
  const number = isIssued ? await allocateInvoiceNumber(ctx, invoiceId) : undefined
  const { events } = await create(ctx, invoice, invoiceId, {
    type: 'DraftInvoice',
    ...form,
    appointmentId,
    dueOn,
    lines,
    number,
  })
  return { id: invoiceId, events }
}

/** Answers the id of the draft. */
export const draftInvoice = async (ctx: CommandContext, form: NewInvoice): Promise<number> =>
  (await createInvoice(ctx, form, false)).id

/** Gives a draft its number; an issued invoice stays as it is. */
export async function issueInvoice(ctx: CommandContext, invoiceId: number): Promise<InvoiceEvents> {
  const { status } = await lockInvoice(ctx, invoiceId)
  if (status !== 'draft' && status !== 'void') return readInvoiceEvents(ctx.db, invoiceId)
  const number = await allocateInvoiceNumber(ctx, invoiceId)
  return executeCommand(ctx, invoiceId, { type: 'IssueInvoice', number })
}

export async function changeInvoice(
  ctx: CommandContext,
  invoiceId: number,
  edit: InvoiceEdit,
): Promise<InvoiceEvents> {
  const { appointmentId } = edit
  if (appointmentId) {
    const before = await lockInvoice(ctx, invoiceId)
    // one that stays is not judged again: it may be deleted, or of another customer, by now
    if (appointmentId !== before.appointmentId)
      await requireAppointmentOfCustomer(ctx.db, appointmentId, before.customerId)
  }
  return executeCommand(ctx, invoiceId, { type: 'ChangeInvoice', ...edit })
}

/** The invoice, with its stream locked until the transaction ends. */
async function lockInvoice(ctx: CommandContext, invoiceId: number) {
  const [loaded] = await loadForUpdate(ctx, invoice, [invoiceId])
  return requireExistingInvoice(loaded?.state)
}

export const voidInvoice = (ctx: CommandContext, invoiceId: number) =>
  executeCommand(ctx, invoiceId, { type: 'VoidInvoice' })

/** Takes back an invoice that was created by mistake, with its payments. */
export const undoInvoice = (ctx: CommandContext, invoiceId: number) =>
  executeCommand(ctx, invoiceId, { type: 'UndoInvoice' })

export const recordPayment = (
  ctx: CommandContext,
  invoiceId: number,
  { paidOn = dayInNewYork(ctx.now), ...payment }: Payment,
) => executeCommand(ctx, invoiceId, { type: 'RecordPayment', ...payment, paidOn })

export const refundPayment = (
  ctx: CommandContext,
  invoiceId: number,
  paymentId: number,
  { amountCents, refundedOn = dayInNewYork(ctx.now) }: Refund,
) => executeCommand(ctx, invoiceId, { type: 'RefundPayment', paymentId, amountCents, refundedOn })

export const requestReminder = (ctx: CommandContext, invoiceId: number, channel: 'sms' | 'email') =>
  executeCommand(ctx, invoiceId, { type: 'RequestReminder', channel })

/** One message about several invoices of a customer. */
export async function requestReminders(
  ctx: CommandContext,
  invoiceIds: readonly number[],
  channel: 'sms' | 'email',
): Promise<void> {
  const [invoiceId = 0, ...withInvoiceIds] = [...new Set(invoiceIds)].sort((a, b) => a - b)
  const loaded = await loadForUpdate(ctx, invoice, [invoiceId, ...withInvoiceIds])
  const customerIds = loaded.map(({ state }) => requireExistingInvoice(state).customerId)
  await requireSameCustomer(ctx.db, customerIds)
  const others = withInvoiceIds.length > 0 ? { withInvoiceIds } : {}
  await executeCommand(ctx, invoiceId, { type: 'RequestReminder', channel, ...others })
  for (const id of withInvoiceIds)
    await executeCommand(ctx, id, { type: 'RequestReminder', channel, inMessageOf: invoiceId })
}

export const sendInvoice = (ctx: CommandContext, invoiceId: number) =>
  executeCommand(ctx, invoiceId, { type: 'SendInvoice' })

export const markInvoiceOverdue = (ctx: CommandContext, invoiceId: number) =>
  executeCommand(ctx, invoiceId, { type: 'MarkOverdue' })

/** Answers all events of the invoice. */
const executeCommand = async (
  ctx: CommandContext,
  invoiceId: number,
  command: InvoiceCommand,
): Promise<InvoiceEvents> => (await execute(ctx, invoice, invoiceId, command)).events
