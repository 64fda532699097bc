import type { Pool } from '@plumbline/platform/db'
import type { Timers } from '@plumbline/platform/jobs'
import type { Log } from '@plumbline/platform/log'
import { dropUnreadVersions } from '@plumbline/platform/projections'
import { owners } from '../stores/schemas.ts'

/** How long answers to requests with an idempotency key are stored. */
const storedDays = 7

/** Deletes expired answers every hour, and every night the read models that no release reads any more. */
export async function startHousekeeping(pool: Pool, timers: Timers, log: Log): Promise<void> {
  const schemas = owners.filter(({ migrations }) => migrations.some((it) => it.id.startsWith('idempotency-')))
  await timers.every('forgetAnswers', '17 * * * *', async () => {
    for (const { schema } of schemas)
      await pool.query(
        `DELETE FROM ${schema}.idempotency WHERE created_at < now() - make_interval(days => $1)`,
        [storedDays],
      )
  })
  await timers.every('dropUnreadVersions', '23 4 * * *', async () => {
    const dropped = await dropUnreadVersions(pool)
    if (dropped.length > 0) log.info({ dropped }, 'dropped versions of read models that nobody reads')
  })
}
