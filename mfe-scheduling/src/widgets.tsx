export { NextAppointment } from './appointments/NextAppointment.tsx'
export { UpcomingJobs } from './appointments/UpcomingJobs.tsx'
