import { formatTime } from '@plumbline/contract'
import type { AppointmentStatus } from '@plumbline/scheduling/api'
import { CalendarClock, CircleCheck, CircleX, type LucideIcon, Wrench } from 'lucide-react'
import { endOf, fieldsOf } from '../appointments/appointment.ts'
import { shortDay } from './days.ts'
import type { Slot } from './moving.ts'

type Look = { label: string; icon: LucideIcon; tone: 'blue' | 'amber' | 'green' | 'muted' }

/** As the badges of the status have it. */
export const looks: Record<AppointmentStatus, Look> = {
  scheduled: { label: 'Scheduled', icon: CalendarClock, tone: 'blue' },
  in_progress: { label: 'In progress', icon: Wrench, tone: 'amber' },
  completed: { label: 'Completed', icon: CircleCheck, tone: 'green' },
  cancelled: { label: 'Cancelled', icon: CircleX, tone: 'muted' },
}

/** @example timeOf(570) // '9:30 AM' */
export function timeOf(minute: number): string {
  const hour = Math.floor(minute / 60)
  return `${hour % 12 || 12}:${String(minute % 60).padStart(2, '0')} ${hour < 12 ? 'AM' : 'PM'}`
}

/** @example '9:00 – 11:00 AM', '11:00 AM – 1:00 PM' */
export function hoursOf(slot: Slot): string {
  const [from, to] = [formatTime(slot.scheduledDate), formatTime(endOf(slot).toISOString())]
  const half = from.slice(-3)
  return `${to.endsWith(half) ? from.slice(0, -3) : from} – ${to}`
}

/** @example 'Tue, Nov 24, 9:00 – 11:00 AM' */
export const whenOf = (slot: Slot): string =>
  `${shortDay(fieldsOf(slot.scheduledDate).date)}, ${hoursOf(slot)}`

export const countOf = (count: number): string =>
  count === 1 ? '1 appointment' : `${count || 'no'} appointments`
