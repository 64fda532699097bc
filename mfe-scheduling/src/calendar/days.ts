import { dayLater, readTime } from '@plumbline/contract'

// days are `YYYY-MM-DD`, without a time zone
const noon = (day: string) => Date.parse(`${day}T12:00:00Z`)
const isDay = (day: string) => !Number.isNaN(noon(day))
const weekday = (day: string) => new Date(noon(day)).getUTCDay()

export const daysFrom = (day: string, count: number): string[] =>
  Array.from({ length: count }, (_, i) => dayLater(day, i))

const weekdays = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday']
const ofDocument = globalThis.document?.documentElement.dataset.weekStart ?? ''
/** The first day of the week of the business, as the gateway wrote it into the document; Sunday is 0. */
const weekStart = Math.max(0, weekdays.indexOf(ofDocument))

/** The seven days around this one, from the first day of the week of the business on. */
export const weekOf = (day: string, first = weekStart): string[] =>
  daysFrom(dayLater(day, -((weekday(day) - first + 7) % 7)), 7)

const firstOfMonth = (day: string) => `${day.slice(0, 7)}-01`

/** The same day of another month, or its last day. */
export function monthLater(day: string, months = 1): string {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number)
  const last = new Date(Date.UTC(year, month + months, 0)).getUTCDate()
  return new Date(Date.UTC(year, month - 1 + months, Math.min(date, last))).toISOString().slice(0, 10)
}

/** The weeks of a month, with the days of its neighbours. */
export function monthGrid(day: string, first = weekStart): string[][] {
  const after = firstOfMonth(monthLater(day))
  const weeks = [weekOf(firstOfMonth(day), first)]
  for (;;) {
    const next = dayLater(weeks.at(-1)?.[0] ?? day, 7)
    if (next >= after) return weeks
    weeks.push(weekOf(next, first))
  }
}

/** The start of a day of the business, in epoch milliseconds. */
export const startOfDay = (day: string): number => (readTime(day) as Date).getTime()

/** 24, or 23 or 25 when the clocks change. */
export const hoursIn = (day: string): number => (startOfDay(dayLater(day)) - startOfDay(day)) / 3_600_000

const format = (options: Intl.DateTimeFormatOptions) => {
  const formatter = new Intl.DateTimeFormat('en-US', { timeZone: 'UTC', ...options })
  return {
    one: (day: string) => (isDay(day) ? formatter.format(noon(day)) : 'Invalid date'),
    range: (from: string, to: string) => formatter.formatRange(noon(from), noon(to)),
  }
}
const medium = format({ month: 'short', day: 'numeric', year: 'numeric' })

export const weekdayOf = format({ weekday: 'short' }).one
export const dateOf = (day: string): string => String(Number(day.slice(8)))
/** @example 'Monday, November 23, 2026' */
export const longDay = format({ dateStyle: 'full' }).one
/** @example 'November 2026' */
export const titleOfMonth = format({ month: 'long', year: 'numeric' }).one
/** @example 'Nov 22 – 28, 2026' */
export const titleOfDays = medium.range
