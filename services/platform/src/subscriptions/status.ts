import { type Db, run, sql } from '../db.ts'
import { type AnyProjection, subscriptionName, versionSchema } from '../projections/projection.ts'
import { constraintsOf, liveTableOf } from '../projections/table.ts'
import { pointPlainView } from '../projections/versions.ts'

export type SubscriptionStatus = {
  name: string
  version: number
  kind: 'inline' | 'projection' | 'reactor'
  status: 'building' | 'live' | 'paused' | 'retired'
  position: string
  updatedAt: string
  /** Of its last batch, else of the first event that is dead-lettered. */
  lastError: string | null
}

/** Every subscription that is registered, and every inline read model. */
export const listSubscriptions = (db: Db): Promise<SubscriptionStatus[]> =>
  run<SubscriptionStatus>(
    db,
    sql`SELECT name, version, kind, status, position, updated_at AS "updatedAt",
          coalesce(last_error, (SELECT error FROM es.parked p
            WHERE p.subscription = s.name AND p.version = s.version ORDER BY p.position LIMIT 1)) AS "lastError"
        FROM es.subscriptions s ORDER BY name, version`,
  )

/**
 * Creates the table of a version of a read model the first time it is seen. Where the log already holds its events it stays
 * `building` until a rebuild has filled it.
 */
export async function registerProjection(
  db: Db,
  { schema, role }: { schema: string; role?: string },
  projection: AnyProjection,
  kind: 'inline' | 'projection',
): Promise<void> {
  const name = subscriptionName(schema, projection)
  if (kind === 'inline' && projection.spansStreams)
    throw new Error(`${name} cannot be inline: its rows need other streams`)
  const { version } = projection
  const [known] = await run<{ status: string }>(
    db,
    sql`SELECT status FROM es.subscriptions WHERE name = ${name} AND version = ${version}`,
  )
  const own = versionSchema(schema, projection)
  let status = known?.status
  if (!status) {
    const table = liveTableOf(projection, schema)
    const constraints = await constraintsOf(db, table)
    for (const statement of [`CREATE SCHEMA IF NOT EXISTS ${own}`, table.create, ...constraints])
      await db.query(statement)
    const [old] = await run(db, sql`SELECT 1 FROM es.events WHERE type = ANY(${projection.types}) LIMIT 1`)
    status = old ? 'building' : 'live'
    await db.query(
      sql`INSERT INTO es.subscriptions (name, version, kind, status)
          VALUES (${name}, ${version}, ${kind}, ${status})`,
    )
  }
  if (role)
    await db.query(`GRANT USAGE ON SCHEMA ${own} TO ${role};
      GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA ${own} TO ${role}`)
  if (status === 'live') await pointPlainView(db, { schema, role }, projection)
}
