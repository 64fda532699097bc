import { dayInNewYork } from '@plumbline/contract'
import type { Appointment } from '@plumbline/scheduling/api'

export type Agenda = {
  /** Before today; what still runs is not over. */
  earlier: Appointment[]
  days: { day: string; appointments: Appointment[] }[]
  /** After the days: too far away, or too many, to be grouped. */
  later: Appointment[]
}

const maxGrouped = 60

export const dayOf = ({ scheduledDate }: Pick<Appointment, 'scheduledDate'>): string =>
  dayInNewYork(new Date(scheduledDate))

const isEarlier = (it: Appointment, today: string) => dayOf(it) < today && it.status !== 'in_progress'

/** Appointments, soonest first, as days from today on. */
export function toAgenda(appointments: readonly Appointment[], today: string): Agenda {
  const ahead = appointments.filter((it) => !isEarlier(it, today))
  const cut = ahead[maxGrouped]
  // a day is not split
  const isLater = (it: Appointment) => cut !== undefined && dayOf(it) >= dayOf(cut) && dayOf(it) > today
  const days: Agenda['days'] = []
  for (const it of ahead.filter((it) => !isLater(it))) {
    const last = days.at(-1)
    if (last?.day === dayOf(it)) last.appointments.push(it)
    else days.push({ day: dayOf(it), appointments: [it] })
  }
  return {
    earlier: appointments.filter((it) => isEarlier(it, today)),
    days,
    later: ahead.filter(isLater),
  }
}

export type Period = 'upcoming' | 'past'

export const isInPeriod = (it: Appointment, period: Period, today: string): boolean =>
  (period === 'past') === isEarlier(it, today)
