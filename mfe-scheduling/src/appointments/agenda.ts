import { dayAt } from '@plumbline/contract'
import type { Appointment } from '@plumbline/scheduling/api'
import { anytimeFirst } from './appointment.ts'

export type Agenda = {
  days: { day: string; appointments: Appointment[] }[]
  /** After the days: too far away, or too many, to be grouped. */
  later: Appointment[]
}

const maxGrouped = 60

export const dayOf = ({ scheduledDate }: Pick<Appointment, 'scheduledDate'>): string =>
  dayAt(new Date(scheduledDate))

/** Appointments that are not over, soonest first, as days. */
export function toAgenda(appointments: readonly Appointment[], today: string): Agenda {
  const cut = appointments[maxGrouped]
  // a day is not split
  const isLater = (it: Appointment) => cut !== undefined && dayOf(it) >= dayOf(cut) && dayOf(it) > today
  const days: Agenda['days'] = []
  for (const it of appointments.filter((it) => !isLater(it))) {
    const last = days.at(-1)
    if (last?.day === dayOf(it)) last.appointments.push(it)
    else days.push({ day: dayOf(it), appointments: [it] })
  }
  for (const { appointments } of days) appointments.sort(anytimeFirst)
  return { days, later: appointments.filter(isLater) }
}
