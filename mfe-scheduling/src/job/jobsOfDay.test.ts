import type { Appointment } from '@plumbline/scheduling/api'
import { expect, it } from 'vitest'
import { jobsOfDay } from './jobsOfDay.ts'

const at = (id: number, scheduledDate: string, status: Appointment['status']) =>
  ({ id, scheduledDate, status }) as Appointment

it('today has its jobs that are not cancelled, after those that still run', () => {
  const jobs = jobsOfDay(
    [
      at(1, '2026-11-22T15:00:00Z', 'in_progress'),
      at(2, '2026-11-23T15:00:00Z', 'completed'),
      at(3, '2026-11-24T15:00:00Z', 'completed'),
      at(4, '2026-11-24T16:00:00Z', 'cancelled'),
      // 11:30 PM in New York
      at(5, '2026-11-25T04:30:00Z', 'scheduled'),
      at(6, '2026-11-25T15:00:00Z', 'scheduled'),
    ],
    '2026-11-24',
  )
  expect(jobs.map(({ id }) => id)).toEqual([1, 3, 5])
})

it('each of its days has a job of several days that is to be done, before those that begin on it', () => {
  const days = (id: number, scheduledDate: string, fields: Partial<Appointment> = {}) => ({
    ...at(id, scheduledDate, 'scheduled'),
    duration: 48 * 60,
    ...fields,
  })
  const jobs = [
    days(1, '2026-11-23T15:00:00Z'),
    days(2, '2026-11-23T16:00:00Z', { status: 'completed' }),
    days(3, '2026-11-23T16:00:00Z', { status: 'cancelled' }),
    days(4, '2026-11-23T16:00:00Z', { anytime: true }),
    // until midnight in New York
    days(5, '2026-11-23T05:00:00Z', { duration: 24 * 60 }),
    days(6, '2026-11-24T13:00:00Z', { duration: 60, anytime: true }),
  ]
  const on = (day: string) => jobsOfDay(jobs, day).map(({ id }) => id)
  expect([on('2026-11-24'), on('2026-11-25'), on('2026-11-26')]).toEqual([[1, 6], [1], []])
  expect(on('2026-11-23')).toEqual([4, 1, 2, 5])
})
