import { type Db, first } from '@plumbline/platform/db'
import { type RowOf, tableFor } from '@plumbline/platform/projections'
import { appointmentDirectory } from '@plumbline/scheduling/directory'

/** What an invoice needs of every appointment. Invoices outlive deleted ones. */
export const appointments = appointmentDirectory({
  version: 6,
  columns: ['title', 'estimatedPrice', 'actualPrice', 'completedAt', 'deleted'],
})
export const appointmentsTable = tableFor(appointments)
export type AppointmentRow = RowOf<typeof appointments.columns>

export async function findAppointment(db: Db, id: number): Promise<AppointmentRow | undefined> {
  return first<AppointmentRow>(db, {
    name: 'appointment-by-id',
    text: `${appointmentsTable.select} WHERE id = $1`,
    values: [id],
  })
}
