import type { Appointment } from '@plumbline/scheduling/api'
import { expect, it } from 'vitest'
import { isInPeriod, toAgenda } from './agenda.ts'

const at = (id: number, scheduledDate: string, status: Appointment['status'] = 'scheduled') =>
  ({ id, scheduledDate, status }) as Appointment
const today = '2026-11-24'
const ids = (appointments: readonly Appointment[]) => appointments.map(({ id }) => id)

it('days begin with today, and what is over is apart; a running job of an earlier day is not over', () => {
  const { earlier, days, later } = toAgenda(
    [
      at(1, '2026-11-22T15:00:00Z', 'completed'),
      at(2, '2026-11-23T15:00:00Z', 'in_progress'),
      at(3, '2026-11-24T04:30:00Z'),
      at(4, '2026-11-24T15:00:00Z', 'completed'),
      at(5, '2026-11-25T04:30:00Z'),
      at(6, '2026-11-25T15:00:00Z', 'cancelled'),
    ],
    today,
  )
  expect(ids(earlier)).toEqual([1, 3])
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

it('upcoming and past are all there is', () => {
  const all = [at(1, '2026-11-23T15:00:00Z'), at(2, '2026-11-24T15:00:00Z')]
  expect(ids(all.filter((it) => isInPeriod(it, 'upcoming', today)))).toEqual([2])
  expect(ids(all.filter((it) => isInPeriod(it, 'past', today)))).toEqual([1])
})
