import { tableFor } from '@plumbline/platform/projections'
import { appointmentDirectory } from '@plumbline/scheduling/directory'

/** When customers have and had appointments, and who does them. */
export const appointments = appointmentDirectory({
  version: 5,
  columns: ['title', 'startsAt', 'arrivalWindowMinutes', 'anytime', 'status', 'assigneeIds'],
  indexes: ['(customer_id, starts_at)', 'USING gin (assignee_ids)'],
})
export const appointmentsTable = tableFor(appointments)
