import { inTransaction, type Pool, run, sql, type Tx } from './db.ts'
import type { Migration } from './migration.ts'
import { type AnyProjection, versionSchema } from './projections/projection.ts'
import { registerProjection } from './subscriptions/status.ts'

export { eventStoreMigrations } from './event-store/migrations.ts'
export type { Migration } from './migration.ts'

/** A schema, the role that works in it, and the steps that build it. */
export type SchemaDefinition = {
  schema: string
  /** Role the service runs as; created when missing. None: only the login that migrates uses the schema. */
  role?: string
  /** Extra grants, run after the steps. */
  grants?: readonly string[]
  migrations: readonly Migration[]
  /** Read models written in the transaction of the service's own appends. */
  projections?: readonly AnyProjection[]
  /** Read models of others' events, written behind a checkpoint. */
  asyncProjections?: readonly AnyProjection[]
}

export const roleOf = (schema: string) => `plumbline_${schema}`

const readModelsOf = ({ projections = [], asyncProjections = [] }: SchemaDefinition) => [
  ...projections,
  ...asyncProjections,
]

/** What a connection needs to work in a schema: its role, and a search path to its versions of the read models. */
export const connectionOf = (definition: SchemaDefinition) => ({
  role: definition.role,
  searchPath: [
    ...readModelsOf(definition).map((projection) => versionSchema(definition.schema, projection)),
    definition.schema,
  ].join(','),
})

const lockKey = 1_774_600_001

/** Brings every schema up to date, one transaction per schema, one process at a time. Answers the steps it ran. */
export async function migrate(pool: Pool, schemas: readonly SchemaDefinition[]): Promise<string[]> {
  const ran: string[] = []
  await ensureRoles(
    pool,
    schemas.flatMap(({ role }) => role ?? []),
  )
  for (const definition of schemas) {
    const steps = await inTransaction(pool, async (tx) => {
      await tx.query(sql`SELECT pg_advisory_xact_lock(${lockKey})`)
      await tx.query('CREATE SCHEMA IF NOT EXISTS migrations')
      await tx.query(`CREATE TABLE IF NOT EXISTS migrations.steps (
        owner text NOT NULL, id text NOT NULL, ran_at timestamptz NOT NULL DEFAULT now(), PRIMARY KEY (owner, id))`)
      return migrateSchema(tx, definition)
    })
    ran.push(...steps)
  }
  return ran
}

async function migrateSchema(tx: Tx, definition: SchemaDefinition): Promise<string[]> {
  const { schema, role, grants = [], migrations, projections = [], asyncProjections = [] } = definition
  await tx.query(`CREATE SCHEMA IF NOT EXISTS ${schema}`)
  const done = await run<{ id: string }>(tx, sql`SELECT id FROM migrations.steps WHERE owner = ${schema}`)
  const finished = new Set(done.map((step) => step.id))
  const ran: string[] = []
  for (const { id, sql: text } of migrations) {
    if (finished.has(id)) continue
    await tx.query(`SET LOCAL search_path TO ${schema}`)
    await tx.query(text)
    await tx.query(sql`INSERT INTO migrations.steps (owner, id) VALUES (${schema}, ${id})`)
    ran.push(`${schema}/${id}`)
  }
  for (const projection of projections) await registerProjection(tx, definition, projection, 'inline')
  for (const projection of asyncProjections)
    await registerProjection(tx, definition, projection, 'projection')
  if (role) {
    await tx.query(`GRANT USAGE ON SCHEMA ${schema} TO ${role};
      GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA ${schema} TO ${role};
      GRANT USAGE, SELECT ON ALL SEQUENCES IN SCHEMA ${schema} TO ${role}`)
  }
  for (const grant of grants) await tx.query(grant)
  return ran
}

// roles belong to the whole server: another database may be creating the same one right now
const createRole = (role: string) => `DO $$ BEGIN
  IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = '${role}') THEN
    CREATE ROLE ${role} NOLOGIN;
  END IF;
EXCEPTION
  WHEN duplicate_object OR unique_violation THEN NULL;
  WHEN insufficient_privilege THEN
    RAISE EXCEPTION 'The role ${role} is missing and % may not create it', current_user
      USING HINT = format('CREATE ROLE ${role} NOLOGIN; GRANT ${role} TO %I', current_user);
END $$`

// who creates a role may hand it out from Postgres 16 on, but not use it before it was granted to itself
const grantRole = (role: string) => `DO $$ DECLARE
  use text := CASE WHEN current_setting('server_version_num')::int >= 160000 THEN 'SET' ELSE 'MEMBER' END;
BEGIN
  IF NOT pg_has_role(current_user, '${role}', use) THEN
    GRANT ${role} TO CURRENT_USER;
  END IF;
EXCEPTION WHEN insufficient_privilege THEN
  RAISE EXCEPTION 'The role ${role} is there, but % may not use it', current_user
    USING HINT = format('GRANT ${role} TO %I', current_user);
END $$`

/** @throws with the statements for all roles that are missing, so that an administrator is asked once. */
async function ensureRoles(pool: Pool, roles: readonly string[]): Promise<void> {
  const refusals: { message: string; hint?: string }[] = []
  for (const role of roles)
    await ensureRole(pool, role).catch((error) => {
      if (error.code !== raisedException) throw error
      refusals.push(error)
    })
  if (refusals.length > 0)
    throw new Error(
      `${refusals.map(({ message }) => message).join('; ')}: run ${refusals.map(({ hint }) => hint).join('; ')}`,
    )
}

const raisedException = 'P0001'

// each a transaction of its own: one that lost a race would not see the winner's role before it ends
async function ensureRole(pool: Pool, role: string): Promise<void> {
  await pool.query(createRole(role))
  await pool.query(grantRole(role))
}

/** What a service role may do with the log: add and read events, never change or delete them. */
export const eventLogGrants = (role: string): string[] => [
  `GRANT USAGE ON SCHEMA es TO ${role}`,
  `GRANT SELECT, INSERT ON es.events TO ${role}`,
  `GRANT SELECT ON es.subject_keys, es.master_key, es.installation TO ${role}`,
  `GRANT SELECT, UPDATE ON es.subscriptions TO ${role}`,
  `GRANT SELECT, INSERT, UPDATE, DELETE ON es.parked TO ${role}`,
  `GRANT USAGE, SELECT ON SEQUENCE es.event_position TO ${role}`,
]

/** What a role may do that only watches the log grow: which streams, never what they say. */
export const eventLogWatchGrants = (role: string): string[] => [
  `GRANT USAGE ON SCHEMA es TO ${role}`,
  `GRANT SELECT (position, stream_id) ON es.events TO ${role}`,
  `GRANT SELECT ON SEQUENCE es.event_position TO ${role}`,
]
