import { createPool, type Pool } from '@plumbline/platform/db'
import { createLog } from '@plumbline/platform/log'
import { readConfig } from '../config.ts'
import { withBackupLock } from './lock.ts'
import { openStorage } from './openStorage.ts'
import { type Outcome, type RunKind, recordRun } from './runs.ts'
import { listBackups, takeBackup } from './storedBackups.ts'
import { dropTrialDatabase, tryRestore } from './trial.ts'
import { refuseUnfinishedRestore } from './unfinishedRestore.ts'

// the worker has ended
process.on('disconnect', () => process.exit(1))

const kind = process.argv[2] as RunKind
const config = readConfig()
const url = config.databaseUrl as string
const log = createLog('backup')
const { keep, ...location } = config.backups

const runs: Record<RunKind, (pool: Pool) => Promise<Outcome>> = {
  backup: async (pool) => {
    await refuseUnfinishedRestore(pool)
    await dropTrialDatabase(pool)
    const { backup } = await takeBackup(pool, { storage: openStorage(location), kind: 'scheduled', keep })
    log.info({ place: backup.where }, 'backed up')
    return { outcome: 'succeeded' }
  },
  trial: async (pool) => {
    const storage = openStorage(location)
    const newest = (await listBackups(storage, 'scheduled')).at(-1)
    if (!newest) throw new Error(`There is no finished backup in ${storage.where}.`)
    const outcome = await tryRestore(pool, newest, { url, config, log })
    if (outcome.outcome === 'succeeded') log.info({ place: newest.backup.where }, 'restored on trial')
    return outcome
  },
}

/**
 * Makes one backup, or tries one, and ends; the worker starts it on schedule. How it went is recorded in the database. A run that
 * failed ends with an error, and is tried again.
 */
async function main(): Promise<Outcome> {
  const pool = createPool({ url, name: 'plumbline-backup', log, max: 4, longRunning: true })
  const outcome = await withBackupLock(pool, async () => {
    const outcome = await runs[kind](pool).catch(
      (error: Error): Outcome => ({ outcome: 'failed', message: error.message }),
    )
    if (outcome.outcome !== 'succeeded') log.error({ kind, ...outcome }, 'backup run did not succeed')
    await recordRun(pool, kind, outcome)
    return outcome
  })
  await pool.end()
  return outcome
}

const { outcome } = await main()
process.exit(outcome === 'failed' ? 1 : 0)
