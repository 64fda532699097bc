import { type Db, run } from '@plumbline/platform/db'
import { type AppointmentDirectoryRow, appointmentDirectory } from '@plumbline/scheduling/directory'

const columns = ['title', 'estimatedPrice', 'actualPrice', 'completedAt', 'deleted'] as const

export type AppointmentRow = AppointmentDirectoryRow<(typeof columns)[number]>

/** What an invoice needs of every appointment. Invoices outlive deleted ones. */
export const { projection: appointments, table: appointmentsTable } = appointmentDirectory({
  version: 2,
  columns,
})

export async function findAppointment(db: Db, id: number): Promise<AppointmentRow | undefined> {
  const [row] = await run<AppointmentRow>(db, {
    name: 'appointment-by-id',
    text: `${appointmentsTable.select} WHERE id = $1`,
    values: [id],
  })
  return row
}
