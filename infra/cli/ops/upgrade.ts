import { type Pool, run, sql } from '@plumbline/platform/db'
import { refuseMixedReleases } from '@plumbline/platform/projections'
import { databaseBytes, freeBytesOfDatabase, inMegabytes } from '../../processes/backup/diskSpace.ts'
import { readLastRuns } from '../../processes/backup/runs.ts'
import { refuseUnfinishedRestore } from '../../processes/backup/unfinishedRestore.ts'
import { storedFingerprint } from '../../processes/keys/masterKey.ts'
import { planUpgrade, type UpgradePlan } from '../../processes/stores/planUpgrade.ts'
import { tableExists } from '../../processes/stores/tableExists.ts'
import { type Context, defineCommand } from './command.ts'

/** `unknown` cannot be found out from here, and is the operator's to know. */
type Check = { name: string; state: 'ok' | 'problem' | 'unknown'; message: string }

const ok = (message: string) => ({ state: 'ok', message }) as const
const problem = (message: string) => ({ state: 'problem', message }) as const
const unknown = (message: string) => ({ state: 'unknown', message }) as const
type Finding = Omit<Check, 'name'>

/** Whether this release may be started on the database as it is. Changes nothing; exit code 3 when something is wrong. */
export const upgradeCheck = defineCommand({
  usage: 'upgrade check',
  example: 'upgrade check',
  options: {},
  withoutMigration: true,
  run: async (context) => {
    const { pool, json } = context
    const plan = await planUpgrade(pool)
    const checks = plan.hasEvents
      ? await checkStore(pool, context, plan)
      : [{ name: 'data', ...ok('There are no events in this database: nothing can be lost.') }]
    if (json) console.log(JSON.stringify({ checks, plan }))
    else for (const { name, state, message } of checks) console.log(`${state}\t${name}: ${message}`)
    if (checks.some(({ state }) => state === 'problem')) process.exitCode = 3
  },
})

async function checkStore(pool: Pool, context: Context, plan: UpgradePlan): Promise<Check[]> {
  return [
    { name: 'plan', ...describePlan(plan) },
    { name: 'disk', ...(await checkDisk(pool, context, plan)) },
    { name: 'master key', ...(await checkMasterKey(pool, context)) },
    { name: 'backup', ...(await checkBackupAge(pool, context, plan)) },
    { name: 'restore', ...(await checkRestore(pool)) },
    { name: 'lag', ...(await checkLag(pool)) },
    { name: 'dead letters', ...(await checkDeadLetters(pool)) },
    { name: 'releases', ...(await checkReleases(pool)) },
  ]
}

function describePlan({ migrations, versions }: UpgradePlan): Finding {
  const built = versions.map(({ name, version, events }) => `${name}@${version} from ${events} events`)
  return ok(
    `${migrations.length > 0 ? `runs ${migrations.join(', ')}` : 'no migrations'}; ${built.length > 0 ? `builds ${built.join(', ')}` : 'no read model to build'}`,
  )
}

const checkDisk = async (pool: Pool, { databaseUrl }: Context, { versions }: UpgradePlan): Promise<Finding> =>
  judgeDisk({
    size: await databaseBytes(pool),
    built: versions.reduce((sum, { bytes }) => sum + bytes, 0),
    free: await freeBytesOfDatabase(pool, databaseUrl),
  })

/** Bytes: of the database, of the read models to build, and free; undefined where that cannot be seen. */
export function judgeDisk({
  size,
  built,
  free,
}: {
  size: number
  built: number
  free: number | undefined
}): Finding {
  // a table is written, and so is the log of writing it; a tenth of the database is for the work of the day
  const needed = 2 * built + size / 10
  const sizes = `the database has ${inMegabytes(size)}, the read models to build about ${inMegabytes(built)}`
  if (free === undefined)
    return unknown(
      `${sizes}. How much is free on the disk of the database cannot be seen from here: it should be ${inMegabytes(needed)}.`,
    )
  if (free < needed)
    return problem(
      `${inMegabytes(free)} free, ${inMegabytes(needed)} needed (${sizes}). Enlarge the disk, or delete old backups.`,
    )
  return ok(`${inMegabytes(free)} free, ${inMegabytes(needed)} needed; ${sizes}`)
}

async function checkMasterKey(pool: Pool, { fingerprint }: Context): Promise<Finding> {
  const stored = (await tableExists(pool, 'es.master_key')) ? await storedFingerprint(pool) : undefined
  if (!stored) return ok('this database has none yet')
  if (!fingerprint)
    return problem(
      `this database needs ${stored}, and there is none here. Set MASTER_KEY, or put its file back as master.key in DATA_DIR.`,
    )
  if (stored !== fingerprint)
    return problem(
      `this database needs ${stored}, and ${fingerprint} is here. Set the right one in MASTER_KEY.`,
    )
  return ok(`${fingerprint} is here`)
}

const daySeconds = 86_400

async function checkBackupAge(
  pool: Pool,
  { isEmbedded }: Context,
  { migrations, versions }: UpgradePlan,
): Promise<Finding> {
  if (isEmbedded && migrations.length + versions.length > 0) return ok('one is made before the first step')
  const runs = (await tableExists(pool, 'es.backup_runs')) ? await readLastRuns(pool) : []
  const last = runs.find(({ kind }) => kind === 'backup')
  const make = 'Make one: npm run ops -- backup <place>'
  if (!last?.succeededAt) return problem(`none is known. ${make}`)
  const hours = Math.round(last.age / 3_600)
  return last.age > daySeconds
    ? problem(`the last one is ${hours} hours old. ${make}`)
    : ok(`the last one is ${hours} hours old`)
}

const checkRestore = async (pool: Pool): Promise<Finding> =>
  (await tableExists(pool, 'es.unfinished_restore'))
    ? unlessRefused(refuseUnfinishedRestore(pool), 'none is unfinished')
    : ok('none is unfinished')

const unlessRefused = (check: Promise<void>, message: string): Promise<Finding> =>
  check.then(
    () => ok(message),
    (error: Error) => problem(error.message),
  )

// as the alert SubscriptionBehind
const maxLag = 1_000

async function checkLag(pool: Pool): Promise<Finding> {
  // a version that no release keeps stands still
  const lagging = await run<{ name: string; lag: number }>(
    pool,
    sql`SELECT name, min(lag)::int AS lag FROM (SELECT name,
          greatest(0, (SELECT max(position) FROM es.events) - position) AS lag
          FROM es.subscriptions WHERE kind <> 'inline' AND status = 'live') each
        GROUP BY name HAVING min(lag) > ${maxLag} ORDER BY name`,
  )
  if (lagging.length === 0) return ok(`no subscription is more than ${maxLag} events behind`)
  return problem(
    `${lagging.map(({ name, lag }) => `${name} is ${lag} events behind`).join(', ')}. Wait until the worker has applied them, or see why it does not: npm run ops -- projections status`,
  )
}

async function checkDeadLetters(pool: Pool): Promise<Finding> {
  const deadLetters = await run<{ name: string; n: number }>(
    pool,
    sql`SELECT subscription AS name, count(DISTINCT stream_id)::int AS n FROM es.parked GROUP BY 1 ORDER BY 1`,
  )
  if (deadLetters.length === 0) return ok('no stream is dead-lettered')
  return problem(
    `${deadLetters.map(({ name, n }) => `${name} has ${n} streams`).join(', ')}. Apply them with the release that runs: npm run ops -- projections retry <name>`,
  )
}

const checkReleases = async (pool: Pool): Promise<Finding> =>
  (await tableExists(pool, 'es.releases'))
    ? unlessRefused(refuseMixedReleases(pool), 'no two releases run at the same time')
    : ok('this database is from before two could run at the same time')
