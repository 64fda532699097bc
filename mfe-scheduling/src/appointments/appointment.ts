import { dayAt, readTime, timeZone } from '@plumbline/contract'
import { type Appointment, appointmentStatuses, appointmentStatusLabels } from '@plumbline/scheduling/api'

export const customerName = ({ customerName: name }: Pick<Appointment, 'customerName'>): string =>
  name ?? 'Unknown Customer'

/** What forms and filters offer. */
export const statuses = appointmentStatuses.map((value) => ({ value, label: appointmentStatusLabels[value] }))

export const endOf = ({ scheduledDate, duration }: Pick<Appointment, 'scheduledDate' | 'duration'>): Date =>
  new Date(Date.parse(scheduledDate) + duration * 60_000)

/** Whether it can be put on a calendar and compared with others. */
export const hasDate = ({ scheduledDate }: Pick<Appointment, 'scheduledDate'>): boolean =>
  !Number.isNaN(Date.parse(scheduledDate))

/** Soonest first; what has no date comes last. */
export const byDate = (a: Appointment, b: Appointment): number =>
  Number(hasDate(b)) - Number(hasDate(a)) || Date.parse(a.scheduledDate) - Date.parse(b.scheduledDate) || 0

/** Of one day: what is done at any time of it comes first. */
export const anytimeFirst = (a: Pick<Appointment, 'anytime'>, b: Pick<Appointment, 'anytime'>): number =>
  Number(b.anytime ?? false) - Number(a.anytime ?? false)

/** Appointments of a day in its order, of those that are soonest first. */
export const appointmentsOn = (appointments: readonly Appointment[], day: string): Appointment[] =>
  appointments.filter(({ scheduledDate }) => dayAt(new Date(scheduledDate)) === day).sort(anytimeFirst)

/**
 * Appointments that begin after a moment, soonest first, and those for any time of its day or later; cancelled ones are still
 * listed, with their badge.
 */
export const appointmentsAfter = (appointments: readonly Appointment[], now: Date): Appointment[] =>
  appointments.filter(
    ({ scheduledDate, anytime }) =>
      Date.parse(scheduledDate) > now.getTime() || (anytime && dayAt(new Date(scheduledDate)) >= dayAt(now)),
  )

/** Whether it still is to be done: only then it can be moved, and takes the time of others. */
export const isOpen = ({ status }: Pick<Appointment, 'status'>): boolean =>
  status === 'scheduled' || status === 'in_progress'

/** Whether its crew is on the way to it: it has set out and not begun, and the day of the job is not over. */
export const isOnTheWay = (
  { status, onTheWaySince, scheduledDate }: Pick<Appointment, 'status' | 'onTheWaySince' | 'scheduledDate'>,
  now: Date,
): boolean =>
  status === 'scheduled' && onTheWaySince !== null && dayAt(new Date(scheduledDate)) === dayAt(now)

/** A date and a time of day as an ISO 8601 timestamp in UTC; undefined where one is missing. */
export const toTimestamp = (date: string, time: string): string | undefined =>
  readTime(`${date}T${time}`)?.toISOString()

const clock = new Intl.DateTimeFormat('en-GB', {
  timeZone,
  hour: '2-digit',
  minute: '2-digit',
})

/** A timestamp as date and time fields show it,; both empty where it is none. */
export function toDateAndTime(timestamp: string): { date: string; time: string } {
  const instant = new Date(timestamp)
  if (Number.isNaN(instant.getTime())) return { date: '', time: '' }
  return { date: dayAt(instant), time: clock.format(instant) }
}
