import { pipeline } from 'node:stream/promises'
import { from as copyFrom, to as copyTo } from 'pg-copy-streams'
import { type Db, type Pool, run } from '../db.ts'
import { together } from '../unit.ts'
import { copying, eventsOf } from './copyOut.ts'
import type { Recorded } from './event.ts'
import type { Keyring } from './personal.ts'
import type { AnyProjection, Key, Row } from './projection.ts'
import type { Table } from './table.ts'

/** Told how many events were applied since it was told before. */
export type Progress = (events: number) => void

export type BackfillOptions = {
  upTo: bigint
  progress: Progress
  keyring?: Keyring
}

const chunkBytes = 256 * 1024
// rows kept in memory by a fold over many streams; beyond, they are written and read back as needed
const rowsInMemory = 100_000
const rowsPerUpsert = 10_000

type Rows = Map<Key, Row | null>

const apply = ({ keys, evolve }: AnyProjection, rows: Rows, event: Recorded) => {
  for (const key of keys(event)) rows.set(key, evolve(rows.get(key) ?? null, event, key))
}

/** Folds a log that comes stream by stream, holding no more than one stream's rows. */
async function* foldStreams(
  projection: AnyProjection,
  table: Table,
  log: AsyncIterable<Recorded[]>,
  progress: Progress,
) {
  let stream = ''
  const rows: Rows = new Map()
  let out = ''
  const finish = () => {
    for (const row of rows.values()) if (row) out += table.copyLine(row)
    rows.clear()
  }
  for await (const events of log) {
    for (const event of events) {
      if (event.stream !== stream) {
        finish()
        stream = event.stream
      }
      apply(projection, rows, event)
    }
    progress(events.length)
    if (out.length > chunkBytes) {
      yield out
      out = ''
    }
  }
  finish()
  yield out
}

/** Folds a log in its own order. What does not fit in memory goes to the table and comes back from it. */
async function foldLog(
  projection: AnyProjection,
  table: Table,
  log: AsyncIterable<Recorded[]>,
  tx: Db,
  progress: Progress,
): Promise<void> {
  const rows: Rows = new Map()
  let spilled = false
  for await (const events of log) {
    if (spilled) await fetchMissing(projection, table, rows, events, tx)
    for (const event of events) apply(projection, rows, event)
    progress(events.length)
    if (rows.size <= rowsInMemory) continue
    await write(table, rows, tx)
    rows.clear()
    spilled = true
  }
  await write(table, rows, tx)
}

async function fetchMissing(
  projection: AnyProjection,
  table: Table,
  rows: Rows,
  events: Recorded[],
  tx: Db,
): Promise<void> {
  const missing = new Set(events.flatMap((event) => projection.keys(event)).filter((key) => !rows.has(key)))
  if (missing.size === 0) return
  const primary = table.names[0] as string
  for (const row of await run<Row>(tx, table.load([...missing]))) rows.set(row[primary] as Key, row)
}

async function write(table: Table, rows: Rows, tx: Db): Promise<void> {
  const all = [...rows]
  for (let at = 0; at < all.length; at += rowsPerUpsert) {
    const part = all.slice(at, at + rowsPerUpsert)
    const kept = part.flatMap(([, row]) => (row ? [row] : []))
    if (kept.length > 0) await together(tx, table.writing(kept))
    const gone = part.flatMap(([key, row]) => (row ? [] : [key]))
    if (gone.length > 0) await together(tx, table.removing(gone))
  }
}

async function fold(
  pool: Pool,
  projection: AnyProjection,
  table: Table,
  { upTo, progress, keyring }: BackfillOptions,
): Promise<void> {
  const [reader, writer] = await Promise.all([pool.connect(), pool.connect()])
  const reading = { upcasts: projection.upcasts, keyring }
  try {
    const source = reader.query(copyTo(copying(projection, upTo)))
    if (projection.scope === 'stream') {
      const target = writer.query(copyFrom(table.copyIn))
      await pipeline(() => foldStreams(projection, table, eventsOf(source, reading), progress), target)
    } else {
      await writer.query('SET synchronous_commit = off')
      await foldLog(projection, table, eventsOf(source, reading), writer, progress)
    }
  } finally {
    // their settings are not for others
    reader.release(true)
    writer.release(true)
  }
}

/** Builds a table from the events up to a position: out by COPY, folded here, in by COPY. */
export async function backfill(
  pool: Pool,
  projection: AnyProjection,
  table: Table,
  options: BackfillOptions,
): Promise<void> {
  await pool.query(`DROP TABLE IF EXISTS ${table.name}`)
  await pool.query(table.create)
  // rows of many streams are looked up by their key while they are built, the others get theirs afterwards
  const [key, ...indexes] = table.constraints as [string, ...string[]]
  if (projection.scope === 'log') await pool.query(key)
  await fold(pool, projection, table, options)
  for (const statement of projection.scope === 'log' ? indexes : [key, ...indexes])
    await pool.query(statement)
  await pool.query(`ANALYZE ${table.name}`)
}
