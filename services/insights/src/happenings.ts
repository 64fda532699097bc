import { type Db, run, sql } from '@plumbline/platform/db'
import { erased, type Keyring } from '@plumbline/platform/encryption'
import { rejection } from '@plumbline/platform/errors'
import { type Recorded, readStreams } from '@plumbline/platform/event-store'
import type { Happening } from './api.ts'
import type { History } from './projections/histories.ts'
import { happenedAt, type SourceEvent, sourceTypes } from './source.ts'
import { type Change, changesOf, type Fields, titleOf } from './words.ts'

type Event = SourceEvent & Recorded
/** Something that happened, and what it happened with as that is now. */
type Told = { event: Event; with: With; changes: Change[] }
type With = Omit<History, 'openedAt' | 'closedAt'>

export type Reading = { db: Db; keyring: Keyring }

const payments = ['PaymentReceived', 'PaymentRefunded', 'PaymentReminderRequested']

const kindOf = ({ event, with: { kind } }: Told) => {
  if (payments.includes(event.type)) return 'payment'
  return (kind === 'consent' ? 'message' : kind) as Happening['kind']
}

function nameIn({ firstName, lastName }: Pick<With, 'firstName' | 'lastName'>): string | null {
  if (firstName === erased) return erased
  return firstName === null ? null : `${firstName} ${lastName}`
}

function linkOf({ kind, number, status, customerId }: With): string | null {
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
  id: String(told.event.position),
  at: happenedAt(told.event),
  kind: kindOf(told),
  title: titleOf(told.event),
  person: nameIn(told.with) ?? names.get(told.with.customerId ?? 0) ?? null,
  actor: who(told.event.metadata.actor),
  link: linkOf(told.with),
  changes: told.changes,
})

async function tellAll(db: Db, all: readonly Told[]): Promise<Happening[]> {
  const customers = all.map((it) => `customer-${it.with.customerId}`)
  const rows = await run<Pick<With, 'number' | 'firstName' | 'lastName'>>(
    db,
    sql`SELECT number, first_name AS "firstName", last_name AS "lastName" FROM histories
        WHERE stream = ANY(${customers}::text[])`,
  )
  const names = new Map(rows.map((row) => [row.number, nameIn(row) ?? '']))
  return all.map((it) => tell(it, names))
}

/** All that happened with these, the newest first. */
async function toldOf({ db, keyring }: Reading, all: readonly With[]): Promise<Told[]> {
  const historyOf = await readStreams(
    db,
    all.map(({ stream }) => stream),
    { keyring },
  )
  const told = all.flatMap((it) => withChanges(historyOf(it.stream) as Event[], it))
  return told.sort((a, b) => newestFirst(a.event, b.event))
}

function withChanges(events: readonly Event[], it: With): Told[] {
  let known: Fields = {}
  return events
    .filter(({ type }) => sourceTypes.includes(type))
    .map((event) => {
      const changes = changesOf(event, known)
      known = { ...known, ...event.data }
      return { event, with: it, changes }
    })
}

const newestFirst = (a: Event, b: Event): number =>
  Date.parse(happenedAt(b)) - Date.parse(happenedAt(a)) || Number(b.position - a.position)

const columns = `h.stream, h.kind, h.number, h.customer_id AS "customerId", h.status,
  h.first_name AS "firstName", h.last_name AS "lastName"`

/** What happened last, or before that which was read already. */
export async function readActivity(
  reading: Reading,
  limit: number,
  before: string | null = null,
): Promise<Happening[]> {
  const { db } = reading
  const page = await run<With & { position: string }>(db, {
    text: `SELECT ${columns}, a.position FROM (
        SELECT position, at, stream FROM activity
        WHERE $2::bigint IS NULL OR (at, position) < (SELECT at, position FROM activity WHERE position = $2::bigint)
        ORDER BY at DESC, position DESC LIMIT $1) a
      JOIN histories h USING (stream)`,
    values: [limit, before],
  })
  const wanted = new Set(page.map(({ position }) => BigInt(position)))
  const streams = new Map(page.map((row) => [row.stream, row]))
  const told = await toldOf(reading, [...streams.values()])
  return tellAll(
    db,
    told.filter(({ event }) => wanted.has(event.position)),
  )
}

/** Everything that happened with a customer and whatever was merged into them, the newest first. */
export async function readTimeline(reading: Reading, customerId: number): Promise<Happening[]> {
  const { db } = reading
  const streams = await run<With>(db, {
    text: `WITH RECURSIVE winner AS (
        SELECT number, customer_id FROM histories WHERE stream = 'customer-' || $1::text
        UNION SELECT h.number, h.customer_id FROM histories h JOIN winner w ON h.stream = 'customer-' || w.customer_id),
      same AS (
        SELECT number FROM winner
        UNION SELECT h.number FROM histories h JOIN same s ON h.kind = 'customer' AND h.customer_id = s.number)
      SELECT ${columns} FROM histories h WHERE h.customer_id IN (SELECT number FROM same)`,
    values: [customerId],
  })
  if (streams.length === 0)
    throw rejection('not-found', 'There is no such customer.', { mayArriveLater: true })
  return tellAll(db, await toldOf(reading, streams))
}
