import { randomUUID } from 'node:crypto'
import { type Bind, type Db, namedStatement, run, type SqlStatement } from '../db.ts'
import { findDataKey } from '../encryption/dataKeys.ts'
import type { DataKey, Keyring } from '../encryption/keyring.ts'
import { type AnyPersonal, encryptEvent, subjectOf } from '../encryption/personalFields.ts'
import { SpanKind, traceparent, withSpan } from '../trace.ts'
import type { DomainEvent, Metadata, Recorded } from './event.ts'
import { schemaVersionOf, type Upcasters } from './upcasters.ts'

/** The version a stream must be at: a number, 0 when it must not exist yet, or `'any'`. */
export type ExpectedVersion = number | 'any'

export type Append<Event extends DomainEvent = DomainEvent> = {
  stream: string
  expectedVersion: ExpectedVersion
  events: readonly Event[]
  metadata: Metadata
}

/** How a service's events are stored: the versions of their shapes, and which fields are encrypted. */
export type EventFormat = { upcasters?: Upcasters; personal?: AnyPersonal; keyring?: Keyring }

/** A part of an append's statement, such as the upsert of a row. `from` yields a row once the events are appended. */
export type SqlFragment = (bind: Bind, from: string) => string

type Appended = { version: number; positions: string[]; recorded_at: string }

/**
 * Appends events to one stream, in the caller's transaction or in one of its own. Answers them as recorded.
 * @throws SQLSTATE `ES409` when the stream is at another version, `ES410` when the person they are about is erased.
 */
export async function append<Event extends DomainEvent>(
  db: Db,
  options: Append<Event>,
  format: EventFormat = {},
): Promise<Recorded<Event>[]> {
  if (options.events.length === 0) return []
  const subject = subjectOf(options.stream, options.events, format.personal)
  const dataKey =
    subject === null ? undefined : await findDataKey(db, keyringFor(options.stream, format), subject)
  const stored = storedEvents(options, format, dataKey)
  return traceAppend(options, async (metadata) => {
    const keys = dataKey ? [dataKey] : []
    const [appended] = await run<Appended>(db, appendStatement({ ...options, metadata, stored, keys }))
    const { version, positions, recorded_at } = appended as Appended
    return options.events.map((event, i) => ({
      ...event,
      id: (stored[i] as StoredEvent).id,
      stream: options.stream,
      version: version - options.events.length + i + 1,
      position: BigInt(positions[i] as string),
      recordedAt: recorded_at,
      metadata,
    }))
  })
}

export function keyringFor(stream: string, { keyring }: EventFormat): Keyring {
  if (!keyring) throw new Error(`${stream} holds personal fields and there is no keyring`)
  return keyring
}

type StoredEvent = { id: string; type: string; schemaVersion: number; data: string }

/** Events as the log keeps them, their personal fields encrypted. */
export const storedEvents = (
  { stream, events }: Pick<Append, 'stream' | 'events'>,
  { upcasters = {}, personal = {}, keyring }: EventFormat,
  dataKey: DataKey | undefined,
): StoredEvent[] =>
  events.map((event) => ({
    id: randomUUID(),
    type: event.type,
    schemaVersion: schemaVersionOf(upcasters, event.type),
    data: JSON.stringify(encryptEvent(event, { stream, personal, keyring, dataKey })),
  }))

type AppendStatement = Pick<Append, 'stream' | 'expectedVersion' | 'metadata'> & {
  stored: readonly StoredEvent[]
  /** Data keys that what is written was encrypted or read with; the first one belongs to the events, if any does. */
  keys: readonly DataKey[]
  subject?: string | null
  /** What is written together with the events, or not at all. */
  rows?: readonly SqlFragment[]
  /** See `Release`. */
  writer?: number | null
}

/** The one statement that writes to the log: the events and the rows of their read models. */
export function appendStatement({
  stream,
  expectedVersion,
  metadata,
  stored,
  keys,
  subject = keys[0]?.subject ?? null,
  rows = [],
  writer = null,
}: AppendStatement): SqlStatement {
  return namedStatement((bind) => {
    const appended = `SELECT version, positions, recorded_at FROM es.append(${[
      bind(stream),
      bind(expectedVersion === 'any' ? null : expectedVersion),
      `${bind(stored.map(({ id }) => id))}::uuid[]`,
      `${bind(stored.map(({ type }) => type))}::text[]`,
      `${bind(stored.map(({ schemaVersion }) => schemaVersion))}::smallint[]`,
      `${bind(stored.map(({ data }) => data))}::jsonb[]`,
      `${bind(JSON.stringify(metadata))}::jsonb`,
      `${bind(subject)}::text`,
      `${bind(keys.map((key) => key.subject))}::text[]`,
      `${bind(keys.map(({ wrapped }) => Buffer.from(wrapped, 'base64')))}::bytea[]`,
      `${bind(writer)}::int`,
    ].join(', ')})`
    if (rows.length === 0) return appended
    const parts = rows.map((write, i) => `, rows_${i} AS (${write(bind, 'FROM appended')})`)
    return `WITH appended AS MATERIALIZED (${appended})${parts.join('')} SELECT * FROM appended`
  })
}

/** Executes an append as a step of the trace that is being recorded, if one is; the events remember where. */
export function traceAppend<T>(
  { stream, events, metadata }: Pick<Append, 'stream' | 'events' | 'metadata'>,
  work: (metadata: Metadata) => Promise<T>,
): Promise<T> {
  const kind = stream.replace(/-[^-]*$/, '')
  const attributes = { 'stream.kind': kind, 'event.types': events.map((event) => event.type) }
  return withSpan({ name: `append ${kind}`, kind: SpanKind.PRODUCER, attributes }, () => {
    const parent = traceparent()
    return work(parent ? { ...metadata, traceparent: parent } : metadata)
  })
}
