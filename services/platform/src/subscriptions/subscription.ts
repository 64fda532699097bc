import type { Tx } from '../db.ts'
import type { Keyring } from '../encryption/keyring.ts'
import type { Appended } from '../event-store/commit.ts'
import type { Recorded } from '../event-store/event.ts'
import type { Upcasters } from '../event-store/upcasters.ts'
import type { Migration } from '../migrate.ts'
import { applyEvents, applyStreams } from '../projections/applyEvents.ts'
import { type AnyProjection, subscriptionName } from '../projections/projection.ts'
import type { Release } from '../projections/release.ts'

/**
 * A consumer of the whole log behind a checkpoint. `apply` runs in the transaction that moves the checkpoint: what it
 * writes there happens exactly once. Projections may be rebuilt, reactors never. `inline`: a read model that is written
 * with its service's appends; behind its checkpoint it gets what other releases append.
 */
export type Subscription = {
  name: string
  version: number
  kind: 'inline' | 'projection' | 'reactor'
  types: readonly string[]
  /** Events that this release appended are left out; see `Release`. */
  exceptWriter?: number
  /** How older shapes of these events are read. */
  upcasters?: Upcasters
  /** What it appends goes into `appended`, and is announced after the commit. */
  apply: (tx: Tx, events: readonly Recorded[], appended: Appended[]) => Promise<unknown>
  /** Called after the commit of a batch that held events, to start what was recorded. */
  onCommitted?: () => void
}

/** Keeps a read model of others' events up to date; see `SchemaDefinition.asyncProjections`. */
export const projectionSubscription = (schema: string, projection: AnyProjection): Subscription => ({
  name: subscriptionName(schema, projection),
  version: projection.version,
  kind: 'projection',
  types: projection.types,
  upcasters: projection.upcasters,
  apply: (tx, events) => applyEvents(tx, projection, events),
})

/** Keeps a service's own read model up to date with what other releases of the service append. */
export const inlineSubscription = (
  { service, writer }: Release,
  projection: AnyProjection,
  keyring: Keyring,
): Subscription => ({
  name: subscriptionName(service, projection),
  version: projection.version,
  kind: 'inline',
  types: projection.types,
  exceptWriter: writer,
  upcasters: projection.upcasters,
  apply: (tx, events) => applyStreams(tx, projection, events, { keyring }),
})

/** Registers a subscription before anything can be appended: a projection starts at 0, a new reactor at now. */
export const subscriptionMigration = ({
  name,
  version,
  kind,
}: Pick<Subscription, 'name' | 'version' | 'kind'>): Migration => ({
  id: `subscription-${name}-v${version}`,
  sql: `INSERT INTO es.subscriptions (name, version, kind, status, position)
        VALUES ('${name}', ${version}, '${kind}', 'live', ${kind === 'reactor' ? 'es.high_water_mark()' : '0'})`,
})
