import { type Db, run } from '@plumbline/platform/db'
import { defineProjection, tableFor } from '@plumbline/platform/projections'
import type { AppointmentEvent } from '@plumbline/scheduling/events'

const types = [
  'AppointmentScheduled',
  'AppointmentDescribed',
  'AppointmentReassigned',
  'AppointmentDeleted',
] as const
type SourceEvent = Extract<AppointmentEvent, { type: (typeof types)[number] }>

export type AppointmentRow = { id: number; customerId: number; title: string; deleted: boolean }

/** Customer and service type of every appointment, from scheduling's events. Invoices outlive deleted ones. */
export const appointments = defineProjection<SourceEvent, AppointmentRow>({
  name: 'appointments',
  version: 1,
  columns: { id: 'integer', customerId: 'integer', title: 'text', deleted: 'boolean' },
  types,
  partitionBy: 'stream',
  keys: (event) => [event.data.appointmentId],
  evolve: (row, { type, data }) => {
    switch (type) {
      case 'AppointmentScheduled':
        return { id: data.appointmentId, customerId: data.customerId, title: data.title, deleted: false }
      case 'AppointmentDescribed':
        return row && { ...row, title: data.title ?? row.title }
      case 'AppointmentReassigned':
        return row && { ...row, customerId: data.customerId }
      case 'AppointmentDeleted':
        return row && { ...row, deleted: true }
    }
  },
})

export const appointmentsTable = tableFor(appointments)

export async function findAppointment(db: Db, id: number): Promise<AppointmentRow | undefined> {
  const [row] = await run<AppointmentRow>(db, {
    name: 'appointment-by-id',
    text: `${appointmentsTable.select} WHERE id = $1`,
    values: [id],
  })
  return row
}
