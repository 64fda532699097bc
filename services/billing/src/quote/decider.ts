import { refuseField, rejection } from '@plumbline/platform/errors'
import type { Decider, DecisionContext } from '@plumbline/platform/event-store'
import { priceOfChoice } from '../api/price.ts'
import {
  type QuoteApproved,
  type QuoteContent,
  type QuoteCostsChanged,
  type QuoteDrafted,
  type QuoteEvent,
  type QuoteInvoiced,
  quoteNumberText,
} from '../events.ts'
import { type DepositCap, type NewPrice, requireWithinCap, validContent, withNewPrices } from './content.ts'
import { dayText, momentText } from './dayText.ts'
import { canonicalJson, documentHashOf } from './documentHash.ts'
import { changedCosts, type LineCosts, type NotedCost, withCosts } from './lineCosts.ts'
import { linesOf, offerOf, withLineIds } from './lineIds.ts'
import { evolveQuote, type QuoteRecord } from './record.ts'

export type Approval = QuoteApproved['data']
export type InvoicedPart = Pick<QuoteInvoiced['data'], 'invoiceId' | 'part'>

export type ExistingQuote = QuoteRecord & {
  /** Of the last revision. */
  content: QuoteContent
  /** What the customer has. */
  sentContent: QuoteContent | null
  approval: Approval | null
  requestedChanges: string | null
  declineReason: string | null
  viewed: { revision: number; day: string } | null
  invoiced: readonly InvoicedPart[]
  /** In the order in which they were planned; some may be deleted by now. */
  jobIds: readonly number[]
  costs: LineCosts
}
/** Null before it is drafted. */
export type QuoteState = ExistingQuote | null

/** The day that it is for the business, and the zone in which it says times. */
type Clock = { today: string; timeZone: string }
type Choice = Pick<Approval, 'revision' | 'optionId' | 'addOnIds'>
/** Who answers, and what makes it an agreement. */
export type Answerer = Pick<
  Approval,
  'by' | 'signerName' | 'signature' | 'consentText' | 'addressHash' | 'userAgent'
>

/** What is saved: the costs are those of the lines in their order, add-ons last. */
type Saved = { content: QuoteContent; costs?: readonly NotedCost[]; depositCap?: DepositCap }

export type QuoteCommand = Clock & QuoteAction
export type QuoteAction =
  | ({ type: 'DraftQuote' } & Saved & Omit<QuoteDrafted['data'], 'quoteId' | 'draftedAt'>)
  | ({ type: 'ReviseQuote' } & Saved)
  | { type: 'ChangeDraftPrices'; prices: readonly NewPrice[]; lineIds?: readonly number[] | undefined }
  | { type: 'SendQuote'; channel: 'email' | 'sms' | 'in_person'; depositCap?: DepositCap }
  | { type: 'MarkViewed' }
  | { type: 'RequestChanges'; revision: number; words: string }
  | ({ type: 'ApproveQuote'; needsDeposit?: boolean } & Choice & Answerer)
  | { type: 'DeclineQuote'; revision: number; by: Approval['by']; reason?: string }
  | { type: 'WithdrawQuote' }
  | { type: 'ExtendQuote'; validUntil: string }
  | { type: 'MarkExpired' }
  | { type: 'ScheduleQuote'; appointmentId: number }
  | ({ type: 'InvoiceQuote'; totalCents: number } & InvoicedPart)
type Command<Type extends QuoteAction['type']> = Extract<QuoteAction, { type: Type }>
type Context = Clock & { quoteId: number; now: string }

function decide(
  { today, timeZone, ...command }: QuoteCommand,
  state: QuoteState,
  { id: quoteId, now }: DecisionContext,
): QuoteEvent[] {
  const context = { quoteId, now, today, timeZone }
  const events = eventsFor(command, expiredOn(today, state), context)
  const after = events.reduce(evolve, state)
  // every command marks what has expired, even if the timer is late
  if (!isDue(after, today)) return events
  const { sentRevision: revision, validUntil } = after
  return [...events, { type: 'QuoteExpired', data: { quoteId, revision, validUntil, expiredAt: now } }]
}

type Sent = ExistingQuote & { sentRevision: number; sentContent: QuoteContent }

/** Sent, and its last day is over. What the customer asked to change waits for an answer, however late. */
const isDue = (state: QuoteState, today: string): state is Sent & { validUntil: string } =>
  state?.status === 'sent' && isPast(state.validUntil, today)
const isPast = (day: string | null, today: string): boolean => day !== null && day < today

/** A quote is expired as soon as its last day is over, marked or not. */
const expiredOn = (today: string, state: QuoteState): QuoteState =>
  isDue(state, today) ? { ...state, status: 'expired' } : state

function eventsFor(command: QuoteAction, before: QuoteState, context: Context): QuoteEvent[] {
  if (command.type === 'DraftQuote') return draftQuote(command, before, context)
  const state = requireExistingQuote(before)
  const { quoteId, now } = context
  switch (command.type) {
    case 'ReviseQuote':
      return reviseQuote(command, state, context)
    case 'ChangeDraftPrices':
      return changeDraftPrices(command, state, context)
    case 'SendQuote':
      return [sendQuote(command, state, context)]
    case 'MarkViewed':
      return markViewed(state, context)
    case 'RequestChanges':
      return requestChanges(command, state, context)
    case 'ApproveQuote':
      return isSameApproval(command, state.approval) ? [] : [approveQuote(command, state, context)]
    case 'DeclineQuote':
      return declineQuote(command, state, context)
    case 'WithdrawQuote':
      if (state.status === 'withdrawn') return []
      requireNotApproved(state, context)
      return [{ type: 'QuoteWithdrawn', data: { quoteId, withdrawnAt: now } }]
    case 'ExtendQuote':
      return extendQuote(command, state, context)
    case 'MarkExpired':
      return []
    case 'ScheduleQuote': {
      const { appointmentId } = command
      // the call that plans a job may name any quote
      if (!state.approval || state.jobIds.includes(appointmentId)) return []
      return [{ type: 'QuoteScheduled', data: { quoteId, appointmentId, scheduledAt: now } }]
    }
    case 'InvoiceQuote': {
      const { invoiceId, part, totalCents } = command
      requireApproval(state)
      return [{ type: 'QuoteInvoiced', data: { quoteId, invoiceId, part, totalCents, invoicedAt: now } }]
    }
  }
}

export function requireExistingQuote<T>(quote: T | null | undefined): T {
  if (!quote) throw rejection('not-found', 'Quote not found')
  return quote
}

export function requireApproval({ approval }: ExistingQuote): Approval {
  if (!approval) throw rejection('conflict', 'This quote is not approved.')
  return approval
}

function requireNotApproved({ approval }: ExistingQuote, { timeZone, today }: Context): void {
  if (!approval) return
  const { by, signerName, approvedAt } = approval
  const who = signerName ?? (by === 'customer' ? 'the customer' : 'the office for the customer')
  throw rejection('conflict', `This quote was approved by ${who} ${momentText(timeZone, approvedAt, today)}.`)
}

/** Neither approved nor withdrawn. */
function requireOpen(state: ExistingQuote, context: Context): void {
  requireNotApproved(state, context)
  if (state.status === 'withdrawn') throw rejection('conflict', 'This quote was withdrawn.')
}

/** What was sent can be answered, if that is what was looked at. */
function requireSeen(state: ExistingQuote, revision: number, { timeZone, today }: Context): Sent {
  const { sentRevision, sentContent, sentAt } = state
  if (sentRevision === null || sentContent === null || sentAt === null || revision > sentRevision)
    throw rejection('conflict', 'This was not sent to the customer yet. Send it first.')
  if (revision < sentRevision)
    throw rejection(
      'conflict',
      `This quote was changed ${momentText(timeZone, sentAt, today)}. Please look again.`,
    )
  return { ...state, sentRevision, sentContent }
}

function draftQuote(
  { type: _, content: form, costs, depositCap, ...details }: Command<'DraftQuote'>,
  state: QuoteState,
  { quoteId, now }: Context,
): QuoteEvent[] {
  if (state) throw rejection('conflict', 'There is a quote of this number already.')
  const { customerId } = details
  const content = withLineIds(form)
  requireWithinCap(content, depositCap)
  return [
    { type: 'QuoteDrafted', data: { quoteId, ...details, draftedAt: now } },
    {
      type: 'QuoteRevised',
      data: { quoteId, customerId, revision: 1, ...validContent(content, details), revisedAt: now },
    },
    ...noteCosts(changedCosts(content, costs), { quoteId, now }),
  ]
}

/** A revision that was sent stays as it is: the first save after it makes the next one. */
function reviseQuote(
  { content: form, costs, depositCap }: Command<'ReviseQuote'>,
  state: ExistingQuote,
  context: Context,
): QuoteEvent[] {
  const { quoteId, now } = context
  const isSame = canonicalJson(offerOf(form)) === canonicalJson(offerOf(state.content))
  // also of lines that the customer still has: what costs them is known by their id
  const known = [state.content, state.sentContent ?? noContent].flatMap(linesOf)
  const used = [...known.map(({ lineId = 0 }) => lineId), ...state.costs.keys()]
  const content = isSame ? state.content : withLineIds(form, used)
  const costEvents = noteCosts(changedCosts(content, costs, state), context)
  if (isSame && costEvents.length === 0) return []
  requireOpen(state, context)
  if (isSame) return costEvents
  requireWithinCap(content, depositCap)
  const { customerId, revision, sentRevision } = state
  const data = { customerId, revision: revision === sentRevision ? revision + 1 : revision }
  return [
    { type: 'QuoteRevised', data: { quoteId, ...data, ...validContent(content, state), revisedAt: now } },
    ...costEvents,
  ]
}

function changeDraftPrices(
  { prices, lineIds }: Command<'ChangeDraftPrices'>,
  state: ExistingQuote,
  context: Context,
): QuoteEvent[] {
  const content = withNewPrices(state.content, prices, lineIds)
  if (state.status !== 'draft') {
    const message = `${quoteNumberText(context.quoteId)} is no draft any more. Please look again.`
    throw rejection('conflict', message)
  }
  return reviseQuote({ type: 'ReviseQuote', content }, state, context)
}

const noteCosts = (
  costs: QuoteCostsChanged['data']['costs'],
  { quoteId, now }: Pick<Context, 'quoteId' | 'now'>,
): QuoteEvent[] =>
  costs.length === 0 ? [] : [{ type: 'QuoteCostsChanged', data: { quoteId, costs, changedAt: now } }]

function sendQuote(
  { channel, depositCap }: Command<'SendQuote'>,
  state: ExistingQuote,
  context: Context,
): QuoteEvent {
  requireOpen(state, context)
  const { customerId, revision, sentRevision, content } = state
  // what was sent before stays as it was offered
  if (revision !== sentRevision) requireWithinCap(content, depositCap)
  const { quoteId, today, now } = context
  if (isPast(content.validUntil, today)) refuseField('validUntil', 'Choose a later day: this one has passed.')
  const documentHash = documentHashOf(content)
  return {
    type: 'QuoteSent',
    data: { quoteId, customerId, revision, channel, documentHash, sentOn: today, sentAt: now },
  }
}

/** The first time of a revision on a day. */
function markViewed(state: ExistingQuote, { quoteId, today, now }: Context): QuoteEvent[] {
  const { status, sentRevision: revision, viewed } = state
  if (revision === null || status === 'withdrawn') return []
  if (viewed?.revision === revision && viewed.day === today) return []
  return [{ type: 'QuoteViewed', data: { quoteId, revision, viewedOn: today, viewedAt: now } }]
}

function requestChanges(
  { revision, words }: Command<'RequestChanges'>,
  state: ExistingQuote,
  context: Context,
): QuoteEvent[] {
  requireOpen(state, context)
  const { customerId, status, requestedChanges } = requireSeen(state, revision, context)
  if (status === 'declined') throw rejection('conflict', 'This quote was declined.')
  if (status === 'changes_requested' && words === requestedChanges) return []
  const { quoteId, now } = context
  return [
    {
      type: 'QuoteChangesRequested',
      data: { quoteId, customerId, revision, words, requestedAt: now },
    },
  ]
}

function approveQuote(
  { type: _, needsDeposit, ...choice }: Command<'ApproveQuote'>,
  state: ExistingQuote,
  context: Context,
): QuoteEvent {
  requireOpen(state, context)
  const { customerId, sentContent, ...sent } = requireSeen(state, choice.revision, context)
  const { quoteId, today, now } = context
  // staff approve for a customer who agreed all the same
  if (choice.by === 'customer') {
    requireNotExpired(sent, today)
    if (sent.status === 'declined') throw rejection('conflict', 'This quote was declined.')
  }
  const addOnIds = [...new Set(choice.addOnIds)].sort((a, b) => a - b)
  const isOffered =
    sentContent.options.some(({ optionId }) => optionId === choice.optionId) &&
    addOnIds.every((id) => sentContent.addOns.some(({ addOnId }) => addOnId === id))
  if (!isOffered) throw rejection('invalid', 'Please choose what is offered.')
  const { lines, total, deposit } = priceOfChoice(sentContent, choice.optionId, addOnIds)
  const approved = {
    lines,
    totalCents: total,
    depositCents: deposit,
    documentHash: documentHashOf(sentContent),
    ...(needsDeposit && deposit > 0 && { needsDeposit: true as const }),
  }
  return {
    type: 'QuoteApproved',
    data: { quoteId, customerId, ...choice, addOnIds, ...approved, approvedOn: today, approvedAt: now },
  }
}

/** The form of a customer may be sent twice. */
const isSameApproval = (choice: Command<'ApproveQuote'>, approval: Approval | null) =>
  approval?.by === 'customer' &&
  choice.by === 'customer' &&
  choice.revision === approval.revision &&
  choice.optionId === approval.optionId &&
  choice.signerName === approval.signerName &&
  [...new Set(choice.addOnIds)].sort((a, b) => a - b).join() === approval.addOnIds.join()

function requireNotExpired({ status, validUntil }: Omit<QuoteRecord, 'customerId'>, today: string): void {
  if (status !== 'expired' && !isPast(validUntil, today)) return
  const until = validUntil === null ? '' : ` It was valid until ${dayText(validUntil)}.`
  throw rejection('conflict', `This quote has expired.${until}`)
}

function declineQuote(
  { type: _, revision, ...answer }: Command<'DeclineQuote'>,
  state: ExistingQuote,
  context: Context,
): QuoteEvent[] {
  if (state.status === 'declined') return []
  requireOpen(state, context)
  const { customerId, ...sent } = requireSeen(state, revision, context)
  const { quoteId, today, now } = context
  // what the customer asked to change waits for an answer of staff, however late
  if (answer.by === 'customer' || sent.status !== 'changes_requested') requireNotExpired(sent, today)
  return [{ type: 'QuoteDeclined', data: { quoteId, customerId, revision, ...answer, declinedAt: now } }]
}

function extendQuote(
  { validUntil }: Command<'ExtendQuote'>,
  state: ExistingQuote,
  context: Context,
): QuoteEvent[] {
  requireOpen(state, context)
  const { quoteId, today, now } = context
  const { status, sentRevision: revision } = state
  if (revision === null || (status !== 'sent' && status !== 'expired'))
    throw rejection('conflict', 'Only a quote that waits for an answer or has expired can be extended.')
  if (validUntil <= today) refuseField('validUntil', 'Choose a later day than today.')
  if (status === 'sent' && validUntil === state.validUntil) return []
  return [{ type: 'QuoteExtended', data: { quoteId, revision, validUntil, extendedAt: now } }]
}

const noContent: QuoteContent = {
  ...{ title: '', options: [], addOns: [], discount: null, taxPercent: '0', deposit: null },
  ...{ validUntil: null, message: '', terms: '' },
}

function evolve(state: QuoteState, event: QuoteEvent): QuoteState {
  const next = evolveQuote(state, event)
  return next && { ...next, ...answersSince(state, event) }
}

type Answers = Omit<ExistingQuote, keyof QuoteRecord>

const noAnswers: Answers = {
  ...{ content: noContent, sentContent: null, approval: null, requestedChanges: null },
  ...{ declineReason: null, viewed: null, invoiced: [], jobIds: [] },
  costs: new Map(),
}

/** What is not in the record. */
function answersSince(state: QuoteState, { type, data }: QuoteEvent): Partial<Answers> {
  if (!state) return noAnswers
  switch (type) {
    case 'QuoteRevised': {
      const { quoteId: _, customerId: __, revision: ___, revisedAt: ____, ...content } = data
      return { content: withLineIds(content) }
    }
    case 'QuoteSent':
      return { sentContent: state.content, requestedChanges: null, declineReason: null }
    case 'QuoteViewed':
      return { viewed: { revision: data.revision, day: data.viewedOn } }
    case 'QuoteChangesRequested':
      return { requestedChanges: data.words }
    case 'QuoteApproved':
      // a later revision that was not sent is given up
      return {
        ...{ approval: data, content: state.sentContent ?? state.content },
        ...{ requestedChanges: null, declineReason: null },
      }
    case 'QuoteDeclined':
      return { requestedChanges: null, declineReason: data.reason ?? null }
    case 'QuoteWithdrawn':
      return { requestedChanges: null }
    case 'QuoteExtended': {
      const { validUntil } = data
      const isLast = data.revision === state.revision
      return {
        sentContent: state.sentContent && { ...state.sentContent, validUntil },
        ...(isLast && { content: { ...state.content, validUntil } }),
      }
    }
    case 'QuoteInvoiced':
      return { invoiced: [...state.invoiced, { invoiceId: data.invoiceId, part: data.part }] }
    case 'QuoteDrafted':
    case 'QuoteExpired':
      return {}
    case 'QuoteScheduled':
      return { jobIds: [...state.jobIds, data.appointmentId] }
    case 'QuoteCostsChanged':
      return { costs: withCosts(state.costs, data.costs) }
  }
}

/** The rules of a quote. */
export const quoteDecider: Decider<QuoteState, QuoteCommand, QuoteEvent> = {
  initialState: () => null,
  decide,
  evolve,
}
