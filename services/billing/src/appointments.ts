import { type Db, run } from '@plumbline/platform/db'
import { defineProjection, tableFor } from '@plumbline/platform/projections'
import type { AppointmentEvent } from '@plumbline/scheduling/events'

type Followed = Extract<
  AppointmentEvent,
  {
    type: 'AppointmentScheduled' | 'AppointmentDescribed' | 'AppointmentReassigned' | 'AppointmentDeleted'
  }
>

export type AppointmentRow = { id: number; customerId: number; title: string; deleted: boolean }

/** Whose job it was and of which kind; kept when the appointment is deleted. */
export const appointments = defineProjection<Followed, AppointmentRow>({
  name: 'appointments',
  version: 1,
  columns: { id: 'integer', customerId: 'integer', title: 'text', deleted: 'boolean' },
  types: ['AppointmentScheduled', 'AppointmentDescribed', 'AppointmentReassigned', 'AppointmentDeleted'],
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

export const appointmentsBy = async (db: Db, ids: readonly number[]): Promise<Map<number, AppointmentRow>> =>
  new Map(
    (
      await run<AppointmentRow>(db, {
        name: 'appointments-by-ids',
        text: `${appointmentsTable.select} WHERE id = ANY($1)`,
        values: [[...new Set(ids)]],
      })
    ).map((row) => [row.id, row]),
  )
