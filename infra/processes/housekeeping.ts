import type { Pool } from '@plumbline/platform/db'
import type { Timers } from '@plumbline/platform/jobs'
import { owners } from './schemas.ts'

/** How long answers to requests with an idempotency key are stored. */
const storedDays = 7

/** Deletes expired answers every hour. */
export async function startHousekeeping(pool: Pool, timers: Timers): Promise<void> {
  const schemas = owners.filter(({ migrations }) => migrations.some((it) => it.id.startsWith('idempotency-')))
  await timers.every('forgetAnswers', '17 * * * *', async () => {
    for (const { schema } of schemas)
      await pool.query(
        `DELETE FROM ${schema}.idempotency WHERE created_at < now() - make_interval(days => $1)`,
        [storedDays],
      )
  })
}
