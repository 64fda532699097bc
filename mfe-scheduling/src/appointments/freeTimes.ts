import type { Business } from '@plumbline/business/api'
import type { Appointment } from '@plumbline/scheduling/api'
import { segmentsOn } from '../calendar/daySegments.ts'
import { clockOf, minuteOfClock, stepMinutes } from '../calendar/slot.ts'
import { isOpen, toDateAndTime } from './appointment.ts'

type Hours = Business['hours']
/** A day `YYYY-MM-DD` and a time of it `HH:mm`, by the clock of the business. */
export type FreeTime = { date: string; time: string }

const weekdays = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday'] as const

function hoursOn(day: string, { weekdays: ofWeek, closedDays }: Hours) {
  const weekday = weekdays[new Date(`${day}T12:00:00Z`).getUTCDay()]
  return weekday && !closedDays.includes(day) ? ofWeek[weekday] : null
}

type FreeTimesOptions = {
  days: readonly string[]
  appointments: readonly Appointment[]
  hours: Hours
  /** How long the work takes. */
  minutes: number
  now: Date
}

/** Where the work has room between open appointments in working hours: the first start in each gap. */
export function freeTimes({ days, appointments, hours, minutes, now }: FreeTimesOptions): FreeTime[] {
  const { date: today, time } = toDateAndTime(now.toISOString())
  const open = appointments.filter(isOpen)
  return days.flatMap((day) => {
    const ofDay = hoursOn(day, hours)
    if (!ofDay || day < today) return []
    const end = minuteOfClock(ofDay.closes)
    let free = Math.max(minuteOfClock(ofDay.opens), day === today ? minuteOfClock(time) : 0)
    const found: FreeTime[] = []
    for (const { from, to } of [...segmentsOn(open, day), { from: end, to: end }]) {
      const start = Math.ceil(free / stepMinutes) * stepMinutes
      if (start + minutes <= Math.min(from, end)) found.push({ date: day, time: clockOf(start) })
      free = Math.max(free, to)
    }
    return found
  })
}
