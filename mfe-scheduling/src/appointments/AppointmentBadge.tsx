import { type Appointment, type AppointmentStatus, appointmentStatusLabels } from '@plumbline/scheduling/api'
import { lookOf, StatusBadge, type StatusLook } from '@plumbline/ui'
import { CalendarClock, CircleCheck, CircleX, Truck, Wrench } from 'lucide-react'
import { isOnTheWay } from './appointment.ts'

const looks: Record<AppointmentStatus, StatusLook> = {
  scheduled: { label: appointmentStatusLabels.scheduled, icon: CalendarClock, tone: 'blue' },
  in_progress: { label: appointmentStatusLabels.in_progress, icon: Wrench, tone: 'amber' },
  completed: { label: appointmentStatusLabels.completed, icon: CircleCheck, tone: 'green' },
  cancelled: { label: appointmentStatusLabels.cancelled, icon: CircleX, tone: 'muted' },
}

const onTheWay: StatusLook = { label: 'On the way', icon: Truck, tone: 'blue' }

type WithStatus = Pick<Appointment, 'status' | 'onTheWaySince' | 'scheduledDate'>

export const lookOfAppointment = (appointment: WithStatus): StatusLook =>
  isOnTheWay(appointment, new Date()) ? onTheWay : lookOf(looks, appointment.status)

export const AppointmentBadge = ({ appointment }: { appointment: WithStatus }) => (
  <StatusBadge look={lookOfAppointment(appointment)} />
)
