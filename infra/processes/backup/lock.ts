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

/** Runs `work`, unless a process makes a backup of this database or tries one. */
export async function unlessBackupRuns(pool: Pool, work: () => Promise<void>): Promise<void> {
  const client = await pool.connect()
  try {
    const { rows } = await client.query<{ free: boolean }>('SELECT pg_try_advisory_lock($1) AS free', [
      lockKey,
    ])
    if (rows[0]?.free) await work()
  } finally {
    client.release(true)
  }
}
