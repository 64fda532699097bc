import type { DomainEvent, Recorded } from './event.ts'
import type { Upcasts } from './upcast.ts'

export type Cell = string | number | boolean | null | object
export type Row = Record<string, Cell>
export type Key = string | number

/**
 * A read model: one table whose rows are folds of events. `evolve` is pure, so a row written in the
 * transaction of an append, one written behind a checkpoint and one rebuilt from the log are the same.
 */
export type Projection<Event extends DomainEvent = DomainEvent, R extends Row = Row> = {
  /** The question it answers, camelCase; in snake_case the name of its table. */
  name: string
  /** Raise it when the outcome changes: the table is then rebuilt from the log. */
  version: number
  /** Postgres type per column, `?` at the end for one that may be null. The first is the primary key. */
  columns: { readonly [Name in keyof R]: string }
  /**
   * What answers show of a row, as JSON, kept with it in a column of this name: a long list is then sent as it is
   * stored. Gets the row as it would be read.
   */
  shown?: (row: R) => string
  /** What follows `CREATE INDEX ON table`, e.g. `(created_at DESC)`. */
  indexes?: readonly string[]
  types: readonly Event['type'][]
  /** How older shapes of these events are read. */
  upcasts?: Upcasts
  /** `stream`: each row is made of one stream alone, which makes rebuilding several times faster. */
  scope: 'stream' | 'log'
  /** True when rows are made of more than `stream`, `version`, `type` and `data`; costs a rebuild a quarter. */
  envelope?: boolean
  /** The rows an event concerns. */
  keys: (event: Recorded<Event>) => readonly Key[]
  /** The row after the event; null takes it away. */
  evolve: (row: R | null, event: Recorded<Event>, key: Key) => R | null
}

// biome-ignore lint/suspicious/noExplicitAny: projections of different events stand side by side
export type AnyProjection = Projection<any, any>

/** Joins a projection to its types. @example defineProjection<LeadEvent, Lead>({ name: 'leads', … }) */
export const defineProjection = <Event extends DomainEvent, R extends Row>(
  projection: Projection<Event, R>,
): Projection<Event, R> => projection
