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
  const [done] = await run<Appended>(db, {
    // named: planned once a connection
    name: 'es-append',
    text: 'SELECT * FROM es.append($1::text[], $2, $3, $4::uuid[], $5::text[], $6::smallint[], $7::jsonb[], $8::jsonb, $9)',
    values: [
      barriers,
      stream,
      version,
      rows.map((row) => row.id),
      rows.map((row) => row.type),
      rows.map((row) => schemaVersionOf(upcasts, row.type)),
      sealed.map((data) => JSON.stringify(data)),
      JSON.stringify(metadata),
      subject,
    ],
  })
  if (!done) throw new Error(`append to ${stream} answered nothing`)
  if (!done.appended) return []
  return rows.map((row, i) => ({
    ...row,
    stream,
    version: done.version - events.length + i + 1,
    position: BigInt(done.positions[i] as string),
    recordedAt: done.recorded_at,
  }))
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
