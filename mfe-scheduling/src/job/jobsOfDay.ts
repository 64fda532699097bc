import type { Appointment } from '@plumbline/scheduling/api'
import { dayOf } from '../appointments/agenda.ts'
import { appointmentsOn } from '../appointments/appointment.ts'

/** The jobs of today, after those that have been running since a day before. */
export function jobsOfDay(appointments: readonly Appointment[], today: string): Appointment[] {
  const running = appointments.filter((it) => it.status === 'in_progress' && dayOf(it) < today)
  const ofToday = appointmentsOn(appointments, today).filter(({ status }) => status !== 'cancelled')
  return [...running, ...ofToday]
}
