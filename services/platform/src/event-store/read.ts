import { type Db, run, type SqlStatement } from '../db.ts'
import { type DataKey, type Keyring, stripNewlines } from '../encryption/keyring.ts'
import { decryptFields, eventContext } from '../encryption/personalFields.ts'
import type { DomainEvent, Metadata, Recorded } from './event.ts'
import { type Upcasters, upcast } from './upcasters.ts'

/** An event as its row in the database, with the wrapped data key of its person. */
export type EventRow = {
  position: string
  stream_id: string
  version: number
  event_id: string
  type: string
  schema_version: number
  data: unknown
  metadata: Metadata
  recorded_at: string
  subject: string | null
  wrapped: string | null
}

/** How stored events become what today's code expects. */
export type ReadOptions = {
  upcasters?: Upcasters
  /** Without it personal fields read `[sealed]`. */
  keyring?: Keyring
}

export function toRecorded(row: EventRow, { upcasters = {}, keyring }: ReadOptions): Recorded {
  const context = eventContext(row.stream_id, row.type)
  const data = decryptFields(keyring, { ...row, context }, row.data as never)
  return {
    id: row.event_id,
    type: row.type,
    data: upcast(upcasters, row.type, row.schema_version, data),
    stream: row.stream_id,
    version: row.version,
    position: BigInt(row.position),
    recordedAt: row.recorded_at,
    metadata: row.metadata,
    ...(row.subject !== null && row.wrapped === null ? { erased: true as const } : {}),
  }
}

const selectEvents = `SELECT e.*, encode(k.wrapped, 'base64') AS wrapped FROM es.events e LEFT JOIN es.subject_keys k USING (subject)`

/** Every event of one stream, oldest first; empty when the stream does not exist. */
export const readStream = async <Event extends DomainEvent>(
  db: Db,
  stream: string,
  options: ReadOptions = {},
): Promise<Recorded<Event>[]> => (await readHistory(db, stream, options)).events as Recorded<Event>[]

/** Locks streams until the transaction ends, in an order of their own, so that two that lock the same ones do not deadlock. */
export const lockStreams = (streams: readonly string[]): SqlStatement => ({
  name: 'es-lock-streams',
  text: 'SELECT es.lock_stream(stream) FROM (SELECT DISTINCT stream FROM unnest($1::text[]) stream ORDER BY stream) streams',
  values: [streams],
})

/** Every event of several streams, by stream. */
export async function readStreams(
  db: Db,
  streams: readonly string[],
  options: ReadOptions = {},
): Promise<(stream: string) => Recorded[]> {
  const rows = await run<EventRow>(db, {
    name: 'es-read-streams',
    // the planner cannot look into the array, so that one generic plan serves all
    text: `${selectEvents} WHERE e.stream_id = ANY((SELECT $1::text[])::text[]) ORDER BY e.stream_id, e.version`,
    values: [streams],
  })
  const byStream = Map.groupBy(rows, (row) => row.stream_id)
  return (stream) => (byStream.get(stream) ?? []).map((row) => toRecorded(row, options))
}

/** A stream's events, and the data keys that their personal fields are encrypted with. */
export type History = { events: Recorded[]; keys: DataKey[] }

export async function readHistory(db: Db, stream: string, options: ReadOptions): Promise<History> {
  const rows = await run<EventRow>(db, {
    name: 'es-read-stream',
    text: `${selectEvents} WHERE e.stream_id = $1 ORDER BY e.version`,
    values: [stream],
  })
  const keys = new Map<string, DataKey>()
  for (const { subject, wrapped } of rows)
    if (subject !== null && wrapped !== null) keys.set(subject, { subject, wrapped: stripNewlines(wrapped) })
  return { events: rows.map((row) => toRecorded(row, options)), keys: [...keys.values()] }
}

/** The last position that is safe to read: nothing at or below it can still commit. Its own statement, always. */
export async function highWaterMark(db: Db): Promise<bigint> {
  const [row] = await run<{ position: string }>(db, {
    name: 'es-high-water-mark',
    text: 'SELECT es.high_water_mark() AS position',
    values: [],
  })
  return BigInt(row?.position ?? 0)
}

type LogFilter = { types?: readonly string[] | null; exceptWriter?: number | null }

/** A page of the whole log in `(after, upTo]`; take `upTo` from `highWaterMark`. `types` and `exceptWriter` filter it. */
export const readLog = async (
  db: Db,
  after: bigint,
  upTo: bigint,
  limit: number,
  { types, exceptWriter, ...options }: ReadOptions & LogFilter = {},
): Promise<Recorded[]> =>
  (await readLogRows(db, after, upTo, limit, { types, exceptWriter })).map((row) => toRecorded(row, options))

/** The same page as it is stored. */
export const readLogRows = (
  db: Db,
  after: bigint,
  upTo: bigint,
  limit: number,
  { types = null, exceptWriter = null }: LogFilter = {},
): Promise<EventRow[]> =>
  run<EventRow>(db, {
    name: 'es-read-log',
    text: `${selectEvents} WHERE e.position > $1 AND e.position <= $2
      AND ($3::text[] IS NULL OR e.type = ANY($3::text[]))
      AND ($5::int IS NULL OR e.writer IS DISTINCT FROM $5) ORDER BY e.position LIMIT $4`,
    values: [after, upTo, types, limit, exceptWriter],
  })

/** A page of events up to a position in the order of their streams, of the streams behind `after`, as they are stored. */
export const readStreamRows = (
  db: Db,
  after: string,
  upTo: bigint,
  limit: number,
  types: readonly string[],
): Promise<EventRow[]> =>
  run<EventRow>(db, {
    name: 'es-read-by-stream',
    text: `${selectEvents} WHERE e.stream_id > $1 AND e.position <= $2 AND e.type = ANY($3::text[])
      ORDER BY e.stream_id, e.version LIMIT $4`,
    values: [after, upTo, types, limit],
  })
