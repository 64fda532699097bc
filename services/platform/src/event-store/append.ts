import { randomUUID } from 'node:crypto'
import { type Bind, type Db, namedStatement, type SqlStatement, type Tx } from '../db.ts'
import { findDataKey } from '../encryption/dataKeys.ts'
import type { DataKey, Keyring } from '../encryption/keyring.ts'
import { encryptEvent, subjectOf } from '../encryption/personalFields.ts'
import { SpanKind, traceparent, withSpan } from '../trace.ts'
import type { CommandContext, EventFormat } from './commit.ts'
import type { DomainEvent, Metadata, Recorded } from './event.ts'
import { schemaVersionOf } from './upcasters.ts'

export type Append<Event extends DomainEvent = DomainEvent> = {
  stream: string
  /** The version that the stream must be at: 0 when it must not exist yet. */
  expectedVersion: number | 'any'
  events: readonly Event[]
}

/** A part of an append's statement, such as the upsert of a row. `from` yields a row once the events are appended. */
export type SqlFragment = (bind: Bind, from: string) => string

/** What is written together with events, and what it is encrypted with. */
export type AppendOptions = {
  /** Of the person that the events are about. */
  dataKey?: DataKey
  /** Of people whose words the rows repeat. */
  otherKeys?: readonly DataKey[]
  rows?: readonly SqlFragment[]
  /** Of the release that these rows are; see `Release`. */
  writer?: number
}

/**
 * Appends events to one stream in a command's transaction, whose commit announces them. It is sent at once and need not be
 * awaited: when it fails, so does the commit.
 * @throws SQLSTATE `ES409` when the stream is at another version, `ES410` when the person they are about is erased.
 */
export function append<Event extends DomainEvent>(
  { db, store, metadata, appended }: CommandContext,
  events: Append<Event>,
  options: AppendOptions = {},
): Promise<Recorded<Event>[]> {
  const recorded = sendAppend(db.send, { ...events, ...options, metadata }, store)
  const position = recorded.then((all) => (all.at(-1) as Recorded).position)
  position.catch(() => {})
  appended.push({ types: events.events.map(({ type }) => type), writer: options.writer, position })
  return recorded
}

/** The same where there is no command: nothing announces it. */
export async function appendEvents<Event extends DomainEvent>(
  db: Db,
  events: Append<Event> & { metadata: Metadata },
  format: EventFormat = {},
): Promise<Recorded<Event>[]> {
  if (events.events.length === 0) return []
  const subject = subjectOf(events.stream, events.events, format.personal)
  const dataKey =
    subject === null ? undefined : await findDataKey(db, keyringFor(events.stream, format), subject)
  return sendAppend((statement) => db.query(statement), { ...events, dataKey }, format)
}

export function keyringFor(stream: string, { keyring }: EventFormat): Keyring {
  if (!keyring) throw new Error(`${stream} holds personal fields and there is no keyring`)
  return keyring
}

/** Sends the append as a step of the trace that is being recorded, if one is; the events remember where. */
function sendAppend<Event extends DomainEvent>(
  send: Tx['send'],
  { metadata, ...append }: Append<Event> & { metadata: Metadata } & AppendOptions,
  format: EventFormat,
): Promise<Recorded<Event>[]> {
  const { stream, events } = append
  const kind = stream.replace(/-[^-]*$/, '')
  const attributes = { 'stream.kind': kind, 'event.types': events.map(({ type }) => type) }
  return withSpan({ name: `append ${kind}`, kind: SpanKind.PRODUCER, attributes }, async () => {
    const parent = traceparent()
    const traced = parent ? { ...metadata, traceparent: parent } : metadata
    const ids = events.map(() => randomUUID())
    const { rows } = await send(appendStatement({ ...append, metadata: traced, ids }, format))
    const { version, positions, recorded_at } = rows[0] as Appended
    return events.map((event, i) => ({
      ...event,
      id: ids[i] as string,
      stream,
      version: version - events.length + i + 1,
      position: BigInt(positions[i] as string),
      recordedAt: recorded_at,
      metadata: traced,
    }))
  })
}

type Appended = { version: number; positions: string[]; recorded_at: string }

/** The one statement that writes to the log: the events, their personal fields encrypted, and the rows of read models. */
function appendStatement(
  append: Append & { metadata: Metadata; ids: readonly string[] } & AppendOptions,
  { upcasters = {}, personal = {}, keyring }: EventFormat,
): SqlStatement {
  const {
    stream,
    expectedVersion,
    events,
    metadata,
    ids,
    dataKey,
    otherKeys = [],
    rows = [],
    writer,
  } = append
  const keys = dataKey ? [dataKey, ...otherKeys] : otherKeys
  const types = events.map(({ type }) => type)
  const data = events.map((it) => JSON.stringify(encryptEvent(it, { stream, personal, keyring, dataKey })))
  return namedStatement((bind) => {
    const appended = `SELECT version, positions, recorded_at FROM es.append(${[
      bind(stream),
      bind(expectedVersion === 'any' ? null : expectedVersion),
      `${bind(ids)}::uuid[]`,
      `${bind(types)}::text[]`,
      `${bind(types.map((type) => schemaVersionOf(upcasters, type)))}::smallint[]`,
      `${bind(data)}::jsonb[]`,
      `${bind(JSON.stringify(metadata))}::jsonb`,
      `${bind(dataKey?.subject ?? null)}::text`,
      `${bind(keys.map(({ subject }) => subject))}::text[]`,
      `${bind(keys.map(({ wrapped }) => Buffer.from(wrapped, 'base64')))}::bytea[]`,
      `${bind(writer ?? null)}::int`,
    ].join(', ')})`
    if (rows.length === 0) return appended
    const parts = rows.map((write, i) => `, rows_${i} AS (${write(bind, 'FROM appended')})`)
    return `WITH appended AS MATERIALIZED (${appended})${parts.join('')} SELECT * FROM appended`
  })
}
