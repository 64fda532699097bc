import { type OptionalAppointmentText, personalFields } from './api/fields.ts'
import type { AppointmentStatus } from './api.ts'

// other services show a status and the fields of an appointment by their labels
export { appointmentStatusLabels, storedAppointmentLabels } from './api.ts'

/** ISO 8601 in UTC. */
type Time = string
/** Null while there is no price. */
type Cents = number | null

/** What a description and the like say. Those that appointments got later are not in the events from before. */
type Texts = { [Name in FirstText]: string | null } & LaterTexts
type FirstText = 'description' | 'notes' | 'address'
type LaterTexts = { [Name in Exclude<OptionalAppointmentText, FirstText>]?: string | null }

/** First event of the stream `appointment-<id>`. */
export type AppointmentScheduled = {
  type: 'AppointmentScheduled'
  data: {
    appointmentId: number
    customerId: number
    /** The service type as it is shown. */
    title: string
    startsAt: Time
    durationMinutes: number
    /** The job begins within them; left out or 0 where it begins at `startsAt`. */
    arrivalWindowMinutes?: number
    /** No time of the day is promised; `startsAt` is when work begins on it. */
    anytime?: boolean
    estimatedCents: Cents
    /** Members, in the order of their ids; left out where there are none. */
    assigneeIds?: number[]
    /** The approved quote whose work this is. */
    quoteId?: number
    scheduledAt: Time
  } & Texts
}

/** Who does the job, all of them, in the order of their ids; none at first. */
export type AppointmentAssigned = {
  type: 'AppointmentAssigned'
  data: { appointmentId: number; assigneeIds: number[]; changedAt: Time }
}

/** Another start, duration or promise of a time. */
export type AppointmentRescheduled = {
  type: 'AppointmentRescheduled'
  data: {
    appointmentId: number
    startsAt?: Time
    durationMinutes?: number
    arrivalWindowMinutes?: number
    anytime?: boolean
    changedAt: Time
  }
}

export type AppointmentRepriced = {
  type: 'AppointmentRepriced'
  data: {
    appointmentId: number
    estimatedCents?: Cents
    actualCents?: Cents
    changedAt: Time
  }
}

/** Holds only what is different. */
export type AppointmentDescribed = {
  type: 'AppointmentDescribed'
  data: {
    appointmentId: number
    customerId: number
    title?: string
    changedAt: Time
  } & Partial<Texts>
}

/** Another customer. It repeats the texts: the personal ones are encrypted with the key of that customer. */
export type AppointmentReassigned = {
  type: 'AppointmentReassigned'
  data: { appointmentId: number; customerId: number; changedAt: Time } & Texts
}

/** Who does the job is on the way to it. */
export type AppointmentCrewDeparted = {
  type: 'AppointmentCrewDeparted'
  data: { appointmentId: number; departedAt: Time }
}

export type AppointmentStarted = {
  type: 'AppointmentStarted'
  data: { appointmentId: number; startedAt: Time }
}

export type AppointmentCompleted = {
  type: 'AppointmentCompleted'
  data: { appointmentId: number; completedAt: Time }
}

export type AppointmentCancelled = {
  type: 'AppointmentCancelled'
  data: {
    appointmentId: number
    customerId: number
    /** When the appointment would have been. */
    startsAt: Time
    arrivalWindowMinutes?: number
    anytime?: boolean
    /** Whether the customer is notified. */
    notify: boolean
    cancelledAt: Time
  }
}

/** Back to `scheduled` from any other status. */
export type AppointmentReopened = {
  type: 'AppointmentReopened'
  data: { appointmentId: number; reopenedAt: Time }
}

/** The customer would like another time; nothing is changed by it. */
export type AppointmentMoveRequested = {
  type: 'AppointmentMoveRequested'
  data: {
    appointmentId: number
    customerId: number
    /** What the customer wrote. */
    words: string
    requestedAt: Time
  }
}

export type AppointmentDeleted = {
  type: 'AppointmentDeleted'
  data: { appointmentId: number; deletedAt: Time }
}

/** A deleted one is back, with all that it was: nothing of it was kept but the log. */
export type AppointmentRestored = {
  type: 'AppointmentRestored'
  data: AppointmentScheduled['data'] & {
    actualCents: Cents
    status: AppointmentStatus
    completedAt: Time | null
    onTheWaySince?: Time | null
    agreedAt: Time
    /** The version of the stream in which its time was agreed: messages about the time name it. Older releases did not store it. */
    agreedVersion?: number
    restoredAt: Time
  }
}

export type AppointmentEvent =
  | AppointmentScheduled
  | AppointmentAssigned
  | AppointmentRescheduled
  | AppointmentRepriced
  | AppointmentDescribed
  | AppointmentReassigned
  | AppointmentStarted
  | AppointmentCompleted
  | AppointmentCancelled
  | AppointmentReopened
  | AppointmentMoveRequested
  | AppointmentCrewDeparted
  | AppointmentDeleted
  | AppointmentRestored

const subject = ({ customerId }: { customerId: number }) => `customer-${customerId}`
const fields = personalFields

/** Encrypted with the data key of the customer. */
export const personal = {
  AppointmentScheduled: { subject, fields },
  AppointmentDescribed: { subject, fields },
  AppointmentReassigned: { subject, fields },
  AppointmentRestored: { subject, fields },
  AppointmentMoveRequested: { subject, fields: ['words'] },
} as const
