import {
  type Db,
  namedStatement,
  type Pool,
  run,
  type SqlStatement,
  streamRows,
} from '@plumbline/platform/db'
import { rejection } from '@plumbline/platform/errors'
import { wordPatterns } from '@plumbline/platform/search'
import { dayLater, isDay, readTime } from '@plumbline/platform/time'
import type { AppointmentDetails, AppointmentStatus } from '../api.ts'
import { customersOf, merged, recordsOf, type ShownCustomer } from '../customers.ts'
import type { AppointmentRow } from './projection.ts'
import { amongFew, hasWord, mayHave, reachOf } from './search.ts'

const columns = `a.id, a.customer_id AS "customerId", a.title, a.description, a.notes, a.address,
  a.starts_at AS "startsAt", a.duration_minutes AS "durationMinutes", a.status, a.estimated_price AS "estimatedPrice",
  a.actual_price AS "actualPrice", a.created_at AS "createdAt", a.updated_at AS "updatedAt", a.version,
  own.name AS "customerName", own.address AS "customerAddress", own.email AS "customerEmail",
  own.phone AS "customerPhone", own.tag AS "customerTag", own.merged_into AS "mergedInto"`
const withOwnCustomer = 'LEFT JOIN customers own ON own.id = a.customer_id'
/** By a look-up, whatever the planner believes about the size of the table. */
const lookingUpCustomer =
  'LEFT JOIN LATERAL (SELECT * FROM customers WHERE id = a.customer_id OFFSET 0) own ON true'
const order = 'ORDER BY a.starts_at, a.id'

type Shown = Omit<AppointmentRow, 'endsAt' | 'searched'>
type JoinedRow = Shown & {
  customerName: string | null
  customerAddress: string | null
  customerEmail: string
  customerPhone: string
  customerTag: string
  mergedInto: number | null
}

/** An appointment as answers show it, with what its customer adds. */
export const toAppointment = (row: Shown, customer: ShownCustomer | undefined): AppointmentDetails => ({
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
  // changes with whatever is shown of the customer too
  etag: `"${row.version}-${customer?.tag ?? '00000000'}"`,
})

/** Whom each row is with; for the few whose customer was merged, the one it became is looked up. */
async function customersIn(
  db: Db,
  rows: readonly JoinedRow[],
): Promise<(row: JoinedRow) => ShownCustomer | undefined> {
  const mergedIds = rows.flatMap(({ mergedInto, customerId }) => (mergedInto === null ? [] : [customerId]))
  const current = mergedIds.length > 0 ? await customersOf(db, mergedIds) : undefined
  return (row) => (row.mergedInto === null ? ownCustomer(row) : current?.(row.customerId))
}

async function toAppointments(db: Db, rows: readonly JoinedRow[]): Promise<AppointmentDetails[]> {
  const customerOf = await customersIn(db, rows)
  return rows.map((row) => toAppointment(row, customerOf(row)))
}

const ownCustomer = (row: JoinedRow): ShownCustomer | undefined =>
  row.customerName === null
    ? undefined
    : {
        id: row.customerId,
        name: row.customerName,
        address: row.customerAddress,
        email: row.customerEmail,
        phone: row.customerPhone,
        tag: row.customerTag,
        mergedInto: null,
      }

/** A row and whom it is with today. */
export async function appointmentWithCustomer(
  db: Db,
  id: number,
): Promise<{ row: Shown; customer: ShownCustomer | undefined } | undefined> {
  const [row] = await run<JoinedRow>(db, {
    name: 'appointment-by-id',
    text: `SELECT ${columns} FROM appointments a ${lookingUpCustomer} WHERE a.id = $1`,
    values: [id],
  })
  return row && { row, customer: (await customersIn(db, [row]))(row) }
}

export async function appointmentById(db: Db, id: number): Promise<AppointmentDetails | undefined> {
  const found = await appointmentWithCustomer(db, id)
  return found && toAppointment(found.row, found.customer)
}

/** Those with a customer under any of their records, soonest first; undefined where there is no such customer. */
export async function appointmentsOfCustomer(db: Db, id: number): Promise<AppointmentDetails[] | undefined> {
  const rows = await run<JoinedRow | { id: null }>(db, {
    name: 'appointments-of-customer',
    text: `WITH RECURSIVE ${recordsOf('$1')}
      SELECT ${columns} FROM records
      LEFT JOIN LATERAL (SELECT * FROM appointments WHERE customer_id = records.id OFFSET 0) a ON true
      ${lookingUpCustomer} ${order}`,
    values: [id],
  })
  if (rows.length === 0) return undefined
  // a record without appointments is a row without one
  return toAppointments(
    db,
    rows.filter((row) => row.id !== null),
  )
}

export type AppointmentFilter = {
  q?: string
  status?: AppointmentStatus
  from?: string
  to?: string
  /** Under any record of theirs. */
  customerId?: number
  limit?: number
  cursor?: string
}

/** Soonest first. `next`: the cursor of the next page, null at the end. */
export async function listAppointments(
  db: Db,
  filter: AppointmentFilter,
): Promise<{ rows: AppointmentDetails[]; next: string | null }> {
  const { limit } = filter
  const rows = await run<JoinedRow>(db, await listQuery(db, filter))
  if (!limit || rows.length <= limit) return { rows: await toAppointments(db, rows), next: null }
  const page = rows.slice(0, limit)
  return { rows: await toAppointments(db, page), next: cursorAfter(page.at(-1) as JoinedRow) }
}

/** All of them, in batches as they are read. */
export async function* streamAppointments(
  pool: Pool,
  filter: Omit<AppointmentFilter, 'limit'>,
): AsyncGenerator<AppointmentDetails[]> {
  for await (const rows of streamRows<JoinedRow>(pool, await listQuery(pool, filter)))
    yield await toAppointments(pool, rows)
}

const ofRecordsOf = (id: string) =>
  `a.customer_id = ANY(ARRAY(WITH RECURSIVE ${recordsOf(`${id}::int`)} SELECT id FROM records))`

async function listQuery(
  db: Db,
  { q = '', status, from, to, customerId, limit, cursor }: AppointmentFilter,
): Promise<SqlStatement> {
  const patterns = wordPatterns(q)
  const reached = await reachOf(db, patterns)
  const among = await amongFew(db, reached)
  return namedStatement((bind) => {
    const conditions = patterns.map((pattern) => hasWord(bind(pattern)))
    if (!among) conditions.push(...reached.map((it) => mayHave(bind, it)))
    if (status) conditions.push(`a.status = ${bind(status)}`)
    if (from) conditions.push(`a.starts_at >= ${bind(begin(from))}`)
    if (to) conditions.push(`a.starts_at < ${bind(end(to))}`)
    if (customerId !== undefined) conditions.push(ofRecordsOf(bind(customerId)))
    if (cursor) {
      const { startsAt, id } = readCursor(cursor)
      conditions.push(`(a.starts_at, a.id) > (${bind(startsAt)}, ${bind(id)})`)
    }
    const where = conditions.length > 0 ? `WHERE ${conditions.join(' AND ')}` : ''
    // in their order: with a limit the first of them are enough
    const source = among
      ? `unnest(${bind(among)}::int[]) WITH ORDINALITY few (id, place)
          JOIN LATERAL (SELECT * FROM appointments WHERE id = few.id OFFSET 0) a ON true`
      : 'appointments a'
    const isFew = among !== null || limit !== undefined || (from !== undefined && to !== undefined)
    const searched = patterns.length === 0 ? '' : withSearchedCustomer(isFew)
    return `${searched && `WITH RECURSIVE ${merged}`} SELECT ${columns} FROM ${source} ${withOwnCustomer} ${searched}
      ${where} ${among ? 'ORDER BY few.place' : order} ${
        // one more than asked for tells whether there is another page
        limit ? `LIMIT ${bind(limit + 1)}` : ''
      }`
  })
}

const winner = 'coalesce(m.winner, a.customer_id)'
/** What a search looks at is the customer's of today. For a few of many rows they are looked up one by one. */
const withSearchedCustomer = (isFew: boolean) => `LEFT JOIN merged m ON m.id = a.customer_id
  LEFT JOIN ${isFew ? `LATERAL (SELECT * FROM customers WHERE id = ${winner} OFFSET 0) c ON true` : `customers c ON c.id = ${winner}`}`

/** Those not cancelled that share time with a range. */
export async function overlapping(
  db: Db,
  range: { from: string; to: string; exceptId?: number },
): Promise<AppointmentDetails[]> {
  const [from, to] = [begin(range.from), end(range.to)]
  if (from >= to) throw rejection('invalid', 'The end must be after the beginning.')
  const rows = await run<JoinedRow>(db, {
    name: 'overlapping-appointments',
    text: `SELECT ${columns} FROM appointments a ${withOwnCustomer}
      WHERE tstzrange(a.starts_at, a.ends_at) && tstzrange($1, $2) AND a.status <> 'cancelled' AND a.id <> $3 ${order}`,
    values: [from, to, range.exceptId ?? 0],
  })
  return toAppointments(db, rows)
}

function begin(text: string): Date {
  const time = readTime(text)
  if (!time) throw rejection('invalid', 'Invalid date')
  return time
}

/** A day ends when the next one begins. */
const end = (text: string): Date => begin(isDay(text) ? dayLater(text) : text)

const cursorAfter = ({ startsAt, id }: Pick<JoinedRow, 'startsAt' | 'id'>): string =>
  Buffer.from(`${startsAt} ${id}`).toString('base64url')

function readCursor(cursor: string): { startsAt: Date; id: number } {
  const [date = '', id = ''] = Buffer.from(cursor, 'base64url').toString().split(' ')
  const startsAt = readTime(date)
  if (!startsAt || !/^\d{1,9}$/.test(id)) throw rejection('invalid', 'Invalid cursor.')
  return { startsAt, id: Number(id) }
}
