import { rejection } from '@plumbline/platform/errors'
import type { Decider, DecisionContext } from '@plumbline/platform/event-store'
import { dollars } from '@plumbline/platform/money'
import { amounts } from '../events/line.ts'
import {
  type ChangedInvoiceField,
  changedInvoiceLabels,
  type InvoiceDrafted,
  type InvoiceEvent,
  type InvoiceLine,
  type Letterhead,
  type PaymentMethod,
  type PaymentReceived,
} from '../events.ts'
import { balanceOf, evolveInvoice, type InvoiceRecord } from './record.ts'

type Payment = Omit<PaymentReceived['data'], 'invoiceId' | 'customerId'> & { refundedCents: number }

export type ExistingInvoice = InvoiceRecord & { lines: readonly InvoiceLine[]; payments: readonly Payment[] }
/** Null before it is drafted. */
export type InvoiceState = ExistingInvoice | null

type Details = Omit<InvoiceDrafted['data'], 'invoiceId' | 'draftedAt'>
/** Lines, or the amounts of a single line. */
type Price = { lines?: readonly InvoiceLine[]; amountCents?: number; taxCents?: number }
type Changes = Partial<Pick<Details, Exclude<ChangedInvoiceField, 'lines'>>> & Price

/** Each comes with the day it is for the business. */
export type InvoiceCommand = { today: string } & InvoiceAction
export type InvoiceAction =
  | DraftInvoice
  | ({ type: 'ChangeInvoice' } & Changes)
  | ({ type: 'IssueInvoice' } & Issue)
  | { type: 'VoidInvoice' }
  | { type: 'UndoInvoice' }
  | { type: 'RecordPayment'; method: PaymentMethod; amountCents?: number; paidOn: string }
  | { type: 'RefundPayment'; paymentId: number; amountCents?: number; refundedOn: string; reason?: 'undone' }
  | { type: 'RequestReminder'; channel: 'sms' | 'email'; withInvoiceIds?: number[]; inMessageOf?: number }
  | { type: 'SendInvoice' }
  | { type: 'MarkOverdue' }
/** The number of an invoice, and what is set of its letterhead. */
type Issue = { number: number; letterhead?: Letterhead | undefined }
/** With `issue` it is issued at once. */
type DraftInvoice = { type: 'DraftInvoice'; issue?: Issue | undefined } & Details
type Command<Type extends InvoiceCommand['type']> = Extract<InvoiceAction, { type: Type }>
type Context = { invoiceId: number; now: string; today: string }

const maxCents = 9_999_999_999

const totalOf = (lines: readonly InvoiceLine[]) =>
  lines.reduce((total, line) => total + line.amountCents + line.taxCents, 0)

function decide(
  { today, ...command }: InvoiceCommand,
  state: InvoiceState,
  { id: invoiceId, now }: DecisionContext,
): InvoiceEvent[] {
  const events = eventsFor(command, state, { invoiceId, now, today })
  const after = events.reduce(evolve, state)
  // every command marks what is past due, even if the timer is late
  if (after?.status !== 'pending' || after.dueDate >= today) return events
  return [...events, { type: 'InvoiceOverdue', data: { invoiceId, dueOn: after.dueDate, markedAt: now } }]
}

function eventsFor(command: InvoiceAction, before: InvoiceState, context: Context): InvoiceEvent[] {
  if (command.type === 'DraftInvoice') return draftInvoice(command, before, context)
  const state = requireExistingInvoice(before)
  const { invoiceId, now } = context
  switch (command.type) {
    case 'ChangeInvoice':
      return changeInvoice(command, state, context)
    case 'IssueInvoice':
      requireNotVoid(state)
      if (state.status !== 'draft') throw rejection('conflict', 'This invoice has already been issued.')
      return [invoiceIssued(command, context)]
    case 'VoidInvoice':
      if (state.status === 'void') return []
      if (state.paidCents > 0)
        throw rejection('conflict', 'This invoice has payments. Refund them before you void it.')
      return [{ type: 'InvoiceVoided', data: { invoiceId, voidedAt: now } }]
    case 'UndoInvoice':
      return state.undone ? [] : undoInvoice(requireIssued(state), context)
    case 'RecordPayment':
      return [recordPayment(command, requireOutstanding(state), context)]
    case 'RefundPayment':
      return [refundPayment(command, state, context)]
    case 'RequestReminder': {
      const { customerId } = requireOutstanding(state)
      const { channel, withInvoiceIds, inMessageOf } = command
      const balanceCents = balanceOf(state)
      const message = {
        channel,
        ...(withInvoiceIds && { withInvoiceIds }),
        ...(inMessageOf && { inMessageOf }),
      }
      return [
        {
          type: 'PaymentReminderRequested',
          data: { invoiceId, customerId, ...message, balanceCents, requestedAt: now },
        },
      ]
    }
    case 'SendInvoice': {
      const { customerId, dueDate: dueOn } = requireIssued(state)
      const balanceCents = balanceOf(state)
      return [
        {
          type: 'InvoiceSendRequested',
          data: { invoiceId, customerId, balanceCents, dueOn, requestedAt: now },
        },
      ]
    }
    case 'MarkOverdue':
      return []
  }
}

const invoiceIssued = ({ number, letterhead }: Issue, { invoiceId, today, now }: Context): InvoiceEvent => ({
  type: 'InvoiceIssued',
  data: { invoiceId, number, issuedOn: today, ...(letterhead && { letterhead }), issuedAt: now },
})

export function requireExistingInvoice<T>(invoice: T | null | undefined): T {
  if (!invoice) throw rejection('not-found', 'Invoice not found')
  return invoice
}

function requireNotVoid({ status }: ExistingInvoice): void {
  if (status === 'void') throw rejection('conflict', 'This invoice is void.')
}

function requireIssued(state: ExistingInvoice): ExistingInvoice {
  if (state.status === 'draft') throw rejection('conflict', 'A draft is not owed yet. Issue it first.')
  requireNotVoid(state)
  return state
}

function requireOutstanding(state: ExistingInvoice): ExistingInvoice {
  requireIssued(state)
  if (balanceOf(state) === 0) throw rejection('conflict', 'This invoice is already paid.')
  return state
}

function draftInvoice(
  { type: _, issue, ...details }: Command<'DraftInvoice'>,
  state: InvoiceState,
  context: Context,
): InvoiceEvent[] {
  if (state) throw rejection('conflict', 'There is an invoice of this number already.')
  requireValidTotal(details.lines)
  const { invoiceId, now } = context
  const draft: InvoiceEvent = { type: 'InvoiceDrafted', data: { invoiceId, ...details, draftedAt: now } }
  return issue ? [draft, invoiceIssued(issue, context)] : [draft]
}

function requireValidTotal(lines: readonly InvoiceLine[]): void {
  const total = totalOf(lines)
  if (total <= 0) throw rejection('invalid', 'The amount must be more than 0')
  if (total > maxCents) throw rejection('invalid', 'An amount is at most 99,999,999.99')
  if (lines.reduce((tax, line) => tax + line.taxCents, 0) < 0)
    throw rejection('invalid', 'The tax of all items cannot be negative')
}

export const changeable = Object.keys(changedInvoiceLabels) as ChangedInvoiceField[]

function changeInvoice(
  command: Command<'ChangeInvoice'>,
  state: ExistingInvoice,
  { invoiceId, now }: Context,
): InvoiceEvent[] {
  const lines = linesAfter(command, state)
  const before = { ...state, dueOn: state.dueDate }
  const after = { ...command, lines: isSame(lines, state.lines) ? state.lines : lines }
  const changed = changeable.filter((name) => after[name] !== undefined && after[name] !== before[name])
  if (changed.length === 0) return []
  if (state.status === 'void') throw rejection('conflict', 'A void invoice cannot be changed.')
  if (state.status !== 'draft' && amounts(lines) !== amounts(state.lines))
    throw rejection('conflict', 'The amounts of an invoice change only while it is a draft.')
  requireValidTotal(lines)
  return [
    {
      type: 'InvoiceChanged',
      data: { invoiceId, ...Object.fromEntries(changed.map((name) => [name, after[name]])), changedAt: now },
    },
  ]
}

const isSame = (lines: readonly InvoiceLine[], others: readonly InvoiceLine[]) =>
  amounts(lines) === amounts(others) && descriptions(lines) === descriptions(others)
const descriptions = (lines: readonly InvoiceLine[]) => JSON.stringify(lines.map((it) => it.description))

/** A single line follows the description of the invoice, unless it has one of its own. */
function linesAfter(command: Command<'ChangeInvoice'>, state: ExistingInvoice): readonly InvoiceLine[] {
  if (command.lines) return command.lines
  const { amountCents, taxCents, description = state.description } = command
  const [only] = state.lines
  const single = only && state.lines.length === 1 ? only : undefined
  if (amountCents === undefined && taxCents !== undefined && !single)
    throw rejection('invalid', 'Please give the tax line by line.')
  if (amountCents === undefined && !single) return state.lines
  return [
    {
      // an amount given anew is no product any more
      ...(amountCents === undefined && single),
      description: single && single.description !== state.description ? single.description : description,
      amountCents: amountCents ?? single?.amountCents ?? 0,
      taxCents: taxCents ?? single?.taxCents ?? 0,
    },
  ]
}

const requireNotInFuture = (day: string, today: string) => {
  if (day > today) throw rejection('invalid', 'Choose today or an earlier date.')
}

function recordPayment(
  command: Command<'RecordPayment'>,
  state: ExistingInvoice,
  { invoiceId, today, now }: Context,
): InvoiceEvent {
  const balance = balanceOf(state)
  const { method, paidOn, amountCents = balance } = command
  requireNotInFuture(paidOn, today)
  if (amountCents <= 0) throw rejection('invalid', 'The amount must be more than 0')
  if (amountCents > balance) throw rejection('conflict', `The most you can record is ${dollars(balance)}.`)
  const { customerId, payments } = state
  return {
    type: 'PaymentReceived',
    data: {
      invoiceId,
      customerId,
      paymentId: payments.length + 1,
      amountCents,
      method,
      paidOn,
      recordedAt: now,
    },
  }
}

function refundPayment(
  command: Command<'RefundPayment'>,
  state: ExistingInvoice,
  { invoiceId, today, now }: Context,
): InvoiceEvent {
  const { paymentId, reason } = command
  const payment = state.payments.find((it) => it.paymentId === paymentId)
  if (!payment) throw rejection('not-found', 'Payment not found')
  // no day has a payment that was none
  const refundedOn = reason === 'undone' ? payment.paidOn : command.refundedOn
  const refundableCents = payment.amountCents - payment.refundedCents
  const { amountCents = refundableCents } = reason === 'undone' ? {} : command
  requireNotInFuture(refundedOn, today)
  // a period before the payment would have less than nothing
  if (refundedOn < payment.paidOn) throw rejection('invalid', 'Choose the day of the payment or a later one.')
  if (refundableCents === 0) throw rejection('conflict', 'This payment has already been refunded.')
  if (reason === 'undone' && payment.refundedCents > 0)
    throw rejection('conflict', 'A part of this payment was refunded, so it cannot be undone.')
  if (amountCents <= 0) throw rejection('invalid', 'The amount must be more than 0')
  if (amountCents > refundableCents)
    throw rejection('conflict', `The most you can refund is ${dollars(refundableCents)}.`)
  return {
    type: 'PaymentRefunded',
    data: {
      ...{ invoiceId, customerId: state.customerId, paymentId, amountCents, refundedOn },
      ...(reason && { reason }),
      recordedAt: now,
    },
  }
}

const undoableMs = 24 * 3_600_000

/**
 * Takes back an invoice that is still as it was created. Payments are reversed on their own days, so that no day has a payment
 * that was none.
 */
function undoInvoice(state: ExistingInvoice, { invoiceId, now }: Context): InvoiceEvent[] {
  const { customerId, payments, lastReminderAt, lastSentAt, createdAt } = state
  const isAnnounced = lastReminderAt !== null || lastSentAt !== null
  const isAsCreated = !isAnnounced && payments.length <= 1 && payments.every((it) => it.refundedCents === 0)
  if (!isAsCreated || Date.parse(now) - Date.parse(createdAt) > undoableMs)
    throw rejection(
      'conflict',
      'This invoice is not as it was created any more. Refund its payments and void it.',
    )
  const reversals = payments.map(
    ({ paymentId, amountCents, paidOn }): InvoiceEvent => ({
      type: 'PaymentRefunded',
      data: {
        ...{ invoiceId, customerId, paymentId, amountCents, refundedOn: paidOn },
        ...{ reason: 'undone', recordedAt: now },
      },
    }),
  )
  return [...reversals, { type: 'InvoiceVoided', data: { invoiceId, reason: 'undone', voidedAt: now } }]
}

function evolve(state: InvoiceState, event: InvoiceEvent): InvoiceState {
  const next = evolveInvoice(state, event)
  return next && { ...next, lines: linesSince(state, event), payments: paymentsSince(state, event) }
}

const linesSince = (state: InvoiceState, { type, data }: InvoiceEvent): readonly InvoiceLine[] =>
  ((type === 'InvoiceDrafted' || type === 'InvoiceChanged') && data.lines) || (state?.lines ?? [])

function paymentsSince(state: InvoiceState, { type, data }: InvoiceEvent): readonly Payment[] {
  const payments = state?.payments ?? []
  if (type === 'PaymentReceived') {
    const { invoiceId: _, customerId: __, ...payment } = data
    return [...payments, { ...payment, refundedCents: 0 }]
  }
  if (type !== 'PaymentRefunded') return payments
  return payments.map((it) =>
    it.paymentId === data.paymentId ? { ...it, refundedCents: it.refundedCents + data.amountCents } : it,
  )
}

/** The rules of an invoice. */
export const invoiceDecider: Decider<InvoiceState, InvoiceCommand, InvoiceEvent> = {
  initialState: () => null,
  decide,
  evolve,
}
