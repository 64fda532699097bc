import { readTime, timeZone } from '@plumbline/platform/time'

export { dayInNewYork, dayLater, readTime } from '@plumbline/platform/time'

const format = (options: Intl.DateTimeFormatOptions) => {
  const formatter = new Intl.DateTimeFormat('en-US', { timeZone, ...options })
  return (text: string): string => {
    const instant = readTime(text)
    return instant ? formatter.format(instant) : 'Invalid date'
  }
}

/** What is stored, as people in New York say it; `Invalid date` for what is none. @example 'Nov 21, 2026' */
export const formatDay = format({ dateStyle: 'medium' })
/** @example 'Saturday, November 21, 2026' */
export const formatLongDay = format({ dateStyle: 'full' })
/** @example '3:00 PM' */
export const formatTime = format({ timeStyle: 'short' })
/** @example 'Nov 21, 2026, 3:00 PM' */
export const formatDateTime = format({ dateStyle: 'medium', timeStyle: 'short' })
/** @example '2026' */
export const formatYear = format({ year: 'numeric' })

const units = [
  { unit: 'day', seconds: 86_400 },
  { unit: 'hour', seconds: 3_600 },
  { unit: 'minute', seconds: 60 },
] as const
const relative = new Intl.RelativeTimeFormat('en-US', { numeric: 'auto' })

/** `3 hours ago`, `yesterday`, `just now`. */
export function age(since: string, now: Date): string {
  const seconds = (now.getTime() - Date.parse(since)) / 1_000
  const fitting = units.find((it) => seconds >= it.seconds)
  return fitting ? relative.format(-Math.floor(seconds / fitting.seconds), fitting.unit) : 'just now'
}

const dollars = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' })

/** Money on the wire is text with two decimals; people see `$1,234.50`. */
export const formatMoney = (amount: string | null): string => dollars.format(Number(amount ?? 0))
