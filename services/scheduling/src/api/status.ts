export const appointmentStatuses = ['scheduled', 'in_progress', 'completed', 'cancelled'] as const
export type AppointmentStatus = (typeof appointmentStatuses)[number]
export const appointmentStatusLabels: Record<AppointmentStatus, string> = {
  scheduled: 'Scheduled',
  in_progress: 'In Progress',
  completed: 'Completed',
  cancelled: 'Cancelled',
}
