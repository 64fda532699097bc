import { type Db, run, sql } from '@plumbline/platform/db'
import { reject } from '@plumbline/platform/errors'
import type { Happening } from './api.ts'
import type { Entry, History } from './projections/histories.ts'

type Told = Pick<History, 'stream' | 'kind' | 'number' | 'customerId' | 'status' | 'current'> & {
  entry: Entry
}

const payments = ['PaymentReceived', 'PaymentRefunded', 'PaymentReminderRequested']

const kindOf = ({ kind, entry }: Told) => {
  if (payments.includes(entry.type)) return 'payment'
  return (kind === 'consent' ? 'message' : kind) as Happening['kind']
}

const nameIn = ({ firstName, lastName }: Record<string, unknown>): string | null =>
  typeof firstName === 'string' ? `${firstName} ${lastName}` : null

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
  id: told.entry.id,
  at: told.entry.at,
  kind: kindOf(told),
  title: told.entry.title,
  person: nameIn(told.current) ?? names.get(told.customerId ?? 0) ?? null,
  actor: who(told.entry.actor),
  link: linkOf(told),
  changes: told.entry.changes,
})

async function namesOf(db: Db, customers: readonly (number | null)[]): Promise<Map<number, string>> {
  const rows = await run<{ number: number; current: Record<string, unknown> }>(
    db,
    sql`SELECT number, current FROM histories WHERE kind = 'customer' AND number = ANY(${customers.filter((it) => it !== null)}::int[])`,
  )
  return new Map(rows.map(({ number, current }) => [number, nameIn(current) ?? '']))
}

/** What happened last, or before that which was read already. */
export async function readActivity(db: Db, limit: number, before?: string): Promise<Happening[]> {
  const told = await run<Told>(
    db,
    sql`SELECT h.stream, h.kind, h.number, h.customer_id AS "customerId", h.status, h.current, entry
        FROM (SELECT * FROM activity WHERE ${before ?? null}::bigint IS NULL
              OR (at, position) < (SELECT at, position FROM activity WHERE position = ${before ?? null}::bigint)
              ORDER BY at DESC, position DESC LIMIT ${limit}) a
        JOIN histories h USING (stream)
        CROSS JOIN LATERAL jsonb_array_elements(h.entries) entry
        WHERE entry->>'id' = a.position::text ORDER BY a.at DESC, a.position DESC`,
  )
  const names = await namesOf(
    db,
    told.map(({ customerId }) => customerId),
  )
  return told.map((it) => tell(it, names))
}

/** Everything that happened with a customer and whatever was merged into them, the newest first. */
export async function readTimeline(db: Db, customerId: number): Promise<Happening[]> {
  const told = await run<Told>(
    db,
    sql`WITH RECURSIVE winner AS (
          SELECT number, customer_id FROM histories WHERE stream = 'customer-' || ${customerId}::text
          UNION SELECT h.number, h.customer_id FROM histories h JOIN winner w ON h.kind = 'customer' AND h.number = w.customer_id),
        same AS (
          SELECT number FROM winner
          UNION SELECT h.number FROM histories h JOIN same s ON h.kind = 'customer' AND h.customer_id = s.number)
        SELECT h.stream, h.kind, h.number, h.customer_id AS "customerId", h.status, h.current, entry
        FROM histories h CROSS JOIN LATERAL jsonb_array_elements(h.entries) entry
        WHERE h.customer_id IN (SELECT number FROM same)
        ORDER BY (entry->>'at')::timestamptz DESC, (entry->>'id')::bigint DESC`,
  )
  if (told.length === 0) throw reject('not-found', 'There is no such customer.')
  const names = await namesOf(
    db,
    told.map((it) => it.customerId),
  )
  return told.map((it) => tell(it, names))
}
