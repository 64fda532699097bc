import type { Appointment } from '@plumbline/scheduling/api'
import { segmentsOn } from '../calendar/daySegments.ts'
import { clockOf, minuteOfClock, stepMinutes } from '../calendar/slot.ts'
import { isOpen, toDateAndTime } from './appointment.ts'
import { hoursOfCrew, type Worker, type WorkingHours } from './workingHours.ts'

/** A day `YYYY-MM-DD` and a time of it `HH:mm`, by the clock of the business. */
export type FreeTime = { date: string; time: string }

type FreeTimesOptions = {
  days: readonly string[]
  appointments: readonly Appointment[]
  business: WorkingHours
  /** Who does the work; empty: the hours of the business count. */
  crew?: readonly Worker[]
  /** How long the work takes. */
  minutes: number
  now: Date
}

/** Where the work has room between open appointments in the hours of the crew: the first start in each gap. */
export function freeTimes({
  days,
  appointments,
  business,
  crew = [],
  minutes,
  now,
}: FreeTimesOptions): FreeTime[] {
  const { date: today, time } = toDateAndTime(now.toISOString())
  const open = appointments.filter((it) => isOpen(it) && !it.anytime)
  return days.flatMap((day) => {
    const ofDay = hoursOfCrew(day, business, crew)
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
