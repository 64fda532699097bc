import { type Pool, run, sql } from '@plumbline/platform/db'
import type { JobQueue } from '@plumbline/platform/jobs'
import { cancelledCode } from './ledger.ts'

/** Removes what is stored of failures of deliveries to these people, in the ledger and by earlier releases in the queue. */
export async function forgetDeliveries(
  pool: Pool,
  queue: Pick<JobQueue, 'clearHistory'>,
  subjects: readonly string[],
): Promise<void> {
  await run(
    pool,
    sql`UPDATE messaging.deliveries SET last_error = CASE WHEN last_error = ${cancelledCode} THEN last_error END
        WHERE about = ANY(${subjects}::text[])`,
  )
  await queue.clearHistory()
}
