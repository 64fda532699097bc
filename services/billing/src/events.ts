import { storedInvoiceLabels } from './api/fields.ts'
import { amounts, type InvoiceLine } from './events/line.ts'
import { personalOfQuotes } from './events/quote.ts'

export type { InvoiceLine } from './events/line.ts'
export * from './events/priceItem.ts'
export * from './events/quote.ts'

/** ISO 8601 in UTC. */
type Time = string
/** `2026-11-27`, in the zone that the business had then. */
type Day = string
type Cents = number

export const invoiceStatuses = ['draft', 'pending', 'paid', 'overdue', 'void'] as const
export type InvoiceStatus = (typeof invoiceStatuses)[number]
export const invoiceStatusLabels: Record<InvoiceStatus, string> = {
  draft: 'Draft',
  pending: 'Pending',
  paid: 'Paid',
  overdue: 'Overdue',
  void: 'Void',
}

export const paymentMethods = ['cash', 'zelle', 'cashapp', 'venmo', 'credit_card'] as const
export type PaymentMethod = (typeof paymentMethods)[number]

/** First event of the stream `invoice-<id>`. A draft is not owed before it is issued. */
export type InvoiceDrafted = {
  type: 'InvoiceDrafted'
  data: {
    invoiceId: number
    customerId: number
    appointmentId: number | null
    /** The approved quote that it is of. */
    quoteId?: number
    description: string
    /** Amounts are the sums of the lines. */
    lines: InvoiceLine[]
    dueOn: Day
    draftedAt: Time
  }
}

/** Holds only what is different. Amounts change only in a draft. */
export type InvoiceChanged = {
  type: 'InvoiceChanged'
  data: {
    invoiceId: number
    appointmentId?: number | null
    description?: string
    lines?: InvoiceLine[]
    dueOn?: Day
    changedAt: Time
  }
}

export type ChangedInvoiceField = Exclude<keyof InvoiceChanged['data'], 'invoiceId' | 'changedAt'>
const { customerId: _, amount: __, tax: ___, status: ____, ...ofChanges } = storedInvoiceLabels
/** Of the fields that change. The amount and the tax are those of the lines. */
export const changedInvoiceLabels: Record<ChangedInvoiceField, string> = ofChanges

/** What an invoice prints of its sender, and how it can be paid. */
export type Letterhead = {
  name?: string
  address?: string
  phone?: string
  email?: string
  website?: string
  license?: string
  terms?: string[]
  /** The address of its bytes, and its size in pixels. */
  logo?: { hash: string; width: number; height: number }
  /** Of the line below the head, as `#1f6feb`. */
  color?: string
}

/** The invoice is owed from now on. Numbers have no gaps. */
export type InvoiceIssued = {
  type: 'InvoiceIssued'
  data: {
    invoiceId: number
    number: number
    issuedOn: Day
    /** What was set of it, so that the invoice is printed again as it was. */
    letterhead?: Letterhead
    issuedAt: Time
  }
}

export type PaymentReceived = {
  type: 'PaymentReceived'
  data: {
    invoiceId: number
    customerId: number
    /** Number of the payment within the invoice. */
    paymentId: number
    amountCents: Cents
    method: PaymentMethod
    paidOn: Day
    recordedAt: Time
  }
}

export type PaymentRefunded = {
  type: 'PaymentRefunded'
  data: {
    invoiceId: number
    customerId: number
    paymentId: number
    amountCents: Cents
    refundedOn: Day
    /** The payment was recorded by mistake: no money went back. */
    reason?: 'undone'
    recordedAt: Time
  }
}

/** The due day has passed and there is a balance. */
export type InvoiceOverdue = {
  type: 'InvoiceOverdue'
  data: { invoiceId: number; dueOn: Day; markedAt: Time }
}

export type InvoiceVoided = {
  type: 'InvoiceVoided'
  data: {
    invoiceId: number
    /** The creation of the invoice was taken back at once. */
    reason?: 'undone'
    voidedAt: Time
  }
}

/** Messaging sends the payment reminder. */
export type PaymentReminderRequested = {
  type: 'PaymentReminderRequested'
  data: {
    invoiceId: number
    customerId: number
    channel: 'sms' | 'email'
    balanceCents: Cents
    /** Other invoices that the same message names; each has this event too, with `inMessageOf`. */
    withInvoiceIds?: number[]
    /** The invoice whose event the message is written for. */
    inMessageOf?: number
    requestedAt: Time
  }
}

/** Messaging sends the invoice with its PDF by email. */
export type InvoiceSendRequested = {
  type: 'InvoiceSendRequested'
  data: {
    invoiceId: number
    customerId: number
    balanceCents: Cents
    dueOn: Day
    requestedAt: Time
  }
}

export type InvoiceEvent =
  | InvoiceDrafted
  | InvoiceChanged
  | InvoiceIssued
  | PaymentReceived
  | PaymentRefunded
  | InvoiceOverdue
  | InvoiceVoided
  | PaymentReminderRequested
  | InvoiceSendRequested

/** Whether a change can be taken back after what followed: of a void invoice none can, and of one that was issued no amounts. */
export function isRestorable(change: InvoiceChanged, stream: readonly InvoiceEvent[]): boolean {
  const at = stream.indexOf(change)
  const follows = (type: InvoiceEvent['type']) => stream.some((it, i) => i > at && it.type === type)
  if (follows('InvoiceVoided')) return false
  if (!change.data.lines || !follows('InvoiceIssued')) return true
  return amounts(linesOf(stream.slice(0, at))) === amounts(linesOf(stream))
}

const linesOf = (events: readonly InvoiceEvent[]): readonly InvoiceLine[] =>
  events.flatMap(({ data }) => ('lines' in data && data.lines ? [data.lines] : [])).at(-1) ?? []

/** Stream `invoice-numbers`. The invoice number is the version of the event. */
export type InvoiceNumberTaken = {
  type: 'InvoiceNumberTaken'
  data: { invoiceId: number; takenAt: Time }
}

/** @example invoiceNumberText(1) // 'INV-000001' */
export const invoiceNumberText = (number: number): string => `INV-${String(number).padStart(6, '0')}`

/** A draft has no number yet; it is named by its id. @example draftNumberText(7) // 'DRAFT-7' */
export const draftNumberText = (invoiceId: number): string => `DRAFT-${invoiceId}`

/** Encrypted with the data key of the customer. */
export const personal = personalOfQuotes
