import { type Db, namedStatement, run, type SqlStatement } from '@plumbline/platform/db'
import { rejection } from '@plumbline/platform/errors'
import { recordEtag } from '@plumbline/platform/event-store'
import type { List } from '@plumbline/platform/http'
import { limitClause, readCursor } from '@plumbline/platform/paging'
import { dayLater, isDay, readTime } from '@plumbline/platform/time'
import type { AppointmentDetails, AppointmentStatus } from '../api.ts'
import { type Customer, customers } from '../customers.ts'
import { requireExistingAppointment } from './decider.ts'
import { type AppointmentRow, appointments } from './projection.ts'
import { matchSql, planSearch, prefilterSql, type SearchPlan } from './search.ts'

// jobs from before every job had an address stay where they were made for, when the customer's record is merged
const madeForAddress = 'CASE WHEN c_record.merged_into IS NOT NULL THEN c_record.address END'
const columns = `a.id, a.customer_id AS "customerId", a.title, a.description, a.notes,
  coalesce(a.address, ${madeForAddress}) AS address, ${madeForAddress} AS "madeForAddress",
  a.starts_at AS "startsAt", a.duration_minutes AS "durationMinutes", a.status, a.estimated_price AS "estimatedPrice",
  a.actual_price AS "actualPrice", a.created_at AS "createdAt", a.updated_at AS "updatedAt", a.version,
  c.id AS "currentCustomerId", c.name AS "customerName", c.address AS "customerAddress", c.email AS "customerEmail",
  c.phone AS "customerPhone", c.tag AS "customerTag"`
const joinCustomer = customers.join('a.customer_id')
const order = 'ORDER BY a.starts_at, a.id'

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
  description: row.description,
  notes: row.notes,
  scheduledDate: row.startsAt,
  duration: row.durationMinutes,
  status: row.status,
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

/** An appointment and its customer of today. */
export async function readAppointment(
  db: Db,
  id: number,
): Promise<{ row: ReadAppointment; customer: Customer | undefined }> {
  const rows = await run<JoinedRow>(db, {
    name: 'appointment-by-id',
    text: `SELECT ${columns} FROM appointments a ${joinCustomer} WHERE a.id = $1`,
    values: [id],
  })
  const row = requireExistingAppointment(rows[0])
  return { row, customer: customerOf(row) }
}

/** Appointments under any record of a customer, soonest first. */
export async function appointmentsOfCustomer(db: Db, id: number): Promise<AppointmentDetails[]> {
  const rows = await run<JoinedRow | { id: null }>(db, {
    name: 'appointments-of-customer',
    text: `SELECT ${columns} FROM ${customers.table.name} requested
      JOIN ${customers.table.name} c ON c.id = coalesce(requested.merged_into, requested.id)
      JOIN ${customers.table.name} c_record ON c_record.id = c.id OR c_record.merged_into = c.id
      LEFT JOIN appointments a ON a.customer_id = c_record.id
      WHERE requested.id = $1 ${order}`,
    values: [id],
  })
  if (rows.length === 0) throw rejection('not-found', 'Customer not found', { mayArriveLater: true })
  // a record without appointments is one row without an appointment
  return toAppointments(rows.filter((row) => row.id !== null))
}

export type AppointmentFilter = {
  q?: string
  status?: AppointmentStatus
  from?: string
  to?: string
  /** Under any record of this customer. */
  customerId?: number
  limit?: number
  cursor?: string
}

/** Appointments, soonest first. The search is planned before, because that reads. */
export const appointmentList = (
  plan: SearchPlan,
): List<AppointmentFilter, JoinedRow, AppointmentDetails> => ({
  statement: (filter) => listStatement(filter, plan),
  toItems: toAppointments,
  cursorOf: ({ startsAt, id }) => ({ at: startsAt, id }),
})

/** All appointments that match, at once. */
export async function findAppointments(db: Db, filter: AppointmentFilter): Promise<AppointmentDetails[]> {
  const statement = listStatement(filter, await planSearch(db, filter.q))
  return toAppointments(await run<JoinedRow>(db, statement))
}

/** All appointments from a day on, each with the version of its stream. */
export async function findVersionedAppointments(
  db: Db,
  from: string,
): Promise<(AppointmentDetails & { version: number })[]> {
  const rows = await run<JoinedRow>(db, listStatement({ from }, await planSearch(db)))
  return rows.map((row) => ({ ...toAppointment(row, customerOf(row)), version: row.version }))
}

const listStatement = (
  { status, from, to, customerId, limit, cursor }: AppointmentFilter,
  { patterns, terms, candidateIds }: SearchPlan,
): SqlStatement =>
  namedStatement((bind) => {
    const conditions = patterns.map((pattern) => matchSql(bind(pattern)))
    if (!candidateIds) conditions.push(...terms.map((term) => prefilterSql(bind, term)))
    if (status) conditions.push(`a.status = ${bind(status)}`)
    if (from) conditions.push(`a.starts_at >= ${bind(startOf(from))}`)
    if (to) conditions.push(`a.starts_at < ${bind(endOf(to))}`)
    if (cursor) {
      const { at, id } = readCursor(cursor)
      conditions.push(`(a.starts_at, a.id) > (${bind(at)}, ${bind(id)})`)
    }
    if (customerId) conditions.push(`a.customer_id = ANY(${customers.recordIds(`${bind(customerId)}::int`)})`)
    const where = conditions.length > 0 ? `WHERE ${conditions.join(' AND ')}` : ''
    // candidates come in order, so that with a limit the first of them are enough
    const source = candidateIds
      ? `unnest(${bind(candidateIds)}::int[]) WITH ORDINALITY candidate (id, place)
          JOIN appointments a ON a.id = candidate.id`
      : 'appointments a'
    return `SELECT ${columns} FROM ${source} ${joinCustomer} ${where}
      ${candidateIds ? 'ORDER BY candidate.place' : order}${limitClause(limit, bind)}`
  })

/** Appointments that share time with a range and are not cancelled. */
export async function findOverlaps(
  db: Db,
  range: { from: string; to: string; exceptId?: number },
): Promise<AppointmentDetails[]> {
  const [from, to] = [startOf(range.from), endOf(range.to)]
  if (from >= to) throw rejection('invalid', 'The end must be after the beginning.')
  const rows = await run<JoinedRow>(db, {
    name: 'overlapping-appointments',
    text: `SELECT ${columns} FROM appointments a ${joinCustomer}
      WHERE tstzrange(a.starts_at, a.ends_at) && tstzrange($1, $2) AND a.status <> 'cancelled' AND a.id <> $3 ${order}`,
    values: [from, to, range.exceptId ?? 0],
  })
  return toAppointments(rows)
}

function startOf(text: string): Date {
  const time = readTime(text)
  if (!time) throw rejection('invalid', 'Invalid date')
  return time
}

/** A day ends when the next one begins. */
const endOf = (text: string): Date => startOf(isDay(text) ? dayLater(text) : text)
