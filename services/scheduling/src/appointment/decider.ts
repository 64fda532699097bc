import { rejection } from '@plumbline/platform/errors'
import type { Decider } from '@plumbline/platform/event-store'
import type { AppointmentStatus } from '../api.ts'
import type { AppointmentEvent, AppointmentScheduled } from '../events.ts'

/** What is booked: words, time and price. */
export type Booking = Omit<AppointmentScheduled['data'], 'appointmentId' | 'scheduledAt'>
export type Visit = Booking & { actualCents: number | null; status: AppointmentStatus }

export type AppointmentState = {
  /** Of the stream. */
  version: number
  visit: Visit | 'missing' | 'deleted'
}

export type AppointmentCommand = { appointmentId: number; now: string } & (
  | { type: 'ScheduleAppointment'; booking: Booking }
  | { type: 'ChangeAppointment'; changes: Partial<Visit> }
  | { type: 'CancelAppointment' }
  | { type: 'DeleteAppointment' }
)

function decide(command: AppointmentCommand, { visit }: AppointmentState): AppointmentEvent[] {
  const { appointmentId, now } = command
  switch (command.type) {
    case 'ScheduleAppointment':
      if (visit !== 'missing') return []
      return [{ type: 'AppointmentScheduled', data: { appointmentId, ...command.booking, scheduledAt: now } }]
    case 'ChangeAppointment':
      return changed(appointmentId, there(visit), command.changes, now)
    case 'CancelAppointment':
      if (there(visit).status !== 'scheduled')
        throw rejection('conflict', 'Only a scheduled appointment can be cancelled.')
      return [cancelled(appointmentId, there(visit), true, now)]
    case 'DeleteAppointment':
      there(visit)
      return [{ type: 'AppointmentDeleted', data: { appointmentId, deletedAt: now } }]
  }
}

function there(visit: AppointmentState['visit']): Visit {
  if (typeof visit === 'string') throw rejection('not-found', 'Appointment not found')
  return visit
}

/** The differences, as events. */
function changed(
  appointmentId: number,
  before: Visit,
  changes: Partial<Visit>,
  changedAt: string,
): AppointmentEvent[] {
  const given = Object.entries(changes).filter(([, value]) => value !== undefined)
  const after: Visit = { ...before, ...Object.fromEntries(given) }
  const different = (...names: (keyof Visit)[]) =>
    Object.fromEntries(
      names.filter((name) => after[name] !== before[name]).map((name) => [name, after[name]]),
    )
  const { customerId, description, notes, address } = after
  const moved = customerId !== before.customerId
  const words = moved ? different('title') : different('title', 'description', 'notes', 'address')
  const time = different('startsAt', 'durationMinutes')
  const price = different('estimatedCents', 'actualCents')
  const at = { appointmentId, changedAt }
  const events: (AppointmentEvent | false)[] = [
    moved && { type: 'AppointmentReassigned', data: { ...at, customerId, description, notes, address } },
    some(words) && { type: 'AppointmentDescribed', data: { ...at, customerId, ...words } },
    some(time) && { type: 'AppointmentRescheduled', data: { ...at, ...time } },
    some(price) && { type: 'AppointmentRepriced', data: { ...at, ...price } },
    after.status !== before.status && statusEvent(appointmentId, after, changedAt),
  ]
  return events.filter((event) => event !== false)
}

const some = (fields: object) => Object.keys(fields).length > 0

function statusEvent(appointmentId: number, visit: Visit, now: string): AppointmentEvent {
  switch (visit.status) {
    case 'scheduled':
      return { type: 'AppointmentReopened', data: { appointmentId, reopenedAt: now } }
    case 'in_progress':
      return { type: 'AppointmentStarted', data: { appointmentId, startedAt: now } }
    case 'completed':
      return { type: 'AppointmentCompleted', data: { appointmentId, completedAt: now } }
    case 'cancelled':
      return cancelled(appointmentId, visit, false, now)
  }
}

const cancelled = (
  appointmentId: number,
  { customerId, startsAt }: Visit,
  notify: boolean,
  cancelledAt: string,
): AppointmentEvent => ({
  type: 'AppointmentCancelled',
  data: { appointmentId, customerId, startsAt, notify, cancelledAt },
})

function evolve({ version, visit }: AppointmentState, event: AppointmentEvent): AppointmentState {
  const before = typeof visit === 'string' ? null : visit
  return { version: version + 1, visit: visitAfter(before, event) ?? visit }
}

function visitAfter(visit: Visit | null, { type, data }: AppointmentEvent): AppointmentState['visit'] | null {
  switch (type) {
    case 'AppointmentScheduled': {
      const { appointmentId: _, scheduledAt: __, ...booking } = data
      return { ...booking, actualCents: null, status: 'scheduled' }
    }
    case 'AppointmentRescheduled':
    case 'AppointmentRepriced':
    case 'AppointmentDescribed':
    case 'AppointmentReassigned': {
      const { appointmentId: _, changedAt: __, ...changes } = data
      return visit && { ...visit, ...changes }
    }
    case 'AppointmentStarted':
      return visit && { ...visit, status: 'in_progress' }
    case 'AppointmentCompleted':
      return visit && { ...visit, status: 'completed' }
    case 'AppointmentCancelled':
      return visit && { ...visit, status: 'cancelled' }
    case 'AppointmentReopened':
      return visit && { ...visit, status: 'scheduled' }
    case 'AppointmentDeleted':
      return 'deleted'
  }
}

/** A visit to a customer, from the booking on. */
export const appointment: Decider<AppointmentState, AppointmentCommand, AppointmentEvent> = {
  initialState: () => ({ version: 0, visit: 'missing' }),
  decide,
  evolve,
}

export const appointmentStream = (id: number) => `appointment-${id}`
