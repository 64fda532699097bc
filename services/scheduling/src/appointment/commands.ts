import { readClock, readOpening } from '@plumbline/business/directory'
import { readMembers } from '@plumbline/identity/directory'
import type { Db } from '@plumbline/platform/db'
import { refuseField, rejection } from '@plumbline/platform/errors'
import {
  type Aggregate,
  type CommandContext,
  cannotBeRestored,
  create,
  execute,
  fieldsBefore,
  readChange,
} from '@plumbline/platform/event-store'
import { centsOf } from '@plumbline/platform/money'
import { nextNumber } from '@plumbline/platform/sequence'
import { textOrNull } from '@plumbline/platform/text'
import { dayIn, readTime } from '@plumbline/platform/time'
import * as api from '../api.ts'
import { type Customer, customers } from '../customers.ts'
import type { AppointmentEvent } from '../events.ts'
import { type AppointmentCommand, type AppointmentState, appointmentDecider, editable } from './decider.ts'
import { type AppointmentRow, appointments } from './projection.ts'
import { plannedFor, readAppointment, toAppointment } from './queries.ts'
import { type Appointment, type AppointmentPlan, agreedVersionOf, changesBy } from './record.ts'

const appointment: Aggregate<AppointmentState, AppointmentCommand, AppointmentEvent, AppointmentRow> = {
  name: 'appointment',
  decider: appointmentDecider,
  projection: appointments,
}

/** The id of a merged customer schedules for the customer of today. */
export async function scheduleAppointment(
  ctx: CommandContext,
  form: api.AppointmentForm,
): Promise<api.AppointmentDetails> {
  const [customer, time, appointmentId] = await Promise.all([
    requireExistingCustomer(ctx.db, form.customerId),
    timeOf(ctx, form),
    nextNumber(ctx.db, 'appointment_id'),
  ])
  const details: AppointmentPlan = {
    customerId: customer.id,
    title: form.title,
    ...api.ofTexts((name) => textOrNull(form[name])),
    ...time,
    durationMinutes: form.duration ?? api.defaultDurationMinutes,
    estimatedCents: parsePrice(form.estimatedPrice),
    assigneeIds: await crewOf(ctx.db, form.assigneeIds),
  }
  const { quoteId } = form
  const { row } = await create(ctx, appointment, appointmentId, {
    type: 'ScheduleAppointment',
    details,
    quoteId,
  })
  return toAppointment(row as AppointmentRow, customer)
}

/** Records the differences, if there are any. */
export async function editAppointment(
  ctx: CommandContext,
  id: number,
  edit: api.AppointmentEdit,
): Promise<api.AppointmentDetails> {
  const { changes, before, customer } = await readEdit(ctx, id, edit)
  const { row } = await execute(ctx, appointment, id, { type: 'EditAppointment', changes })
  return answerOf(row, before, customer)
}

/** With the address of the merged record that it was made for, as it is read. */
function answerOf(
  row: AppointmentRow | undefined,
  before: Awaited<ReturnType<typeof readAppointment>>['row'],
  customer: Customer | undefined,
): api.AppointmentDetails {
  const after = row as AppointmentRow
  const isOfSame = after.customerId === before.customerId
  return toAppointment(
    isOfSame ? { ...after, address: after.address ?? before.madeForAddress } : after,
    customer,
  )
}

async function readEdit(ctx: CommandContext, id: number, edit: api.AppointmentEdit) {
  const { db } = ctx
  const before = await readAppointment(db, id)
  const currentId = before.customer?.id ?? before.row.customerId
  const { customerId = currentId } = edit
  const customer = customerId === currentId ? before.customer : await requireExistingCustomer(db, customerId)
  const changes = {
    // another record of the same customer is no change
    customerId: customer?.id === currentId ? undefined : customer?.id,
    title: edit.title,
    ...api.ofTexts((name) => ifPresent(edit[name], textOrNull)),
    address: ifPresent(edit.address, (address) => siteAfter(textOrNull(address), before, customer)),
    ...(await editedTime(ctx, edit, before.row)),
    durationMinutes: edit.duration,
    estimatedCents: ifPresent(edit.estimatedPrice, parsePrice),
    actualCents: ifPresent(edit.actualPrice, parsePrice),
    assigneeIds: edit.assigneeIds
      ? await crewOf(db, edit.assigneeIds, before.row.assigneeIds)
      : await crewAgain(db, edit.status, before.row),
    status: edit.status,
  } satisfies Partial<Appointment> & Record<Exclude<keyof Appointment, keyof Time>, unknown>
  return { changes, customer, before: before.row }
}

export async function cancelAppointment(ctx: CommandContext, id: number): Promise<api.AppointmentDetails> {
  const [{ row }, before] = await Promise.all([
    execute(ctx, appointment, id, { type: 'CancelAppointment' }),
    readAppointment(ctx.db, id),
  ])
  return answerOf(row, before.row, before.customer)
}

/** Notes that the crew is on the way; once, however often it is said. */
export async function depart(ctx: CommandContext, id: number): Promise<api.AppointmentDetails> {
  const { timeZone } = await readClock(ctx.db, ctx.now)
  const [{ row }, before] = await Promise.all([
    execute(ctx, appointment, id, { type: 'Depart', timeZone }),
    readAppointment(ctx.db, id),
  ])
  return answerOf(row, before.row, before.customer)
}

/** The jobs of a member who leaves, from a moment on, go to another one, or become unassigned. */
export async function replaceAssignee(
  ctx: CommandContext,
  assigneeId: number,
  by: number | null,
  after: string,
): Promise<void> {
  for (const id of await plannedFor(ctx.db, assigneeId, after))
    await execute(ctx, appointment, id, { type: 'ReplaceAssignee', assigneeId, by, after })
}

/** The customer asks for another time, in their words. */
export const requestMove = (ctx: CommandContext, id: number, words: string) =>
  execute(ctx, appointment, id, { type: 'RequestMove', words })

export const deleteAppointment = (ctx: CommandContext, id: number) =>
  execute(ctx, appointment, id, { type: 'DeleteAppointment' })

/**
 * Takes one change back, be it the deletion: what it set is again what it was, without members who have left since.
 * `requireMayChange` is asked about the fields that change.
 */
export async function restoreAppointment(
  ctx: CommandContext,
  id: number,
  version: number,
  requireMayChange: (fields: readonly string[]) => void,
): Promise<api.AppointmentDetails> {
  const { event, before, earlier } = await readChange(ctx, appointment, id, version)
  const record = before.appointment
  if (typeof record !== 'object') throw cannotBeRestored()
  const changes = fieldsBefore<Appointment>(record, changesBy(event), editableBy(event))
  const isDeletion = event.type === 'AppointmentDeleted'
  if (!isDeletion && Object.keys(changes).length === 0) throw cannotBeRestored()
  requireMayChange(Object.keys(changes))
  const customerId = isDeletion ? record.customerId : changes.customerId
  if (customerId !== undefined) await requireExistingCustomer(ctx.db, customerId)
  const command: AppointmentCommand = isDeletion
    ? {
        type: 'RestoreAppointment',
        version,
        record: { ...record, assigneeIds: await stillOfTeam(ctx.db, record.assigneeIds) },
        agreedVersion: earlier.map(agreedVersionOf).findLast(isKnown),
      }
    : { type: 'EditAppointment', changes: { ...changes, assigneeIds: await crewAfter(ctx.db, id, changes) } }
  // what was a demonstration is one again: nothing is sent of it, and it leaves with the others
  const demo = isDeletion && earlier[0]?.metadata.demo
  const origin = demo ? { ...ctx, metadata: { ...ctx.metadata, demo } } : ctx
  const { row } = await execute(origin, appointment, id, command)
  // the job may have been given to another customer since the change
  const now = await readAppointment(ctx.db, id)
  return answerOf(row, now.row, now.customer)
}

/** Texts name the customer whose they are, and set none. */
const editableBy = ({ type }: AppointmentEvent) =>
  type === 'AppointmentDescribed' ? editable.filter((name) => name !== 'customerId') : editable

const isKnown = (version: number | undefined) => version !== undefined

/** Undefined stays undefined: the field is not in the request. */
const ifPresent = <In, Out>(value: In | undefined, parse: (value: In) => Out): Out | undefined =>
  value === undefined ? undefined : parse(value)

/** An answer that is sent back unchanged gives no new address, even where it showed the customer's. */
function siteAfter(
  address: string | null,
  before: { row: Pick<AppointmentRow, 'address'>; customer: Customer | undefined },
  customer: Customer | undefined,
): string | null | undefined {
  const isShown = address === (before.row.address ?? before.customer?.address ?? null)
  return isShown && customer?.id === before.customer?.id ? undefined : address
}

/** Each once, in the order of their ids. Who has left the team stays where they are, and gets no job. */
async function crewOf(
  db: Db,
  ids: readonly number[] = [],
  before: readonly number[] = [],
): Promise<number[]> {
  const added = ids.filter((id) => !before.includes(id))
  if ((await stillOfTeam(db, added)).length < added.length)
    refuseField('assigneeIds', 'Please choose members of the team.')
  return [...new Set(ids)].sort((a, b) => a - b)
}

/** The crew of a job that is planned again, without those who have left; undefined is no change. */
const crewAgain = async (
  db: Db,
  status: AppointmentRow['status'] | undefined,
  row: Pick<AppointmentRow, 'status' | 'assigneeIds'>,
) => (status === 'scheduled' && row.status !== status ? stillOfTeam(db, row.assigneeIds) : undefined)

async function crewAfter(db: Db, id: number, { assigneeIds, status }: Partial<Appointment>) {
  if (assigneeIds) return stillOfTeam(db, assigneeIds)
  return status && crewAgain(db, status, (await readAppointment(db, id)).row)
}

/** Those of them who can be given a job. */
async function stillOfTeam(db: Db, ids: readonly number[]): Promise<number[]> {
  if (ids.length === 0) return []
  const memberOf = await readMembers(db, ids)
  return ids.filter((id) => ['active', 'invited'].includes(memberOf(id).standing))
}

const maxCents = 9_999_999_999

function parsePrice(price: string | null | undefined): number | null {
  const cents = price ? centsOf(price) : null
  if (cents !== null && cents > maxCents) throw rejection('invalid', 'That price is too high.')
  return cents
}

type Time = Pick<AppointmentPlan, 'startsAt' | 'arrivalWindowMinutes' | 'anytime'>
type TimeForm = Pick<api.AppointmentForm, 'scheduledDate' | 'arrivalWindow' | 'anytime'>

/** What was promised is either a time, or a window from it on, or only the day: of the same day as before it stays as it is. */
async function timeOf(
  { db, now }: CommandContext,
  { scheduledDate, arrivalWindow: arrivalWindowMinutes = 0, anytime = false }: TimeForm,
  before?: Time,
): Promise<Time> {
  const { timeZone } = await readClock(db, now)
  const time = readTime(timeZone, scheduledDate)
  if (!time) refuseField('scheduledDate', 'Invalid date')
  if (anytime && arrivalWindowMinutes > 0)
    refuseField('arrivalWindow', 'A job at any time of the day has no arrival window.')
  if (!anytime) return { startsAt: time.toISOString(), arrivalWindowMinutes, anytime }
  const day = dayIn(timeZone, time)
  // the working hours may have changed since
  const isSame = before?.anytime && dayIn(timeZone, new Date(before.startsAt)) === day
  const startsAt = isSame ? before.startsAt : (await readOpening(db, day, now)).toISOString()
  return { startsAt, arrivalWindowMinutes, anytime }
}

/** Of the time, what is left out stays; a job that becomes one of any time loses its window. */
async function editedTime(ctx: CommandContext, edit: api.AppointmentEdit, row: Time): Promise<Partial<Time>> {
  const { scheduledDate, arrivalWindow, anytime = row.anytime } = edit
  if (scheduledDate === undefined && arrivalWindow === undefined && edit.anytime === undefined) return {}
  const form = {
    scheduledDate: scheduledDate ?? row.startsAt,
    arrivalWindow: arrivalWindow ?? (edit.anytime ? 0 : row.arrivalWindowMinutes),
    anytime,
  }
  return timeOf(ctx, form, row)
}

async function requireExistingCustomer(db: Db, id: number): Promise<Customer> {
  const customer = await customers.find(db, id)
  if (!customer)
    throw rejection('invalid', 'There is no such customer.', {
      fields: { customerId: 'There is no such customer.' },
      mayArriveLater: true,
    })
  return customer
}
