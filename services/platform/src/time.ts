/** Where people are: their days and hours are New York's, everything stored is UTC. */
export const timeZone = 'America/New_York'

const dayMs = 86_400_000
const zoned = new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName: 'longOffset' })

/** How far clocks in New York are ahead of UTC: what is formatted ends like `GMT-05:00`. */
const offsetAt = (instant: number) => minutesOf(zoned.format(instant).slice(-6)) * 60_000

/** What they show, as if it were UTC. */
const wallOf = (instant: number) => instant + offsetAt(instant)

/** A time that clocks skip moves forward, of one that they show twice it is the first. */
function instantOf(wall: number): number {
  const before = wall - offsetAt(wall - dayMs)
  const after = wall - offsetAt(wall + dayMs)
  if (before === after) return before
  const [shown] = [before, after].filter((instant) => wallOf(instant) === wall)
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
  if (!isDay(day) || year < years.first || year > years.last) return null
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

/** Whether a calendar has it. @example isDay('2026-02-29') // false */
export function isDay(text: string): boolean {
  const midnight = /^\d{4}-\d\d-\d\d$/.test(text) ? Date.parse(`${text}T00:00:00Z`) : Number.NaN
  return !Number.isNaN(midnight) && new Date(midnight).toISOString().startsWith(text)
}

/** The instant of a wall-clock time in New York. @example clockAt('2026-11-21', '09:00') // 2026-11-21T14:00:00.000Z */
export const clockAt = (day: string, time: string): Date => readTime(`${day}T${time}`) as Date

/** The day after this many others. @example dayLater('2026-02-28') // '2026-03-01' */
export const dayLater = (day: string, days = 1): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + days * dayMs).toISOString().slice(0, 10)
