import { createPool, type Pool, run, sql } from '@plumbline/platform/db'
import type { Log } from '@plumbline/platform/log'
import { migrate } from '@plumbline/platform/migrate'
import pg from 'pg'
import type { Config } from '../config.ts'
import { fingerprintHere, openKeyring } from '../keys/masterKey.ts'
import { rebuildStale } from '../stores/rebuildTargets.ts'
import { owners } from '../stores/schemas.ts'
import type { Places } from './check.ts'
import { databaseBytes, freeBytesOfDatabase, inMegabytes } from './diskSpace.ts'
import { restore } from './restore.ts'
import type { Outcome } from './runs.ts'

export type TrialOptions = {
  url: string
  config: Pick<Config, 'dataDir' | 'masterKey'>
  log: Log
}

/**
 * Restores a backup into a database beside the real one and builds every read model there; drops that database again.
 * Nothing in it is sent. The caller holds the backup lock.
 */
export async function tryRestore(
  pool: Pool,
  places: Places,
  { url, config, log }: TrialOptions,
): Promise<Outcome> {
  await dropTrialDatabase(pool)
  const obstacle = await obstacleOf(pool, url)
  if (obstacle) return { outcome: 'impossible', message: obstacle }
  const name = await trialDatabase(pool)
  await createLike(pool, name)
  const trialUrl = Object.assign(new URL(url), { pathname: `/${name}` }).href
  const trial = createPool({ url: trialUrl, name: 'plumbline-trial', log, max: 4, longRunning: true })
  try {
    await migrate(trial, owners)
    await restore(trial, places, fingerprintHere(config))
    await rebuildStale(trial, await openKeyring(config, trial), () => {})
    await refuseDeadLetters(trial)
    return { outcome: 'succeeded' }
  } catch (error) {
    return { outcome: 'failed', message: (error as Error).message }
  } finally {
    await trial.end()
    // connections that are being closed may still be there: Postgres waits for them for five seconds
    await pool.query(`DROP DATABASE ${pg.escapeIdentifier(name)}`).catch(() => dropTrialDatabase(pool))
  }
}

/** A backup with events that a read model cannot apply restores, but not to what was there. */
async function refuseDeadLetters(trial: Pool): Promise<void> {
  const [letter] = await run<{ name: string; stream: string; error: string }>(
    trial,
    sql`SELECT subscription AS name, stream_id AS stream, error FROM es.parked JOIN es.subscriptions s
          ON s.name = subscription AND s.version = parked.version AND s.kind <> 'reactor'
        ORDER BY parked.position LIMIT 1`,
  )
  if (letter) throw new Error(`${letter.name} cannot apply ${letter.stream}: ${letter.error}`)
}

/** What a process left that was killed. */
export async function dropTrialDatabase(pool: Pool): Promise<void> {
  const name = await trialDatabase(pool)
  await pool.query(`DROP DATABASE IF EXISTS ${pg.escapeIdentifier(name)} WITH (FORCE)`)
}

const trialDatabase = async (pool: Pool): Promise<string> => {
  const [row] = await run<{ name: string }>(
    pool,
    sql`SELECT left(current_database(), 40) || '_trial_restore' AS name`,
  )
  return row?.name ?? ''
}

async function obstacleOf(pool: Pool, url: string): Promise<string | undefined> {
  const [login] = await run<{ name: string; able: boolean }>(
    pool,
    sql`SELECT rolname AS name, rolcreatedb OR rolsuper AS able FROM pg_roles WHERE rolname = current_user`,
  )
  if (!login?.able)
    return `The login ${login?.name} may not create databases. Allow it: ALTER ROLE ${login?.name} CREATEDB`
  const [size, free] = [await databaseBytes(pool), await freeBytesOfDatabase(pool, url)]
  // a copy, and as much for the write-ahead log of making it
  if (free !== undefined && free < 2 * size)
    return `The disk of the database has ${inMegabytes(free)} free, and a trial restore needs ${inMegabytes(2 * size)}.`
  return undefined
}

/** With the encoding and the collation of the real database, whatever the server's defaults are. */
async function createLike(pool: Pool, name: string): Promise<void> {
  const [real] = await run<{ encoding: string; collation: string; ctype: string }>(
    pool,
    sql`SELECT pg_encoding_to_char(encoding) AS encoding, datcollate AS collation, datctype AS ctype
        FROM pg_database WHERE datname = current_database()`,
  )
  const { encoding = '', collation = '', ctype = '' } = real ?? {}
  await pool.query(`CREATE DATABASE ${pg.escapeIdentifier(name)} TEMPLATE template0
    ENCODING ${pg.escapeLiteral(encoding)} LC_COLLATE ${pg.escapeLiteral(collation)} LC_CTYPE ${pg.escapeLiteral(ctype)}`)
}
