import { setTimeout as sleep } from 'node:timers/promises'
import { type Db, run } from '../db.ts'
import { reject } from '../errors.ts'
import { jointly } from '../jointly.ts'

export type CatchUpOptions = {
  db: Db
  /** The readers whose tables are about to be read. */
  names: readonly string[]
  patienceMs?: number
}

const pollMs = 5

type Reached = { reached: string | null; last: string }

/**
 * Waits until these readers have come as far as somebody has already seen, so that people read their own writes
 * across services. Throws `unavailable` when they do not come that far in time. How far they were is never remembered:
 * a crash of the database may take a reader's last steps.
 */
export function createCatchUp({ db, names, patienceMs = 2_000 }: CatchUpOptions) {
  const isBehind = jointly(async (_all: readonly bigint[]) => {
    const [row] = await run<Reached>(db, {
      name: 'es-catch-up',
      text: `SELECT (SELECT min(position) FROM es.subscriptions WHERE name = ANY($1) AND status = 'live') AS reached,
               coalesce(pg_sequence_last_value('es.event_position'), 0) AS last`,
      values: [names],
    })
    const { reached, last } = row as Reached
    // a position beyond the end of the log is made up, and waited for by nobody
    return (seen) => reached !== null && BigInt(reached) < seen && seen <= BigInt(last)
  })
  return async (seen: bigint): Promise<void> => {
    const deadline = performance.now() + patienceMs
    while (await isBehind(seen)) {
      if (performance.now() > deadline)
        throw reject('unavailable', 'This list is not up to date yet. Please try again.', { retryAfter: 1 })
      await sleep(pollMs)
    }
  }
}
