import type { DomainEvent, Recorded } from '../event-store/event.ts'
import type { Upcasters } from '../event-store/upcasters.ts'
import type { Columns, ColumnsOf, Row, RowOf } from './columns.ts'

export type Key = string | number

/** The row after an event of each type; null deletes it, or leaves none. */
export type Handlers<Event extends DomainEvent, R extends Row> = {
  readonly [E in Event as E['type']]: (row: R | null, event: Recorded<E>) => R | null
}

type Common<Event extends DomainEvent> = {
  /** The question it answers, camelCase; in snake_case the name of its table. */
  name: string
  /** Raise it when the outcome changes: the new version is then filled from the log beside the one in use. */
  version: number
  /** What follows `CREATE INDEX ON table`, e.g. `(created_at DESC)`. */
  indexes?: readonly string[]
  /** How older shapes of its events are read. */
  upcasters?: Upcasters
  /** A row is made of events of several streams. Then it cannot be inline, and a rebuild reads the log in its order. */
  spansStreams?: boolean
  /** The row that an event concerns. */
  key: (event: Recorded<Event>) => Key
}

type Declaration<Event extends DomainEvent, C extends Columns> = Common<Event> & {
  /** The first is the primary key. */
  columns: C
  /**
   * The column that names the row by which this one was replaced, if it was. Chains are shortened as rows are written, so that
   * it always names the last one.
   */
  replacedBy?: keyof C & string
  on: Handlers<Event, RowOf<C>>
}

/**
 * A read model: one table whose rows are folds of events. `evolve` is pure, so a row written with the append, one
 * written behind a checkpoint and one rebuilt from the log are the same.
 */
export type Projection<Event extends DomainEvent = DomainEvent, R extends Row = Row> = Common<Event> & {
  columns: ColumnsOf<R>
  replacedBy?: string
  types: readonly Event['type'][]
  /** The row after an event of these types. */
  evolve: (row: R | null, event: Recorded<Event>) => R | null
}

// biome-ignore lint/suspicious/noExplicitAny: projections of different events stand side by side
export type AnyProjection = Projection<any, any>

/**
 * Declares a read model of a union of events: a type of them without a handler does not compile, and its row has the type
 * that its columns say.
 * @example
 * const leads = defineProjection<LeadEvent>()({
 *   name: 'leads',
 *   version: 1,
 *   columns: { id: int, status: text },
 *   key: ({ data }) => data.leadId,
 *   on: { LeadReceived: (_, { data }) => ({ id: data.leadId, status: 'new' }), … },
 * })
 */
export const defineProjection =
  <Event extends DomainEvent>() =>
  <C extends Columns>({ on, columns, ...declared }: Declaration<Event, C>): Projection<Event, RowOf<C>> => {
    const handlers = on as unknown as Record<Event['type'], Projection<Event, RowOf<C>>['evolve']>
    const projection: Projection<Event, RowOf<C>> = {
      ...declared,
      columns: columns as unknown as ColumnsOf<RowOf<C>>,
      types: Object.keys(on),
      evolve: (row, event) => handlers[event.type as Event['type']](row, event),
    }
    return projection
  }

/** One handler for every type of event that `types` has as a key. */
export const handleAll = <Event extends DomainEvent, R extends Row>(
  types: { readonly [Type in Event['type']]: unknown },
  handler: (row: R | null, event: Recorded<Event>) => R | null,
) => Object.fromEntries(Object.keys(types).map((type) => [type, handler])) as unknown as Handlers<Event, R>

/** The row that the events of a stream make; those that the read model does not follow are passed over. */
export const foldRow = <Event extends DomainEvent, R extends Row>(
  { types, evolve }: Pick<Projection<Event, R>, 'types' | 'evolve'>,
  events: readonly Recorded[],
): R | null =>
  events.reduce<R | null>(
    (row, event) => (types.includes(event.type) ? evolve(row, event as Recorded<Event>) : row),
    null,
  )

/** The name of a read model for operators: `crm.leads`. */
export const subscriptionName = (schema: string, { name }: AnyProjection) => `${schema}.${name}`

export const snakeCase = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

/** The schema of one version of a read model, `crm_leads_v3`. Versions live side by side; each release reads its own. */
export const versionSchema = (schema: string, { name, version }: Pick<AnyProjection, 'name' | 'version'>) =>
  `${schema}_${snakeCase(name)}_v${version}`
