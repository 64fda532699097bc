import { dayLater, readTime } from '@plumbline/contract'
import type { Arrival, Slot } from '@plumbline/contract/when'
import type { Appointment } from '@plumbline/scheduling/api'
import { toDateAndTime } from '../appointments/appointment.ts'
import type { Placement } from './lanes.ts'

/** Appointments with one of them at another time or with another crew; it need not have been among them. */
export const withMoved = (
  appointments: readonly Appointment[],
  appointment: Appointment,
  placement: Placement,
): readonly Appointment[] =>
  appointments.some(({ id }) => id === appointment.id)
    ? appointments.map((it) => (it.id === appointment.id ? { ...it, ...placement } : it))
    : [...appointments, { ...appointment, ...placement }]

export const minutesOfDay = 1_440
/** Times move in steps of this many minutes, which is also the shortest duration. */
export const stepMinutes = 15

const snap = (minute: number) => Math.round(minute / stepMinutes) * stepMinutes
const two = (value: number) => String(value).padStart(2, '0')

/** `HH:mm` of a minute of the day. */
export const clockOf = (minute: number): string => `${two(Math.floor(minute / 60))}:${two(minute % 60)}`

/** Minutes since midnight of `HH:mm`. */
export function minuteOfClock(clock: string): number {
  const [hours = 0, minutes = 0] = clock.split(':').map(Number)
  return hours * 60 + minutes
}

/** The time of day for the business, in minutes since midnight. */
export const minuteOf = (timestamp: string): number => minuteOfClock(toDateAndTime(timestamp).time)

/** The time when clocks show a minute of a day; negative minutes and those past midnight mean other days. */
function timeAt(day: string, minute: number): Date {
  const days = Math.floor(minute / minutesOfDay)
  return readTime(`${dayLater(day, days)}T${clockOf(minute - days * minutesOfDay)}`) as Date
}

/** Moved by days, and by minutes of the clock; the work takes as long as before. */
export function moveSlot(slot: Slot, { days, minutes }: { days: number; minutes: number }): Slot {
  if (days === 0 && minutes === 0) return slot
  const start = minuteOf(slot.scheduledDate)
  const minute = minutes === 0 ? start : snap(start + minutes)
  if (days === 0 && minute === start) return slot
  const day = dayLater(toDateAndTime(slot.scheduledDate).date, days)
  return { ...slot, scheduledDate: timeAt(day, minute).toISOString() }
}

/** Put on the grid at a minute of a day. */
export const slotAt = (slot: Slot, day: string, minute: number): Slot => ({
  ...slot,
  scheduledDate: timeAt(day, Math.min(snap(minute), minutesOfDay - stepMinutes)).toISOString(),
  anytime: false,
})

/** On this day, wherever it was. */
export const onDay = (slot: Slot, day: string): Slot => ({
  ...slot,
  scheduledDate: timeAt(day, minuteOf(slot.scheduledDate)).toISOString(),
})

/** Made longer or shorter. */
export const resizeSlot = (slot: Slot, minutes: number): Slot => ({
  ...slot,
  duration: Math.max(stepMinutes, slot.duration + minutes),
})

/** Ended when clocks show this minute of a day. */
export function endSlotAt(slot: Slot, day: string, minute: number): Slot {
  const end = timeAt(day, snap(minute)).getTime()
  return { ...slot, duration: Math.max(stepMinutes, (end - Date.parse(slot.scheduledDate)) / 60_000) }
}

export const isSameSlot = (a: Slot, b: Slot): boolean => isSameStart(a, b) && a.duration === b.duration

/** Whether both are the same time for the customer. */
export const isSameStart = (a: Arrival, b: Arrival): boolean =>
  Date.parse(a.scheduledDate) === Date.parse(b.scheduledDate) &&
  (a.arrivalWindow ?? 0) === (b.arrivalWindow ?? 0) &&
  (a.anytime ?? false) === (b.anytime ?? false)
