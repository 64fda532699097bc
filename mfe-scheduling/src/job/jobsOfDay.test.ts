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
