import { type ComponentProps, lazy } from 'react'

export { NextAppointment } from './appointments/NextAppointment.tsx'
export { TodayJobs } from './job/TodayJobs.tsx'
export { UpcomingJobs } from './job/UpcomingJobs.tsx'

const Appointments = lazy(async () => ({
  default: (await import('./appointments/CustomerAppointments.tsx')).CustomerAppointments,
}))

/** Loaded when a profile shows it: the dashboard takes its widgets from this module too. */
export const CustomerAppointments = (props: ComponentProps<typeof Appointments>) => (
  <Appointments {...props} />
)
