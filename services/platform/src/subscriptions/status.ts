import { type Db, run, sql } from '../db.ts'
import { type AnyProjection, subscriptionName } from '../projections/projection.ts'
import { tableOf } from '../projections/table.ts'

export type SubscriptionStatus = {
  name: string
  version: number
  kind: 'inline' | 'projection' | 'reactor'
  status: 'building' | 'live' | 'paused' | 'retired'
  position: string
  updatedAt: string
  lastError: string | null
}

/** Every subscription that is registered, and every inline read model. */
export const listSubscriptions = (db: Db): Promise<SubscriptionStatus[]> =>
  run<SubscriptionStatus>(
    db,
    sql`SELECT name, version, kind, status, position, updated_at AS "updatedAt", last_error AS "lastError"
        FROM es.subscriptions ORDER BY name, version`,
  )

/**
 * Creates the table of a read model the first time it is seen. Where the log already holds its events it stays
 * `building` until a rebuild has filled it.
 */
export async function registerProjection(
  db: Db,
  schema: string,
  projection: AnyProjection,
  kind: 'inline' | 'projection',
): Promise<void> {
  const name = subscriptionName(schema, projection)
  if (kind === 'inline' && (projection.partitionBy !== 'stream' || projection.needsMetadata))
    throw new Error(`${name} cannot be inline: its rows need other streams, or metadata of events`)
  const [known] = await run(db, sql`SELECT 1 FROM es.subscriptions WHERE name = ${name}`)
  if (known) return
  const table = tableOf(projection, schema)
  for (const statement of [table.create, ...table.constraints]) await db.query(statement)
  const [old] = await run(db, sql`SELECT 1 FROM es.events WHERE type = ANY(${projection.types}) LIMIT 1`)
  await db.query(
    sql`INSERT INTO es.subscriptions (name, version, kind, status)
        VALUES (${name}, ${projection.version}, ${kind}, ${old ? 'building' : 'live'})`,
  )
}
