import { pipeline } from 'node:stream/promises'
import pg from 'pg'
import { from as copyFrom, to as copyTo } from 'pg-copy-streams'
import { inTransaction, type Pool } from '../db.ts'
import type { Recorded } from './event.ts'
import { project } from './project.ts'
import type { AnyProjection, Key, Row } from './projection.ts'
import { readLog } from './read.ts'
import type { Table } from './table.ts'

export type Progress = (events: number) => void

const columns = 'stream_id, version, type, data, position, event_id, recorded_at, metadata'
const chunkBytes = 256 * 1024
const pageSize = 10_000

const unescapes: Record<string, string> = { '\\t': '\t', '\\n': '\n', '\\r': '\r', '\\\\': '\\' }
const unescapeCell = (cell: string): string =>
  cell.includes('\\') ? cell.replace(/\\[tnr\\]/g, (pair) => unescapes[pair] as string) : cell

/** An event from a line of COPY; what few projections look at is only read when they do. */
function fromLine(line: string): Recorded {
  const cells = line.split('\t')
  const cell = (i: number) => unescapeCell(cells[i] as string)
  return {
    stream: cell(0),
    version: Number(cells[1]),
    type: cells[2] as string,
    data: JSON.parse(cell(3)),
    get position() {
      return BigInt(cells[4] as string)
    },
    id: cells[5] as string,
    get recordedAt() {
      return new Date(cells[6] as string).toISOString()
    },
    get metadata() {
      return JSON.parse(cell(7))
    },
  }
}

/** Splits what COPY sends into events. */
async function* eventsOf(source: AsyncIterable<Buffer>): AsyncGenerator<Recorded[]> {
  const decoder = new TextDecoder()
  let rest = ''
  for await (const chunk of source) {
    const lines = (rest + decoder.decode(chunk, { stream: true })).split('\n')
    rest = lines.pop() as string
    if (lines.length > 0) yield lines.map(fromLine)
  }
}

/** Folds a log that comes stream by stream, holding no more than one stream's rows. */
async function* rowsOf(
  projection: AnyProjection,
  table: Table,
  source: AsyncIterable<Buffer>,
  progress: Progress,
) {
  let stream = ''
  let rows = new Map<Key, Row | null>()
  let out = ''
  const flush = () => {
    for (const row of rows.values()) if (row) out += table.copyLine(row)
    rows = new Map()
  }
  for await (const events of eventsOf(source)) {
    for (const event of events) {
      if (event.stream !== stream) {
        flush()
        stream = event.stream
      }
      for (const key of projection.keys(event))
        rows.set(key, projection.evolve(rows.get(key) ?? null, event, key))
    }
    progress(events.length)
    if (out.length > chunkBytes) {
      yield out
      out = ''
    }
  }
  flush()
  yield out
}

/** Fills an empty table from the events up to a position: out by COPY, folded here, in by COPY. */
async function byStream(
  pool: Pool,
  projection: AnyProjection,
  table: Table,
  upTo: bigint,
  progress: Progress,
): Promise<void> {
  const [reader, writer] = await Promise.all([pool.connect(), pool.connect()])
  try {
    const types = projection.types.map((type: string) => pg.escapeLiteral(type)).join(', ')
    const source = reader.query(
      copyTo(`COPY (SELECT ${columns} FROM es.events WHERE position <= ${upTo} AND type IN (${types})
              ORDER BY stream_id, version) TO STDOUT`),
    )
    const target = writer.query(copyFrom(table.copyIn))
    await pipeline(() => rowsOf(projection, table, source, progress), target)
    reader.release()
    writer.release()
  } catch (error) {
    reader.release(true)
    writer.release(true)
    throw error
  }
}

/** Fills a table page by page in the order of the log: for rows that several streams make together. */
async function byPage(
  pool: Pool,
  projection: AnyProjection,
  table: Table,
  upTo: bigint,
  progress: Progress,
): Promise<void> {
  for (let after = 0n; ; ) {
    const page = await readLog(pool, after, upTo, pageSize, projection.types)
    if (page.length === 0) return
    await inTransaction(pool, async (tx) => {
      await tx.query('SET LOCAL synchronous_commit = off')
      await project(tx, projection, page, table)
    })
    progress(page.length)
    after = (page.at(-1) as Recorded).position
  }
}

/** Builds a table from nothing; its key and indexes follow the rows. */
export async function backfill(
  pool: Pool,
  projection: AnyProjection,
  table: Table,
  upTo: bigint,
  progress: Progress,
): Promise<void> {
  await pool.query(`DROP TABLE IF EXISTS ${table.name}`)
  await pool.query(table.create)
  // rows that come page by page are looked up by their key while they are built
  const [key, ...indexes] = table.constraints as [string, ...string[]]
  if (projection.scope === 'log') await pool.query(key)
  await (projection.scope === 'stream' ? byStream : byPage)(pool, projection, table, upTo, progress)
  for (const statement of projection.scope === 'log' ? indexes : [key, ...indexes])
    await pool.query(statement)
  await pool.query(`ANALYZE ${table.name}`)
}
