import type { InvoiceLine } from './line.ts'

/** ISO 8601 in UTC. */
type Time = string
/** `2026-11-27`, in the zone that the business had then. */
type Day = string
type Cents = number

export const quoteStatuses = [
  'draft',
  'sent',
  'changes_requested',
  'approved',
  'declined',
  'expired',
  'withdrawn',
] as const
export type QuoteStatus = (typeof quoteStatuses)[number]
export const quoteStatusLabels: Record<QuoteStatus, string> = {
  draft: 'Draft',
  sent: 'Sent',
  changes_requested: 'Changes requested',
  approved: 'Approved',
  declined: 'Declined',
  expired: 'Expired',
  withdrawn: 'Withdrawn',
}

/** Its amount is the quantity times the unit price, rounded half up to the cent. */
export type QuoteLine = {
  /** Of the quote, and the same over its revisions. Left out in what was stored before lines had one. */
  lineId?: number
  description: string
  /** More about it, in the customer's words. */
  details?: string
  /** A decimal with at most three places. */
  quantity: string
  unitPriceCents: Cents
  taxable: boolean
  /** The item of the price book that it was copied from; later changes of that item do not reach it. */
  priceItemId?: number
}

/** A percentage as a decimal with at most three places, or an amount. */
export type Share = { percent: string } | { cents: Cents }

/** One of the things that a customer chooses between. A quote without a choice has one, without a name. */
export type QuoteOption = { optionId: number; name: string; lines: QuoteLine[] }
/** What a customer may add to any option. */
export type QuoteAddOn = QuoteLine & { addOnId: number }

/** What the customer sees of its lines, beside what they are; totals always. */
export type Shown = { quantities: boolean; unitPrices: boolean; lineTotals: boolean }

export const everythingShown: Shown = { quantities: true, unitPrices: true, lineTotals: true }

/** What a revision offers. */
export type QuoteContent = {
  title: string
  options: QuoteOption[]
  addOns: QuoteAddOn[]
  /** Of the sum of the chosen lines, before tax. */
  discount: Share | null
  /** On taxable lines less their part of the discount, once. */
  taxPercent: string
  /** Of the chosen total. */
  deposit: Share | null
  /** The last day on which it can be approved. */
  validUntil: Day | null
  message: string
  terms: string
  /** Left out where everything is shown. */
  show?: Shown
}

/** First event of the stream `quote-<id>`. Its id is its number. */
export type QuoteDrafted = {
  type: 'QuoteDrafted'
  data: {
    quoteId: number
    customerId: number
    /** The request that it answers. */
    leadId: number | null
    /** The job that it changes: a change order. */
    appointmentId: number | null
    /** When that request came, where there is one. */
    requestedAt?: Time
    draftedAt: Time
  }
}

/**
 * The content of a revision as it was saved. Until it is sent it may be saved again under the same number; a revision that
 * was sent never changes.
 */
export type QuoteRevised = {
  type: 'QuoteRevised'
  data: { quoteId: number; customerId: number; revision: number; revisedAt: Time } & QuoteContent
}

/** What the customer can answer from now on. Messaging writes to him, unless it was handed over in person. */
export type QuoteSent = {
  type: 'QuoteSent'
  data: {
    quoteId: number
    customerId: number
    revision: number
    channel: 'email' | 'sms' | 'in_person'
    /** SHA-256 of the canonical JSON (RFC 8785) of the content. */
    documentHash: string
    sentOn: Day
    sentAt: Time
  }
}

/** The customer opened it: the first time of a revision on a day. */
export type QuoteViewed = {
  type: 'QuoteViewed'
  data: { quoteId: number; revision: number; viewedOn: Day; viewedAt: Time }
}

export type QuoteChangesRequested = {
  type: 'QuoteChangesRequested'
  data: { quoteId: number; customerId: number; revision: number; words: string; requestedAt: Time }
}

export type QuoteApproved = {
  type: 'QuoteApproved'
  data: {
    quoteId: number
    customerId: number
    revision: number
    optionId: number
    addOnIds: number[]
    /** What was agreed to, as invoices will have it: with the discount as a line, and the tax of each. */
    lines: InvoiceLine[]
    totalCents: Cents
    depositCents: Cents
    documentHash: string
    /** It counts when the deposit is paid: so the business had it then. */
    needsDeposit?: true
    by: 'customer' | 'staff'
    signerName?: string
    /** The strokes, as the path data of an SVG of 600 by 200. */
    signature?: string
    /** The sentence beside the button. */
    consentText?: string
    /** From where a customer agreed. */
    addressHash?: string
    userAgent?: string
    approvedOn: Day
    approvedAt: Time
  }
}

export type QuoteDeclined = {
  type: 'QuoteDeclined'
  data: {
    quoteId: number
    customerId: number
    revision: number
    by: 'customer' | 'staff'
    reason?: string
    declinedAt: Time
  }
}

/** Its last day has passed without an answer. */
export type QuoteExpired = {
  type: 'QuoteExpired'
  data: { quoteId: number; revision: number; validUntil: Day; expiredAt: Time }
}

/** What was sent can be approved until another day. */
export type QuoteExtended = {
  type: 'QuoteExtended'
  data: { quoteId: number; revision: number; validUntil: Day; extendedAt: Time }
}

export type QuoteWithdrawn = {
  type: 'QuoteWithdrawn'
  data: { quoteId: number; withdrawnAt: Time }
}

/** The approved work is on the calendar. */
export type QuoteScheduled = {
  type: 'QuoteScheduled'
  data: { quoteId: number; appointmentId: number; scheduledAt: Time }
}

/** The deposit, or what was approved less the deposit that was invoiced. */
export type QuoteInvoiced = {
  type: 'QuoteInvoiced'
  data: { quoteId: number; invoiceId: number; part: 'deposit' | 'rest'; totalCents: Cents; invoicedAt: Time }
}

/** What a unit of a line costs the business; null where that is known no longer. */
export type LineCost = { lineId: number; unitCostCents: Cents | null }

/** Of the quote and not of a revision, as nothing that is offered changes. Holds only the costs that are different. */
export type QuoteCostsChanged = {
  type: 'QuoteCostsChanged'
  data: { quoteId: number; costs: LineCost[]; changedAt: Time }
}

export type QuoteEvent =
  | QuoteDrafted
  | QuoteRevised
  | QuoteSent
  | QuoteViewed
  | QuoteChangesRequested
  | QuoteApproved
  | QuoteDeclined
  | QuoteExpired
  | QuoteExtended
  | QuoteWithdrawn
  | QuoteScheduled
  | QuoteInvoiced
  | QuoteCostsChanged

const subject = ({ customerId }: { customerId: number }) => `customer-${customerId}`

/** Encrypted with the data key of the customer. */
export const personalOfQuotes = {
  QuoteRevised: { subject, fields: ['message'] },
  QuoteChangesRequested: { subject, fields: ['words'] },
  QuoteApproved: { subject, fields: ['signerName', 'signature', 'addressHash', 'userAgent'] },
  QuoteDeclined: { subject, fields: ['reason'] },
} as const

/** @example quoteNumberText(7) // 'QUO-000007' */
export const quoteNumberText = (quoteId: number): string => `QUO-${String(quoteId).padStart(6, '0')}`
