import type { Pool } from '@plumbline/platform/db'
import type { Timers } from '@plumbline/platform/jobs'
import { owners } from '../schemas.ts'

/** Answers to keyed requests are remembered for a week. */
const rememberDays = 7

/** Every hour forgets what no longer serves anybody. */
export async function startHousekeeping(pool: Pool, timers: Timers): Promise<void> {
  const remembering = owners.filter(({ migrations }) =>
    migrations.some((it) => it.id.startsWith('idempotency-')),
  )
  await timers.every('forgetAnswers', '17 * * * *', async () => {
    for (const { schema } of remembering)
      await pool.query(
        `DELETE FROM ${schema}.idempotency WHERE created_at < now() - make_interval(days => $1)`,
        [rememberDays],
      )
  })
}
