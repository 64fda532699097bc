import { dayAt } from '@plumbline/contract'
import type { Arrival } from '@plumbline/contract/when'
import type { Appointment } from '@plumbline/scheduling/api'
import { isOnTheWay } from '../appointments/appointment.ts'
import { appointmentsKey, uninvoicedKey } from '../appointments/queries.ts'

export type JobStep = 'announce' | 'start' | 'complete'

/** What follows an edit from a button. */
export const editOutcome = {
  refetch: [appointmentsKey, uninvoicedKey],
  failure: 'Failed to update appointment. Please try again.',
}

type Job = Pick<Appointment, 'status' | 'scheduledDate' | 'onTheWaySince'> & Arrival

/** When its customer waits no longer: at its time, at the end of its window, or of its day never. */
export const latestStart = ({ scheduledDate, arrivalWindow = 0, anytime }: Arrival): number =>
  anytime ? Number.POSITIVE_INFINITY : Date.parse(scheduledDate) + arrivalWindow * 60_000

/** The next step: text the customer, start (at the latest when it is time), complete. Null when all is done. */
export function nextStep(job: Job, now: Date): JobStep | null {
  if (job.status === 'in_progress') return 'complete'
  if (job.status !== 'scheduled') return null
  const isOverdue = latestStart(job) <= now.getTime() || dayAt(new Date(job.scheduledDate)) < dayAt(now)
  return isOverdue || isOnTheWay(job, now) ? 'start' : 'announce'
}

/** Minutes that staff say they are late. */
export const delays: readonly number[] = [10, 15, 30]

const halfDayMs = 12 * 3_600_000

/** Whether its customer expects the crew, now or soon. */
export const isExpected = ({ status, scheduledDate }: Job, now: Date): boolean =>
  status === 'scheduled' && Math.abs(Date.parse(scheduledDate) - now.getTime()) < halfDayMs

/** Whether it is a job of today, or one that should be done already. */
export const isDue = ({ scheduledDate }: Job, now: Date): boolean =>
  dayAt(new Date(scheduledDate)) <= dayAt(now)

/** How far away the beginning is. @example 'in 40 min', 'in 2 h 5 min', '10 min late' */
export function timeUntil(arrival: Arrival, now: Date): string {
  const minutesTo = (instant: number) => Math.round((instant - now.getTime()) / 60_000)
  const [first, last] = [minutesTo(Date.parse(arrival.scheduledDate)), minutesTo(latestStart(arrival))]
  // within its window it is time
  const minutes = first > 0 ? first : Math.min(0, last)
  if (Number.isNaN(minutes)) return 'Invalid date'
  if (minutes === 0) return 'now'
  const [hours, rest] = [Math.floor(Math.abs(minutes) / 60), Math.abs(minutes) % 60]
  const length = [hours > 0 && `${hours} h`, rest > 0 && `${rest} min`].filter(Boolean).join(' ')
  return minutes > 0 ? `in ${length}` : `${length} late`
}
