import * as z from 'zod/mini'

const at = z.iso.datetime()
/** A day in New York. */
const day = z.iso.date()
const cents = z.int()

export const paymentMethods = ['cash', 'zelle', 'cashapp', 'venmo', 'credit_card'] as const
export type PaymentMethod = (typeof paymentMethods)[number]

export const InvoiceLine = z.object({ description: z.string(), amountCents: cents, taxCents: cents })
export type InvoiceLine = z.infer<typeof InvoiceLine>

/** Something to be paid for is written down. Stream `invoice-<id>`. Not yet owed before it is issued. */
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

/** Only what is different from before is in it. Amounts change in a draft alone. */
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

/** From here on it is owed. Numbers have no gaps. */
export const InvoiceIssued = z.object({
  type: z.literal('InvoiceIssued'),
  data: z.object({ invoiceId: z.int(), number: z.int(), issuedOn: day, issuedAt: at }),
})

export const PaymentReceived = z.object({
  type: z.literal('PaymentReceived'),
  data: z.object({
    invoiceId: z.int(),
    customerId: z.int(),
    /** Counts within the invoice. */
    paymentId: z.int(),
    amountCents: cents,
    method: z.enum(paymentMethods),
    paidOn: day,
    recordedAt: at,
  }),
})

export const PaymentRefunded = z.object({
  type: z.literal('PaymentRefunded'),
  data: z.object({
    invoiceId: z.int(),
    customerId: z.int(),
    paymentId: z.int(),
    amountCents: cents,
    refundedOn: day,
    recordedAt: at,
  }),
})

/** The due day has passed in New York and something is still owed. */
export const InvoiceOverdue = z.object({
  type: z.literal('InvoiceOverdue'),
  data: z.object({ invoiceId: z.int(), dueOn: day, markedAt: at }),
})

export const InvoiceVoided = z.object({
  type: z.literal('InvoiceVoided'),
  data: z.object({ invoiceId: z.int(), voidedAt: at }),
})

/** Somebody asked for the customer to be reminded; messaging sends it. */
export const PaymentReminderRequested = z.object({
  type: z.literal('PaymentReminderRequested'),
  data: z.object({
    invoiceId: z.int(),
    customerId: z.int(),
    channel: z.enum(['sms', 'email']),
    balanceCents: cents,
    requestedAt: at,
  }),
})

/** Somebody wants the customer to have the invoice by e-mail, its document with it; messaging sends it. */
export const InvoiceSendRequested = z.object({
  type: z.literal('InvoiceSendRequested'),
  data: z.object({
    invoiceId: z.int(),
    customerId: z.int(),
    /** What is still owed of it at this moment. */
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

/** The next number is taken, for good. Stream `invoice-numbers`: the number is the version of the event. */
export const InvoiceNumberTaken = z.object({
  type: z.literal('InvoiceNumberTaken'),
  data: z.object({ invoiceId: z.int(), takenAt: at }),
})
export type InvoiceNumberTaken = z.infer<typeof InvoiceNumberTaken>
