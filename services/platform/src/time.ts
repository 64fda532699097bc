/** Where people are: their days and hours are New York's, everything stored is UTC. */
export const timeZone = 'America/New_York'

const dayMs = 86_400_000
const wallClock = new Intl.DateTimeFormat('en-US', {
  timeZone,
  hourCycle: 'h23',
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
})

/** What clocks in New York show, as if it were UTC. */
function wallOf(instant: number): number {
  const parts = Object.fromEntries(wallClock.formatToParts(instant).map(({ type, value }) => [type, value]))
  const [year = 0, month = 0, ...rest] = ['year', 'month', 'day', 'hour', 'minute', 'second'].map((name) =>
    Number(parts[name]),
  )
  return Date.UTC(year, month - 1, ...rest)
}

const offsetAt = (instant: number) => wallOf(instant) - Math.floor(instant / 1000) * 1000

/** A time that clocks skip moves forward, of one that they show twice it is the first. */
function instantOf(wall: number): number {
  const before = wall - offsetAt(wall - dayMs)
  const after = wall - offsetAt(wall + dayMs)
  const [shown] = [before, after].filter((instant) => instant + offsetAt(instant) === wall)
  return shown ?? before
}

const pattern =
  /^(\d{4}-\d\d-\d\d)(?:[T ]([01]\d|2[0-3]):([0-5]\d)(?::([0-5]\d)(?:\.(\d{1,9}))?)?(Z|[+-]\d\d:?[0-5]\d)?)?$/
const years = { first: 1900, last: 2199 }

/**
 * Reads ISO 8601: a date-time with its offset, one without (a clock in New York), or a day (when it begins there).
 * Null when there is no such time.
 * @example readTime('2026-11-21') // 2026-11-21T05:00:00.000Z
 */
export function readTime(text: string): Date | null {
  const [, day = '', hour = '0', minute = '0', second = '0', fraction = '', offset] = pattern.exec(text) ?? []
  const midnight = Date.parse(`${day}T00:00:00Z`)
  const year = Number(day.slice(0, 4))
  const exists = !Number.isNaN(midnight) && new Date(midnight).toISOString().startsWith(day)
  if (!exists || year < years.first || year > years.last) return null
  const ms = Number(fraction.padEnd(3, '0').slice(0, 3))
  const wall = midnight + ((Number(hour) * 60 + Number(minute)) * 60 + Number(second)) * 1000 + ms
  return new Date(offset === undefined ? instantOf(wall) : wall - minutesOf(offset) * 60_000)
}

function minutesOf(offset: string): number {
  if (offset === 'Z') return 0
  const digits = offset.slice(1).replace(':', '')
  return (Number(digits.slice(0, 2)) * 60 + Number(digits.slice(2))) * (offset[0] === '-' ? -1 : 1)
}

/** The day it is in New York. @example dayInNewYork(new Date('2026-11-22T04:59:59Z')) // '2026-11-21' */
export const dayInNewYork = (instant: Date): string =>
  new Date(wallOf(instant.getTime())).toISOString().slice(0, 10)

export const isDay = (text: string): boolean => /^\d{4}-\d\d-\d\d$/.test(text)

/** The day after this many others. @example dayLater('2026-02-28') // '2026-03-01' */
export const dayLater = (day: string, days = 1): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + days * dayMs).toISOString().slice(0, 10)
