import {
  type Business,
  type Hours,
  type Settings,
  type Weekday,
  weekdayLabels,
  weekdays,
} from '@plumbline/business/api'
import { formatTime } from '@plumbline/contract'
import { timeZoneOption } from './timeZones.ts'

/** What is different from a day on, and the settings before it. */
export type PlannedChange = { from: string; texts: string[]; before: Settings; after: Settings }

export type Describe = (before: Settings, after: Settings) => string[]

/** What is planned of a part of the settings; a day on which nothing of it becomes different is left out. */
export const plannedChanges = (business: Business, describe: Describe): PlannedChange[] =>
  business.planned
    .map(({ from, settings: after }, i) => {
      const before = business.planned[i - 1]?.settings ?? business
      return { from, texts: describe(before, after), before, after }
    })
    .filter(({ texts }) => texts.length > 0)

/** @example clockText('08:00') // '8:00 AM' */
export const clockText = (clock: string): string => formatTime(`2000-01-01T${clock}`)

/** @example '8:00 AM – 6:00 PM', 'closed' */
export const hoursText = (hours: Hours | null): string =>
  hours ? `${clockText(hours.opens)} – ${clockText(hours.closes)}` : 'closed'

/** The days of the week, from its first one on. */
export function weekFrom(first: Weekday): Weekday[] {
  const at = weekdays.indexOf(first)
  return [...weekdays.slice(at), ...weekdays.slice(0, at)]
}

export const describeCalendar: Describe = ({ calendar: before }, { calendar: after }) => [
  ...(after.timeZone === before.timeZone ? [] : [`Time zone: ${timeZoneOption(after.timeZone).label}`]),
  ...(after.weekStartsOn === before.weekStartsOn
    ? []
    : [`The week begins on ${weekdayLabels[after.weekStartsOn]}`]),
]

export const describeWeek: Describe = ({ hours: before }, { hours: after, calendar }) =>
  weekFrom(calendar.weekStartsOn)
    .filter((day) => hoursText(after.weekdays[day]) !== hoursText(before.weekdays[day]))
    .map((day) => `${weekdayLabels[day]}: ${hoursText(after.weekdays[day])}`)
