import type { Db } from '@plumbline/platform/db'
import { readStream } from '@plumbline/platform/event-store'
import { foldRow, type RowOf } from '@plumbline/platform/projections'
import { appointmentDirectory } from '@plumbline/scheduling/directory'

/** When customers have appointments, and who does them. */
export const appointments = appointmentDirectory({
  version: 7,
  columns: [
    ...(['startsAt', 'arrivalWindowMinutes', 'anytime', 'status'] as const),
    ...(['agreedVersion', 'agreedAt', 'demo', 'assigneeIds'] as const),
  ],
  indexes: [`(starts_at) WHERE status = 'scheduled'`, 'USING gin (assignee_ids)'],
})
export type Appointment = RowOf<typeof appointments.columns>

/** From the log: the read model may lag behind it. */
export const loadAppointmentFromLog = async (db: Db, id: number): Promise<Appointment | null> =>
  foldRow(appointments, await readStream(db, `appointment-${id}`))
