import type { Clock } from '@plumbline/business/directory'
import {
  type Bind,
  type Db,
  namedStatement,
  run,
  type SqlStatement,
  sql,
  statement,
} from '@plumbline/platform/db'
import { rejection } from '@plumbline/platform/errors'
import { recordEtag } from '@plumbline/platform/event-store'
import type { List } from '@plumbline/platform/http'
import { type Paged, pageOf } from '@plumbline/platform/paging'
import { columnList } from '@plumbline/platform/projections'
import { wordPatterns } from '@plumbline/platform/search'
import { clockAt, dayLater, isDay, readTime } from '@plumbline/platform/time'
import {
  type AppointmentCounts,
  type AppointmentDetails,
  type AppointmentStatus,
  ofTexts,
  type Period,
} from '../api.ts'
import { type Customer, customers } from '../customers.ts'
import { requireExistingAppointment } from './decider.ts'
import { type AppointmentRow, appointments } from './projection.ts'

// jobs from before every job had an address stay where they were made for, when the customer's record is merged
const madeForAddress = 'CASE WHEN c_record.merged_into IS NOT NULL THEN c_record.address END'
const { endsAt: _, searched: __, address: ___, ...plainColumns } = appointments.columns
const columns = `${columnList('a', Object.keys(plainColumns))},
  coalesce(a.address, ${madeForAddress}) AS address, ${madeForAddress} AS "madeForAddress",
  c.id AS "currentCustomerId", c.name AS "customerName", c.address AS "customerAddress", c.email AS "customerEmail",
  c.phone AS "customerPhone", c.tag AS "customerTag", c.search_text AS "customerSort"`
const joinCustomer = customers.join('a.customer_id')
const order = 'ORDER BY a.starts_at, a.id'
/** Whether it is a job of this member; of null every one is. */
const isOf = (member: string) => `(${member}::int IS NULL OR a.assignee_ids @> to_jsonb(${member}::int))`

type StoredAppointment = Omit<AppointmentRow, 'endsAt' | 'searched'>
/** With the address of the merged record that it was made for. */
type ReadAppointment = StoredAppointment & { madeForAddress: string | null }
type CustomerColumns = {
  currentCustomerId: number
  customerName: string
  customerAddress: string | null
  customerEmail: string
  customerPhone: string
  customerTag: string
}
/** An appointment joined with the customer of today; null columns when the customer is unknown or was removed. */
type JoinedRow = ReadAppointment & (CustomerColumns | { [Name in keyof CustomerColumns]: null })

const customerOf = (row: JoinedRow): Customer | undefined =>
  row.currentCustomerId === null
    ? undefined
    : {
        id: row.currentCustomerId,
        name: row.customerName,
        address: row.customerAddress,
        email: row.customerEmail,
        phone: row.customerPhone,
        tag: row.customerTag,
      }

/** An appointment as answers show it, with what its customer adds. */
export const toAppointment = (
  row: StoredAppointment,
  customer: Customer | undefined,
): AppointmentDetails => ({
  id: row.id,
  customerId: customer?.id ?? row.customerId,
  title: row.title,
  serviceType: row.title,
  ...ofTexts((name) => row[name]),
  scheduledDate: row.startsAt,
  duration: row.durationMinutes,
  arrivalWindow: row.arrivalWindowMinutes,
  anytime: row.anytime,
  status: row.status,
  assigneeIds: row.assigneeIds,
  onTheWaySince: row.onTheWaySince,
  estimatedPrice: row.estimatedPrice,
  actualPrice: row.actualPrice,
  totalAmount: row.actualPrice ?? row.estimatedPrice,
  address: row.address ?? customer?.address ?? null,
  customerName: customer?.name ?? null,
  customerEmail: customer?.email ?? null,
  customerPhone: customer?.phone ?? null,
  createdAt: row.createdAt,
  updatedAt: row.updatedAt,
  // the answer also changes with its customer, and with the release that shows it
  etag: recordEtag(row, appointments.version, customer?.tag ?? '00000000'),
})

const toAppointments = (rows: readonly JoinedRow[]): AppointmentDetails[] =>
  rows.map((row) => toAppointment(row, customerOf(row)))

/** An appointment and its customer of today; with `of` only if this member does it. */
export async function readAppointment(
  db: Db,
  id: number,
  of: number | null = null,
): Promise<{ row: ReadAppointment; customer: Customer | undefined }> {
  const rows = await run<JoinedRow>(db, {
    name: 'appointment-by-id',
    text: `SELECT ${columns} FROM appointments a ${joinCustomer} WHERE a.id = $1 AND ${isOf('$2')}`,
    values: [id, of],
  })
  const row = requireExistingAppointment(rows[0])
  return { row, customer: customerOf(row) }
}

/** Appointments under any record of a customer, soonest first; with `of` those of this member. */
export async function appointmentsOfCustomer(
  db: Db,
  id: number,
  of: number | null,
): Promise<AppointmentDetails[]> {
  const rows = await run<JoinedRow | { id: null }>(db, {
    name: 'appointments-of-customer',
    text: `SELECT ${columns} FROM ${customers.table.name} requested
      JOIN ${customers.table.name} c ON c.id = coalesce(requested.merged_into, requested.id)
      JOIN ${customers.table.name} c_record ON c_record.id = c.id OR c_record.merged_into = c.id
      LEFT JOIN appointments a ON a.customer_id = c_record.id AND ${isOf('$2')}
      WHERE requested.id = $1 ${order}`,
    values: [id, of],
  })
  if (rows.length === 0) throw rejection('not-found', 'Customer not found', { mayArriveLater: true })
  // a record without appointments is one row without an appointment
  return toAppointments(rows.filter((row) => row.id !== null))
}

export type AppointmentFilter = Paged & {
  q?: string
  status?: AppointmentStatus
  from?: string
  to?: string
  includeRunning?: 'true'
  /** `past` is what began before today and does not run any more, `upcoming` everything else. */
  period?: Period
  /** Under any record of this customer. */
  customerId?: number
  /** Of one member, or unassigned. */
  assignee?: number | 'none'
}

const orders = {
  date: { by: ['"startsAt"', 'id'] },
  latest: { by: ['"startsAt"', 'id'], descending: true },
  customer: { by: [`coalesce("customerSort", '')`, '"startsAt"', 'id'] },
}

/** Appointments as of a day, which decides what is past. */
export const appointmentList = (clock: Clock): List<AppointmentFilter, JoinedRow, AppointmentDetails> => ({
  statement: (filter) => listStatement(filter, clock),
  orders,
  toItems: toAppointments,
})

/** All appointments that match, at once. */
export const findAppointments = async (
  db: Db,
  filter: AppointmentFilter,
  clock: Clock,
): Promise<AppointmentDetails[]> => toAppointments(await run<JoinedRow>(db, listStatement(filter, clock)))

/** All appointments that match, each with the version of its stream. */
export async function findVersionedAppointments(
  db: Db,
  filter: Pick<AppointmentFilter, 'from' | 'assignee'>,
  clock: Clock,
): Promise<(AppointmentDetails & { version: number })[]> {
  const rows = await run<JoinedRow>(db, listStatement(filter, clock))
  return rows.map((row) => ({ ...toAppointment(row, customerOf(row)), version: row.version }))
}

const inAppointment = (word: string) => `a.searched LIKE ${word}`
/**
 * In the name of the customer, or in the address where the appointment has none of its own. CASE keeps the planner from
 * joining every customer with every appointment to compare them.
 */
const inCustomer = (word: string) => `CASE WHEN split_part(c.search_text, E'\\n', 1) LIKE ${word}
    OR (a.address IS NULL AND c.search_text LIKE ${word}) THEN true ELSE false END`
/** Of customers who have the word in name or address. */
const ofCustomersWith = (word: string) => `a.customer_id IN (${customers.idsLike(word)})`

/** Every word of `q` must be in the appointment or in its customer. */
function listStatement({ q = '', ...filter }: AppointmentFilter, clock: Clock): SqlStatement {
  // long words tend to be rare
  const words = wordPatterns(q).sort((a, b) => b.length - a.length)
  if (words.length === 0)
    return namedStatement((bind) => pageOf(rowsOf(filter, clock, bind, []), filter, orders, bind))
  return statement((bind) => {
    const [rarest = '', ...others] = words.map(bind)
    const rest = others.map((word) => `(${inAppointment(word)} OR ${inCustomer(word)})`)
    const ownMatches = [inAppointment(rarest), ...rest]
    const byCustomer = [ofCustomersWith(rarest), inCustomer(rarest), `NOT ${inAppointment(rarest)}`, ...rest]
    // each part has an index for its word
    const parts = [ownMatches, byCustomer].map((matches) => rowsOf(filter, clock, bind, matches))
    return pageOf(parts.join(' UNION ALL '), filter, orders, bind)
  })
}

function rowsOf(
  { status, from, to, includeRunning, period, customerId, assignee }: AppointmentFilter,
  { timeZone, today }: Clock,
  bind: Bind,
  matches: readonly string[],
): string {
  const conditions = ['true', ...matches]
  if (status) conditions.push(`a.status = ${bind(status)}`)
  if (from) {
    const start = bind(startOf(timeZone, from))
    const runs = includeRunning ? ` OR tstzrange(a.starts_at, a.ends_at) @> ${start}` : ''
    conditions.push(`(a.starts_at >= ${start}${runs})`)
  }
  if (to) conditions.push(`a.starts_at < ${bind(endOf(timeZone, to))}`)
  if (period) {
    const isPast = `a.starts_at < ${bind(clockAt(timeZone, today, '00:00'))} AND a.status <> 'in_progress'`
    conditions.push(period === 'past' ? isPast : `NOT (${isPast})`)
  }
  if (customerId) conditions.push(`a.customer_id = ANY(${customers.recordIds(`${bind(customerId)}::int`)})`)
  if (assignee === 'none') conditions.push(`a.assignee_ids = '[]'`)
  else if (assignee) conditions.push(`a.assignee_ids @> to_jsonb(${bind(assignee)}::int)`)
  return `SELECT ${columns} FROM appointments a ${joinCustomer} WHERE ${conditions.join(' AND ')}`
}

/** A job for any time of today is to come all day. */
export async function countUpcoming(
  db: Db,
  now: Date,
  { timeZone, today }: Clock,
  of: number | null,
): Promise<AppointmentCounts> {
  const [counts] = await run<AppointmentCounts>(db, {
    text: `SELECT count(*)::int AS upcoming FROM appointments a
      WHERE starts_at >= $3 AND (starts_at > $1 OR anytime) AND ${isOf('$2')}`,
    values: [now, of, clockAt(timeZone, today, '00:00')],
  })
  return counts as AppointmentCounts
}

/** Appointments that share time with a range and are not cancelled; with `of` those of this member. */
export async function findOverlaps(
  db: Db,
  range: { from: string; to: string; exceptId?: number },
  { timeZone }: Clock,
  of: number | null,
): Promise<AppointmentDetails[]> {
  const [from, to] = [startOf(timeZone, range.from), endOf(timeZone, range.to)]
  if (from >= to) throw rejection('invalid', 'The end must be after the beginning.')
  const rows = await run<JoinedRow>(db, {
    name: 'overlapping-appointments',
    text: `SELECT ${columns} FROM appointments a ${joinCustomer}
      WHERE tstzrange(a.starts_at, a.ends_at) && tstzrange($1, $2) AND a.status <> 'cancelled' AND a.id <> $3
        AND ${isOf('$4')} ${order}`,
    values: [from, to, range.exceptId ?? 0, of],
  })
  return toAppointments(rows)
}

function startOf(timeZone: string, text: string): Date {
  const time = readTime(timeZone, text)
  if (!time) throw rejection('invalid', 'Invalid date')
  return time
}

/** A day ends when the next one begins. */
const endOf = (timeZone: string, text: string): Date => startOf(timeZone, isDay(text) ? dayLater(text) : text)

/** The appointments that a member is to do after a moment, by id; one for any time is to do for a day. */
export const plannedFor = async (db: Db, memberId: number, after: string): Promise<number[]> =>
  (
    await run<{ id: number }>(
      db,
      sql`SELECT id FROM appointments WHERE assignee_ids @> to_jsonb(${memberId}::int) AND status = 'scheduled'
          AND starts_at + CASE WHEN anytime THEN interval '1 day' ELSE interval '0' END > ${after} ORDER BY id`,
    )
  ).map(({ id }) => id)
