import { type Db, run, type SqlStatement, sql } from '../db.ts'
import type { DomainEvent, Metadata, Recorded } from './event.ts'
import { type Upcasts, upcast } from './upcast.ts'

type EventRow = {
  position: string
  stream_id: string
  version: number
  event_id: string
  type: string
  schema_version: number
  data: unknown
  metadata: Metadata
  recorded_at: string
}

const toRecorded = (row: EventRow, upcasts: Upcasts): Recorded => ({
  id: row.event_id,
  type: row.type,
  data: upcast(upcasts, row.type, row.schema_version, row.data),
  stream: row.stream_id,
  version: row.version,
  position: BigInt(row.position),
  recordedAt: row.recorded_at,
  metadata: row.metadata,
})

const events = async (db: Db, statement: SqlStatement, upcasts: Upcasts): Promise<Recorded[]> =>
  (await run<EventRow>(db, statement)).map((row) => toRecorded(row, upcasts))

/** Every event of one stream, oldest first; empty when the stream does not exist. */
export const readStream = <Event extends DomainEvent>(
  db: Db,
  stream: string,
  upcasts: Upcasts = {},
): Promise<Recorded<Event>[]> =>
  events(db, sql`SELECT * FROM es.events WHERE stream_id = ${stream} ORDER BY version`, upcasts) as Promise<
    Recorded<Event>[]
  >

/** The newest position that can be read without missing a commit still in flight. Its own statement, always. */
export async function safePosition(db: Db): Promise<bigint> {
  const [row] = await run<{ safe_position: string }>(db, sql`SELECT es.safe_position()`)
  return BigInt(row?.safe_position ?? 0)
}

/** A page of the whole log in `(after, upTo]`; take `upTo` from `safePosition`. `types` narrows it. */
export const readLog = (
  db: Db,
  after: bigint,
  upTo: bigint,
  limit: number,
  { types = null, upcasts = {} }: { types?: readonly string[] | null; upcasts?: Upcasts } = {},
): Promise<Recorded[]> =>
  events(
    db,
    sql`SELECT * FROM es.events WHERE position > ${after} AND position <= ${upTo}
        AND (${types}::text[] IS NULL OR type = ANY(${types}::text[])) ORDER BY position LIMIT ${limit}`,
    upcasts,
  )
