import type { Db, Tx } from '@plumbline/platform/db'
import { reject } from '@plumbline/platform/errors'
import type { EventStore, Metadata } from '@plumbline/platform/event-store'
import { centsOf } from '@plumbline/platform/money'
import { nextNumber } from '@plumbline/platform/sequence'
import { readTime } from '@plumbline/platform/time'
import { type AppointmentEdit, type AppointmentForm, defaultDurationMinutes } from './api.ts'
import {
  type AppointmentCommand,
  type AppointmentState,
  appointment,
  appointmentStream,
  type Booking,
  type Visit,
} from './appointment.ts'
import { appointmentById, type FoundAppointment } from './projections/appointmentQueries.ts'
import { type Customer, customerById } from './projections/customers.ts'

/** A command's surroundings: the transaction it belongs to, who gives it, and when. */
export type Act = {
  store: EventStore
  db: Tx
  metadata: Metadata
  now: Date
  /** Throws when the caller last saw another version. */
  unlessChanged?: (etag: string) => void
}

/** Books a visit; whoever is booked for a merged record is booked for the customer it became. */
export async function scheduleAppointment(act: Act, form: AppointmentForm): Promise<FoundAppointment> {
  const customer = await knownCustomer(act.db, form.customerId)
  const booking: Booking = {
    customerId: customer.id,
    title: form.title,
    description: textOrNull(form.description),
    notes: textOrNull(form.notes),
    address: jobSite(form.address, customer),
    startsAt: instant(form.scheduledDate),
    durationMinutes: form.duration ?? defaultDurationMinutes,
    estimatedCents: cents(form.estimatedPrice),
  }
  const appointmentId = await nextNumber(act.db, act.store.pool, 'appointment_id')
  await handle(act, { type: 'ScheduleAppointment', appointmentId, booking, now: act.now.toISOString() })
  return stored(act.db, appointmentId)
}

/** Records what is different, if anything. */
export async function editAppointment(
  act: Act,
  id: number,
  edit: AppointmentEdit,
): Promise<FoundAppointment> {
  const before = await existing(act.db, id)
  const customer = await customerById(act.db, edit.customerId ?? before.customerId)
  if (!customer && edit.customerId !== undefined && edit.customerId !== before.customerId)
    throw unknownCustomer()
  const changes: Partial<Visit> = {
    // another record of the same person is no other customer
    customerId: customer?.id === before.customerId ? undefined : customer?.id,
    title: edit.title,
    description: given(edit.description, textOrNull),
    notes: given(edit.notes, textOrNull),
    address: given(edit.address, (address) => jobSite(address, customer)),
    startsAt: given(edit.scheduledDate, instant),
    durationMinutes: edit.duration,
    estimatedCents: given(edit.estimatedPrice, cents),
    actualCents: given(edit.actualPrice, cents),
    status: edit.status,
  }
  const now = act.now.toISOString()
  await handle(act, { type: 'ChangeAppointment', appointmentId: id, changes, now }, before.tag)
  return stored(act.db, id)
}

export async function cancelAppointment(act: Act, id: number): Promise<FoundAppointment> {
  const { tag } = await existing(act.db, id)
  await handle(act, { type: 'CancelAppointment', appointmentId: id, now: act.now.toISOString() }, tag)
  return stored(act.db, id)
}

export async function deleteAppointment(act: Act, id: number): Promise<void> {
  const { tag } = await existing(act.db, id)
  await handle(act, { type: 'DeleteAppointment', appointmentId: id, now: act.now.toISOString() }, tag)
}

/** Changes with every change of what an answer shows. */
export const etagOf = ({ version, tag }: Pick<FoundAppointment, 'version' | 'tag'>) => `"${version}-${tag}"`

const handle = (
  { store, db, metadata, unlessChanged }: Act,
  command: AppointmentCommand,
  tag = '',
): Promise<AppointmentState> =>
  store.handle(db, {
    stream: appointmentStream(command.appointmentId),
    // compared with the version the decision is made on, so that nobody slips in between
    decider: {
      ...appointment,
      decide: (given, state) => {
        const events = appointment.decide(given, state)
        if (events.length > 0) unlessChanged?.(etagOf({ version: state.version, tag }))
        return events
      },
    },
    command,
    metadata,
  })

const given = <In, Out>(value: In | undefined, read: (value: In) => Out): Out | undefined =>
  value === undefined ? undefined : read(value)

const textOrNull = (text: string | null | undefined) => text?.trim() || null

/** Null: at the customer's own address, wherever that will be. */
function jobSite(address: string | null | undefined, customer: Customer | undefined): string | null {
  const site = textOrNull(address)
  return site === customer?.address ? null : site
}

const mostCents = 9_999_999_999

function cents(price: string | null | undefined): number | null {
  const amount = price ? centsOf(price) : null
  if (amount !== null && amount > mostCents) throw reject('invalid', 'That price is too high.')
  return amount
}

function instant(text: string): string {
  const time = readTime(text)
  if (!time) throw reject('invalid', 'Invalid date', { fields: { scheduledDate: 'Invalid date' } })
  return time.toISOString()
}

const unknownCustomer = () =>
  reject('invalid', 'There is no such customer.', {
    fields: { customerId: 'There is no such customer.' },
    mayArriveLater: true,
  })

async function knownCustomer(db: Db, id: number): Promise<Customer> {
  const customer = await customerById(db, id)
  if (!customer) throw unknownCustomer()
  return customer
}

async function existing(db: Db, id: number): Promise<FoundAppointment> {
  const row = await appointmentById(db, id)
  if (!row) throw reject('not-found', 'Appointment not found')
  return row
}

async function stored(db: Db, id: number): Promise<FoundAppointment> {
  const row = await appointmentById(db, id)
  if (!row) throw new Error(`appointment ${id} is missing from its read model`)
  return row
}
