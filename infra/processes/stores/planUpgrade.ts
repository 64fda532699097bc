import { type Db, run, sql } from '@plumbline/platform/db'
import { type AnyProjection, liveTableOf } from '@plumbline/platform/projections'
import { type RebuildTargetOfProduct, rebuildTargets } from './rebuildTargets.ts'
import { owners } from './schemas.ts'
import { tableExists } from './tableExists.ts'

/** A version of a read model that this release has and the database has not. */
export type VersionToBuild = {
  /** `crm.leads` */
  name: string
  version: number
  events: number
  /** Estimated from the version before it, or from the events. */
  bytes: number
}

/** What this release would do to a database before it can serve it. */
export type UpgradePlan = {
  /** `crm/leads-v2` */
  migrations: string[]
  versions: VersionToBuild[]
  /** Whether there is an event in it. */
  hasEvents: boolean
}

/** Changes nothing. */
export async function planUpgrade(db: Db): Promise<UpgradePlan> {
  const hasEvents =
    (await tableExists(db, 'es.events')) && (await run(db, sql`SELECT 1 FROM es.events LIMIT 1`)).length > 0
  return {
    migrations: await missingMigrations(db),
    versions: hasEvents ? await versionsToBuild(db) : [],
    hasEvents,
  }
}

export const isUpgrade = ({ hasEvents, migrations, versions }: UpgradePlan) =>
  hasEvents && (migrations.length > 0 || versions.length > 0)

async function missingMigrations(db: Db): Promise<string[]> {
  const ran = (await tableExists(db, 'migrations.steps'))
    ? await run<{ id: string }>(db, sql`SELECT owner || '/' || id AS id FROM migrations.steps`)
    : []
  const done = new Set(ran.map(({ id }) => id))
  return owners
    .flatMap(({ schema, migrations }) => migrations.map(({ id }) => `${schema}/${id}`))
    .filter((id) => !done.has(id))
}

async function versionsToBuild(db: Db): Promise<VersionToBuild[]> {
  const stored = await run<{ name: string; version: number; status: string }>(
    db,
    sql`SELECT name, version, status FROM es.subscriptions`,
  )
  const isBuilt = ({ name, projection: { version } }: RebuildTargetOfProduct) =>
    stored.some((it) => it.name === name && it.version === version && it.status !== 'building')
  const planned: VersionToBuild[] = []
  for (const target of rebuildTargets.filter((it) => !isBuilt(it))) {
    const { name, schema, projection } = target
    const [read] = await run<{ events: number; bytes: number }>(
      db,
      sql`SELECT count(*)::int AS events, coalesce(sum(pg_column_size(data)), 0)::float8 AS bytes FROM es.events
          WHERE type = ANY(${projection.types})`,
    )
    // without events its table is ready as soon as it is made
    if (!read || read.events === 0) continue
    const versions = stored.filter((it) => it.name === name).map(({ version }) => version)
    const before = await bytesOf(db, schema, projection, versions)
    planned.push({ name, version: projection.version, events: read.events, bytes: before || read.bytes })
  }
  return planned
}

/** Of the largest version that is stored. */
async function bytesOf(
  db: Db,
  schema: string,
  projection: AnyProjection,
  versions: readonly number[],
): Promise<number> {
  const tables = versions.map((version) => liveTableOf({ ...projection, version }, schema).name)
  const [row] = await run<{ bytes: number }>(
    db,
    sql`SELECT coalesce(max(pg_total_relation_size(to_regclass(name))), 0)::float8 AS bytes FROM unnest(${tables}::text[]) name`,
  )
  return row?.bytes ?? 0
}
