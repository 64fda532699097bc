import { type Clock, readClock } from '@plumbline/business/directory'
import { rejection } from '@plumbline/platform/errors'
import {
  type Aggregate,
  type CommandContext,
  cannotBeRestored,
  create,
  execute,
  fieldsBefore,
  loadForUpdate,
  readChange,
} from '@plumbline/platform/event-store'
import { centsOf } from '@plumbline/platform/money'
import { nextNumber } from '@plumbline/platform/sequence'
import type * as api from '../api.ts'
import { findAppointment } from '../appointments.ts'
import { readTerms } from '../business.ts'
import type { InvoiceEvent, InvoiceLine, Letterhead } from '../events.ts'
import type { BillingContext } from '../settings.ts'
import { dayOf, type InvoiceEvents, readInvoiceEvents } from './asOf.ts'
import {
  changeable,
  type ExistingInvoice,
  type InvoiceAction,
  type InvoiceCommand,
  type InvoiceState,
  invoiceDecider,
  requireExistingInvoice,
} from './decider.ts'
import { answerFromEvents, customerOfInvoice, type InvoiceAnswer } from './details.ts'
import { allocateInvoiceNumber } from './numbers.ts'
import { type InvoiceRow, invoices } from './projection.ts'
import { requireAppointmentOfCustomer, requireExistingCustomer, requireSameCustomer } from './references.ts'

const invoice: Aggregate<InvoiceState, InvoiceCommand, InvoiceEvent, InvoiceRow> = {
  name: 'invoice',
  decider: invoiceDecider,
  projection: invoices,
}

/** With its amounts in cents. */
export type NewInvoice = {
  customerId: number
  appointmentId?: number | null
  /** The approved quote that it is of. */
  quoteId?: number
  description: string
  lines: InvoiceLine[]
  /** By default as the terms of today say. */
  dueOn?: string | undefined
}

/** Drafts an invoice, and issues it unless it stays a draft. The id of a merged customer makes it for the customer of today. */
export async function createInvoice(ctx: BillingContext, form: api.InvoiceForm): Promise<InvoiceAnswer> {
  const { status, dueDate, amount = '0', tax = '0', lines, ...text } = form
  const customer = await requireExistingCustomer(ctx.db, form.customerId)
  await requireAppointmentOfCustomer(ctx.db, form.appointmentId, customer.id)
  const terms = await readTerms(ctx)
  const invoice = {
    ...text,
    customerId: customer.id,
    lines: (lines ?? [{ description: form.description, amount, tax }]).map(toLine),
    dueOn: dueDate ? dayOf(terms.timeZone, dueDate) : undefined,
  }
  const { events } = await storeInvoice(ctx, invoice, terms, status === 'pending')
  return answerFromEvents(events, customer)
}

/** Answers the id of the draft. The caller knows that customer and appointment exist. */
export const draftInvoice = async (ctx: BillingContext, invoice: NewInvoice): Promise<number> =>
  (await storeInvoice(ctx, invoice, await readTerms(ctx), false)).id

/** The same, issued at once. */
export const issueNewInvoice = async (ctx: BillingContext, invoice: NewInvoice): Promise<number> =>
  (await storeInvoice(ctx, invoice, await readTerms(ctx), true)).id

async function storeInvoice(
  ctx: BillingContext,
  { appointmentId = null, dueOn, ...details }: NewInvoice,
  { today, dueDay, letterhead }: Awaited<ReturnType<typeof readTerms>>,
  isIssued: boolean,
): Promise<{ id: number; events: InvoiceEvents }> {
  const id = await nextNumber(ctx.db, 'invoice_id')
  const issue = isIssued ? await prepareIssue(ctx, id, letterhead) : undefined
  const command = {
    type: 'DraftInvoice',
    ...details,
    appointmentId,
    dueOn: dueOn ?? dueDay,
    issue,
    today,
  } as const
  const { events } = await create(ctx, invoice, id, command)
  return { id, events }
}

/** Gives a draft its number; an issued invoice stays as it is. */
export async function issueInvoice(ctx: BillingContext, id: number): Promise<InvoiceAnswer> {
  const { status } = await lockInvoice(ctx, id)
  if (status !== 'draft' && status !== 'void')
    return answerFromEvents(await readInvoiceEvents(ctx.db, id), await customerOfInvoice(ctx.db, id))
  const { letterhead } = await readTerms(ctx)
  const issue = await prepareIssue(ctx, id, letterhead)
  return executeCommand(ctx, id, () => ({ type: 'IssueInvoice', ...issue }))
}

/** From now on other issues wait until this transaction ends. */
const prepareIssue = async (ctx: BillingContext, invoiceId: number, letterhead: Letterhead | undefined) => ({
  letterhead,
  number: await allocateInvoiceNumber(ctx, invoiceId),
})

/** Records what is different, if anything. */
export async function changeInvoice(
  ctx: CommandContext,
  id: number,
  { amount, tax, lines, dueDate, ...text }: api.InvoiceChanges,
): Promise<InvoiceAnswer> {
  const { appointmentId } = text
  if (appointmentId) {
    const before = await lockInvoice(ctx, id)
    // one that stays is not judged again: it may be deleted, or of another customer, by now
    if (appointmentId !== before.appointmentId)
      await requireAppointmentOfCustomer(ctx.db, appointmentId, before.customerId)
  }
  return executeCommand(ctx, id, (clock) => ({
    type: 'ChangeInvoice',
    ...text,
    ...(amount !== undefined && { amountCents: centsOf(amount) }),
    ...(tax !== undefined && { taxCents: centsOf(tax) }),
    lines: lines?.map(toLine),
    dueOn: dueDate && dayFor(clock, dueDate),
  }))
}

/** Gives an invoice its job, where it has none or one that was deleted. */
export async function linkInvoice(ctx: CommandContext, id: number, appointmentId: number): Promise<void> {
  const { status, appointmentId: before } = await lockInvoice(ctx, id)
  if (status === 'void' || (before !== null && !(await findAppointment(ctx.db, before))?.deleted)) return
  const { today } = await readClock(ctx.db, ctx.now)
  await execute(ctx, invoice, id, { type: 'ChangeInvoice', appointmentId, today })
}

/** Takes one change back: what it set is again what it was, as far as it may still change. */
export async function restoreInvoice(
  ctx: CommandContext,
  id: number,
  version: number,
): Promise<InvoiceAnswer> {
  const { event, before } = await readChange(ctx, invoice, id, version)
  if (event.type !== 'InvoiceChanged' || !before) throw cannotBeRestored()
  if ('appointmentId' in event.data && before.appointmentId)
    await requireAppointmentOfCustomer(ctx.db, before.appointmentId, before.customerId)
  const details = { ...before, dueOn: before.dueDate }
  return executeCommand(ctx, id, () => ({
    type: 'ChangeInvoice',
    ...fieldsBefore<Partial<typeof details>>(details, event.data, changeable),
  }))
}

/** Invoices that exist, with their streams locked until the transaction ends. */
export const loadInvoices = async (ctx: CommandContext, ids: readonly number[]): Promise<ExistingInvoice[]> =>
  (await loadForUpdate(ctx, invoice, ids)).map(({ state }) => requireExistingInvoice(state))

/** The invoice, with its stream locked until the transaction ends. */
async function lockInvoice(ctx: CommandContext, invoiceId: number): Promise<ExistingInvoice> {
  const [locked] = await loadInvoices(ctx, [invoiceId])
  return locked as ExistingInvoice
}

export const voidInvoice = (ctx: CommandContext, id: number) =>
  executeCommand(ctx, id, () => ({ type: 'VoidInvoice' }))

/** Takes back an invoice that was created by mistake, with its payments where the caller may refund them. */
export async function undoInvoice(
  ctx: CommandContext,
  id: number,
  mayRefund: boolean,
): Promise<InvoiceAnswer> {
  const { paidCents } = await lockInvoice(ctx, id)
  if (paidCents > 0 && !mayRefund)
    throw rejection('forbidden', 'This invoice has a payment. Your role does not allow you to take it back.')
  return executeCommand(ctx, id, () => ({ type: 'UndoInvoice' }))
}

export const recordPayment = (ctx: CommandContext, id: number, { method, amount, date }: api.PaymentForm) =>
  executeCommand(ctx, id, (clock) => ({
    type: 'RecordPayment',
    method,
    ...(amount !== undefined && { amountCents: centsOf(amount) }),
    paidOn: dayFor(clock, date),
  }))

export const refundPayment = (
  ctx: CommandContext,
  id: number,
  paymentId: number,
  { amount, date, reason }: api.RefundForm,
) =>
  executeCommand(ctx, id, (clock) => ({
    type: 'RefundPayment',
    paymentId,
    ...(amount !== undefined && { amountCents: centsOf(amount) }),
    refundedOn: dayFor(clock, date),
    ...(reason && { reason }),
  }))

/** A day that is given, or today. */
const dayFor = ({ timeZone, today }: Clock, text: string | undefined): string =>
  text ? dayOf(timeZone, text) : today

export const requestReminder = (ctx: CommandContext, id: number, channel: 'sms' | 'email') =>
  executeCommand(ctx, id, () => ({ type: 'RequestReminder', channel }))

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
  const { today } = await readClock(ctx.db, ctx.now)
  await execute(ctx, invoice, invoiceId, { type: 'RequestReminder', channel, ...others, today })
  for (const id of withInvoiceIds)
    await execute(ctx, invoice, id, { type: 'RequestReminder', channel, inMessageOf: invoiceId, today })
}

export const sendInvoice = (ctx: CommandContext, id: number) =>
  executeCommand(ctx, id, () => ({ type: 'SendInvoice' }))

export const markInvoiceOverdue = async (ctx: CommandContext, id: number) =>
  execute(ctx, invoice, id, { type: 'MarkOverdue', today: (await readClock(ctx.db, ctx.now)).today })

/** Answers the invoice with its history; its customer is read at the same time. */
async function executeCommand(
  ctx: CommandContext,
  id: number,
  actionAt: (clock: Clock) => InvoiceAction,
): Promise<InvoiceAnswer> {
  const clock = await readClock(ctx.db, ctx.now)
  const [{ events }, customer] = await Promise.all([
    execute(ctx, invoice, id, { ...actionAt(clock), today: clock.today }),
    customerOfInvoice(ctx.db, id),
  ])
  return answerFromEvents(events, customer)
}

type LineForm = NonNullable<api.InvoiceForm['lines']>[number]
const toLine = ({ description, amount, tax, quantity, unitPrice }: LineForm): InvoiceLine => ({
  description,
  amountCents: centsOf(amount),
  taxCents: centsOf(tax),
  ...(quantity !== undefined && unitPrice !== undefined && { quantity, unitPriceCents: centsOf(unitPrice) }),
})
