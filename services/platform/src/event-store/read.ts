import { type Db, run, type SqlStatement, sql } from '../db.ts'
import type { DomainEvent, Metadata, Recorded } from './event.ts'
import { eventContext, type Keyring, oneLine, openFields } from './personal.ts'
import { type Upcasts, upcast } from './upcast.ts'

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

/** How stored events become what the code of today expects. */
export type Reading = {
  upcasts?: Upcasts
  /** Without it personal fields read `[sealed]`. */
  keyring?: Keyring
}

const opened = (row: EventRow, keyring?: Keyring): unknown =>
  openFields(keyring, { ...row, context: eventContext(row.stream_id, row.type) }, row.data as never)

const recorded = (row: EventRow, upcasts: Upcasts, data: unknown): Recorded => ({
  id: row.event_id,
  type: row.type,
  data: upcast(upcasts, row.type, row.schema_version, data),
  stream: row.stream_id,
  version: row.version,
  position: BigInt(row.position),
  recordedAt: row.recorded_at,
  metadata: row.metadata,
  ...(row.subject !== null && row.wrapped === null ? { erased: true as const } : {}),
})

export const toRecorded = (row: EventRow, { upcasts = {}, keyring }: Reading): Recorded =>
  recorded(row, upcasts, opened(row, keyring))

/** An event for several readers: opened the first time, the same data for all, which nobody changes. */
export type Stored = {
  id: string
  position: bigint
  type: string
  recorded: (upcasts?: Upcasts) => Recorded
}

export function openedOnce(row: EventRow, keyring?: Keyring): Stored {
  let data: unknown
  return {
    id: row.event_id,
    position: BigInt(row.position),
    type: row.type,
    recorded: (upcasts = {}) => {
      data ??= opened(row, keyring)
      return recorded(row, upcasts, data)
    },
  }
}

const wrapped = `SELECT e.*, encode(k.wrapped, 'base64') AS wrapped FROM es.events e LEFT JOIN es.subject_keys k USING (subject)`

const events = async (db: Db, statement: SqlStatement, reading: Reading): Promise<Recorded[]> =>
  (await run<EventRow>(db, statement)).map((row) => toRecorded(row, reading))

/** Every event of one stream, oldest first; empty when the stream does not exist. */
export const readStream = async <Event extends DomainEvent>(
  db: Db,
  stream: string,
  reading: Reading = {},
): Promise<Recorded<Event>[]> =>
  (await events(
    db,
    {
      name: 'es-read-stream',
      text: `${wrapped} WHERE e.stream_id = $1 ORDER BY e.version`,
      values: [stream],
    },
    reading,
  )) as Recorded<Event>[]

/** Events of one stream, and the wrapped keys that their personal fields are sealed with, by their person. */
export type History = { events: Recorded[]; keys: Map<string, string> }

/** Reads several streams whole. Events that cannot be read fail when their own stream is asked for. */
export async function readHistories(
  db: Db,
  streams: readonly string[],
  reading: Reading,
): Promise<(stream: string) => History> {
  const rows = await run<EventRow>(db, {
    name: 'es-read-histories',
    // an array that the planner may look into would be planned for each time
    text: `${wrapped} WHERE e.stream_id = ANY((SELECT $1::text[])::text[]) ORDER BY e.stream_id, e.version`,
    values: [streams],
  })
  const byStream = Map.groupBy(rows, (row) => row.stream_id)
  return (stream) => {
    const own = byStream.get(stream) ?? []
    const keys = own.flatMap(({ subject, wrapped }) =>
      subject !== null && wrapped !== null ? [[subject, oneLine(wrapped)] as const] : [],
    )
    return { events: own.map((row) => toRecorded(row, reading)), keys: new Map(keys) }
  }
}

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
  { types = null, ...reading }: Reading & { types?: readonly string[] | null } = {},
): Promise<Recorded[]> =>
  events(
    db,
    {
      name: 'es-read-log',
      text: `${wrapped} WHERE e.position > $1 AND e.position <= $2
        AND ($3::text[] IS NULL OR e.type = ANY($3::text[])) ORDER BY e.position LIMIT $4`,
      values: [after, upTo, types, limit],
    },
    reading,
  )
