import * as z from 'zod/mini'

const at = z.iso.datetime()
/** Integer cents; null while there is no price. */
const cents = z.nullable(z.int())

/** First event of the stream `appointment-<id>`. */
export const AppointmentScheduled = z.object({
  type: z.literal('AppointmentScheduled'),
  data: z.object({
    appointmentId: z.int(),
    customerId: z.int(),
    /** The service type as it is shown. */
    title: z.string(),
    /** The work; the customer may read it. */
    description: z.nullable(z.string()),
    /** Internal. */
    notes: z.nullable(z.string()),
    /** The job site, when it is not the customer's own address. */
    address: z.nullable(z.string()),
    startsAt: at,
    durationMinutes: z.int(),
    estimatedCents: cents,
    scheduledAt: at,
  }),
})
export type AppointmentScheduled = z.infer<typeof AppointmentScheduled>

/** Another start, another duration, or both. */
export const AppointmentRescheduled = z.object({
  type: z.literal('AppointmentRescheduled'),
  data: z.object({
    appointmentId: z.int(),
    startsAt: z.optional(at),
    durationMinutes: z.optional(z.int()),
    changedAt: at,
  }),
})

export const AppointmentRepriced = z.object({
  type: z.literal('AppointmentRepriced'),
  data: z.object({
    appointmentId: z.int(),
    estimatedCents: z.optional(cents),
    actualCents: z.optional(cents),
    changedAt: at,
  }),
})

/** Holds only what is different. */
export const AppointmentDescribed = z.object({
  type: z.literal('AppointmentDescribed'),
  data: z.object({
    appointmentId: z.int(),
    customerId: z.int(),
    title: z.optional(z.string()),
    description: z.optional(z.nullable(z.string())),
    notes: z.optional(z.nullable(z.string())),
    address: z.optional(z.nullable(z.string())),
    changedAt: at,
  }),
})

/** Another customer. It repeats the personal texts, which are encrypted with the key of that customer. */
export const AppointmentReassigned = z.object({
  type: z.literal('AppointmentReassigned'),
  data: z.object({
    appointmentId: z.int(),
    customerId: z.int(),
    description: z.nullable(z.string()),
    notes: z.nullable(z.string()),
    address: z.nullable(z.string()),
    changedAt: at,
  }),
})

export const AppointmentStarted = z.object({
  type: z.literal('AppointmentStarted'),
  data: z.object({ appointmentId: z.int(), startedAt: at }),
})

export const AppointmentCompleted = z.object({
  type: z.literal('AppointmentCompleted'),
  data: z.object({ appointmentId: z.int(), completedAt: at }),
})

export const AppointmentCancelled = z.object({
  type: z.literal('AppointmentCancelled'),
  data: z.object({
    appointmentId: z.int(),
    customerId: z.int(),
    /** When the appointment would have been. */
    startsAt: at,
    /** Whether the customer is notified. */
    notify: z.boolean(),
    cancelledAt: at,
  }),
})

/** Back to `scheduled` from any other status. */
export const AppointmentReopened = z.object({
  type: z.literal('AppointmentReopened'),
  data: z.object({ appointmentId: z.int(), reopenedAt: at }),
})

export const AppointmentDeleted = z.object({
  type: z.literal('AppointmentDeleted'),
  data: z.object({ appointmentId: z.int(), deletedAt: at }),
})

export const AppointmentEvent = z.discriminatedUnion('type', [
  AppointmentScheduled,
  AppointmentRescheduled,
  AppointmentRepriced,
  AppointmentDescribed,
  AppointmentReassigned,
  AppointmentStarted,
  AppointmentCompleted,
  AppointmentCancelled,
  AppointmentReopened,
  AppointmentDeleted,
])
export type AppointmentEvent = z.infer<typeof AppointmentEvent>

const subject = ({ customerId }: { customerId: number }) => `customer-${customerId}`
const fields = ['description', 'notes', 'address'] as const

/** Encrypted with the data key of the customer. */
export const personal = {
  AppointmentScheduled: { subject, fields },
  AppointmentDescribed: { subject, fields },
  AppointmentReassigned: { subject, fields },
} as const
