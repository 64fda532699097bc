import { createHash } from 'node:crypto'
import type { Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { Pool } from '@plumbline/platform/db'
import { highWaterMark } from '@plumbline/platform/subscriptions'
import pg from 'pg'
import { to as copyTo } from 'pg-copy-streams'
import type { Filter, Trailer } from './logFile.ts'

const line = `position::text, stream_id AS stream, version, event_id AS id, type, schema_version AS "schemaVersion",
  data, metadata, subject, to_char(recorded_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') AS "recordedAt"`

// a table of one column, whose quote and delimiter cannot occur in JSON: every line leaves as it is
const bare = `(FORMAT csv, QUOTE E'\\x01', DELIMITER E'\\x02')`

export type ExportOptions = {
  pool: Pool
  filter?: Filter
  progress?: (events: number, total: number) => void
}

/**
 * Writes the log, one event a line as it is stored, and a last line with their checksum; ends `out`. What is
 * encrypted stays so: the keys are not in it.
 */
export async function exportLog(
  out: Writable,
  { pool, filter = {}, progress = () => {} }: ExportOptions,
): Promise<Trailer> {
  const { events: total, head } = await extent(pool, filter)
  const hash = createHash('sha256')
  let events = 0
  const trailer = (): Trailer => ({
    events,
    sha256: hash.copy().digest('hex'),
    head,
    ...(Object.keys(filter).length > 0 && { filter }),
  })
  const client = await pool.connect()
  let finished = false
  try {
    const copy = `COPY (SELECT row_to_json(e) FROM (SELECT ${line} FROM es.events
      WHERE ${condition(filter)} AND position <= ${head} ORDER BY es.events.position) e) TO STDOUT ${bare}`
    await pipeline(
      client.query(copyTo(copy)),
      async function* (lines: AsyncIterable<Buffer>) {
        for await (const chunk of lines) {
          hash.update(chunk)
          for (const byte of chunk) if (byte === 10) events += 1
          progress(events, total)
          yield chunk
        }
        yield `${JSON.stringify(trailer())}\n`
      },
      out,
    )
    finished = true
  } finally {
    // half a COPY is not for others
    client.release(!finished)
  }
  return trailer()
}

/** How much there is to write: nothing can still be committed at or below the high-water mark. */
async function extent(pool: Pool, filter: Filter): Promise<{ events: number; head: string }> {
  const { rows } = await pool.query<{ events: number; head: string }>(
    `SELECT count(*)::int AS events, coalesce(max(position), ${filter.after ?? 0})::text AS head FROM es.events
     WHERE ${condition(filter)} AND position <= ${await highWaterMark(pool)}`,
  )
  return rows[0] as { events: number; head: string }
}

// COPY takes no parameters
const condition = ({ stream, type, after = '0' }: Filter): string =>
  [
    `position > ${pg.escapeLiteral(after)}`,
    stream !== undefined && `stream_id = ${pg.escapeLiteral(stream)}`,
    type !== undefined && `type = ${pg.escapeLiteral(type)}`,
  ]
    .filter(Boolean)
    .join(' AND ')
