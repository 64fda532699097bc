import type { Recorded } from '@plumbline/platform/event-store'
import { testMetadata } from '@plumbline/platform/testing'
import { expect, it } from 'vitest'
import type { AppointmentEvent } from '../events.ts'
import { appointmentDirectory } from './directory.ts'

const day = (n: number) => `2026-11-${String(n).padStart(2, '0')}T15:00:00.000Z`
const at = { appointmentId: 7 }

const scheduled: AppointmentEvent = {
  type: 'AppointmentScheduled',
  data: {
    ...at,
    customerId: 3,
    title: 'Général Repairs',
    description: 'Mend the porch',
    notes: 'Dog bites',
    address: null,
    startsAt: day(23),
    durationMinutes: 90,
    estimatedCents: 11_250,
    scheduledAt: day(1),
  },
}
const started: AppointmentEvent = { type: 'AppointmentStarted', data: { ...at, startedAt: day(6) } }
const completed: AppointmentEvent = { type: 'AppointmentCompleted', data: { ...at, completedAt: day(7) } }
const reopened: AppointmentEvent = { type: 'AppointmentReopened', data: { ...at, reopenedAt: day(8) } }
const cancelled: AppointmentEvent = {
  type: 'AppointmentCancelled',
  data: { ...at, customerId: 3, startsAt: day(23), notify: true, cancelledAt: day(9) },
}
const deleted: AppointmentEvent = { type: 'AppointmentDeleted', data: { ...at, deletedAt: day(10) } }
const rescheduled = (time: { startsAt?: string; durationMinutes?: number }): AppointmentEvent => ({
  type: 'AppointmentRescheduled',
  data: { ...at, ...time, changedAt: day(2) },
})

const everything = appointmentDirectory({
  version: 1,
  columns: [
    'title',
    'description',
    'notes',
    'address',
    'startsAt',
    'endsAt',
    'durationMinutes',
    'status',
    'estimatedPrice',
    'actualPrice',
    'completedAt',
    'agreedAt',
    'agreedVersion',
    'createdAt',
    'updatedAt',
    'deleted',
    'demo',
    'searched',
    'version',
  ],
})
const status = appointmentDirectory({ version: 1, columns: ['status'] })

type Directory = typeof everything | typeof status
function rowAfter(directory: Directory, events: readonly AppointmentEvent[], demo = false) {
  const recorded = events.map((event, i) => ({
    ...event,
    id: String(i),
    stream: 'appointment-7',
    version: i + 1,
    position: BigInt(i + 1),
    recordedAt: day(1),
    metadata: { ...testMetadata, demo },
  })) as Recorded<AppointmentEvent>[]
  // a row that was stored between two events has no more than its columns
  return recorded.reduce<object | null>(
    (row, event) => structuredClone(directory.evolve(row as never, event)),
    null,
  )
}

const row = {
  id: 7,
  customerId: 3,
  title: 'Général Repairs',
  description: 'Mend the porch',
  notes: 'Dog bites',
  address: null,
  startsAt: day(23),
  endsAt: '2026-11-23T16:30:00.000Z',
  durationMinutes: 90,
  status: 'scheduled',
  estimatedPrice: '112.50',
  actualPrice: null,
  completedAt: null,
  agreedAt: day(1),
  agreedVersion: 1,
  createdAt: day(1),
  updatedAt: day(1),
  deleted: false,
  demo: false,
  searched: 'general repairs\n',
  version: 1,
}

it.each<[string, AppointmentEvent[], object]>([
  ['scheduled', [], {}],
  [
    'at another time',
    [rescheduled({ startsAt: day(24) })],
    {
      startsAt: day(24),
      endsAt: '2026-11-24T16:30:00.000Z',
      agreedAt: day(2),
      agreedVersion: 2,
      updatedAt: day(2),
    },
  ],
  [
    'longer, which is not agreed on anew',
    [rescheduled({ durationMinutes: 60 })],
    { durationMinutes: 60, endsAt: '2026-11-23T16:00:00.000Z', updatedAt: day(2) },
  ],
  [
    'repriced',
    [
      {
        type: 'AppointmentRepriced',
        data: { ...at, estimatedCents: null, actualCents: 9_900, changedAt: day(3) },
      },
    ],
    { estimatedPrice: null, actualPrice: '99.00', updatedAt: day(3) },
  ],
  [
    'described',
    [
      {
        type: 'AppointmentDescribed',
        data: { ...at, customerId: 3, address: '12 Elm St', notes: null, changedAt: day(4) },
      },
    ],
    { address: '12 Elm St', notes: null, searched: 'general repairs\n12 elm st', updatedAt: day(4) },
  ],
  [
    'of another customer',
    [
      {
        type: 'AppointmentReassigned',
        data: { ...at, customerId: 4, description: null, notes: null, address: null, changedAt: day(5) },
      },
    ],
    { customerId: 4, description: null, notes: null, agreedAt: day(5), agreedVersion: 2, updatedAt: day(5) },
  ],
  ['started', [started], { status: 'in_progress', updatedAt: day(6) }],
  ['completed', [completed], { status: 'completed', completedAt: day(7), updatedAt: day(7) }],
  ['started again', [completed, started], { status: 'in_progress', updatedAt: day(6) }],
  ['reopened', [completed, reopened], { agreedAt: day(8), agreedVersion: 3, updatedAt: day(8) }],
  ['cancelled', [completed, cancelled], { status: 'cancelled', updatedAt: day(9) }],
  ['deleted', [cancelled, deleted], { status: 'cancelled', deleted: true, updatedAt: day(10) }],
])('an appointment is %s', (_, events, changes) => {
  expect(rowAfter(everything, [scheduled, ...events])).toEqual({
    ...row,
    ...changes,
    version: 1 + events.length,
  })
})

it('knows demonstration data', () => {
  expect(rowAfter(everything, [scheduled, started], true)).toMatchObject({ demo: true })
})

it('has no more than the columns that were asked for, and no deleted appointments without their column', () => {
  expect(rowAfter(status, [scheduled, completed])).toEqual({ id: 7, customerId: 3, status: 'completed' })
  expect(rowAfter(status, [scheduled, deleted])).toBeNull()
  expect(rowAfter(status, [completed])).toBeNull()
})
