import { tableFor } from '@plumbline/platform/projections'
import { appointmentDirectory } from '@plumbline/scheduling/directory'

/** When customers have and had appointments. */
export const appointments = appointmentDirectory({
  version: 1,
  columns: ['title', 'startsAt', 'status'],
  indexes: ['(customer_id, starts_at)'],
})
export const appointmentsTable = tableFor(appointments)
