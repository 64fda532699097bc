import { randomUUID } from 'node:crypto'
import { type Db, run } from '../db.ts'
import type { DomainEvent, Metadata, Recorded } from './event.ts'
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
  { stream, expected, events, metadata, ids, upcasts = {}, barriers = [] }: Append<Event>,
): Promise<Recorded<Event>[]> {
  if (events.length === 0) return []
  const rows = events.map((event, i) => ({ id: ids?.[i] ?? randomUUID(), ...event, metadata }))
  const version = expected === 'any' ? null : expected === 'none' ? 0 : expected
  const [done] = await run<Appended>(db, {
    // named: planned once a connection
    name: 'es-append',
    text: 'SELECT * FROM es.append($1::text[], $2, $3, $4::uuid[], $5::text[], $6::smallint[], $7::jsonb[], $8::jsonb)',
    values: [
      barriers,
      stream,
      version,
      rows.map((row) => row.id),
      rows.map((row) => row.type),
      rows.map((row) => schemaVersionOf(upcasts, row.type)),
      rows.map((row) => JSON.stringify(row.data)),
      JSON.stringify(metadata),
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
