import type { DomainEvent, Recorded } from '../event-store/event.ts'
import type { Upcasters } from '../event-store/upcasters.ts'

export type Cell = string | number | boolean | null | object
export type Row = Record<string, Cell>
export type Key = string | number

/**
 * A read model: one table whose rows are folds of events. `evolve` is pure, so a row written with the append, one
 * written behind a checkpoint and one rebuilt from the log are the same.
 */
export type Projection<Event extends DomainEvent = DomainEvent, R extends Row = Row> = {
  /** The question it answers, camelCase; in snake_case the name of its table. */
  name: string
  /** Raise it when the outcome changes: the new version is then filled from the log beside the one in use. */
  version: number
  /** Postgres type per column, `?` at the end for one that may be null. The first is the primary key. */
  columns: { readonly [Name in keyof R]: string }
  /** What follows `CREATE INDEX ON table`, e.g. `(created_at DESC)`. */
  indexes?: readonly string[]
  types: readonly Event['type'][]
  /** How older shapes of these events are read. */
  upcasters?: Upcasters
  /** `stream`: each row is made of the events of one stream, as an inline read model's must be. */
  partitionBy: 'stream' | 'none'
  /**
   * The column that names the row by which this one was replaced, if it was. Chains are shortened as rows are written, so that
   * it always names the last one.
   */
  replacedBy?: string
  /** The rows an event concerns. */
  keys: (event: Recorded<Event>) => readonly Key[]
  /** The row after the event; null deletes it. */
  evolve: (row: R | null, event: Recorded<Event>, key: Key) => R | null
}

// biome-ignore lint/suspicious/noExplicitAny: projections of different events stand side by side
export type AnyProjection = Projection<any, any>

/** Joins a projection to its types. @example defineProjection<LeadEvent, Lead>({ name: 'leads', … }) */
export const defineProjection = <Event extends DomainEvent, R extends Row>(
  projection: Projection<Event, R>,
): Projection<Event, R> => projection

/** The name of a read model for operators: `crm.leads`. */
export const subscriptionName = (schema: string, { name }: AnyProjection) => `${schema}.${name}`

export const snakeCase = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

/** The schema of one version of a read model, `crm_leads_v3`. Versions live side by side; each release reads its own. */
export const versionSchema = (schema: string, { name, version }: Pick<AnyProjection, 'name' | 'version'>) =>
  `${schema}_${snakeCase(name)}_v${version}`
