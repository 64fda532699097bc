import type { Db } from '@plumbline/platform/db'
import { rejection } from '@plumbline/platform/errors'
import { type Aggregate, type CommandContext, create, execute } from '@plumbline/platform/event-store'
import { centsOf } from '@plumbline/platform/money'
import { nextNumber } from '@plumbline/platform/sequence'
import { readTime } from '@plumbline/platform/time'
import {
  type AppointmentDetails,
  type AppointmentEdit,
  type AppointmentForm,
  defaultDurationMinutes,
} from '../api.ts'
import { customerById, type ShownCustomer } from '../customers.ts'
import type { AppointmentEvent } from '../events.ts'
import {
  type AppointmentCommand,
  type AppointmentState,
  appointment,
  type Booking,
  type Visit,
} from './decider.ts'
import { type AppointmentRow, appointments } from './projection.ts'
import { appointmentWithCustomer, toAppointment } from './queries.ts'

const aggregate: Aggregate<AppointmentState, AppointmentCommand, AppointmentEvent, AppointmentRow> = {
  name: 'appointment',
  decider: appointment,
  projection: appointments,
}

/** Books a visit; whoever is booked for a merged record is booked for the customer it became. */
export async function scheduleAppointment(
  ctx: CommandContext,
  form: AppointmentForm,
): Promise<AppointmentDetails> {
  const [customer, appointmentId] = await Promise.all([
    knownCustomer(ctx.db, form.customerId),
    nextNumber(ctx.db, 'appointment_id'),
  ])
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
  const now = ctx.now.toISOString()
  const { row } = await create(ctx, aggregate, appointmentId, {
    type: 'ScheduleAppointment',
    appointmentId,
    booking,
    now,
  })
  return toAppointment(row as AppointmentRow, customer)
}

/** Records what is different, if anything. */
export async function editAppointment(
  ctx: CommandContext,
  id: number,
  edit: AppointmentEdit,
): Promise<AppointmentDetails> {
  const reading = readEdit(ctx, id, edit)
  const command = reading.then(
    ({ changes }): AppointmentCommand => ({
      type: 'ChangeAppointment',
      appointmentId: id,
      changes,
      now: ctx.now.toISOString(),
    }),
  )
  const { row } = await execute(ctx, aggregate, id, command)
  return toAppointment(row as AppointmentRow, (await reading).customer)
}

async function readEdit({ db }: CommandContext, id: number, edit: AppointmentEdit) {
  const before = await appointmentWithCustomer(db, id)
  if (!before) throw rejection('not-found', 'Appointment not found')
  const currentId = before.customer?.id ?? before.row.customerId
  const { customerId = currentId } = edit
  const customer = customerId === currentId ? before.customer : await knownCustomer(db, customerId)
  const changes: Partial<Visit> = {
    // another record of the same person is no other customer
    customerId: customer?.id === currentId ? undefined : customer?.id,
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
  return { changes, customer }
}

export async function cancelAppointment(ctx: CommandContext, id: number): Promise<AppointmentDetails> {
  const [{ row }, found] = await Promise.all([
    execute(ctx, aggregate, id, {
      type: 'CancelAppointment',
      appointmentId: id,
      now: ctx.now.toISOString(),
    }),
    appointmentWithCustomer(ctx.db, id),
  ])
  return toAppointment(row as AppointmentRow, found?.customer)
}

export const deleteAppointment = (ctx: CommandContext, id: number) =>
  execute(ctx, aggregate, id, { type: 'DeleteAppointment', appointmentId: id, now: ctx.now.toISOString() })

const given = <In, Out>(value: In | undefined, read: (value: In) => Out): Out | undefined =>
  value === undefined ? undefined : read(value)

const textOrNull = (text: string | null | undefined) => text?.trim() || null

/** Null: at the customer's own address, wherever that will be. */
function jobSite(address: string | null | undefined, customer: ShownCustomer | undefined): string | null {
  const site = textOrNull(address)
  return site === customer?.address ? null : site
}

const mostCents = 9_999_999_999

function cents(price: string | null | undefined): number | null {
  const amount = price ? centsOf(price) : null
  if (amount !== null && amount > mostCents) throw rejection('invalid', 'That price is too high.')
  return amount
}

function instant(text: string): string {
  const time = readTime(text)
  if (!time) throw rejection('invalid', 'Invalid date', { fields: { scheduledDate: 'Invalid date' } })
  return time.toISOString()
}

const unknownCustomer = () =>
  rejection('invalid', 'There is no such customer.', {
    fields: { customerId: 'There is no such customer.' },
    mayArriveLater: true,
  })

async function knownCustomer(db: Db, id: number): Promise<ShownCustomer> {
  const customer = await customerById(db, id)
  if (!customer) throw unknownCustomer()
  return customer
}
