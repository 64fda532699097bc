import type { Tx } from '../db.ts'
import type { Recorded } from '../event-store/event.ts'
import type { Upcasters } from '../event-store/upcasters.ts'
import type { Migration } from '../migrate.ts'
import { applyEvents } from '../projections/applyEvents.ts'
import { type AnyProjection, subscriptionName } from '../projections/projection.ts'

/**
 * A consumer of the whole log behind a checkpoint. `apply` runs in the transaction that moves the checkpoint: what it
 * writes there happens exactly once. Projections may be rebuilt, reactors never.
 */
export type Subscription = {
  name: string
  version: number
  kind: 'projection' | 'reactor'
  types: readonly string[]
  /** How older shapes of these events are read. */
  upcasters?: Upcasters
  apply: (tx: Tx, events: readonly Recorded[]) => Promise<unknown>
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
