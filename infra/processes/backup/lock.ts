import type { Pool } from '@plumbline/platform/db'

const lockKey = 1_774_600_002

/** Runs `work` while no other process makes a backup of this database or tries one; waits for those. */
export async function withBackupLock<T>(pool: Pool, work: () => Promise<T>): Promise<T> {
  const client = await pool.connect()
  try {
    await client.query('SELECT pg_advisory_lock($1)', [lockKey])
    return await work()
  } finally {
    // the lock goes with its connection
    client.release(true)
  }
}
