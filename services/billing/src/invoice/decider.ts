import { rejection } from '@plumbline/platform/errors'
import type { Decider } from '@plumbline/platform/event-store'
import type { InvoiceDrafted, InvoiceEvent, InvoiceLine, PaymentMethod } from '../events.ts'

type Payment = { paymentId: number; amountCents: number; refundedCents: number }

type Written = {
  is: 'draft' | 'issued' | 'void'
  customerId: number
  appointmentId: number | null
  description: string
  lines: readonly InvoiceLine[]
  dueOn: string
  overdue: boolean
  payments: readonly Payment[]
}
export type InvoiceState = { is: 'missing' } | Written

type Details = Omit<InvoiceDrafted['data'], 'invoiceId' | 'draftedAt'>
/** An amount stands for the only line there is. */
export type Price = { lines?: readonly InvoiceLine[]; amountCents?: number; taxCents?: number }
type Changes = Partial<Pick<Details, 'appointmentId' | 'description' | 'dueOn'>> & Price

/** `today` is the day of `now` in New York. */
export type InvoiceCommand = {
  invoiceId: number
  today: string
  now: string
} /** With a number it is issued at once. */ & (
  | ({ type: 'DraftInvoice'; number?: number | undefined } & Details)
  | ({ type: 'ChangeInvoice' } & Changes)
  | { type: 'IssueInvoice'; number: number }
  | { type: 'VoidInvoice' }
  | { type: 'RecordPayment'; method: PaymentMethod; amountCents?: number; paidOn: string }
  | { type: 'RefundPayment'; paymentId: number; amountCents?: number; refundedOn: string }
  | { type: 'RequestReminder'; channel: 'sms' | 'email' }
  | { type: 'SendInvoice' }
  | { type: 'MarkOverdue' }
)
type Command<Type extends InvoiceCommand['type']> = Extract<InvoiceCommand, { type: Type }>

const mostCents = 9_999_999_999

const sum = <T>(items: readonly T[], cents: (item: T) => number) =>
  items.reduce((total, item) => total + cents(item), 0)
const totalOf = (lines: readonly InvoiceLine[]) => sum(lines, (line) => line.amountCents + line.taxCents)
const paidOf = ({ payments }: Written) => sum(payments, (it) => it.amountCents - it.refundedCents)
const balanceOf = (state: Written) => totalOf(state.lines) - paidOf(state)

function decide(command: InvoiceCommand, state: InvoiceState): InvoiceEvent[] {
  const events = act(command, state)
  const { invoiceId, today, now } = command
  const after = events.reduce(evolve, state)
  // whatever is done, and however late the clock comes round, past its day it is overdue
  if (after.is !== 'issued' || after.overdue || after.dueOn >= today || balanceOf(after) === 0) return events
  return [...events, { type: 'InvoiceOverdue', data: { invoiceId, dueOn: after.dueOn, markedAt: now } }]
}

function act(command: InvoiceCommand, state: InvoiceState): InvoiceEvent[] {
  if (command.type === 'DraftInvoice') return drafted(command, state)
  if (state.is === 'missing') throw rejection('not-found', 'Invoice not found')
  const { invoiceId, now } = command
  switch (command.type) {
    case 'ChangeInvoice':
      return changed(command, state)
    case 'IssueInvoice':
      if (state.is === 'void') throw isVoid()
      if (state.is === 'issued') throw rejection('conflict', 'This invoice has been issued already.')
      return [issuedAs(command.number, command)]
    case 'VoidInvoice':
      if (state.is === 'void') return []
      if (paidOf(state) > 0)
        throw rejection(
          'conflict',
          'Something was paid on this invoice. Refund it before you void the invoice.',
        )
      return [{ type: 'InvoiceVoided', data: { invoiceId, voidedAt: now } }]
    case 'RecordPayment':
      return [paid(command, owing(state))]
    case 'RefundPayment':
      return [refunded(command, state)]
    case 'RequestReminder': {
      const { customerId } = owing(state)
      const { channel } = command
      const balanceCents = balanceOf(state)
      return [
        {
          type: 'PaymentReminderRequested',
          data: { invoiceId, customerId, channel, balanceCents, requestedAt: now },
        },
      ]
    }
    case 'SendInvoice': {
      const { customerId, dueOn } = issued(state)
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

const issuedAs = (
  number: number,
  { invoiceId, today, now }: Pick<InvoiceCommand, 'invoiceId' | 'today' | 'now'>,
): InvoiceEvent => ({
  type: 'InvoiceIssued',
  data: { invoiceId, number, issuedOn: today, issuedAt: now },
})

const isVoid = () => rejection('conflict', 'This invoice is void.')

function drafted(command: Command<'DraftInvoice'>, state: InvoiceState): InvoiceEvent[] {
  if (state.is !== 'missing') throw rejection('conflict', 'There is an invoice of this number already.')
  const { type: _, number, today, now, ...details } = command
  check(details.lines)
  const draft: InvoiceEvent = { type: 'InvoiceDrafted', data: { ...details, draftedAt: now } }
  if (number === undefined) return [draft]
  return [draft, issuedAs(number, { invoiceId: details.invoiceId, today, now })]
}

function check(lines: readonly InvoiceLine[]): void {
  const total = totalOf(lines)
  if (total <= 0) throw rejection('invalid', 'The amount must be more than 0')
  if (total > mostCents) throw rejection('invalid', 'An amount is at most 99,999,999.99')
}

function changed(command: Command<'ChangeInvoice'>, state: Written): InvoiceEvent[] {
  const { invoiceId, appointmentId, description, dueOn, now } = command
  const lines = linesAfter(command, state)
  const different = Object.fromEntries([
    ...Object.entries({ appointmentId, description, dueOn }).filter(
      ([name, value]) => value !== undefined && value !== state[name as keyof Written],
    ),
    ...(texts(lines) === texts(state.lines) ? [] : [['lines', lines]]),
  ])
  if (Object.keys(different).length === 0) return []
  if (state.is === 'void') throw rejection('conflict', 'A void invoice cannot be changed.')
  if (state.is === 'issued' && amounts(lines) !== amounts(state.lines))
    throw rejection('conflict', 'The amounts of an invoice change only while it is a draft.')
  check(lines)
  return [{ type: 'InvoiceChanged', data: { invoiceId, ...different, changedAt: now } }]
}

const amounts = (lines: readonly InvoiceLine[]) =>
  lines.map((it) => `${it.amountCents}+${it.taxCents}`).join()
const texts = (lines: readonly InvoiceLine[]) =>
  JSON.stringify([amounts(lines), lines.map((it) => it.description)])

/** The only line of an invoice says what the invoice says, and goes along with it. */
function linesAfter(command: Command<'ChangeInvoice'>, state: Written): readonly InvoiceLine[] {
  if (command.lines) return command.lines
  const { amountCents, taxCents, description = state.description } = command
  const [only] = state.lines
  const single = only && state.lines.length === 1 ? only : undefined
  if (amountCents === undefined && taxCents !== undefined && !single)
    throw rejection('invalid', 'Please give the tax line by line.')
  if (amountCents === undefined && !single) return state.lines
  return [
    {
      description: single && single.description !== state.description ? single.description : description,
      amountCents: amountCents ?? single?.amountCents ?? 0,
      taxCents: taxCents ?? single?.taxCents ?? 0,
    },
  ]
}

function issued(state: Written): Written {
  if (state.is === 'draft') throw rejection('conflict', 'A draft is not owed yet. Issue it first.')
  if (state.is === 'void') throw isVoid()
  return state
}

function owing(state: Written): Written {
  issued(state)
  if (balanceOf(state) === 0) throw rejection('conflict', 'Nothing is owed on this invoice any more.')
  return state
}

const notInFuture = (day: string, today: string) => {
  if (day > today) throw rejection('invalid', 'This day has not come yet.')
}

function paid(command: Command<'RecordPayment'>, state: Written): InvoiceEvent {
  const { invoiceId, method, paidOn, today, now } = command
  const balance = balanceOf(state)
  const { amountCents = balance } = command
  notInFuture(paidOn, today)
  if (amountCents <= 0) throw rejection('invalid', 'The amount must be more than 0')
  if (amountCents > balance) throw rejection('conflict', 'That is more than is owed on this invoice.')
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

function refunded(command: Command<'RefundPayment'>, state: Written): InvoiceEvent {
  const { invoiceId, paymentId, refundedOn, today, now } = command
  const payment = state.payments.find((it) => it.paymentId === paymentId)
  if (!payment) throw rejection('not-found', 'Payment not found')
  const left = payment.amountCents - payment.refundedCents
  const { amountCents = left } = command
  notInFuture(refundedOn, today)
  if (left === 0) throw rejection('conflict', 'This payment has been refunded already.')
  if (amountCents <= 0) throw rejection('invalid', 'The amount must be more than 0')
  if (amountCents > left) throw rejection('conflict', 'That is more than is left of this payment.')
  return {
    type: 'PaymentRefunded',
    data: { invoiceId, customerId: state.customerId, paymentId, amountCents, refundedOn, recordedAt: now },
  }
}

function evolve(state: InvoiceState, event: InvoiceEvent): InvoiceState {
  if (event.type === 'InvoiceDrafted') {
    const { invoiceId: _, draftedAt: __, ...details } = event.data
    return { is: 'draft', ...details, overdue: false, payments: [] }
  }
  return state.is === 'missing' ? state : { ...state, ...changes(state, event) }
}

function changes(state: Written, event: Exclude<InvoiceEvent, InvoiceDrafted>): Partial<Written> {
  switch (event.type) {
    case 'InvoiceChanged': {
      const { invoiceId: _, changedAt: __, ...changed } = event.data
      return { ...changed, ...(changed.dueOn && { overdue: false }) }
    }
    case 'InvoiceIssued':
      return { is: 'issued' }
    case 'PaymentReceived': {
      const { paymentId, amountCents } = event.data
      const payments = [...state.payments, { paymentId, amountCents, refundedCents: 0 }]
      return { payments, overdue: state.overdue && balanceOf({ ...state, payments }) > 0 }
    }
    case 'PaymentRefunded': {
      const { paymentId, amountCents } = event.data
      const refund = (it: Payment) => ({ ...it, refundedCents: it.refundedCents + amountCents })
      return { payments: state.payments.map((it) => (it.paymentId === paymentId ? refund(it) : it)) }
    }
    case 'InvoiceOverdue':
      return { overdue: true }
    case 'InvoiceVoided':
      return { is: 'void' }
    case 'PaymentReminderRequested':
    case 'InvoiceSendRequested':
      return {}
  }
}

/** What somebody owes for: written, issued, paid in one or more parts, or void. */
export const invoice: Decider<InvoiceState, InvoiceCommand, InvoiceEvent> = {
  initialState: () => ({ is: 'missing' }),
  decide,
  evolve,
}

export const invoiceStream = (id: number) => `invoice-${id}`
