import type { Db } from '@plumbline/platform/db'
import { readStream } from '@plumbline/platform/event-store'
import { type AppointmentDirectoryRow, appointmentDirectory } from '@plumbline/scheduling/directory'
import type { AppointmentEvent } from '@plumbline/scheduling/events'

const columns = ['startsAt', 'status', 'agreedVersion', 'agreedAt', 'demo'] as const

export type Appointment = AppointmentDirectoryRow<(typeof columns)[number]>

/** When customers have appointments. */
export const { projection: appointments } = appointmentDirectory({
  version: 2,
  columns,
  indexes: [`(starts_at) WHERE status = 'scheduled'`],
})

/** From the log: the read model may lag behind it. */
export const loadAppointmentFromLog = async (db: Db, id: number): Promise<Appointment | null> =>
  (await readStream<AppointmentEvent>(db, `appointment-${id}`)).reduce<Appointment | null>(
    (row, event) => appointments.evolve(row, event, id),
    null,
  )
