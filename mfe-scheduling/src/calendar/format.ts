import { formatTime } from '@plumbline/contract'
import { formatEnd, hasDate, toDateAndTime } from '../appointments/appointment.ts'
import { shortDay } from './days.ts'
import type { Slot } from './slot.ts'

/** @example formatMinute(570) // '9:30 AM' */
export function formatMinute(minute: number): string {
  const hour = Math.floor(minute / 60)
  return `${hour % 12 || 12}:${String(minute % 60).padStart(2, '0')} ${hour < 12 ? 'AM' : 'PM'}`
}

/** @example '9:00 – 11:00 AM', '11:00 AM – 1:00 PM' */
export function formatHours(slot: Slot): string {
  if (!hasDate(slot)) return 'Invalid date'
  const [from, to] = [formatTime(slot.scheduledDate), formatEnd(slot)]
  const half = from.slice(-3)
  return `${to.endsWith(half) ? from.slice(0, -3) : from} – ${to}`
}

/** @example 'Tue, Nov 24, 9:00 – 11:00 AM' */
export const formatSlot = (slot: Slot): string =>
  `${shortDay(toDateAndTime(slot.scheduledDate).date)}, ${formatHours(slot)}`

export const formatCount = (count: number): string =>
  count === 1 ? '1 appointment' : `${count || 'no'} appointments`

/** Binds what must not end a shortened line to the next word. @example 'Lawn Care &\u00a0Irrigation' */
export const bindWords = (text: string): string =>
  text.replace(/([&–]) /g, '$1\u00a0').replace(/ (AM|PM)/g, '\u00a0$1')
