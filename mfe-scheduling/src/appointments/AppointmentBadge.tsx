import { type Appointment, type AppointmentStatus, appointmentStatusLabels } from '@plumbline/scheduling/api'
import { lookOf, StatusBadge, type StatusLook } from '@plumbline/ui'
import { CalendarClock, CircleCheck, CircleX, Wrench } from 'lucide-react'

const looks: Record<AppointmentStatus, StatusLook> = {
  scheduled: { label: appointmentStatusLabels.scheduled, icon: CalendarClock, tone: 'blue' },
  in_progress: { label: appointmentStatusLabels.in_progress, icon: Wrench, tone: 'amber' },
  completed: { label: appointmentStatusLabels.completed, icon: CircleCheck, tone: 'green' },
  cancelled: { label: appointmentStatusLabels.cancelled, icon: CircleX, tone: 'muted' },
}

type WithStatus = Pick<Appointment, 'status'>

export const lookOfAppointment = ({ status }: WithStatus): StatusLook => lookOf(looks, status)

export const AppointmentBadge = ({ appointment }: { appointment: WithStatus }) => (
  <StatusBadge look={lookOfAppointment(appointment)} />
)
