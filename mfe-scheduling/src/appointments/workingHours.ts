import type { Business, Hours, Settings } from '@plumbline/business/api'
import { longDay } from '../calendar/days.ts'
import { formatMinute } from '../calendar/format.ts'
import { minuteOfClock } from '../calendar/slot.ts'

export type WorkingHours = Pick<Business, 'set'> & {
  hours: Settings['hours']
  planned: readonly (Pick<Business['planned'][number], 'from' | 'sections'> & {
    settings: Pick<Settings, 'hours'>
  })[]
}

const weekdays = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday'] as const

/** With what is planned until then. */
const hoursAsOf = (day: string, { hours, planned }: WorkingHours): Settings['hours'] =>
  planned.findLast(({ from }) => from <= day)?.settings.hours ?? hours

/** Whether a day is off for itself, such as a holiday. */
export const isClosedDay = (day: string, business: WorkingHours): boolean =>
  hoursAsOf(day, business).closedDays.includes(day)

/** When the business works on a day; null on a day off. */
export function hoursOn(day: string, business: WorkingHours): Hours | null {
  const weekday = weekdays[new Date(`${day}T12:00:00Z`).getUTCDay()]
  return weekday && !isClosedDay(day, business) ? hoursAsOf(day, business).weekdays[weekday] : null
}

/** The form warns only of hours that were set. */
const areHoursSet = (day: string, { set, planned }: WorkingHours): boolean =>
  set.includes('hours') || planned.some(({ from, sections }) => from <= day && sections.includes('hours'))

type Time = { date: string; time: string; minutes: number }

/** Why a time is outside of the working hours, as a sentence; null where it is not. */
export function outsideHours({ date, time, minutes }: Time, business: WorkingHours): string | null {
  if (!areHoursSet(date, business)) return null
  if (isClosedDay(date, business)) return `${longDay(date)} is a closed day.`
  const hours = hoursOn(date, business)
  if (!hours) return `${longDay(date)} is a day off.`
  const [start, opens, closes] = [
    minuteOfClock(time),
    minuteOfClock(hours.opens),
    minuteOfClock(hours.closes),
  ]
  if (start >= opens && start < closes && start + minutes <= closes) return null
  return `On ${longDay(date)} work is from ${formatMinute(opens)} to ${formatMinute(closes)}.`
}
