import { type Db, run, sql } from '@plumbline/platform/db'
import { reject } from '@plumbline/platform/errors'
import { erased } from '@plumbline/platform/event-store'
import type { Happening } from './api.ts'
import type { Entry } from './projections/activity.ts'
import type { History } from './projections/histories.ts'
import type { SourceEvent } from './source.ts'
import { type Change, changesOf, type Fields, titleOf } from './words.ts'

/** Something that happened, and what it happened with as that is now. */
type Told = Entry & Omit<History, 'stream' | 'openedAt' | 'closedAt'> & { changes: Change[] }

const payments = ['PaymentReceived', 'PaymentRefunded', 'PaymentReminderRequested']

const kindOf = ({ kind, type }: Told) => {
  if (payments.includes(type)) return 'payment'
  return (kind === 'consent' ? 'message' : kind) as Happening['kind']
}

function nameIn({ firstName, lastName }: Pick<History, 'firstName' | 'lastName'>): string | null {
  if (firstName === erased) return erased
  return firstName === null ? null : `${firstName} ${lastName}`
}

function linkOf({ kind, number, status, customerId }: Told): string | null {
  if (status === 'deleted' || status === 'removed') return null
  switch (kind) {
    case 'customer':
      return `/customers?customer=${customerId ?? number}`
    case 'lead':
      return customerId === null ? '/crm?tab=leads' : `/customers?customer=${customerId}`
    case 'appointment':
      return `/appointments/${number}`
    case 'message':
    case 'consent':
      return customerId === null ? null : `/messages?customer=${customerId}`
    case 'invoice':
      return `/invoices?invoice=${number}`
    default:
      return null
  }
}

/** Who did it, as people say it. */
function who(actor: string): string {
  if (actor === 'visitor') return 'a visitor'
  return actor.startsWith('user-') ? 'staff' : actor
}

const tell = (told: Told, names: ReadonlyMap<number, string>): Happening => ({
  id: told.position,
  at: told.at,
  kind: kindOf(told),
  title: titleOf(told as unknown as SourceEvent),
  person: nameIn(told) ?? names.get(told.customerId ?? 0) ?? null,
  actor: who(told.actor),
  link: linkOf(told),
  changes: told.changes,
})

async function tellAll(db: Db, all: readonly Told[]): Promise<Happening[]> {
  const customers = all.map(({ customerId }) => customerId).filter((it) => it !== null)
  const rows = await run<Pick<History, 'number' | 'firstName' | 'lastName'>>(
    db,
    sql`SELECT number, first_name AS "firstName", last_name AS "lastName" FROM histories
        WHERE kind = 'customer' AND number = ANY(${customers}::int[])`,
  )
  const names = new Map(rows.map((row) => [row.number, nameIn(row) ?? '']))
  return all.map((it) => tell(it, names))
}

// the log knows which events a stream has
const columns = `h.stream, h.kind, h.number, h.customer_id AS "customerId", h.status, h.first_name AS "firstName",
  h.last_name AS "lastName", a.position, a.at, a.type, a.actor, a.data`
const joined = 'JOIN es.events e ON e.stream_id = h.stream JOIN activity a ON a.position = e.position'

/** Rows of whole streams, in the order of the log, with what each has changed. */
function withChanges(rows: readonly Omit<Told, 'changes'>[]): Told[] {
  const known = new Map<string, Fields>()
  return rows.map((row) => {
    const before = known.get(row.stream) ?? {}
    known.set(row.stream, { ...before, ...row.data })
    return { ...row, changes: changesOf(row as unknown as SourceEvent, before) }
  })
}

const newestFirst = (a: Told, b: Told) =>
  a.at === b.at ? Number(BigInt(b.position) - BigInt(a.position)) : a.at < b.at ? 1 : -1

/** What happened last, or before that which was read already. */
export async function readActivity(db: Db, limit: number, before?: string): Promise<Happening[]> {
  const page = await run<Pick<Entry, 'position' | 'stream'>>(
    db,
    sql`SELECT position, stream FROM activity WHERE ${before ?? null}::bigint IS NULL
        OR (at, position) < (SELECT at, position FROM activity WHERE position = ${before ?? null}::bigint)
        ORDER BY at DESC, position DESC LIMIT ${limit}`,
  )
  const rows = await run<Omit<Told, 'changes'>>(db, {
    text: `SELECT ${columns} FROM histories h ${joined} WHERE h.stream = ANY($1) ORDER BY a.position`,
    values: [[...new Set(page.map(({ stream }) => stream))]],
  })
  const wanted = new Set(page.map(({ position }) => position))
  const told = withChanges(rows).filter(({ position }) => wanted.has(position))
  return tellAll(db, told.sort(newestFirst))
}

/** Everything that happened with a customer and whatever was merged into them, the newest first. */
export async function readTimeline(db: Db, customerId: number): Promise<Happening[]> {
  const rows = await run<Omit<Told, 'changes'>>(db, {
    text: `WITH RECURSIVE winner AS (
        SELECT number, customer_id FROM histories WHERE stream = 'customer-' || $1::int
        UNION SELECT h.number, h.customer_id FROM histories h JOIN winner w ON h.kind = 'customer' AND h.number = w.customer_id),
      same AS (
        SELECT number FROM winner
        UNION SELECT h.number FROM histories h JOIN same s ON h.kind = 'customer' AND h.customer_id = s.number)
      SELECT ${columns} FROM histories h ${joined} WHERE h.customer_id IN (SELECT number FROM same) ORDER BY a.position`,
    values: [customerId],
  })
  if (rows.length === 0) throw reject('not-found', 'There is no such customer.')
  return tellAll(db, withChanges(rows).sort(newestFirst))
}
