import { type Pool, run, sql } from '@plumbline/platform/db'
import type { JobQueue } from '@plumbline/platform/jobs'
import { cancelledCode } from './ledger.ts'

/** Removes the deliveries of these people from the history of the queue, and what is stored of their failures. */
export async function forgetDeliveries(
  pool: Pool,
  queue: Pick<JobQueue<unknown>, 'forget'>,
  subjects: readonly string[],
): Promise<void> {
  const rows = await run<{ id: string }>(
    pool,
    sql`UPDATE messaging.deliveries SET last_error = CASE WHEN last_error = ${cancelledCode} THEN last_error END
        WHERE about = ANY(${subjects}::text[]) RETURNING id`,
  )
  await queue.forget(rows.map(({ id }) => id))
}
