import { pipeline } from 'node:stream/promises'
import { from as copyFrom, to as copyTo } from 'pg-copy-streams'
import { type Client, type Db, namedStatement, type Pool, run } from '../db.ts'
import type { Keyring } from '../encryption/keyring.ts'
import type { Recorded } from '../event-store/event.ts'
import { fragmentsOf } from './applyEvents.ts'
import { copyEventsSql, parseCopyStream } from './copyEvents.ts'
import type { AnyProjection, Key, Row } from './projection.ts'
import { constraintsOf, type Table } from './table.ts'

/** Called with the number of events applied since the last call. */
export type Progress = (events: number) => void

export type BackfillOptions = {
  upTo: bigint
  progress: Progress
  keyring?: Keyring
}

const chunkBytes = 256 * 1024
// of a fold over many streams; more rows than these are written to the table
const maxRowsInMemory = 100_000
const rowsPerUpsert = 10_000

type Rows = Map<Key, Row | null>

const apply = ({ keys, evolve }: AnyProjection, rows: Rows, event: Recorded) => {
  for (const key of keys(event)) rows.set(key, evolve(rows.get(key) ?? null, event, key))
}

/** Folds events that come stream by stream, with no more than one stream's rows in memory. */
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

/** Folds events in the order of the log. Rows that do not fit in memory are written to the table and read back when needed. */
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
    if (rows.size <= maxRowsInMemory) continue
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
    const upserts = part.flatMap(([, row]) => (row ? [row] : []))
    const deletes = part.flatMap(([key, row]) => (row ? [] : [key]))
    for (const fragment of fragmentsOf({ upserts, deletes }, table))
      await tx.query(namedStatement((bind) => fragment(bind, '')))
  }
}

async function fold(
  pool: Pool,
  projection: AnyProjection,
  table: Table,
  { upTo, progress, keyring }: BackfillOptions,
): Promise<void> {
  const reading = { upcasters: projection.upcasters, keyring }
  const reader = await pool.connect()
  let writer: Client | undefined
  try {
    writer = await pool.connect()
    const source = reader.query(copyTo(copyEventsSql(projection, upTo)))
    if (projection.partitionBy === 'stream') {
      const target = writer.query(copyFrom(table.copyIn))
      await pipeline(() => foldStreams(projection, table, parseCopyStream(source, reading), progress), target)
    } else {
      await writer.query('SET synchronous_commit = off')
      await foldLog(projection, table, parseCopyStream(source, reading), writer, progress)
    }
  } finally {
    // their settings must not reach other users of the pool
    reader.release(true)
    writer?.release(true)
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
  // rows made of many streams are looked up by key while they are built; the others get their key afterwards, which is faster
  const [key, ...indexes] = (await constraintsOf(pool, table)) as [string, ...string[]]
  if (projection.partitionBy === 'none') await pool.query(key)
  await fold(pool, projection, table, options)
  for (const statement of projection.partitionBy === 'none' ? indexes : [key, ...indexes])
    await pool.query(statement)
  for (const statement of table.shortenChains()) await pool.query(statement)
  await pool.query(`ANALYZE ${table.name}`)
}

/** A table with its key and indexes, in place of one that is only half built. */
export async function createEmptyTable(pool: Pool, table: Table): Promise<void> {
  const constraints = await constraintsOf(pool, table)
  for (const statement of [`DROP TABLE IF EXISTS ${table.name}`, table.create, ...constraints])
    await pool.query(statement)
}
