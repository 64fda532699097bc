import { randomUUID } from 'node:crypto'
import { type Db, prepared, run, type Value } from '../db.ts'
import { SpanKind, traced, traceparent } from '../trace.ts'
import type { DomainEvent, Metadata, Recorded } from './event.ts'
import { type AnyPersonal, type Keyring, sealEvent, subjectKey, subjectOf } from './personal.ts'
import { schemaVersionOf, type Upcasts } from './upcast.ts'

/** The version a stream must be at: `'none'` (it must not exist yet), an exact number, or `'any'`. */
export type ExpectedVersion = 'none' | 'any' | number

export type Append<Event extends DomainEvent> = {
  stream: string
  expected: ExpectedVersion
  events: readonly Event[]
  metadata: Metadata
  /** Give ids to make a repeated append harmless; without them every append is new. */
  ids?: readonly string[]
  /** Decides which version of its shape an event is stored with. */
  upcasts?: Upcasts
  /** Which fields are sealed with the key of the person they are about. */
  personal?: AnyPersonal
  keyring?: Keyring
  /** Read models that the same transaction writes; see `rebuildProjection`. */
  barriers?: readonly string[]
}

/** What goes into the log, sealed. `before`: the version the stream is at. */
export type Insertion = {
  stream: string
  before: number
  events: readonly { id: string; type: string; schema: number; data: string }[]
  metadata: Metadata
  subject: string | null
  barriers: readonly string[]
  /** SQL that must hold as well. */
  conditions?: readonly ((value: Value) => string)[]
}
/** Rows of an insertion, in the order of their versions; none where it did not fit. */
export type Inserted = { version: number; position: string; recorded_at: string }

/** So many events go in by one statement of `insertion`; of more, as an import has, arrays are made. */
export const mostAtOnce = 8

// in-flight marker BEFORE the first nextval: no position drawn by this transaction can be <= its floor
const marker = `pg_advisory_xact_lock_shared((17746::bigint << 40) | coalesce(pg_sequence_last_value('es.event_position'), 0))`

/**
 * What `es.append` does at a known version, as nearly every append is, in one statement without arrays. In this order:
 * the barriers, the version before and the conditions, the marker, then a position each. Answers nothing where one of them
 * does not hold, and fails (23505) where another append has the version.
 */
export function insertion(value: Value, it: Insertion): string {
  const stream = value(it.stream)
  const before = value(it.before)
  const conditions = (it.conditions ?? []).map((condition) => condition(value))
  if (it.before > 0)
    conditions.unshift(`EXISTS (SELECT 1 FROM es.events WHERE stream_id = ${stream} AND version = ${before})`)
  // whoever swaps in a rebuilt read model holds its barrier alone
  if (it.barriers.length > 0)
    conditions.unshift(
      `(SELECT count(pg_advisory_xact_lock_shared(17748, hashtext(name))::text) FROM unnest(${value(it.barriers)}::text[]) name) >= 0`,
    )
  const rows = it.events.map(
    ({ id, type, schema, data }, i) =>
      `(${i + 1}, ${value(id)}::uuid, ${value(type)}::text, ${value(schema)}::smallint, ${value(data)}::jsonb)`,
  )
  return `INSERT INTO es.events (position, stream_id, version, event_id, type, schema_version, data, metadata, subject, recorded_at)
    SELECT nextval('es.event_position'), ${stream}, ${before}::int + t.n, t.id, t.type, t.schema, t.data,
      ${value(JSON.stringify(it.metadata))}::jsonb, ${value(it.subject)}, marked.at
    FROM (SELECT clock_timestamp() AS at, ${marker} ${where(conditions)} OFFSET 0) marked,
      (VALUES ${rows.join(', ')}) t (n, id, type, schema, data)
    ${rows.length > 1 ? 'ORDER BY t.n' : ''} RETURNING version, position, recorded_at`
}

// one after the other: AND alone leaves their order to the planner
const where = (conditions: readonly string[]) =>
  conditions.length === 0
    ? ''
    : `WHERE CASE ${conditions.map((it) => `WHEN NOT ${it} THEN false`).join(' ')} ELSE true END`

/** A stream that is elsewhere, told like `es.append` does: `ES409`. */
export const elsewhere = (stream: string, cause?: unknown) =>
  Object.assign(new Error(`stream ${stream} is elsewhere`, { cause }), { code: 'ES409', severity: 'ERROR' })

/** Whether an append lost against another that came at the same moment. */
const isTaken = (error: unknown): boolean => {
  const { code, constraint } = error as { code?: string; constraint?: string }
  return code === '23505' && constraint === 'events_stream_id_version_key'
}

/** What the trace that is being kept, if one is, calls an append; the events remember it. */
export function recordedStep<T>(
  { stream, events, metadata }: Pick<Append<DomainEvent>, 'stream' | 'events' | 'metadata'>,
  work: (metadata: Metadata) => Promise<T>,
): Promise<T> {
  const kind = stream.replace(/-[^-]*$/, '')
  const attributes = { 'stream.kind': kind, 'event.types': events.map((event) => event.type) }
  return traced({ name: `append ${kind}`, kind: SpanKind.PRODUCER, attributes }, () => {
    const within = traceparent()
    return work(within ? { ...metadata, traceparent: within } : metadata)
  })
}

/**
 * Appends to one stream; runs inside the caller's transaction and throws SQLSTATE `ES409` when the
 * stream is elsewhere. Answers the events as recorded, or none when they already were.
 */
export async function append<Event extends DomainEvent>(
  db: Db,
  options: Append<Event>,
): Promise<Recorded<Event>[]> {
  if (options.events.length === 0) return []
  return recordedStep(options, (metadata) => insert(db, { ...options, metadata }))
}

async function insert<Event extends DomainEvent>(db: Db, options: Append<Event>): Promise<Recorded<Event>[]> {
  const { stream, expected, events, metadata, ids, barriers = [] } = options
  const subject = subjectOf(events, options)
  const wrapped = subject && (await subjectKey(db, options.keyring as Keyring, subject))
  const rows = rowsOf(events, options, wrapped)
  const recorded = (inserted: readonly Inserted[]): Recorded<Event>[] =>
    inserted.map(({ version, position, recorded_at }, i) => ({
      ...(events[i] as Event),
      ...{ id: (rows[i] as { id: string }).id, metadata, stream, version },
      ...{ position: BigInt(position), recordedAt: recorded_at },
    }))
  if (expected !== 'any' && !ids && rows.length <= mostAtOnce) {
    const before = expected === 'none' ? 0 : expected
    const it = { stream, before, events: rows, metadata, subject, barriers }
    const inserted = await run<Inserted>(
      db,
      prepared((value) => insertion(value, it)),
    ).catch((error) => {
      throw isTaken(error) ? elsewhere(stream, error) : error
    })
    if (inserted.length === 0) throw elsewhere(stream)
    return recorded(inserted)
  }
  const version = expected === 'any' ? null : expected === 'none' ? 0 : expected
  const [done] = await run<{ version: number; positions: string[]; recorded_at: string; appended: boolean }>(
    db,
    {
      name: 'es-append',
      text: 'SELECT * FROM es.append($1::text[], $2, $3, $4::uuid[], $5::text[], $6::smallint[], $7::jsonb[], $8::jsonb, $9)',
      values: [
        ...[barriers, stream, version, rows.map((row) => row.id), rows.map((row) => row.type)],
        ...[rows.map((row) => row.schema), rows.map((row) => row.data), JSON.stringify(metadata), subject],
      ],
    },
  )
  if (!done) throw new Error(`append to ${stream} answered nothing`)
  const first = done.version - rows.length + 1
  return done.appended
    ? recorded(done.positions.map((position, i) => ({ ...done, version: first + i, position })))
    : []
}

/** Events as they are stored, sealed with the key of the person they are about. */
export const rowsOf = (
  events: readonly DomainEvent[],
  {
    stream,
    ids,
    upcasts = {},
    personal = {},
    keyring,
  }: Omit<Append<DomainEvent>, 'expected' | 'metadata' | 'events'>,
  wrapped: string | null,
): Insertion['events'] =>
  events.map((event, i) => ({
    id: ids?.[i] ?? randomUUID(),
    type: event.type,
    schema: schemaVersionOf(upcasts, event.type),
    data: JSON.stringify(sealEvent(event, { stream, personal, keyring, wrapped })),
  }))
