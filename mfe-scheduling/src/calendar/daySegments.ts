import { dayLater } from '@plumbline/contract'
import type { Appointment } from '@plumbline/scheduling/api'
import { anytimeFirst, endOf, isOpen } from '../appointments/appointment.ts'
import { sharesCrew } from '../team/crew.ts'
import { startOfDay } from './days.ts'
import { minuteOf, minutesOfDay } from './slot.ts'

/** What of an appointment lies on one day, in minutes of the clock since midnight. */
export type DaySegment = {
  appointment: Appointment
  from: number
  to: number
  /** The appointment began on an earlier day. */
  continues: boolean
}

// shorter ones are drawn as long as this, to be readable and large enough to touch
const minShownMinutes = 30

/** The segments on a day: of any time, then earliest first, then longest first. */
export function segmentsOn(appointments: readonly Appointment[], day: string): DaySegment[] {
  const [start, end] = [startOfDay(day), startOfDay(dayLater(day))]
  return appointments
    .filter((it) => Date.parse(it.scheduledDate) < end && endOf(it).getTime() > start)
    .map((appointment) => {
      const continues = Date.parse(appointment.scheduledDate) < start
      const until = endOf(appointment)
      const from = continues
        ? 0
        : Math.min(minuteOf(appointment.scheduledDate), minutesOfDay - minShownMinutes)
      const to = until.getTime() >= end ? minutesOfDay : minuteOf(until.toISOString())
      return { appointment, from, to: Math.max(to, from + minShownMinutes), continues }
    })
    .sort(
      (a, b) =>
        anytimeFirst(a.appointment, b.appointment) ||
        a.from - b.from ||
        b.to - a.to ||
        a.appointment.id - b.appointment.id,
    )
}

export type PlacedSegment = DaySegment & { column: number; columns: number }

/** Puts segments that are drawn at the same time into columns beside each other. Expects them earliest first. */
export function assignColumns(segments: readonly DaySegment[]): PlacedSegment[] {
  const placed: PlacedSegment[] = []
  let group: PlacedSegment[] = []
  const closeGroup = () => {
    const columns = Math.max(0, ...group.map(({ column }) => column + 1))
    placed.push(...group.map((it) => ({ ...it, columns })))
    group = []
  }
  for (const segment of segments) {
    if (group.every(({ to }) => to <= segment.from)) closeGroup()
    const occupied = new Set(group.filter(({ to }) => to > segment.from).map(({ column }) => column))
    let column = 0
    while (occupied.has(column)) column += 1
    group.push({ ...segment, column, columns: 1 })
  }
  closeGroup()
  return placed
}

/** Appointments for which there is no room, from the first to the last of them. */
export type HiddenSegments = { from: number; to: number; column: number; columns: number; count: number }

/** Keeps at most so many columns beside each other, for narrower ones cannot be read; the last one counts the others. */
export function limitColumns(
  segments: readonly PlacedSegment[],
  max: number,
): { shown: PlacedSegment[]; hidden: HiddenSegments[] } {
  const shown: PlacedSegment[] = []
  const hidden: HiddenSegments[] = []
  for (const segment of segments) {
    const { from, to, column, columns } = segment
    const last = hidden.at(-1)
    if (columns <= max) shown.push(segment)
    else if (column < max - 1) shown.push({ ...segment, columns: max })
    else if (last && from < last.to) Object.assign(last, { to: Math.max(last.to, to), count: last.count + 1 })
    else hidden.push({ from, to, column: max - 1, columns: max, count: 1 })
  }
  return { shown, hidden }
}

export type Overlaps = ReadonlyMap<number, readonly Appointment[]>

/** Which open appointments of the same crew share time, by id; those that are closed or at no certain time are nothing to resolve. */
export function findOverlaps(appointments: readonly Appointment[]): Overlaps {
  const overlaps = new Map<number, Appointment[]>()
  const add = (to: Appointment, other: Appointment) =>
    overlaps.set(to.id, [...(overlaps.get(to.id) ?? []), other])
  let earlier: Appointment[] = []
  const startOf = (it: Appointment) => Date.parse(it.scheduledDate)
  const promised = appointments.filter((it) => isOpen(it) && !it.anytime)
  for (const appointment of promised.sort((a, b) => startOf(a) - startOf(b))) {
    earlier = earlier.filter((it) => endOf(it).getTime() > startOf(appointment))
    for (const other of earlier.filter((it) => sharesCrew(it.assigneeIds, appointment.assigneeIds))) {
      add(other, appointment)
      add(appointment, other)
    }
    earlier.push(appointment)
  }
  return overlaps
}
