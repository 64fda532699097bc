import { type Db, run } from '@plumbline/platform/db'
import { moneyText } from '@plumbline/platform/money'
import { defineProjection, tableFor } from '@plumbline/platform/projections'
import type { AppointmentEvent } from '@plumbline/scheduling/events'

const types = [
  'AppointmentScheduled',
  'AppointmentRepriced',
  'AppointmentDescribed',
  'AppointmentReassigned',
  'AppointmentStarted',
  'AppointmentCompleted',
  'AppointmentCancelled',
  'AppointmentReopened',
  'AppointmentDeleted',
] as const
type SourceEvent = Extract<AppointmentEvent, { type: (typeof types)[number] }>

type EventData<Type> = Extract<SourceEvent, { type: Type }>['data']

export type AppointmentRow = {
  id: number
  customerId: number
  title: string
  estimatedPrice: string | null
  actualPrice: string | null
  /** Null while it is not completed. */
  completedAt: string | null
  deleted: boolean
}

/** What an invoice needs of every appointment, from scheduling's events. Invoices outlive deleted ones. */
export const appointments = defineProjection<SourceEvent, AppointmentRow>({
  name: 'appointments',
  version: 2,
  columns: {
    id: 'integer',
    customerId: 'integer',
    title: 'text',
    estimatedPrice: 'numeric(10, 2)?',
    actualPrice: 'numeric(10, 2)?',
    completedAt: 'timestamptz?',
    deleted: 'boolean',
  },
  types,
  partitionBy: 'stream',
  keys: (event) => [event.data.appointmentId],
  evolve: (row, { type, data }) => {
    switch (type) {
      case 'AppointmentScheduled':
        return {
          id: data.appointmentId,
          customerId: data.customerId,
          title: data.title,
          estimatedPrice: moneyOrNull(data.estimatedCents),
          actualPrice: null,
          completedAt: null,
          deleted: false,
        }
      case 'AppointmentRepriced':
        return row && { ...row, ...pricesOf(data) }
      case 'AppointmentDescribed':
        return row && { ...row, title: data.title ?? row.title }
      case 'AppointmentReassigned':
        return row && { ...row, customerId: data.customerId }
      case 'AppointmentCompleted':
        return row && { ...row, completedAt: data.completedAt }
      case 'AppointmentStarted':
      case 'AppointmentCancelled':
      case 'AppointmentReopened':
        return row && { ...row, completedAt: null }
      case 'AppointmentDeleted':
        return row && { ...row, deleted: true }
    }
  },
})

const moneyOrNull = (cents: number | null) => (cents === null ? null : moneyText(cents))

const pricesOf = ({ estimatedCents, actualCents }: EventData<'AppointmentRepriced'>) => ({
  ...(estimatedCents !== undefined && { estimatedPrice: moneyOrNull(estimatedCents) }),
  ...(actualCents !== undefined && { actualPrice: moneyOrNull(actualCents) }),
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
