import { rejection } from '@plumbline/platform/errors'
import type { Decider, DecisionContext } from '@plumbline/platform/event-store'
import { dayIn } from '@plumbline/platform/time'
import { ofTexts, type StoredFieldName } from '../api/fields.ts'
import type { AppointmentEvent } from '../events.ts'
import {
  type Appointment,
  type AppointmentPlan,
  type AppointmentRecord,
  changesBy,
  isBeginning,
  isOnTheWay,
} from './record.ts'

export type AppointmentState = {
  /** Of the stream. */
  version: number
  appointment: AppointmentRecord | 'missing' | 'deleted'
}

export type AppointmentCommand =
  | { type: 'ScheduleAppointment'; details: AppointmentPlan; quoteId?: number | undefined }
  | { type: 'EditAppointment'; changes: Partial<Appointment> }
  /** A member leaves a job that is planned for later than this moment. */
  | { type: 'ReplaceAssignee'; assigneeId: number; by: number | null; after: string }
  | { type: 'CancelAppointment' }
  /** The crew sets out; in the time zone of the business. */
  | { type: 'Depart'; timeZone: string }
  | { type: 'RequestMove'; words: string }
  | { type: 'DeleteAppointment' }
  /** `version`: of the deletion that is taken back. */
  | {
      type: 'RestoreAppointment'
      version: number
      record: AppointmentRecord
      agreedVersion?: number | undefined
    }

function decide(
  command: AppointmentCommand,
  { version, appointment }: AppointmentState,
  { id: appointmentId, now }: DecisionContext,
): AppointmentEvent[] {
  switch (command.type) {
    case 'ScheduleAppointment': {
      if (appointment !== 'missing') return []
      const { details, quoteId } = command
      return [
        {
          type: 'AppointmentScheduled',
          data: { appointmentId, ...details, ...(quoteId && { quoteId }), scheduledAt: now },
        },
      ]
    }
    case 'EditAppointment':
      return editEvents(appointmentId, requireExistingAppointment(appointment), command.changes, now)
    case 'ReplaceAssignee': {
      const { assigneeId, by, after } = command
      if (typeof appointment !== 'object' || appointment.status !== 'scheduled') return []
      if (!isAfter(appointment, after) || !appointment.assigneeIds.includes(assigneeId)) return []
      const others = appointment.assigneeIds.filter((id) => id !== assigneeId && id !== by)
      const assigneeIds = [...others, ...(by === null ? [] : [by])].sort((a, b) => a - b)
      return [{ type: 'AppointmentAssigned', data: { appointmentId, assigneeIds, changedAt: now } }]
    }
    case 'CancelAppointment': {
      const existing = requireExistingAppointment(appointment)
      if (existing.status !== 'scheduled')
        throw rejection('conflict', 'Only a scheduled appointment can be cancelled.')
      return [cancelledEvent(appointmentId, existing, true, now)]
    }
    case 'Depart': {
      const { timeZone } = command
      const existing = requireExistingAppointment(appointment)
      if (existing.status !== 'scheduled')
        throw rejection('conflict', 'This appointment has begun or is over.')
      if (dayIn(timeZone, new Date(existing.startsAt)) !== dayIn(timeZone, new Date(now)))
        throw rejection('conflict', 'This appointment is not today.')
      if (isOnTheWay(existing)) return []
      return [{ type: 'AppointmentCrewDeparted', data: { appointmentId, departedAt: now } }]
    }
    case 'RequestMove': {
      const { status, customerId } = requireExistingAppointment(appointment)
      if (status !== 'scheduled') throw rejection('conflict', 'This visit cannot be moved any more.')
      const { words } = command
      return [
        {
          type: 'AppointmentMoveRequested',
          data: { appointmentId, customerId, words, requestedAt: now },
        },
      ]
    }
    case 'DeleteAppointment':
      requireExistingAppointment(appointment)
      return [{ type: 'AppointmentDeleted', data: { appointmentId, deletedAt: now } }]
    case 'RestoreAppointment': {
      if (appointment !== 'deleted') return []
      // an older deletion knows nothing of what was changed since
      if (command.version !== version) throw rejection('conflict', 'This change cannot be taken back.')
      const { id: _, deleted, createdAt, updatedAt, ...record } = command.record
      const { agreedVersion } = command
      return [
        {
          type: 'AppointmentRestored',
          data: {
            ...{ appointmentId, ...record, scheduledAt: createdAt },
            ...(agreedVersion && { agreedVersion }),
            restoredAt: now,
          },
        },
      ]
    }
  }
}

/** Whether it is still to begin after a moment; one for any time of a day may for a day. */
const isAfter = ({ startsAt, anytime }: Appointment, moment: string) =>
  Date.parse(startsAt) + (anytime ? 86_400_000 : 0) > Date.parse(moment)

export function requireExistingAppointment<T extends object>(
  appointment: T | 'missing' | 'deleted' | undefined,
): T {
  if (typeof appointment !== 'object') throw rejection('not-found', 'Appointment not found')
  return appointment
}

/** The event that says what is different of a field. */
const eventOf = {
  customerId: 'AppointmentReassigned',
  title: 'AppointmentDescribed',
  ...ofTexts(() => 'AppointmentDescribed' as const),
  assigneeIds: 'AppointmentAssigned',
  startsAt: 'AppointmentRescheduled',
  durationMinutes: 'AppointmentRescheduled',
  arrivalWindowMinutes: 'AppointmentRescheduled',
  anytime: 'AppointmentRescheduled',
  estimatedCents: 'AppointmentRepriced',
  actualCents: 'AppointmentRepriced',
  // one event for each status
  status: null,
} satisfies Record<StoredFieldName, AppointmentEvent['type'] | null>

/** What an edit may change. */
export const editable: readonly (keyof Appointment)[] = Object.keys(eventOf) as StoredFieldName[]

/** One event for each kind of difference. */
function editEvents(
  appointmentId: number,
  before: Appointment,
  changes: Partial<Appointment>,
  changedAt: string,
): AppointmentEvent[] {
  const present = Object.entries(changes).filter(([, value]) => value !== undefined)
  const after: Appointment = { ...before, ...Object.fromEntries(present) }
  const { customerId } = after
  const isReassigned = customerId !== before.customerId
  const texts = ofTexts((name) => after[name])
  const compared: Appointment = isReassigned ? { ...before, ...texts } : before
  const differences = (type: AppointmentEvent['type']) =>
    Object.fromEntries(
      editable
        .filter((name) => eventOf[name] === type && after[name] !== compared[name])
        .map((name) => [name, after[name]]),
    )
  const described = differences('AppointmentDescribed')
  const time = differences('AppointmentRescheduled')
  const price = differences('AppointmentRepriced')
  const common = { appointmentId, changedAt }
  const events: (AppointmentEvent | false)[] = [
    isReassigned && { type: 'AppointmentReassigned', data: { ...common, customerId, ...texts } },
    hasFields(described) && { type: 'AppointmentDescribed', data: { ...common, customerId, ...described } },
    !isSameCrew(after, before) && {
      type: 'AppointmentAssigned',
      data: { ...common, assigneeIds: after.assigneeIds },
    },
    hasFields(time) && { type: 'AppointmentRescheduled', data: { ...common, ...time } },
    hasFields(price) && { type: 'AppointmentRepriced', data: { ...common, ...price } },
    after.status !== before.status && statusEvent(appointmentId, after, changedAt),
  ]
  return events.filter((event) => event !== false)
}

const isSameCrew = (a: Appointment, b: Appointment) => a.assigneeIds.join() === b.assigneeIds.join()

const hasFields = (fields: object) => Object.keys(fields).length > 0

function statusEvent(appointmentId: number, appointment: Appointment, now: string): AppointmentEvent {
  switch (appointment.status) {
    case 'scheduled':
      return { type: 'AppointmentReopened', data: { appointmentId, reopenedAt: now } }
    case 'in_progress':
      return { type: 'AppointmentStarted', data: { appointmentId, startedAt: now } }
    case 'completed':
      return { type: 'AppointmentCompleted', data: { appointmentId, completedAt: now } }
    case 'cancelled':
      return cancelledEvent(appointmentId, appointment, false, now)
  }
}

const cancelledEvent = (
  appointmentId: number,
  { customerId, startsAt, arrivalWindowMinutes, anytime }: Appointment,
  notify: boolean,
  cancelledAt: string,
): AppointmentEvent => ({
  type: 'AppointmentCancelled',
  data: {
    ...{ appointmentId, customerId, startsAt },
    ...(arrivalWindowMinutes > 0 && { arrivalWindowMinutes }),
    ...(anytime && { anytime }),
    ...{ notify, cancelledAt },
  },
})

function evolve({ version, appointment }: AppointmentState, event: AppointmentEvent): AppointmentState {
  const isKnown = typeof appointment === 'object' || isBeginning(event)
  const before = typeof appointment === 'object' ? appointment : {}
  const after = { ...before, ...changesBy(event) } as AppointmentRecord
  const next = after.deleted ? 'deleted' : after
  return { version: version + 1, appointment: isKnown ? next : appointment }
}

/** The rules of an appointment. */
export const appointmentDecider: Decider<AppointmentState, AppointmentCommand, AppointmentEvent> = {
  initialState: () => ({ version: 0, appointment: 'missing' }),
  decide,
  evolve,
}
