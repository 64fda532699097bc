import { type Db, run, sql } from '../db.ts'
import type { AnyProjection } from './projection.ts'
import { tableOf } from './table.ts'

/** How operators call a read model: `crm.leads`. */
export const registeredName = (schema: string, { name }: AnyProjection) => `${schema}.${name}`

export type Registered = {
  name: string
  version: number
  kind: 'inline' | 'projection' | 'reactor'
  status: 'building' | 'live' | 'paused' | 'retired'
  position: string
  updatedAt: string
  lastError: string | null
}

/** Every reader of the log that is registered. */
export const registered = (db: Db): Promise<Registered[]> =>
  run<Registered>(
    db,
    sql`SELECT name, version, kind, status, position, updated_at AS "updatedAt", last_error AS "lastError"
        FROM es.subscriptions ORDER BY name, version`,
  )

/**
 * Makes the table of a read model the first time it is seen. Where the log already holds its events it stays
 * `building` until a rebuild has filled it.
 */
export async function registerProjection(
  db: Db,
  schema: string,
  projection: AnyProjection,
  kind: 'inline' | 'projection',
): Promise<void> {
  const name = registeredName(schema, projection)
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
