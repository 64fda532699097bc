import { priceOfChoice } from '../api/price.ts'
import type { QuoteContent, QuoteEvent, QuoteStatus } from '../events/quote.ts'

/** What lists show of a quote; its content, its answer and its invoices are the decider's. */
export type QuoteRecord = {
  id: number
  customerId: number
  leadId: number | null
  appointmentId: number | null
  status: QuoteStatus
  /** The last that was saved, or the one that was approved. */
  revision: number
  /** The last that was sent. */
  sentRevision: number | null
  title: string
  sentTitle: string | null
  /** Of the cheapest and the dearest option without add-ons; what was approved. */
  totalFromCents: number
  totalToCents: number
  depositCents: number
  /** The last day of what was sent; of a draft that of what was saved. */
  validUntil: string | null
  /** Of the last revision. */
  savedValidUntil: string | null
  sentAt: string | null
  viewedAt: string | null
  answeredAt: string | null
  scheduledId: number | null
  createdAt: string
  updatedAt: string
}

type Changes = Partial<QuoteRecord>
type DataOf<Type> = Extract<QuoteEvent, { type: Type }>['data']

/** What an event of each type sets. */
export const quoteChanges: {
  [Type in QuoteEvent['type']]: (data: DataOf<Type>, before: QuoteRecord) => Changes
} = {
  QuoteDrafted: ({ quoteId: id, customerId, leadId, appointmentId, draftedAt }) => ({
    ...{ id, customerId, leadId, appointmentId },
    status: 'draft',
    revision: 0,
    sentRevision: null,
    title: '',
    sentTitle: null,
    totalFromCents: 0,
    totalToCents: 0,
    depositCents: 0,
    validUntil: null,
    savedValidUntil: null,
    sentAt: null,
    viewedAt: null,
    answeredAt: null,
    scheduledId: null,
    createdAt: draftedAt,
    updatedAt: draftedAt,
  }),
  QuoteRevised: ({ revision, revisedAt, ...content }, { sentRevision }) => ({
    revision,
    title: content.title,
    ...totalsOf(content),
    savedValidUntil: content.validUntil,
    // what the customer has stays valid as long as it was
    ...(sentRevision === null && { validUntil: content.validUntil }),
    updatedAt: revisedAt,
  }),
  QuoteSent: ({ revision, sentAt }, before) => ({
    status: 'sent',
    sentRevision: revision,
    sentTitle: before.title,
    validUntil: before.savedValidUntil,
    sentAt,
    viewedAt: revision === before.sentRevision ? before.viewedAt : null,
    answeredAt: null,
    updatedAt: sentAt,
  }),
  QuoteViewed: ({ viewedAt }) => ({ viewedAt }),
  QuoteChangesRequested: ({ requestedAt }) => ({ status: 'changes_requested', updatedAt: requestedAt }),
  // a later revision that was not sent is given up
  QuoteApproved: ({ revision, totalCents, depositCents, approvedAt }, { sentTitle, title }) => ({
    status: 'approved',
    revision,
    title: sentTitle ?? title,
    totalFromCents: totalCents,
    totalToCents: totalCents,
    depositCents,
    answeredAt: approvedAt,
    updatedAt: approvedAt,
  }),
  QuoteDeclined: ({ declinedAt }) => ({
    status: 'declined',
    answeredAt: declinedAt,
    updatedAt: declinedAt,
  }),
  QuoteExpired: ({ expiredAt }) => ({ status: 'expired', updatedAt: expiredAt }),
  QuoteExtended: ({ revision, validUntil, extendedAt }, before) => ({
    status: 'sent',
    validUntil,
    ...(revision === before.revision && { savedValidUntil: validUntil }),
    updatedAt: extendedAt,
  }),
  QuoteWithdrawn: ({ withdrawnAt }) => ({ status: 'withdrawn', updatedAt: withdrawnAt }),
  QuoteScheduled: ({ appointmentId, scheduledAt }, { scheduledId }) => ({
    scheduledId: scheduledId ?? appointmentId,
    updatedAt: scheduledAt,
  }),
  QuoteInvoiced: ({ invoicedAt }) => ({ updatedAt: invoicedAt }),
  QuoteCostsChanged: ({ changedAt }) => ({ updatedAt: changedAt }),
}

function totalsOf(content: QuoteContent) {
  const totals = content.options.map(({ optionId }) => priceOfChoice(content, optionId, []).total)
  return { totalFromCents: Math.min(...totals), totalToCents: Math.max(...totals) }
}

/** The one fold of quotes. Null before the quote is drafted. */
export function evolveQuote<Known extends QuoteRecord>(
  before: Known | null,
  { type, data }: QuoteEvent,
): (Known & QuoteRecord) | null {
  if (!before && type !== 'QuoteDrafted') return null
  return { ...before, ...quoteChanges[type](data as never, before as Known) } as Known & QuoteRecord
}
