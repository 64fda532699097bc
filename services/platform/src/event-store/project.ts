import { type Db, run } from '../db.ts'
import type { Recorded } from './event.ts'
import type { AnyProjection, Key, Row } from './projection.ts'
import { type Table, tableOf } from './table.ts'

const tables = new WeakMap<AnyProjection, Table>()

/** The table of a projection in the schema of the connection. */
export function ownTable(projection: AnyProjection): Table {
  const known = tables.get(projection) ?? tableOf(projection)
  tables.set(projection, known)
  return known
}

/** Brings a projection's rows up to these events, which follow each other in the log; answers them as they are now. */
export async function project(
  db: Db,
  projection: AnyProjection,
  events: readonly Recorded[],
  table = ownTable(projection),
): Promise<Row[]> {
  const wanted = events.filter((event) => projection.types.includes(event.type))
  if (wanted.length === 0) return []
  const before = await load(db, projection, wanted, table)
  const after = new Map<Key, Row | null>(before)
  for (const event of wanted) {
    for (const key of projection.keys(event))
      after.set(key, projection.evolve(after.get(key) ?? null, event, key))
  }
  const kept = [...after.values()].filter((row): row is Row => row !== null)
  const gone = [...after].filter(([key, row]) => row === null && before.has(key)).map(([key]) => key)
  if (kept.length > 0) await run(db, table.upsert(kept))
  if (gone.length > 0) await run(db, table.remove(gone))
  return kept
}

/** The rows as they are, locked. A stream's first event makes a row that cannot be there yet. */
async function load(
  db: Db,
  projection: AnyProjection,
  events: readonly Recorded[],
  table: Table,
): Promise<Map<Key, Row>> {
  const created = new Set<Key>()
  const needed = new Set<Key>()
  for (const event of events) {
    for (const key of projection.keys(event)) {
      if (projection.scope === 'stream' && event.version === 1) created.add(key)
      else if (!created.has(key)) needed.add(key)
    }
  }
  if (needed.size === 0) return new Map()
  const primary = table.names[0] as string
  const rows = await run<Row>(db, table.load([...needed]))
  return new Map(rows.map((row) => [row[primary] as Key, row]))
}
