import { setTimeout as sleep } from 'node:timers/promises'
import { type Db, inTransaction, type Pool, run, sql } from '@plumbline/platform/db'
import { createKeyring, rewrapDataKeys } from '@plumbline/platform/encryption'
import { refuseUnfinishedRestore } from '../../processes/backup/unfinishedRestore.ts'
import { readConfig } from '../../processes/config.ts'
import {
  finishRotation,
  nextMasterKey,
  readMasterKey,
  storedFingerprint,
} from '../../processes/keys/masterKey.ts'
import { lockDataDir } from '../../processes/postgres/lock.ts'
import { defineCommand } from './command.ts'

/** Wraps every person's key with a new master key, while the product is stopped. Killed at any moment it may be repeated. */
export const rotate = defineCommand({
  usage: 'master-key rotate',
  example: 'master-key rotate',
  options: {},
  run: async ({ pool, isEmbedded, json }) => {
    const config = readConfig()
    // nor is it started meanwhile
    const unlock = isEmbedded ? lockDataDir(config.dataDir) : () => {}
    try {
      await refuseUnfinishedRestore(pool)
      if (finishRotation(config, await storedFingerprint(pool))) {
        console.log(json ? JSON.stringify({ finished: true }) : 'Finished the change that was interrupted.')
        return
      }
      const from = readMasterKey(config)
      if (!from) throw new Error('There is no master key here. Set MASTER_KEY to the one in use.')
      const rotation = await rotateMasterKey(pool, { from, to: nextMasterKey(config) })
      finishRotation(config, rotation.now)
      if (json) console.log(JSON.stringify(rotation))
      else
        console.log(
          `The keys of ${rotation.people} people are wrapped with the master key ${rotation.now} now. ${
            config.masterKey
              ? 'Set MASTER_KEY to it before you start anything.'
              : `It is in ${config.dataDir}/master.key, the one before beside it as master.key.${rotation.before}.`
          }\nMake a backup now. Copies of the keys from before need the master key ${rotation.before}: keep it as long as you keep those.`,
        )
    } finally {
      unlock()
    }
  },
})

export type Rotation = { people: number; before: string; now: string }

// a process that runs says so every five seconds, and holds a connection
const goneAfterSeconds = 20
// less than a transaction may idle
const maxWaitMs = 24_000

/**
 * Wraps every person's key with another master key, all or none. Refuses while a process of the product runs: it would go on
 * wrapping the keys of new people with the one before. A process that starts meanwhile waits, and is refused then.
 */
export async function rotateMasterKey(
  pool: Pool,
  { from, to }: { from: Buffer; to: Buffer },
  waitMs = maxWaitMs,
): Promise<Rotation> {
  const [before, now] = [createKeyring(from).fingerprint, createKeyring(to).fingerprint]
  if (before === now) throw new Error('The new master key is the one that is in use.')
  const people = await inTransaction(pool, async (tx) => {
    await tx.query(`SET LOCAL lock_timeout = '5s'`)
    await tx.query('LOCK TABLE es.master_key IN ACCESS EXCLUSIVE MODE')
    await waitUntilStopped(pool, waitMs, await backendOf(tx))
    const stored = await storedFingerprint(tx)
    if (stored !== before)
      throw new Error(
        `This database is encrypted with the master key ${stored ?? 'of none yet'}, and ${before} is here. Set MASTER_KEY to the one in use.`,
      )
    await tx.query('LOCK TABLE es.subject_keys IN SHARE ROW EXCLUSIVE MODE')
    const count = await rewrapDataKeys(tx, from, to)
    await tx.query(sql`UPDATE es.master_key SET fingerprint = ${now}`)
    return count
  })
  // rows as they were before are still in the table's files
  await pool.query('VACUUM es.subject_keys')
  return { people, before, now }
}

const backendOf = async (db: Db): Promise<number> =>
  (await run<{ pid: number }>(db, sql`SELECT pg_backend_pid() AS pid`))[0]?.pid ?? 0

/** Connections of a process that has just ended may be there for a moment. */
async function waitUntilStopped(pool: Pool, waitMs: number, own: number): Promise<void> {
  for (const deadline = Date.now() + waitMs; ; await sleep(500)) {
    const connected = await run<{ name: string }>(
      pool,
      sql`SELECT DISTINCT application_name AS name FROM pg_stat_activity
          WHERE datname = current_database() AND application_name LIKE 'plumbline%'
            AND pid NOT IN (${own}, pg_backend_pid()) ORDER BY 1`,
    )
    const running = await run<{ name: string }>(
      pool,
      sql`SELECT DISTINCT service AS name FROM es.releases
          WHERE last_seen_at > now() - make_interval(secs => ${goneAfterSeconds}) ORDER BY 1`,
    )
    if (connected.length === 0 && running.length === 0) return
    if (Date.now() < deadline) continue
    const names = [...connected, ...running].map(({ name }) => name).join(', ')
    throw new Error(`The product runs (${names}). Stop it, and change the master key then.`)
  }
}
