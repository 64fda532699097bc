import { type Db, namedStatement, run, sql } from '../db.ts'
import type { Keyring } from '../encryption/keyring.ts'
import type { SqlFragment } from '../event-store/append.ts'
import type { Recorded } from '../event-store/event.ts'
import { lockStreams, readStreams } from '../event-store/read.ts'
import type { Row } from './columns.ts'
import type { AnyProjection, Key } from './projection.ts'
import { type Table, tableFor } from './table.ts'

export type RowChanges = { upserts: Row[]; deletes: Key[] }
type Rows = ReadonlyMap<Key, Row | null>

/**
 * What new events of a stream change in a read model that is made of single streams: computed from the stream's history,
 * without reading the table. Two appends at one version exclude each other, so no lock of the rows is needed.
 */
export function changesFromHistory(
  projection: AnyProjection,
  history: readonly Recorded[],
  events: readonly Recorded[],
): RowChanges {
  if (relevantEvents(projection, events).length === 0) return { upserts: [], deletes: [] }
  const before = evolveRows(projection, history)
  return changesSince(before, evolveRows(projection, events, before), tableFor(projection))
}

/** Applies events in the order of the log to a table that has no other writer meanwhile. */
export async function applyEvents(
  db: Db,
  projection: AnyProjection,
  events: readonly Recorded[],
  table: Table = tableFor(projection),
): Promise<void> {
  const keys = keysToLoad(projection, events)
  const stored = keys.length > 0 ? await run<Row>(db, table.load(keys)) : []
  const before: Rows = new Map(stored.map((row) => [row[table.key] as Key, row]))
  await writeRows(db, changesSince(before, evolveRows(projection, events, before), table), table)
}

/**
 * Writes the rows of these events' streams anew, each from its whole stream, to a table that appends write too. Whatever
 * they append before this writes a row is seen by looking again; whatever comes later waits for the row and writes it. An
 * append that deletes a row cannot wait for one that is not there yet, and takes the lock of its stream.
 */
export async function applyStreams(
  db: Db,
  projection: AnyProjection,
  events: readonly Recorded[],
  { keyring, table = tableFor(projection) }: { keyring?: Keyring; table?: Table } = {},
): Promise<void> {
  const { upcasters } = projection
  let streams = [...new Set(events.map(({ stream }) => stream))].sort()
  await run(db, lockStreams(streams))
  while (streams.length > 0) {
    const historyOf = await readStreams(db, streams, { upcasters, keyring })
    const histories = new Map(streams.map((stream) => [stream, historyOf(stream)]))
    const changes: RowChanges = { upserts: [], deletes: [] }
    for (const history of histories.values())
      for (const [key, row] of evolveRows(projection, history))
        if (row) changes.upserts.push(row)
        else changes.deletes.push(key)
    await writeRows(db, changes, table)
    const latest = await run<{ stream: string; version: number }>(
      db,
      sql`SELECT stream_id AS stream, max(version) AS version FROM es.events
          WHERE stream_id = ANY(${streams}) GROUP BY stream_id ORDER BY 1`,
    )
    const isLonger = ({ stream, version }: (typeof latest)[number]) =>
      version > (histories.get(stream)?.length ?? 0)
    streams = latest.filter(isLonger).map(({ stream }) => stream)
  }
}

/** Writes rows, and shortens the chains of which they are part. */
export async function writeRows(db: Db, changes: RowChanges, table: Table): Promise<void> {
  for (const fragment of fragmentsOf(changes, table))
    await db.query(namedStatement((bind) => fragment(bind, '')))
  for (const statement of table.shortenChains(changes.upserts)) await db.query(statement)
}

export const fragmentsOf = ({ upserts, deletes }: RowChanges, table: Table): SqlFragment[] => [
  ...(upserts.length > 0 ? [table.upsert(upserts)] : []),
  ...(deletes.length > 0 ? [table.remove(deletes)] : []),
]

const relevantEvents = ({ types }: AnyProjection, events: readonly Recorded[]) =>
  events.filter(({ type }) => types.includes(type))

function evolveRows(projection: AnyProjection, events: readonly Recorded[], before: Rows = new Map()): Rows {
  const rows = new Map(before)
  for (const event of relevantEvents(projection, events)) {
    const key = projection.key(event)
    rows.set(key, projection.evolve(rows.get(key) ?? null, event))
  }
  return rows
}

function changesSince(before: Rows, after: Rows, table: Table): RowChanges {
  const changes: RowChanges = { upserts: [], deletes: [] }
  for (const [key, row] of after) {
    const old = before.get(key)
    if (row && !isSame(table, old, row)) changes.upserts.push(row)
    if (!row && old) changes.deletes.push(key)
  }
  return changes
}

/** Objects count as changed: comparing them costs more than writing them. */
const isSame = ({ names }: Table, before: Row | null | undefined, after: Row) =>
  before ? names.every((name) => (before[name] ?? null) === (after[name] ?? null)) : false

/** Keys of the rows that may exist. A stream's first event creates a row that cannot be there yet. */
function keysToLoad(projection: AnyProjection, events: readonly Recorded[]): Key[] {
  const created = new Set<Key>()
  const loaded = new Set<Key>()
  for (const event of relevantEvents(projection, events)) {
    const key = projection.key(event)
    if (event.version === 1 && !projection.spansStreams) created.add(key)
    else if (!created.has(key)) loaded.add(key)
  }
  return [...loaded]
}
