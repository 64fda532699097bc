import {
  dayLater as dayAfter,
  dayIn,
  defaultTimeZone,
  isTimeZone,
  readTime as readTimeIn,
} from '@plumbline/platform/time'
import { formatMoney as formatAmount, type Money } from './money.ts'

const ofDocument = globalThis.document?.documentElement.dataset.timeZone ?? ''

/** The zone of the business, as the gateway wrote it into the document; the default for a browser that does not know it. */
export const timeZone: string = isTimeZone(ofDocument) ? ofDocument : defaultTimeZone

/** Reads ISO 8601; a time without an offset is one of the business. Null when there is no such time. */
export const readTime = (text: string): Date | null => readTimeIn(timeZone, text)

/** What is shown, and sorted after all days, where a record has no date. */
const invalidDate = 'Invalid date'

/** The day it is for the business; `Invalid date` where the instant is none. @example '2026-11-21' */
export const dayAt = (instant: Date): string =>
  Number.isNaN(instant.getTime()) ? invalidDate : dayIn(timeZone, instant)

/** The day after this many others. @example dayLater('2026-02-28') // '2026-03-01' */
export const dayLater = (day: string, days = 1): string =>
  readTime(day) === null ? invalidDate : dayAfter(day, days)

/** Says a stored day or instant with these parts; `Invalid date` for what is none. */
const dateFormat = (options: Intl.DateTimeFormatOptions) => {
  const formatter = new Intl.DateTimeFormat('en-US', { timeZone, ...options })
  return (text: string): string => {
    const instant = readTime(text)
    return instant ? formatter.format(instant) : invalidDate
  }
}

/** What is stored, as people say it in the zone of the business; `Invalid date` for what is none. @example 'Nov 21, 2026' */
export const formatDay = dateFormat({ dateStyle: 'medium' })
/** @example 'Saturday, November 21, 2026' */
export const formatLongDay = dateFormat({ dateStyle: 'full' })
/** @example '3:00 PM' */
export const formatTime = dateFormat({ timeStyle: 'short' })
/** @example 'Nov 21, 2026, 3:00 PM' */
export const formatDateTime = dateFormat({ dateStyle: 'medium', timeStyle: 'short' })
/** @example '2026' */
export const formatYear = dateFormat({ year: 'numeric' })

const units = [
  { unit: 'day', seconds: 86_400 },
  { unit: 'hour', seconds: 3_600 },
  { unit: 'minute', seconds: 60 },
] as const
const relative = new Intl.RelativeTimeFormat('en-US', { numeric: 'auto' })

/** `3 hours ago`, `yesterday`, `just now`. */
export function age(since: string, now: Date): string {
  const seconds = (now.getTime() - Date.parse(since)) / 1_000
  if (Number.isNaN(seconds)) return invalidDate
  const fitting = units.find((it) => seconds >= it.seconds)
  return fitting ? relative.format(-Math.floor(seconds / fitting.seconds), fitting.unit) : 'just now'
}

/** For remotes that were made for version 3, and gone with it. */
export const dayInNewYork = dayAt

/** For remotes that were made for version 2, and gone with it; `./money` has the one that takes no null. */
export const formatMoney = (amount: string | null): string => formatAmount((amount ?? '0.00') as Money)
