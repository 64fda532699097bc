import type { Appointment } from '@plumbline/scheduling/api'
import { expect, it } from 'vitest'
import { toAgenda } from './agenda.ts'

const at = (id: number, scheduledDate: string, status: Appointment['status'] = 'scheduled') =>
  ({ id, scheduledDate, status }) as Appointment
const today = '2026-11-24'
const ids = (appointments: readonly Appointment[]) => appointments.map(({ id }) => id)

it('are grouped by day, a running job of an earlier day first', () => {
  const { days, later } = toAgenda(
    [
      at(2, '2026-11-23T15:00:00Z', 'in_progress'),
      at(4, '2026-11-24T15:00:00Z', 'completed'),
      at(5, '2026-11-25T04:30:00Z'),
      at(6, '2026-11-25T15:00:00Z', 'cancelled'),
    ],
    today,
  )
  expect(days.map(({ day, appointments }) => [day, ids(appointments)])).toEqual([
    ['2026-11-23', [2]],
    ['2026-11-24', [4, 5]],
    ['2026-11-25', [6]],
  ])
  expect(later).toEqual([])
})

it('of many appointments the far ones are not grouped, and no day is split', () => {
  const many = Array.from({ length: 70 }, (_, i) =>
    at(i, `2026-12-${String(1 + Math.floor(i / 7)).padStart(2, '0')}T15:00:00Z`),
  )
  const { days, later } = toAgenda(many, today)
  expect(days.flatMap(({ appointments }) => appointments)).toHaveLength(56)
  expect(later).toHaveLength(14)
})
