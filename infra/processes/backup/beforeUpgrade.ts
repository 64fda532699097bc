import { createPool, type Pool, run, sql } from '@plumbline/platform/db'
import type { Files } from '@plumbline/platform/files'
import type { Log } from '@plumbline/platform/log'
import { isUpgrade, planUpgrade, type UpgradePlan } from '../stores/planUpgrade.ts'
import { tableExists } from '../stores/tableExists.ts'
import { withBackupLock } from './lock.ts'
import type { StorageLocation } from './openStorage.ts'
import { openStorage } from './openStorage.ts'
import { recordRun } from './runs.ts'
import { listBackups, takeBackup } from './storedBackups.ts'
import { readUnfinishedRestore } from './unfinishedRestore.ts'

const maxUpgradeBackups = 3
// a start that fails and is repeated must not push out the backup of the release before
const recentMs = 3_600_000

/**
 * Makes a backup if this release would migrate a database that has events, or build read models from them. Throws when that
 * fails: nothing was changed yet, and the release before can be started again.
 */
export async function backUpBeforeUpgrade(
  url: string,
  { backups }: { backups: StorageLocation },
  log: Log,
  say: (line: string) => void,
): Promise<void> {
  const pool = createPool({ url, name: 'plumbline-backup', log, max: 4, longRunning: true })
  try {
    const plan = await planUpgrade(pool)
    if (!isUpgrade(plan) || (await isRestoring(pool))) return
    await withBackupLock(pool, async () => {
      const made = await backUpOnce(pool, openStorage(backups)).catch((error) => {
        throw new Error(
          `The backup before the upgrade failed, and nothing was changed: ${(error as Error).message}`,
        )
      })
      if (!made) return
      if (await tableExists(pool, 'es.backup_runs')) await recordRun(pool, 'backup', { outcome: 'succeeded' })
      say(`Backed up to ${made.backup.where} before the upgrade: ${summaryOf(plan)}`)
    })
  } finally {
    await pool.end()
  }
}

/** The backup is what is being restored. */
const isRestoring = async (pool: Pool): Promise<boolean> =>
  (await tableExists(pool, 'es.unfinished_restore')) && (await readUnfinishedRestore(pool)) !== undefined

/** Undefined when a start before made one of what is there now. */
const backUpOnce = async (pool: Pool, storage: Files) =>
  (await isBackedUp(pool, storage))
    ? undefined
    : takeBackup(pool, { storage, kind: 'upgrade', keep: maxUpgradeBackups })

async function isBackedUp(pool: Pool, storage: Files): Promise<boolean> {
  const newest = (await listBackups(storage, 'upgrade')).at(-1)
  if (!newest || Date.now() - Date.parse(newest.manifest.madeAt) > recentMs) return false
  const [found] = await run<{ position: string; store: string }>(
    pool,
    sql`SELECT pg_sequence_last_value('es.event_position')::text AS position,
          (SELECT event_id FROM es.events ORDER BY position LIMIT 1) AS store`,
  )
  const { sequences, store } = newest.manifest
  return found?.position === sequences['es.event_position'] && found?.store === store
}

const summaryOf = ({ migrations, versions }: UpgradePlan) =>
  [
    migrations.length > 0 && `${migrations.length} migrations`,
    versions.length > 0 && `read models to build: ${versions.map(({ name }) => name).join(', ')}`,
  ]
    .filter(Boolean)
    .join('; ')
