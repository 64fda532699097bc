import { readTime } from '@plumbline/contract'
import type { Appointment } from '@plumbline/scheduling/api'
import { expect, it } from 'vitest'
import { toDateAndTime } from '../appointments/appointment.ts'
import { jobsOf, placementIn } from './memberWeek.ts'

const job = (clock: string, more: Partial<Appointment> = {}) =>
  ({
    ...{ id: 1, scheduledDate: (readTime(clock) as Date).toISOString(), duration: 60, status: 'scheduled' },
    ...{ assigneeIds: [] as number[], ...more },
  }) as Appointment

it.each<[string, [string, string], [string, string], string, number[], number[]]>([
  ['to a member', ['2026-11-24', 'none'], ['2026-11-24', '2'], '2026-11-24 09:00', [], [2]],
  ['to another day', ['2026-11-24', '2'], ['2026-11-27', '2'], '2026-11-27 09:00', [2], [2]],
  ['to both', ['2026-11-24', '2'], ['2026-11-22', '3'], '2026-11-22 09:00', [2, 7], [3, 7]],
  ['to nobody', ['2026-11-24', '2'], ['2026-11-24', 'none'], '2026-11-24 09:00', [2, 7], [7]],
])(
  'a job that is moved %s keeps its time of day and the rest of its crew',
  (_, from, to, at, before, after) => {
    const cell = ([day, lane]: [string, string]) => ({ day, lane })
    const placed = placementIn(job('2026-11-24T09:00', { assigneeIds: before }), cell(from), cell(to))
    const { date, time } = toDateAndTime(placed.scheduledDate)
    expect([`${date} ${time}`, placed.assigneeIds]).toEqual([at, after])
  },
)

it('keeps the time by the clock across a change of clocks, its window, and that it is at any time', () => {
  const [from, to] = [
    { day: '2026-10-31', lane: 'none' },
    { day: '2026-11-02', lane: 'none' },
  ]
  const placed = placementIn(job('2026-10-31T09:00', { arrivalWindow: 60 }), from, to)
  expect([toDateAndTime(placed.scheduledDate).time, placed.arrivalWindow]).toEqual(['09:00', 60])
  expect(placementIn(job('2026-10-31T08:00', { anytime: true }), from, to).anytime).toBe(true)
})

it('what lies on several days of a week is one job', () => {
  const late = job('2026-11-24T23:00', { duration: 150 })
  expect(jobsOf([late], ['2026-11-23', '2026-11-24', '2026-11-25'])).toEqual([late])
  expect(jobsOf([late], ['2026-11-26'])).toEqual([])
})
