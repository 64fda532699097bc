import { setTimeout as sleep } from 'node:timers/promises'
import { type Db, run, sql } from '../db.ts'
import { reject } from '../errors.ts'

export type CatchUpOptions = {
  db: Db
  /** The readers whose tables are about to be read. */
  names: readonly string[]
  patienceMs?: number
}

const pollMs = 5

/**
 * Waits until these readers have come as far as somebody has already seen, so that people read their own writes
 * across services. Throws `unavailable` when they do not come that far in time.
 */
export const createCatchUp =
  ({ db, names, patienceMs = 2_000 }: CatchUpOptions) =>
  async (seen: bigint): Promise<void> => {
    const deadline = performance.now() + patienceMs
    for (;;) {
      // a position beyond the end of the log is made up, and waited for by nobody
      const [row] = await run<{ behind: boolean }>(
        db,
        sql`SELECT EXISTS (SELECT 1 FROM es.subscriptions WHERE name = ANY(${names}) AND status = 'live' AND position < ${seen})
            AND ${seen} <= coalesce(pg_sequence_last_value('es.event_position'), 0) AS behind`,
      )
      if (!row?.behind) return
      if (performance.now() > deadline)
        throw reject('unavailable', 'This list is not up to date yet. Please try again.', { retryAfter: 1 })
      await sleep(pollMs)
    }
  }
