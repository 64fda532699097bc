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
  const wanted = needed(projection, events)
  const rows = wanted.length === 0 ? [] : await run<Row>(db, table.load(wanted))
  const { kept, gone } = outcome(projection, events, byKey(rows, table))
  if (kept.length > 0) await run(db, table.upsert(kept))
  if (gone.length > 0) await run(db, table.remove(gone))
  return kept
}

/** `table`: of which the rows were read. */
export type Glimpse = { before: Map<Key, Row>; table?: string }

/** Reads rows as they are, not locked, and which table they are of. */
export type Glance = (projection: AnyProjection, keys: readonly Key[]) => Promise<Glimpse>

export async function glance(db: Db, projection: AnyProjection, keys: readonly Key[]): Promise<Glimpse> {
  const table = ownTable(projection)
  const rows = await run<Row & { $table: string }>(db, table.glance(keys))
  const seen = rows.map(({ $table: _, ...row }): Row => row)
  return { before: byKey(seen, table), table: rows[0]?.$table }
}

export type Outcome = { kept: Row[]; gone: Key[] }

/** What becomes of the rows that there were before. */
export function outcome(
  projection: AnyProjection,
  events: readonly Recorded[],
  before: ReadonlyMap<Key, Row>,
): Outcome {
  const after = new Map<Key, Row | null>(before)
  for (const event of events) {
    if (!projection.types.includes(event.type)) continue
    for (const key of projection.keys(event))
      after.set(key, projection.evolve(after.get(key) ?? null, event, key))
  }
  return {
    kept: [...after.values()].filter((row): row is Row => row !== null),
    gone: [...after].filter(([key, row]) => row === null && before.has(key)).map(([key]) => key),
  }
}

const byKey = (rows: readonly Row[], { names }: Table) =>
  new Map(rows.map((row) => [row[names[0] as string] as Key, row]))

/** Keys of the rows that may be there. A stream's first event makes a row that cannot be there yet. */
export function needed(projection: AnyProjection, events: readonly Recorded[]): Key[] {
  const created = new Set<Key>()
  const wanted = new Set<Key>()
  for (const event of events) {
    if (!projection.types.includes(event.type)) continue
    for (const key of projection.keys(event)) {
      if (projection.scope === 'stream' && event.version === 1) created.add(key)
      else if (!created.has(key)) wanted.add(key)
    }
  }
  return [...wanted]
}
