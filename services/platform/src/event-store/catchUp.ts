import { setTimeout as sleep } from 'node:timers/promises'
import { type Db, run } from '../db.ts'
import { jointly } from '../jointly.ts'

export type CatchUpOptions = {
  db: Db
  /** The subscriptions whose tables are about to be read. */
  names: readonly string[]
  timeoutMs?: number
}

const pollMs = 5

/** Where the slowest of the subscriptions is; null when none of them is live. `last`: the end of the log. */
type Progress = { reached: string | null; last: string }

/**
 * Waits until these subscriptions have processed a log position that the caller has already seen, so that people read
 * their own writes across services. Answers false when they are still behind after the time-out: the tables are then
 * older than the caller's last write, and the answer has to say so.
 *
 * A subscription that stood still for a whole time-out is not waited for again until it moves: every read would else
 * take the whole time-out while the worker is away. No other progress is remembered, because a crash of the database
 * may undo a subscription's last steps.
 */
export function createCatchUp({ db, names, timeoutMs = 2_000 }: CatchUpOptions) {
  const readProgress = jointly(async (_all: readonly bigint[]) => {
    const [row] = await run<Progress>(db, {
      name: 'es-catch-up',
      text: `SELECT (SELECT min(position) FROM es.subscriptions WHERE name = ANY($1) AND status = 'live') AS reached,
               coalesce(pg_sequence_last_value('es.event_position'), 0) AS last`,
      values: [names],
    })
    return () => row as Progress
  })
  let stalledAt: string | null = null
  return async (position: bigint): Promise<boolean> => {
    const deadline = performance.now() + timeoutMs
    let first: string | null | undefined
    for (;;) {
      const { reached, last } = await readProgress(position)
      // a position beyond the end of the log is made up, and nothing waits for it
      if (reached === null || BigInt(reached) >= position || position > BigInt(last)) return true
      if (reached === stalledAt) return false
      first ??= reached
      if (performance.now() > deadline) {
        stalledAt = reached === first ? reached : null
        return false
      }
      await sleep(pollMs)
    }
  }
}
