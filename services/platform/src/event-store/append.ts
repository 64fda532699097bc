import { randomUUID } from 'node:crypto'
import { type Db, run } from '../db.ts'
import { SpanKind, traced, traceparent } from '../trace.ts'
import type { DomainEvent, Metadata, Recorded } from './event.ts'
import { type AnyPersonal, eventContext, type Keyring, sealFields, subjectKey } from './personal.ts'
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

type Appended = { version: number; positions: string[]; recorded_at: string; appended: boolean }

/**
 * What `es.append` does for one event at a known version, as nearly every append is, in a statement of its own without
 * arrays and sub-statements. Step by step from the inside: the barriers, the version before, the marker, then a position. It answers nothing
 * where the event does not fit, and `es.append` says why.
 */
const appendOne = `INSERT INTO es.events (position, stream_id, version, event_id, type, schema_version, data, metadata, subject, recorded_at)
  SELECT nextval('es.event_position'), $2, $3::int + 1, $4, $5, $6, $7, $8, $9, clock_timestamp()
  FROM (SELECT pg_advisory_xact_lock_shared((17746::bigint << 40) | coalesce(pg_sequence_last_value('es.event_position'), 0))
    FROM (SELECT count(pg_advisory_xact_lock_shared(17748, hashtext(name))::text) AS n FROM unnest($1::text[]) name OFFSET 0) barriers
    WHERE barriers.n >= 0 AND ($3 = 0 OR EXISTS (SELECT 1 FROM es.events WHERE stream_id = $2 AND version = $3))
    OFFSET 0) marked
  ON CONFLICT (stream_id, version) DO NOTHING -- a race waits here
  RETURNING position, recorded_at`

/**
 * Appends to one stream; runs inside the caller's transaction and throws SQLSTATE `ES409` when the
 * stream is elsewhere. Answers the events as recorded, or none when they already were.
 */
export async function append<Event extends DomainEvent>(
  db: Db,
  options: Append<Event>,
): Promise<Recorded<Event>[]> {
  const { stream, events, metadata } = options
  if (events.length === 0) return []
  const kind = stream.replace(/-[^-]*$/, '')
  const attributes = { 'stream.kind': kind, 'event.types': events.map((event) => event.type) }
  return traced({ name: `append ${kind}`, kind: SpanKind.PRODUCER, attributes }, () => {
    const within = traceparent()
    return insert(db, within ? { ...options, metadata: { ...metadata, traceparent: within } } : options)
  })
}

async function insert<Event extends DomainEvent>(
  db: Db,
  {
    stream,
    expected,
    events,
    metadata,
    ids,
    upcasts = {},
    personal = {},
    keyring,
    barriers = [],
  }: Append<Event>,
): Promise<Recorded<Event>[]> {
  const rows = events.map((event, i) => ({ id: ids?.[i] ?? randomUUID(), ...event, metadata }))
  const version = expected === 'any' ? null : expected === 'none' ? 0 : expected
  const { subject, sealed } = await seal(db, stream, events, personal, keyring)
  const types = rows.map((row) => row.type)
  const schemas = types.map((type) => schemaVersionOf(upcasts, type))
  const data = sealed.map((it) => JSON.stringify(it))
  const about = JSON.stringify(metadata)
  const recorded = (before: number, positions: readonly string[], recordedAt: string) =>
    rows.map((row, i) => ({
      ...row,
      stream,
      version: before + i + 1,
      position: BigInt(positions[i] as string),
      recordedAt,
    }))
  if (version !== null && rows.length === 1) {
    const [one] = await run<{ position: string; recorded_at: string }>(db, {
      // named: planned once a connection
      name: 'es-append-one',
      text: appendOne,
      values: [barriers, stream, version, rows[0]?.id, types[0], schemas[0], data[0], about, subject],
    })
    if (one) return recorded(version, [one.position], one.recorded_at)
  }
  const [done] = await run<Appended>(db, {
    name: 'es-append',
    text: 'SELECT * FROM es.append($1::text[], $2, $3, $4::uuid[], $5::text[], $6::smallint[], $7::jsonb[], $8::jsonb, $9)',
    values: [barriers, stream, version, rows.map((row) => row.id), types, schemas, data, about, subject],
  })
  if (!done) throw new Error(`append to ${stream} answered nothing`)
  return done.appended ? recorded(done.version - rows.length, done.positions, done.recorded_at) : []
}

/** The events' data as it is stored, and whose key it needs. */
async function seal(
  db: Db,
  stream: string,
  events: readonly DomainEvent[],
  personal: AnyPersonal,
  keyring: Keyring | undefined,
): Promise<{ subject: string | null; sealed: unknown[] }> {
  const rules = events.map((event) => personal[event.type])
  const subjects = new Set(events.flatMap((event, i) => rules[i]?.subject(event.data as never) ?? []))
  const [subject = null] = subjects
  if (subject === null) return { subject, sealed: events.map((event) => event.data) }
  if (subjects.size > 1) throw new Error(`one append to ${stream} is about ${[...subjects].join(' and ')}`)
  if (!keyring) throw new Error(`${stream} holds personal fields and there is no keyring`)
  const wrapped = await subjectKey(db, keyring, subject)
  const sealed = events.map(({ type, data }, i) =>
    sealFields(
      keyring,
      { subject, wrapped, context: eventContext(stream, type) },
      data as never,
      rules[i]?.fields ?? [],
    ),
  )
  return { subject, sealed }
}
