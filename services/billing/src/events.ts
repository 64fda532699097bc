import * as z from 'zod/mini'

const at = z.iso.datetime()
/** A day in New York. */
const day = z.iso.date()
const cents = z.int()
/** The creation of an invoice was taken back at once. */
const undone = z.literal('undone')

export const paymentMethods = ['cash', 'zelle', 'cashapp', 'venmo', 'credit_card'] as const
export type PaymentMethod = (typeof paymentMethods)[number]

export const InvoiceLine = z.object({
  description: z.string(),
  amountCents: cents,
  taxCents: cents,
  /** A decimal. Present where the amount is a quantity times a unit price. */
  quantity: z.optional(z.string()),
  unitPriceCents: z.optional(cents),
})
export type InvoiceLine = z.infer<typeof InvoiceLine>

/** First event of the stream `invoice-<id>`. A draft is not owed before it is issued. */
export const InvoiceDrafted = z.object({
  type: z.literal('InvoiceDrafted'),
  data: z.object({
    invoiceId: z.int(),
    customerId: z.int(),
    appointmentId: z.nullable(z.int()),
    description: z.string(),
    /** Amounts are the sums of the lines. */
    lines: z.array(InvoiceLine),
    dueOn: day,
    draftedAt: at,
  }),
})
export type InvoiceDrafted = z.infer<typeof InvoiceDrafted>

/** Holds only what is different. Amounts change only in a draft. */
export const InvoiceChanged = z.object({
  type: z.literal('InvoiceChanged'),
  data: z.object({
    invoiceId: z.int(),
    appointmentId: z.optional(z.nullable(z.int())),
    description: z.optional(z.string()),
    lines: z.optional(z.array(InvoiceLine)),
    dueOn: z.optional(day),
    changedAt: at,
  }),
})

/** The invoice is owed from now on. Numbers have no gaps. */
export const InvoiceIssued = z.object({
  type: z.literal('InvoiceIssued'),
  data: z.object({ invoiceId: z.int(), number: z.int(), issuedOn: day, issuedAt: at }),
})

export const PaymentReceived = z.object({
  type: z.literal('PaymentReceived'),
  data: z.object({
    invoiceId: z.int(),
    customerId: z.int(),
    /** Number of the payment within the invoice. */
    paymentId: z.int(),
    amountCents: cents,
    method: z.enum(paymentMethods),
    paidOn: day,
    recordedAt: at,
  }),
})
export type PaymentReceived = z.infer<typeof PaymentReceived>

export const PaymentRefunded = z.object({
  type: z.literal('PaymentRefunded'),
  data: z.object({
    invoiceId: z.int(),
    customerId: z.int(),
    paymentId: z.int(),
    amountCents: cents,
    refundedOn: day,
    /** The payment was recorded by mistake: no money went back. */
    reason: z.optional(undone),
    recordedAt: at,
  }),
})

/** The due day has passed in New York and there is a balance. */
export const InvoiceOverdue = z.object({
  type: z.literal('InvoiceOverdue'),
  data: z.object({ invoiceId: z.int(), dueOn: day, markedAt: at }),
})

export const InvoiceVoided = z.object({
  type: z.literal('InvoiceVoided'),
  data: z.object({ invoiceId: z.int(), reason: z.optional(undone), voidedAt: at }),
})

/** Messaging sends the payment reminder. */
export const PaymentReminderRequested = z.object({
  type: z.literal('PaymentReminderRequested'),
  data: z.object({
    invoiceId: z.int(),
    customerId: z.int(),
    channel: z.enum(['sms', 'email']),
    balanceCents: cents,
    /** Other invoices that the same message names; each has this event too, with `inMessageOf`. */
    withInvoiceIds: z.optional(z.array(z.int())),
    /** The invoice whose event the message is written for. */
    inMessageOf: z.optional(z.int()),
    requestedAt: at,
  }),
})

/** Messaging sends the invoice with its PDF by email. */
export const InvoiceSendRequested = z.object({
  type: z.literal('InvoiceSendRequested'),
  data: z.object({
    invoiceId: z.int(),
    customerId: z.int(),
    balanceCents: cents,
    dueOn: day,
    requestedAt: at,
  }),
})

export const InvoiceEvent = z.discriminatedUnion('type', [
  InvoiceDrafted,
  InvoiceChanged,
  InvoiceIssued,
  PaymentReceived,
  PaymentRefunded,
  InvoiceOverdue,
  InvoiceVoided,
  PaymentReminderRequested,
  InvoiceSendRequested,
])
export type InvoiceEvent = z.infer<typeof InvoiceEvent>

/** Stream `invoice-numbers`. The invoice number is the version of the event. */
export const InvoiceNumberTaken = z.object({
  type: z.literal('InvoiceNumberTaken'),
  data: z.object({ invoiceId: z.int(), takenAt: at }),
})
export type InvoiceNumberTaken = z.infer<typeof InvoiceNumberTaken>

/** @example invoiceNumberText(1) // 'INV-000001' */
export const invoiceNumberText = (number: number): string => `INV-${String(number).padStart(6, '0')}`

/** A draft has no number yet; it is named by its id. @example draftNumberText(7) // 'DRAFT-7' */
export const draftNumberText = (invoiceId: number): string => `DRAFT-${invoiceId}`
