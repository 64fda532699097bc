import { type Db, inTransaction, type Pool, run, sql } from '../db.ts'
import { rejection } from '../errors.ts'
import { type AnyProjection, versionSchema } from './projection.ts'
import { tableOf } from './table.ts'

/** A version of a read model that is stored. */
export type StoredVersion = {
  /** `crm.leads` */
  name: string
  version: number
  /** When a release that reads it last ran; null: none that said so. */
  lastReadAt: string | null
}

/** Every version of the read models that is stored, by name. */
export const listVersions = (db: Db): Promise<StoredVersion[]> =>
  run<StoredVersion>(
    db,
    sql`SELECT s.name, s.version, max(r.last_seen_at) AS "lastReadAt"
        FROM es.subscriptions s LEFT JOIN es.releases r ON s.name || '@' || s.version = ANY (r.read_models)
        WHERE s.kind <> 'reactor' GROUP BY s.name, s.version ORDER BY s.name, s.version`,
  )

// a release that runs says so at least this often
const aliveMs = 60_000

const isAlive = ({ lastReadAt }: StoredVersion, now: Date) =>
  lastReadAt !== null && now.getTime() - Date.parse(lastReadAt) < aliveMs

/**
 * Drops one version for good. A release that reads it fills it again when it is started.
 * @throws Rejection `not-found`, or `conflict` while a release that reads it runs.
 */
export async function dropVersion(
  pool: Pool,
  { name, version }: Pick<StoredVersion, 'name' | 'version'>,
  now = new Date(),
): Promise<void> {
  const stored = (await listVersions(pool)).find((it) => it.name === name && it.version === version)
  if (!stored) throw rejection('not-found', `There is no version ${version} of ${name}.`)
  if (isAlive(stored, now))
    throw rejection('conflict', `A release that reads version ${version} of ${name} is running.`)
  const [schema = '', model = ''] = name.split('.')
  await inTransaction(pool, async (tx) => {
    await tx.query(`SET LOCAL lock_timeout = '2s'`)
    await tx.query(`DROP SCHEMA IF EXISTS ${versionSchema(schema, { name: model, version })} CASCADE`)
    await tx.query(sql`DELETE FROM es.parked WHERE subscription = ${name} AND version = ${version}`)
    await tx.query(
      sql`DELETE FROM es.subscriptions WHERE name = ${name} AND version = ${version} AND kind <> 'reactor'`,
    )
  })
}

/**
 * Drops the versions that no release has read for a day, since a release came that does not read them. One that was
 * filled within a day is of a release that is still to come. Answers them as `crm.leads@3`.
 */
export async function dropUnreadVersions(pool: Pool): Promise<string[]> {
  const unread = await run<Pick<StoredVersion, 'name' | 'version'>>(
    pool,
    sql`SELECT s.name, s.version FROM es.subscriptions s
        WHERE s.kind <> 'reactor' AND s.updated_at < now() - interval '1 day'
          AND NOT EXISTS (SELECT FROM es.releases r
            WHERE s.name || '@' || s.version = ANY (r.read_models) AND r.last_seen_at > now() - interval '1 day')
          AND EXISTS (SELECT FROM es.releases r
            WHERE r.service = split_part(s.name, '.', 1) AND r.first_seen_at < now() - interval '1 day'
              AND r.last_seen_at > now() - interval '1 day')
        ORDER BY s.name, s.version`,
  )
  for (const version of unread) await dropVersion(pool, version)
  await pool.query(`DELETE FROM es.releases WHERE last_seen_at < now() - interval '30 days'`)
  return unread.map(({ name, version }) => `${name}@${version}`)
}

/** @throws Rejection `conflict` while two releases of a service run. */
export async function refuseMixedReleases(db: Db): Promise<void> {
  const [mixed] = await run<{ service: string }>(
    db,
    sql`SELECT service FROM es.releases WHERE last_seen_at > now() - make_interval(secs => ${aliveMs / 1_000})
        GROUP BY service HAVING count(*) > 1`,
  )
  if (mixed)
    throw rejection(
      'conflict',
      `Two releases of ${mixed.service} are running, or were a minute ago. Try again when the upgrade is finished.`,
    )
}

/** Drops what other releases read of these read models, none of which runs. */
export async function dropOtherVersions(
  pool: Pool,
  inUse: readonly Pick<StoredVersion, 'name' | 'version'>[],
): Promise<void> {
  for (const { name, version } of await listVersions(pool)) {
    const used = inUse.find((it) => it.name === name)
    if (used && used.version !== version) await dropVersion(pool, { name, version })
  }
}

/**
 * The view under the plain name, `crm.leads`, shows the version that was put to use last: for operators' own queries.
 * Services read the table of their own version.
 */
export async function pointPlainView(
  db: Db,
  { schema, role }: { schema: string; role?: string },
  projection: AnyProjection,
): Promise<void> {
  const own = versionSchema(schema, projection)
  const { name: view } = tableOf(projection, schema)
  const { name: table } = tableOf(projection, own)
  const [same] = await run(
    db,
    sql`SELECT 1 FROM information_schema.view_table_usage
        WHERE view_schema || '.' || view_name = ${view} AND table_schema = ${own}`,
  )
  if (same) return
  await db.query(`DROP VIEW IF EXISTS ${view}; CREATE VIEW ${view} AS SELECT * FROM ${table}`)
  if (role) await db.query(`GRANT SELECT, INSERT, UPDATE, DELETE ON ${view} TO ${role}`)
}
