import { dayLater, readTime } from '@plumbline/contract'
import type { Appointment } from '@plumbline/scheduling/api'
import { fieldsOf } from '../appointments/appointment.ts'

/** When, and for how many minutes of work. */
export type Slot = Pick<Appointment, 'scheduledDate' | 'duration'>

export const minutesOfDay = 1_440
/** Minutes that a move goes by, and the least there is. */
export const step = 15

const snapped = (minute: number) => Math.round(minute / step) * step
const two = (value: number) => String(value).padStart(2, '0')

/** `HH:mm` of a minute of the day. */
export const clockOf = (minute: number): string => `${two(Math.floor(minute / 60))}:${two(minute % 60)}`

/** What clocks in New York show at a moment, in minutes since midnight. */
export function minuteOf(moment: string): number {
  const [hours = 0, minutes = 0] = fieldsOf(moment).time.split(':').map(Number)
  return hours * 60 + minutes
}

/** The moment when clocks show this minute of a day, which may lie before or after that day. */
function momentAt(day: string, minute: number): Date {
  const days = Math.floor(minute / minutesOfDay)
  return readTime(`${dayLater(day, days)}T${clockOf(minute - days * minutesOfDay)}`) as Date
}

/** Moved by days, and by minutes of the clock; the work takes as long as before. */
export function shifted(slot: Slot, { days, minutes }: { days: number; minutes: number }): Slot {
  if (days === 0 && minutes === 0) return slot
  const start = minuteOf(slot.scheduledDate)
  const minute = minutes === 0 ? start : snapped(start + minutes)
  if (days === 0 && minute === start) return slot
  const day = dayLater(fieldsOf(slot.scheduledDate).date, days)
  return { scheduledDate: momentAt(day, minute).toISOString(), duration: slot.duration }
}

/** Made longer or shorter. */
export const lengthened = ({ scheduledDate, duration }: Slot, minutes: number): Slot => ({
  scheduledDate,
  duration: Math.max(step, duration + minutes),
})

/** Ended when clocks show this minute of a day. */
export function endedAt({ scheduledDate }: Slot, day: string, minute: number): Slot {
  const end = momentAt(day, snapped(minute)).getTime()
  return { scheduledDate, duration: Math.max(step, (end - Date.parse(scheduledDate)) / 60_000) }
}

export const isSame = (a: Slot, b: Slot): boolean =>
  Date.parse(a.scheduledDate) === Date.parse(b.scheduledDate) && a.duration === b.duration

/** What is still to be done can be moved. */
export const isMovable = ({ status }: Pick<Appointment, 'status'>): boolean =>
  status === 'scheduled' || status === 'in_progress'
