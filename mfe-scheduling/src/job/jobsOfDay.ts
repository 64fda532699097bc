import { dayAt } from '@plumbline/contract'
import type { Appointment } from '@plumbline/scheduling/api'
import { dayOf } from '../appointments/agenda.ts'
import { appointmentsOn, endOf, isOpen } from '../appointments/appointment.ts'

/** The jobs of a day, after those that began on a day before: they still run, or take more than a day. */
export function jobsOfDay(appointments: readonly Appointment[], day: string): Appointment[] {
  const reaches = (it: Appointment) => !it.anytime && dayAt(new Date(endOf(it).getTime() - 1)) >= day
  const earlier = appointments.filter(
    (it) => dayOf(it) < day && isOpen(it) && (it.status === 'in_progress' || reaches(it)),
  )
  const ofDay = appointmentsOn(appointments, day).filter(({ status }) => status !== 'cancelled')
  return [...earlier, ...ofDay]
}
