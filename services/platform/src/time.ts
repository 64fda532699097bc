// everything stored is UTC; people see and write days and hours of a zone

/** The zone of a business that has set none. */
export const defaultTimeZone = 'America/New_York'

/** Whether it is a name of the IANA time zone database. */
export function isTimeZone(name: string): boolean {
  // an offset such as +05:00 has no summer time, and no place
  if (!/^[A-Za-z]/.test(name)) return false
  try {
    new Intl.DateTimeFormat('en-US', { timeZone: name })
    return true
  } catch {
    return false
  }
}

const dayMs = 86_400_000

const formatters = new Map<string, Intl.DateTimeFormat>()
function formatterOf(zone: string): Intl.DateTimeFormat {
  const formatter =
    formatters.get(zone) ?? new Intl.DateTimeFormat('en-US', { timeZone: zone, timeZoneName: 'longOffset' })
  formatters.set(zone, formatter)
  return formatter
}

/** How far the clocks of a zone are ahead of UTC: what is formatted ends like `GMT-05:00`, or `GMT`. */
function offsetAt(zone: string, instant: number): number {
  const [, sign = '+', hours = '0', minutes = '0', seconds = '0'] =
    /GMT(?:([+-])(\d\d):(\d\d)(?::(\d\d))?)?$/.exec(formatterOf(zone).format(instant)) ?? []
  const offset = ((Number(hours) * 60 + Number(minutes)) * 60 + Number(seconds)) * 1_000
  return sign === '-' ? -offset : offset
}

/** What they show, as if it were UTC. */
const wallOf = (zone: string, instant: number) => instant + offsetAt(zone, instant)

/** A time that clocks skip moves forward, of one that they show twice it is the first. */
function instantOf(zone: string, wall: number): number {
  const before = wall - offsetAt(zone, wall - dayMs)
  const after = wall - offsetAt(zone, wall + dayMs)
  if (before === after) return before
  const [shown] = [before, after].filter((instant) => wallOf(zone, instant) === wall)
  return shown ?? before
}

const pattern =
  /^(\d{4}-\d\d-\d\d)(?:[T ]([01]\d|2[0-3]):([0-5]\d)(?::([0-5]\d)(?:\.(\d{1,9}))?)?(Z|[+-]\d\d:?[0-5]\d)?)?$/
const years = { first: 1900, last: 2199 }

/**
 * Reads ISO 8601: a date-time with its offset, one without (a clock of the zone), or a day (when it begins there).
 * Null when there is no such time.
 * @example readTime('America/New_York', '2026-11-21') // 2026-11-21T05:00:00.000Z
 */
export function readTime(zone: string, text: string): Date | null {
  const [, day = '', hour = '0', minute = '0', second = '0', fraction = '', offset] = pattern.exec(text) ?? []
  const midnight = Date.parse(`${day}T00:00:00Z`)
  const year = Number(day.slice(0, 4))
  if (!isDay(day) || year < years.first || year > years.last) return null
  const ms = Number(fraction.padEnd(3, '0').slice(0, 3))
  const wall = midnight + ((Number(hour) * 60 + Number(minute)) * 60 + Number(second)) * 1000 + ms
  return new Date(offset === undefined ? instantOf(zone, wall) : wall - minutesOf(offset) * 60_000)
}

function minutesOf(offset: string): number {
  if (offset === 'Z') return 0
  const digits = offset.slice(1).replace(':', '')
  return (Number(digits.slice(0, 2)) * 60 + Number(digits.slice(2))) * (offset[0] === '-' ? -1 : 1)
}

/** The day it is in a zone. @example dayIn('America/New_York', new Date('2026-11-22T04:59:59Z')) // '2026-11-21' */
export const dayIn = (zone: string, instant: Date): string =>
  new Date(wallOf(zone, instant.getTime())).toISOString().slice(0, 10)

/** Whether a calendar has it. @example isDay('2026-02-29') // false */
export function isDay(text: string): boolean {
  const midnight = /^\d{4}-\d\d-\d\d$/.test(text) ? Date.parse(`${text}T00:00:00Z`) : Number.NaN
  return !Number.isNaN(midnight) && new Date(midnight).toISOString().startsWith(text)
}

/** The instant of a wall-clock time. @example clockAt('America/New_York', '2026-11-21', '09:00') // 2026-11-21T14:00:00.000Z */
export const clockAt = (zone: string, day: string, time: string): Date =>
  readTime(zone, `${day}T${time}`) as Date

/** The day after this many others. @example dayLater('2026-02-28') // '2026-03-01' */
export const dayLater = (day: string, days = 1): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + days * dayMs).toISOString().slice(0, 10)
