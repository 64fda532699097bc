import { type ComponentProps, lazy } from 'react'

export { TodayJobs } from './job/TodayJobs.tsx'
export { UpcomingJobs } from './job/UpcomingJobs.tsx'

// the dashboard takes its widgets from this module too; what only a profile shows is loaded there
const Appointments = lazy(async () => ({
  default: (await import('./appointments/CustomerAppointments.tsx')).CustomerAppointments,
}))
const Next = lazy(async () => ({
  default: (await import('./appointments/NextAppointment.tsx')).NextAppointment,
}))

export const CustomerAppointments = (props: ComponentProps<typeof Appointments>) => (
  <Appointments {...props} />
)
export const NextAppointment = (props: ComponentProps<typeof Next>) => <Next {...props} />
