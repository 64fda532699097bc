import { dayLater } from '@plumbline/contract'
import type { Appointment } from '@plumbline/scheduling/api'
import { endOf } from '../appointments/appointment.ts'
import { beginOf } from './days.ts'
import { minuteOf, minutesOfDay } from './moving.ts'

/** What of an appointment lies on one day, in minutes that clocks show since its midnight. */
export type Part = {
  appointment: Appointment
  from: number
  to: number
  /** It began the day before. */
  continues: boolean
}

// what is shorter is drawn as long as this, to be read and touched
const leastShown = 30

/** The parts of appointments that lie on a day, soonest first, the longer one first. */
export function partsOn(appointments: readonly Appointment[], day: string): Part[] {
  const [begin, end] = [beginOf(day), beginOf(dayLater(day))]
  return appointments
    .filter((it) => Date.parse(it.scheduledDate) < end && endOf(it).getTime() > begin)
    .map((appointment) => {
      const continues = Date.parse(appointment.scheduledDate) < begin
      const over = endOf(appointment)
      const from = continues ? 0 : Math.min(minuteOf(appointment.scheduledDate), minutesOfDay - leastShown)
      const to = over.getTime() >= end ? minutesOfDay : minuteOf(over.toISOString())
      return { appointment, from, to: Math.max(to, from + leastShown), continues }
    })
    .sort((a, b) => a.from - b.from || b.to - a.to || a.appointment.id - b.appointment.id)
}

/** A part in one of several columns side by side. */
export type Placed = Part & { column: number; columns: number }

/** Sets side by side what is drawn at the same time. Parts are in order of their beginning. */
export function sideBySide(parts: readonly Part[]): Placed[] {
  const placed: Placed[] = []
  let group: Placed[] = []
  const close = () => {
    const columns = Math.max(0, ...group.map(({ column }) => column + 1))
    placed.push(...group.map((it) => ({ ...it, columns })))
    group = []
  }
  for (const part of parts) {
    if (group.every(({ to }) => to <= part.from)) close()
    const taken = new Set(group.filter(({ to }) => to > part.from).map(({ column }) => column))
    let column = 0
    while (taken.has(column)) column += 1
    group.push({ ...part, column, columns: 1 })
  }
  close()
  return placed
}

/** Those that share time with another; a cancelled one takes none. */
export function overlapping(appointments: readonly Appointment[]): ReadonlySet<number> {
  const found = new Set<number>()
  let open: { id: number; end: number }[] = []
  const planned = appointments
    .filter(({ status }) => status !== 'cancelled')
    .map((it) => ({ id: it.id, start: Date.parse(it.scheduledDate), end: endOf(it).getTime() }))
    .sort((a, b) => a.start - b.start)
  for (const { id, start, end } of planned) {
    open = open.filter((it) => it.end > start)
    if (open.length > 0) for (const each of [...open, { id }]) found.add(each.id)
    open.push({ id, end })
  }
  return found
}
