import type { Db } from '@plumbline/platform/db'
import { type Recorded, readStream } from '@plumbline/platform/event-store'
import { defineProjection } from '@plumbline/platform/projections'
import type { AppointmentEvent } from '@plumbline/scheduling/events'

export type Appointment = {
  id: number
  customerId: number
  startsAt: string
  isScheduled: boolean
  /** The version of its stream since which this time is agreed with this customer. */
  agreedVersion: number
  agreedAt: string
  /** Demonstration data. */
  demo: boolean
}

type SourceEvent = Exclude<AppointmentEvent, { type: 'AppointmentRepriced' | 'AppointmentDescribed' }>

/** When customers have appointments, from the events of scheduling. */
export const appointments = defineProjection<SourceEvent, Appointment>({
  name: 'appointments',
  version: 1,
  columns: {
    id: 'integer',
    customerId: 'integer',
    startsAt: 'timestamptz',
    isScheduled: 'boolean',
    agreedVersion: 'integer',
    agreedAt: 'timestamptz',
    demo: 'boolean',
  },
  indexes: ['(starts_at) WHERE is_scheduled'],
  types: [
    'AppointmentScheduled',
    'AppointmentRescheduled',
    'AppointmentReassigned',
    'AppointmentStarted',
    'AppointmentCompleted',
    'AppointmentCancelled',
    'AppointmentReopened',
    'AppointmentDeleted',
  ],
  partitionBy: 'stream',
  needsMetadata: true,
  keys: (event) => [event.data.appointmentId],
  evolve,
})

function evolve(row: Appointment | null, event: Recorded<SourceEvent>): Appointment | null {
  const { type, data, version: agreedVersion, metadata } = event
  switch (type) {
    case 'AppointmentScheduled': {
      const { appointmentId: id, customerId, startsAt, scheduledAt: agreedAt } = data
      const demo = metadata.demo === true
      return { id, customerId, startsAt, isScheduled: true, agreedVersion, agreedAt, demo }
    }
    case 'AppointmentRescheduled': {
      const { startsAt, changedAt } = data
      // a change of the duration alone needs no new reminder
      return row && startsAt !== undefined ? { ...row, startsAt, agreedVersion, agreedAt: changedAt } : row
    }
    case 'AppointmentReassigned':
      return row && { ...row, customerId: data.customerId, agreedVersion, agreedAt: data.changedAt }
    case 'AppointmentStarted':
    case 'AppointmentCompleted':
    case 'AppointmentCancelled':
      return row && { ...row, isScheduled: false }
    case 'AppointmentReopened':
      return row && { ...row, isScheduled: true, agreedVersion, agreedAt: data.reopenedAt }
    case 'AppointmentDeleted':
      return null
  }
}

const isSourceEvent = (event: Recorded<AppointmentEvent>): event is Recorded<SourceEvent> =>
  (appointments.types as readonly string[]).includes(event.type)

/** From the log: the read model may lag behind it. */
export const loadAppointmentFromLog = async (db: Db, id: number): Promise<Appointment | null> =>
  (await readStream<AppointmentEvent>(db, `appointment-${id}`))
    .filter(isSourceEvent)
    .reduce<Appointment | null>(evolve, null)
