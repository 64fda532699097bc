import { moneyText } from '@plumbline/platform/money'
import { defineProjection } from '@plumbline/platform/projections'
import { plainText } from '@plumbline/platform/search'
import type { AppointmentStatus } from '../api.ts'
import type { AppointmentEvent } from '../events.ts'

export type AppointmentRow = {
  id: number
  customerId: number
  title: string
  description: string | null
  notes: string | null
  address: string | null
  startsAt: string
  endsAt: string
  durationMinutes: number
  status: AppointmentStatus
  estimatedPrice: string | null
  actualPrice: string | null
  createdAt: string
  updatedAt: string
  /** Title and own address as plain text, a line each; searches read it. */
  searched: string
  /** Of the stream. */
  version: number
}

/** Every appointment that is not deleted. */
export const appointments = defineProjection<AppointmentEvent, AppointmentRow>({
  name: 'appointments',
  version: 7,
  columns: {
    id: 'integer',
    customerId: 'integer',
    title: 'text',
    description: 'text?',
    notes: 'text?',
    address: 'text?',
    startsAt: 'timestamptz',
    endsAt: 'timestamptz',
    durationMinutes: 'integer',
    status: 'text',
    estimatedPrice: 'numeric(10, 2)?',
    actualPrice: 'numeric(10, 2)?',
    createdAt: 'timestamptz',
    updatedAt: 'timestamptz',
    searched: 'text',
    version: 'integer',
  },
  indexes: [
    '(starts_at, id)',
    '(customer_id, starts_at, id)',
    '(status, starts_at, id)',
    `USING gist (tstzrange(starts_at, ends_at)) WHERE status <> 'cancelled'`,
    'USING gin (searched public.gin_trgm_ops)',
  ],
  types: [
    'AppointmentScheduled',
    'AppointmentRescheduled',
    'AppointmentRepriced',
    'AppointmentDescribed',
    'AppointmentReassigned',
    'AppointmentStarted',
    'AppointmentCompleted',
    'AppointmentCancelled',
    'AppointmentReopened',
    'AppointmentDeleted',
  ],
  partitionBy: 'stream',
  keys: (event) => [event.data.appointmentId],
  evolve: (row, event) => {
    const next = evolve(row, event)
    return next && { ...next, searched: searchTextOf(next), version: event.version }
  },
})

const searchTextOf = ({ title, address }: Evolved) => [title, address ?? ''].map(plainText).join('\n')

type Evolved = Omit<AppointmentRow, 'searched'>

function evolve(row: Evolved | null, { type, data }: AppointmentEvent): Evolved | null {
  switch (type) {
    case 'AppointmentScheduled': {
      const { appointmentId, estimatedCents, scheduledAt, ...details } = data
      return {
        id: appointmentId,
        ...details,
        endsAt: endOf(details),
        status: 'scheduled',
        estimatedPrice: moneyOrNull(estimatedCents),
        actualPrice: null,
        createdAt: scheduledAt,
        updatedAt: scheduledAt,
        version: 1,
      }
    }
    case 'AppointmentRescheduled': {
      const { startsAt = row?.startsAt, durationMinutes = row?.durationMinutes, changedAt } = data
      if (!row || !startsAt || !durationMinutes) return row
      const time = { startsAt, durationMinutes }
      return { ...row, ...time, endsAt: endOf(time), updatedAt: changedAt }
    }
    case 'AppointmentRepriced': {
      const { estimatedCents, actualCents, changedAt } = data
      return (
        row && {
          ...row,
          ...(estimatedCents !== undefined && { estimatedPrice: moneyOrNull(estimatedCents) }),
          ...(actualCents !== undefined && { actualPrice: moneyOrNull(actualCents) }),
          updatedAt: changedAt,
        }
      )
    }
    case 'AppointmentDescribed':
    case 'AppointmentReassigned': {
      const { appointmentId: _, changedAt, ...texts } = data
      return row && { ...row, ...texts, updatedAt: changedAt }
    }
    case 'AppointmentStarted':
      return row && { ...row, status: 'in_progress', updatedAt: data.startedAt }
    case 'AppointmentCompleted':
      return row && { ...row, status: 'completed', updatedAt: data.completedAt }
    case 'AppointmentCancelled':
      return row && { ...row, status: 'cancelled', updatedAt: data.cancelledAt }
    case 'AppointmentReopened':
      return row && { ...row, status: 'scheduled', updatedAt: data.reopenedAt }
    case 'AppointmentDeleted':
      return null
  }
}

const moneyOrNull = (cents: number | null) => (cents === null ? null : moneyText(cents))

const endOf = ({ startsAt, durationMinutes }: Pick<AppointmentRow, 'startsAt' | 'durationMinutes'>) =>
  new Date(Date.parse(startsAt) + durationMinutes * 60_000).toISOString()
