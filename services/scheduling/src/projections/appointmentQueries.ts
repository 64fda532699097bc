import { type Db, inPieces, type Pool, readAtOnce, run, type SqlStatement } from '@plumbline/platform/db'
import { reject } from '@plumbline/platform/errors'
import { wordPatterns } from '@plumbline/platform/search'
import type { Json } from '@plumbline/platform/shape'
import { dayLater, isDay, readTime } from '@plumbline/platform/time'
import type { Appointment, AppointmentDetails, AppointmentStatus } from '../api.ts'
import { amongFew, hasWord, mayHave, reachOf } from './appointmentSearch.ts'
import { byId, customersOf, merged, type ShownCustomer, shownColumns } from './customers.ts'

/** `tag` changes with whatever is shown of the customer. */
export type FoundAppointment = AppointmentDetails & { version: number; tag: string }

const winner = 'coalesce(m.winner, a.customer_id)'
// of nobody
const noTag = '00000000'
const tag = `coalesce(c.tag, '${noTag}')`
const columns = `a.id, ${winner} AS "customerId", a.title, a.title AS "serviceType",
  a.description, a.notes, a.starts_at AS "scheduledDate", a.duration_minutes AS duration, a.status,
  a.estimated_price AS "estimatedPrice", a.actual_price AS "actualPrice",
  coalesce(a.actual_price, a.estimated_price) AS "totalAmount", coalesce(a.address, c.address) AS address,
  c.name AS "customerName", a.created_at AS "createdAt", a.updated_at AS "updatedAt",
  '"' || a.version || '-' || ${tag} || '"' AS etag`
const joined = `LEFT JOIN merged m ON m.id = a.customer_id
  LEFT JOIN customers c ON c.id = ${winner}`
/** The same for some of many, whose customers are looked up one by one: reading them all takes longer. */
const joinedFew = `LEFT JOIN merged m ON m.id = a.customer_id
  LEFT JOIN LATERAL (SELECT * FROM customers WHERE id = ${winner} OFFSET 0) c ON true`
const order = 'ORDER BY a.starts_at, a.id'

export const appointmentById = async (db: Db, id: number): Promise<FoundAppointment | undefined> =>
  (
    await run<FoundAppointment>(db, {
      name: 'appointment-by-id',
      text: `WITH RECURSIVE ${merged} SELECT ${columns}, c.email AS "customerEmail", c.phone AS "customerPhone",
        a.version, ${tag} AS tag FROM appointments a ${joined} WHERE a.id = $1`,
      values: [id],
    })
  )[0]

export type Narrowing = {
  q?: string
  status?: AppointmentStatus
  from?: string
  to?: string
  /** Of the customer's records. */
  customerIds?: readonly number[]
  limit?: number
  cursor?: string
}

// of lists: what was written when the appointment was
const listed = 'a.shown, a.customer_id AS "customerId", a.address, a.version'
type Listed = { shown: string; customerId: number; address: string | null; version: number }

/** With what its customer adds today: a list knows them from one statement, a join would look for one a row. */
const withCustomer =
  (today: Awaited<ReturnType<typeof customersOf>>) =>
  ({ shown, customerId, address, version }: Listed): Json<Appointment> => {
    const customer = today(customerId)
    const added = {
      customerId: customer?.id ?? customerId,
      address: address ?? customer?.address ?? null,
      customerName: customer?.name ?? null,
      etag: `"${version}-${customer?.tag ?? noTag}"`,
    } satisfies Partial<Appointment>
    return `${shown.slice(0, -1)},${JSON.stringify(added).slice(1)}`
  }

async function withCustomers(db: Db, rows: readonly Listed[], known?: Map<number, ShownCustomer>) {
  const ids = rows.map(({ customerId }) => customerId)
  return rows.map(withCustomer(await customersOf(db, ids, known)))
}

const inRange = 'WHERE a.starts_at >= $1 AND a.starts_at < $2'
// of a day or two: so few that looking up each customer takes less time than a second statement
const shortMs = 50 * 3_600_000
// of about a week
const pieceMs = 8 * 24 * 3_600_000
const mostPieces = 16

/** What a calendar asks for all day, each planned once a connection; soonest first, some after the other. */
export async function* appointmentsInRange(
  pool: Pool,
  from: string,
  to: string,
): AsyncGenerator<readonly Json<Appointment>[]> {
  const [first, last] = [begin(from), end(to)]
  const length = last.getTime() - first.getTime()
  if (length <= shortMs) return yield await inShortRange(pool, [first, last])
  const pieces = Math.min(Math.ceil(length / pieceMs), mostPieces)
  const start = (n: number) => new Date(first.getTime() + Math.round((n * length) / pieces))
  const theirs = `SELECT a.customer_id FROM appointments a ${inRange}`
  const [customers, ...all] = (await readAtOnce(pool, [
    {
      name: 'customers-in-range',
      text: `SELECT ${shownColumns} FROM customers WHERE id = ANY(ARRAY(${theirs}))`,
      values: [first, last],
    },
    ...Array.from({ length: pieces }, (_, n) => ({
      name: 'in-range',
      text: `SELECT ${listed} FROM appointments a ${inRange} ${order}`,
      values: [start(n), start(n + 1)],
    })),
  ])) as [Promise<ShownCustomer[]>, ...Promise<Listed[]>[]]
  const known = byId(await customers)
  for (const rows of all) yield await withCustomers(pool, await rows, known)
}

async function inShortRange(db: Db, values: [Date, Date]): Promise<Json<Appointment>[]> {
  const rows = await run<Listed & Omit<ShownCustomer, 'id' | 'address'> & { home: string | null }>(db, {
    name: 'in-short-range',
    text: `SELECT ${listed}, c.name, c.address AS home, c.tag, c.merged_into AS "mergedInto"
      FROM appointments a LEFT JOIN customers c ON c.id = a.customer_id ${inRange} ${order}`,
    values,
  })
  const read = rows.map(
    ({ customerId: id, name, home: address, tag, mergedInto }): ShownCustomer => ({
      ...{ id, name, address, tag, mergedInto },
    }),
  )
  return withCustomers(db, rows, byId(read.filter(({ tag }) => tag !== null)))
}

/** Soonest first. `next`: the cursor of the page behind this one, null at the end. */
export async function listAppointments(
  db: Db,
  narrowing: Narrowing,
): Promise<{ rows: Json<Appointment>[]; next: string | null }> {
  const { limit } = narrowing
  const listing = await listingOf(db, narrowing)
  if (!limit) return { rows: await withCustomers(db, await run<Listed>(db, listing)), next: null }
  const found = await run<Listed & Place>(db, listing)
  const page = found.slice(0, limit)
  const next = found.length > limit ? cursorAfter(page.at(-1) as Place) : null
  return { rows: await withCustomers(db, page), next }
}

/** All of them, in pieces. */
export async function* allAppointments(
  pool: Pool,
  wanted: Omit<Narrowing, 'limit'>,
): AsyncGenerator<Json<Appointment>[]> {
  const known = new Map<number, ShownCustomer>()
  for await (const rows of inPieces<Listed>(pool, await listingOf(pool, wanted)))
    yield await withCustomers(pool, rows, known)
}

async function listingOf(
  db: Db,
  { q = '', status, from, to, customerIds, limit, cursor }: Narrowing,
): Promise<SqlStatement> {
  const values: unknown[] = []
  const value = (it: unknown) => `$${values.push(it)}`
  const patterns = wordPatterns(q)
  const reached = await reachOf(db, patterns)
  const among = await amongFew(db, reached)
  const conditions = patterns.map((pattern) => hasWord(value(pattern)))
  if (!among) conditions.push(...reached.map((it) => mayHave(value, it)))
  if (status) conditions.push(`a.status = ${value(status)}`)
  if (from) conditions.push(`a.starts_at >= ${value(begin(from))}`)
  if (to) conditions.push(`a.starts_at < ${value(end(to))}`)
  if (customerIds) conditions.push(`a.customer_id = ANY(${value(customerIds)}::int[])`)
  if (cursor) {
    const { startsAt, id } = readCursor(cursor)
    conditions.push(`(a.starts_at, a.id) > (${value(startsAt)}, ${value(id)})`)
  }
  const where = conditions.length > 0 ? `WHERE ${conditions.join(' AND ')}` : ''
  // one more than asked for tells whether there is another page
  const upTo = limit ? `LIMIT ${value(limit + 1)}` : ''
  // in their order: with a limit the first of them are enough
  const source = among
    ? `unnest(${value(among)}::int[]) WITH ORDINALITY few (id, place)
        JOIN LATERAL (SELECT * FROM appointments WHERE id = few.id OFFSET 0) a ON true`
    : 'appointments a'
  const searching = patterns.length === 0 ? '' : among || limit || (from && to) ? joinedFew : joined
  const text = `${searching && `WITH RECURSIVE ${merged}`} SELECT ${listed}${limit ? place : ''}
    FROM ${source} ${searching} ${where} ${among ? 'ORDER BY few.place' : order} ${upTo}`
  return { text, values }
}

/** Those not cancelled that share time with a range. */
export async function overlapping(
  db: Db,
  range: { from: string; to: string; exceptId?: number },
): Promise<Appointment[]> {
  const [from, to] = [begin(range.from), end(range.to)]
  if (from >= to) throw reject('invalid', 'The end must be after the beginning.')
  return run<Appointment>(db, {
    text: `WITH RECURSIVE ${merged} SELECT ${columns} FROM appointments a ${joinedFew}
      WHERE tstzrange(a.starts_at, a.ends_at) && tstzrange($1, $2) AND a.status <> 'cancelled' AND a.id <> $3 ${order}`,
    values: [from, to, range.exceptId ?? 0],
  })
}

function begin(text: string): Date {
  const time = readTime(text)
  if (!time) throw reject('invalid', 'Invalid date')
  return time
}

/** A day ends when the next one begins. */
const end = (text: string): Date => begin(isDay(text) ? dayLater(text) : text)

const place = ', a.starts_at AS "startsAt", a.id'
type Place = { startsAt: string; id: number }

const cursorAfter = ({ startsAt, id }: Place): string =>
  Buffer.from(`${startsAt} ${id}`).toString('base64url')

function readCursor(cursor: string): { startsAt: Date; id: number } {
  const [date = '', id = ''] = Buffer.from(cursor, 'base64url').toString().split(' ')
  const startsAt = readTime(date)
  if (!startsAt || !/^\d{1,9}$/.test(id)) throw reject('invalid', 'This is no cursor that was given out.')
  return { startsAt, id: Number(id) }
}
