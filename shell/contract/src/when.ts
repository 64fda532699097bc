import {
  dayAt,
  dayLater,
  formatDay,
  formatLongDay,
  formatTime,
  readTime,
  timeZone,
} from '@plumbline/contract'

/** The time that an appointment takes: its start as ISO 8601, and minutes. */
export type Slot = { scheduledDate: string; duration: number }

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

/** @example '8:00 – 9:00 AM', '11:00 AM – 1:00 PM' */
export function formatHours(slot: Slot): string {
  const [from, to] = [formatTime(slot.scheduledDate), formatEnd(slot)]
  if (!readTime(slot.scheduledDate)) return from
  const half = from.slice(-3)
  return `${to.endsWith(half) ? from.slice(0, -3) : from} – ${to}`
}

/** When an appointment is, in lists, facts and toasts. @example 'Today, 8:00 – 9:00 AM', 'Thu, Nov 26, 8:00 – 9:00 AM' */
export const formatSlot = (slot: Slot, today = dayOfToday()): string =>
  inOrder(dayName(dayOf(slot.scheduledDate), today), formatHours(slot))

/** As `formatSlot`, where the end is not known or said as minutes. @example 'Today, 8:00 AM', 'Thu, Nov 26, 8:00 AM' */
export const formatStart = (timestamp: string, today = dayOfToday()): string =>
  inOrder(dayName(dayOf(timestamp), today), formatTime(timestamp))

/** When an appointment is, in a sentence. @example 'Thursday, November 26 at 8:00 AM' */
export const formatInSentence = (timestamp: string): string =>
  readTime(timestamp)
    ? `${formatLongDay(timestamp).replace(/, \d{4}$/, '')} at ${formatTime(timestamp)}`
    : formatTime(timestamp)
