import type { Business, Hours, Settings, Week } from '@plumbline/business/api'
import { dayAt } from '@plumbline/contract'
import type { Slot } from '@plumbline/contract/when'
import type { Appointment } from '@plumbline/scheduling/api'
import { longDay } from '../calendar/days.ts'
import { formatMinute } from '../calendar/format.ts'
import { minuteOf, minuteOfClock, minutesOfDay } from '../calendar/slot.ts'
import { endOf } from './appointment.ts'

export type WorkingHours = Pick<Business, 'set'> & {
  hours: Settings['hours']
  planned: readonly (Pick<Business['planned'][number], 'from' | 'sections'> & {
    settings: Pick<Settings, 'hours'>
  })[]
}

/** What is different for a member: a week of their own, and days off, both included. */
type MemberHours = { week: Week | null; timeOff: readonly { from: string; to: string }[] }
export type Worker = MemberHours & { name: string }

const weekdays = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday'] as const

/** With what is planned until then. */
const hoursAsOf = (day: string, { hours, planned }: WorkingHours): Settings['hours'] =>
  planned.findLast(({ from }) => from <= day)?.settings.hours ?? hours

/** Whether a day is off for itself, such as a holiday. */
export const isClosedDay = (day: string, business: WorkingHours): boolean =>
  hoursAsOf(day, business).closedDays.includes(day)

export const isOff = (day: string, { timeOff }: MemberHours): boolean =>
  timeOff.some(({ from, to }) => from <= day && day <= to)

/** When the business works on a day, or one of its members; null on a day off. */
export function hoursOn(day: string, business: WorkingHours, member?: MemberHours): Hours | null {
  const weekday = weekdays[new Date(`${day}T12:00:00Z`).getUTCDay()]
  if (!weekday || isClosedDay(day, business) || (member && isOff(day, member))) return null
  return (member?.week ?? hoursAsOf(day, business).weekdays)[weekday]
}

/** When all of a crew work on a day; null where that is never. Without a crew the hours of the business. */
export function hoursOfCrew(day: string, business: WorkingHours, crew: readonly MemberHours[]): Hours | null {
  if (crew.length === 0) return hoursOn(day, business)
  const each = crew.map((member) => hoursOn(day, business, member)).filter((hours) => hours !== null)
  const latest = (times: string[]) => times.toSorted().at(-1) as string
  const earliest = (times: string[]) => times.toSorted()[0] as string
  const opens = latest(each.map((hours) => hours.opens))
  const closes = earliest(each.map((hours) => hours.closes))
  return each.length === crew.length && opens < closes ? { opens, closes } : null
}

/** Only hours that were set are a reason to warn. */
const areHoursSet = (day: string, { set, planned }: WorkingHours): boolean =>
  set.includes('hours') || planned.some(({ from, sections }) => from <= day && sections.includes('hours'))

/** The time of a job; of one that is at any time of its day only the day counts. */
type Time = Slot & Partial<Pick<Appointment, 'anytime'>>

/** Why a time is outside of the hours of those who do the work, or of the business while it is unassigned: a sentence for each reason. */
export function outsideHours(slot: Time, business: WorkingHours, crew: readonly Worker[] = []): string[] {
  const reasons =
    crew.length > 0 ? crew.map((it) => reasonOf(slot, business, it)) : [reasonOf(slot, business)]
  return [...new Set(reasons.filter((it) => it !== null))]
}

function reasonOf(slot: Time, business: WorkingHours, worker?: Worker): string | null {
  const [day, last] = daysOf(slot)
  const off = worker?.timeOff.find(({ from, to }) => from <= last && day <= to)
  if (off) return `${worker?.name} is off on ${longDay(off.from > day ? off.from : day)}.`
  const own = worker?.week ? worker : undefined
  if (!own && !areHoursSet(day, business)) return null
  if (isClosedDay(day, business)) return `${longDay(day)} is a closed day.`
  const hours = hoursOn(day, business, own)
  if (!hours) return own ? `${own.name} does not work on ${longDay(day)}.` : `${longDay(day)} is a day off.`
  if (slot.anytime) return null
  const [opens, closes] = [minuteOfClock(hours.opens), minuteOfClock(hours.closes)]
  const start = minuteOf(slot.scheduledDate)
  const end = last === day ? endMinuteOf(slot) : Number.POSITIVE_INFINITY
  if (start >= opens && start < closes && end <= closes) return null
  const who = own ? `${own.name} works` : 'work is'
  return `On ${longDay(day)} ${who} from ${formatMinute(opens)} to ${formatMinute(closes)}.`
}

/** The first and the last day; what ends at midnight takes nothing of the next one. */
function daysOf(slot: Slot): [string, string] {
  const start = Date.parse(slot.scheduledDate)
  const last = Math.max(start, endOf(slot).getTime() - 1)
  return [dayAt(new Date(start)), dayAt(new Date(last))]
}

/** By the clock, which may have been changed meanwhile. */
const endMinuteOf = (slot: Slot): number =>
  slot.duration > 0 ? minuteOf(endOf(slot).toISOString()) || minutesOfDay : minuteOf(slot.scheduledDate)
