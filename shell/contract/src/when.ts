import {
  dayAt,
  dayLater,
  formatDay,
  formatLongDay,
  formatTime,
  readTime,
  timeZone,
} from '@plumbline/contract'

/** When an appointment begins, as it is promised: at a time, in a window of minutes from it on, or at any time of its day. */
export type Arrival = { scheduledDate: string; arrivalWindow?: number; anytime?: boolean }

/** The time that an appointment takes: its start as ISO 8601, and minutes. */
export type Slot = Arrival & { duration: number }

// as `dateFormat`, which only the shell has: what it shares is not loaded once more with each remote
const dateFormat = (options: Intl.DateTimeFormatOptions) => {
  const formatter = new Intl.DateTimeFormat('en-US', { timeZone, ...options })
  return (text: string): string => {
    const instant = readTime(text)
    return instant ? formatter.format(instant) : formatDay(text)
  }
}

const parts = { weekday: 'short', month: 'short', day: 'numeric' } as const

/** @example shortDay('2026-11-26') // 'Thu, Nov 26' */
export const shortDay = dateFormat(parts)
/** @example shortDayAndYear('2026-11-26') // 'Thu, Nov 26, 2026' */
export const shortDayAndYear = dateFormat({ ...parts, year: 'numeric' })

/** A day `YYYY-MM-DD` without the year of today. @example 'Thu, Nov 26', 'Mon, Jun 2, 2031' */
export const dateName = (day: string, today: string): string =>
  day.slice(0, 4) === today.slice(0, 4) ? shortDay(day) : shortDayAndYear(day)

/** A day `YYYY-MM-DD` as people say it. @example 'Today', 'Tomorrow', 'Thu, Nov 26' */
export function dayName(day: string, today: string): string {
  if (day === today) return 'Today'
  return day === dayLater(today) ? 'Tomorrow' : dateName(day, today)
}

const dayOf = (timestamp: string): string => dayAt(readTime(timestamp) ?? new Date(Number.NaN))
const dayOfToday = (): string => dayAt(new Date())
const inOrder = (day: string, time: string): string => (day === time ? day : `${day}, ${time}`)

/** The end of a slot. @example '9:00 AM' */
export const formatEnd = ({ scheduledDate, duration }: Slot): string => {
  const start = readTime(scheduledDate)
  return formatTime(start ? new Date(start.getTime() + duration * 60_000).toISOString() : '')
}

function formatRange(scheduledDate: string, duration: number): string {
  const [from, to] = [formatTime(scheduledDate), formatEnd({ scheduledDate, duration })]
  if (!readTime(scheduledDate)) return from
  const half = from.slice(-3)
  return `${to.endsWith(half) ? from.slice(0, -3) : from} – ${to}`
}

/** When it begins. @example '8:00 AM', 'Arrival 8:00 – 10:00 AM', 'Anytime' */
export function formatArrival({ scheduledDate, arrivalWindow, anytime }: Arrival): string {
  if (anytime) return 'Anytime'
  return arrivalWindow ? `Arrival ${formatRange(scheduledDate, arrivalWindow)}` : formatTime(scheduledDate)
}

/** From when to when it is, or when it begins where that is no exact time. @example '8:00 – 9:00 AM', 'Arrival 8:00 – 10:00 AM' */
export const formatHours = (slot: Slot): string =>
  slot.anytime || slot.arrivalWindow ? formatArrival(slot) : formatRange(slot.scheduledDate, slot.duration)

/** When an appointment is, in lists, facts and toasts. @example 'Today, 8:00 – 9:00 AM', 'Thu, Nov 26, 8:00 – 9:00 AM' */
export const formatSlot = (slot: Slot, today = dayOfToday()): string =>
  inOrder(dayName(dayOf(slot.scheduledDate), today), formatHours(slot))

/** As `formatSlot`, where the end is not known or said as minutes. @example 'Today, 8:00 AM', 'Thu, Nov 26, 8:00 AM' */
export const formatStart = (timestamp: string, today = dayOfToday()): string =>
  formatArrivalOn({ scheduledDate: timestamp }, today)

/** When an appointment begins. @example 'Today, 8:00 AM', 'Today, Arrival 8:00 – 10:00 AM', 'Today, Anytime' */
export const formatArrivalOn = (arrival: Arrival, today = dayOfToday()): string =>
  inOrder(dayName(dayOf(arrival.scheduledDate), today), formatArrival(arrival))

/** When an appointment is, in a sentence. @example 'Thursday, November 26 at 8:00 AM', '… between 8:00 AM and 10:00 AM' */
export function formatInSentence({ scheduledDate, arrivalWindow, anytime }: Arrival): string {
  const time = formatTime(scheduledDate)
  if (!readTime(scheduledDate)) return time
  const day = formatLongDay(scheduledDate).replace(/, \d{4}$/, '')
  if (anytime) return day
  const end = arrivalWindow && formatEnd({ scheduledDate, duration: arrivalWindow })
  return end ? `${day} between ${time} and ${end}` : `${day} at ${time}`
}
