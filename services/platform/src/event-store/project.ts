import { type Db, run } from '../db.ts'
import { together } from '../unit.ts'
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

export type Writing = {
  table?: Table
  /** Whether others may write these rows at the same moment; a reader of the log is alone, and a lock is a write. */
  alone?: boolean
}

/** Brings a projection's rows up to these events, which follow each other in the log; answers them as they are now. */
export async function project(
  db: Db,
  projection: AnyProjection,
  events: readonly Recorded[],
  { table = ownTable(projection), alone = false }: Writing = {},
): Promise<Row[]> {
  const wanted = needed(projection, events)
  const load = alone ? table.load : table.lock
  const rows = wanted.length === 0 ? [] : await run<Row>(db, load(wanted))
  const before = byKey(rows, table)
  const { kept, gone } = outcome(projection, events, before)
  const changed = kept.filter((row) => !isSame(table, before.get(keyOf(row, table)), row))
  if (changed.length > 0) await together(db, table.writing(changed))
  if (gone.length > 0) await together(db, table.removing(gone))
  return kept
}

export type Outcome = { kept: Row[]; gone: Key[] }

/** What becomes of the rows that there were before. */
export function outcome(
  projection: AnyProjection,
  events: readonly Recorded[],
  before: ReadonlyMap<Key, Row>,
): Outcome {
  const after = evolved(projection, events, before)
  return {
    kept: [...after.values()].filter((row): row is Row => row !== null),
    gone: [...after].filter(([key, row]) => row === null && before.has(key)).map(([key]) => key),
  }
}

/** What becomes of the rows of a stream by new events, as a rebuild would make them: of its whole history. */
export function refold(
  projection: AnyProjection,
  history: readonly Recorded[],
  events: readonly Recorded[],
): Outcome {
  const wanted = new Set(needed(projection, events))
  const before = new Map<Key, Row>()
  if (wanted.size > 0)
    for (const [key, row] of evolved(projection, history)) if (row && wanted.has(key)) before.set(key, row)
  return outcome(projection, events, before)
}

function evolved(
  projection: AnyProjection,
  events: readonly Recorded[],
  before: ReadonlyMap<Key, Row> = new Map(),
): Map<Key, Row | null> {
  const rows = new Map<Key, Row | null>(before)
  for (const event of events) {
    if (!projection.types.includes(event.type)) continue
    for (const key of projection.keys(event))
      rows.set(key, projection.evolve(rows.get(key) ?? null, event, key))
  }
  return rows
}

const keyOf = (row: Row, { names }: Table) => row[names[0] as string] as Key
const byKey = (rows: readonly Row[], table: Table) => new Map(rows.map((row) => [keyOf(row, table), row]))

/** True when there is nothing to write. What is put together anew counts as changed: to look into it costs more. */
const isSame = ({ names }: Table, before: Row | undefined, after: Row) =>
  before !== undefined && names.every((name) => (before[name] ?? null) === (after[name] ?? null))

/** Keys of the rows that may be there. A stream's first event makes a row that cannot be there yet. */
function needed(projection: AnyProjection, events: readonly Recorded[]): Key[] {
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
