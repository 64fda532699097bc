import { type Db, run } from '@plumbline/platform/db'
import { type Recorded, readStream } from '@plumbline/platform/event-store'
import { defineProjection } from '@plumbline/platform/projections'
import type { AppointmentEvent } from '@plumbline/scheduling/events'

export type VisitRow = {
  id: number
  customerId: number
  startsAt: string
  isOn: boolean
  /** The version of the appointment since which this is agreed with this customer. */
  since: number
  agreedAt: string
  /** Made to show the product. */
  demo: boolean
}

type Heard = Exclude<AppointmentEvent, { type: 'AppointmentRepriced' | 'AppointmentDescribed' }>

/** Who is visited when, from the events of scheduling. */
export const visits = defineProjection<Heard, VisitRow>({
  name: 'visits',
  version: 1,
  columns: {
    id: 'integer',
    customerId: 'integer',
    startsAt: 'timestamptz',
    isOn: 'boolean',
    since: 'integer',
    agreedAt: 'timestamptz',
    demo: 'boolean',
  },
  indexes: ['(starts_at) WHERE is_on'],
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

function evolve(row: VisitRow | null, event: Recorded<Heard>): VisitRow | null {
  const { type, data, version: since, metadata } = event
  switch (type) {
    case 'AppointmentScheduled': {
      const { appointmentId: id, customerId, startsAt, scheduledAt: agreedAt } = data
      return { id, customerId, startsAt, isOn: true, since, agreedAt, demo: metadata.demo === true }
    }
    case 'AppointmentRescheduled': {
      const { startsAt, changedAt } = data
      // another length alone is nothing to tell
      return row && startsAt !== undefined ? { ...row, startsAt, since, agreedAt: changedAt } : row
    }
    case 'AppointmentReassigned':
      return row && { ...row, customerId: data.customerId, since, agreedAt: data.changedAt }
    case 'AppointmentStarted':
    case 'AppointmentCompleted':
    case 'AppointmentCancelled':
      return row && { ...row, isOn: false }
    case 'AppointmentReopened':
      return row && { ...row, isOn: true, since, agreedAt: data.reopenedAt }
    case 'AppointmentDeleted':
      return null
  }
}

/** From the log itself: the read model may not have come as far. */
export async function visitNow(db: Db, id: number): Promise<VisitRow | null> {
  const history = await readStream<AppointmentEvent>(db, `appointment-${id}`)
  return history
    .filter((event): event is Recorded<Heard> => (visits.types as readonly string[]).includes(event.type))
    .reduce<VisitRow | null>((row, event) => evolve(row, event), null)
}

/** Every appointment of this customer that the read model knows. */
export const appointmentsOf = async (db: Db, customerId: number): Promise<number[]> =>
  (
    await run<{ id: number }>(db, {
      name: 'appointments-of-customer',
      text: 'SELECT id FROM visits WHERE customer_id = $1',
      values: [customerId],
    })
  ).map((row) => row.id)

/** Appointments that are to begin in a span of time and have not been reminded of. */
export const visitsToRemindOf = async (db: Db, from: Date, to: Date): Promise<number[]> =>
  (
    await run<{ id: number }>(db, {
      name: 'appointments-to-remind-of',
      text: `SELECT id FROM visits v WHERE is_on AND starts_at >= $1 AND starts_at < $2 AND NOT EXISTS (
          SELECT 1 FROM messages WHERE cause_id = 'appointment-' || v.id || '@' || v.since)
        ORDER BY starts_at, id`,
      values: [from, to],
    })
  ).map((row) => row.id)
