import { createHash } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { type Db, run } from '../db.ts'
import type { AppendNotifier } from './notifier.ts'
import type { Subscription } from './subscription.ts'

export type WaitOptions = {
  db: Db
  /** The subscriptions whose tables are about to be read. */
  subscriptions: readonly Pick<Subscription, 'name' | 'version' | 'types' | 'exceptWriter'>[]
  /** Notified of what is waited for, so that its next batch comes without a pause. */
  notifier?: Pick<AppendNotifier, 'notify'>
  timeoutMs?: number
}

// the longer it takes, the less often it looks: those that wait would else take the processor from what they wait for
const firstPollMs = 5
const maxPollMs = 100

/** The subscriptions that are behind, and the lowest of their checkpoints; null when none is. */
type Progress = { checkpoint: string; behind: string[] } | { checkpoint: null }

/**
 * Waits until these subscriptions have processed a log position that the caller has already seen (the consistency
 * token), so that people read their own writes across services. Answers false when they are still behind after the
 * time-out: the tables are then older than the caller's last write, and the answer has to say so.
 *
 * A subscription is behind only if an event of its types is left: others' events move its checkpoint later. One that
 * stood still for a whole time-out is not waited for again until it moves: every read would else take the whole
 * time-out while no worker runs. No other progress is remembered, because a crash of the database may undo a
 * subscription's last steps.
 */
export function createWaitForPosition({ db, subscriptions, notifier, timeoutMs = 2_000 }: WaitOptions) {
  const conditions = subscriptions.map((it) => {
    const list = it.types.map((type) => pg.escapeLiteral(type)).join(', ')
    const others = it.exceptWriter === undefined ? '' : `AND e.writer IS DISTINCT FROM ${it.exceptWriter}`
    return `(s.name = ${pg.escapeLiteral(it.name)} AND s.version = ${it.version} AND EXISTS (SELECT 1 FROM es.events e
      WHERE e.position > s.position AND e.position <= $1 AND e.type IN (${list}) ${others}))`
  })
  // a position past the end of the log is forged, and nothing waits for it
  const text = `SELECT min(s.position) AS checkpoint, array_agg(s.name) AS behind FROM es.subscriptions s
    WHERE s.status = 'live' AND s.position < $1 AND $1 <= coalesce(pg_sequence_last_value('es.event_position'), 0)
      AND (${conditions.join(' OR ')})`
  const name = `es-wait-${createHash('sha256').update(text).digest('hex').slice(0, 16)}`
  // callers that have seen the same position share a query that is on its way
  const pending = new Map<bigint, Promise<Progress>>()
  const readProgress = (position: bigint): Promise<Progress> => {
    const progress =
      pending.get(position) ??
      run<Progress>(db, { name, text, values: [position] })
        .then(([row]) => row as Progress)
        .finally(() => pending.delete(position))
    pending.set(position, progress)
    return progress
  }
  let stalledAt: string | null = null
  return async (position: bigint): Promise<boolean> => {
    const deadline = performance.now() + timeoutMs
    let first: string | undefined
    for (let pollMs = firstPollMs; ; pollMs = Math.min(2 * pollMs, maxPollMs)) {
      const progress = await readProgress(position)
      const { checkpoint } = progress
      if (checkpoint === null) return true
      if (checkpoint === stalledAt) return false
      if (first === undefined) notifier?.notify({ awaited: progress.behind, position })
      first ??= checkpoint
      if (performance.now() > deadline) {
        stalledAt = checkpoint === first ? checkpoint : null
        return false
      }
      await sleep(pollMs)
    }
  }
}

/**
 * Waits until this release's read models hold everything that is committed; false when they still lag. For commands that
 * decide on rows under a lock that all releases take: what was written under the lock is then in the rows. To be called
 * before the transaction appends, as no reader passes an append that is on its way.
 */
export async function waitForCommitted(
  db: Db,
  waitForPosition: (position: bigint) => Promise<boolean>,
): Promise<boolean> {
  const [log] = await run<{ head: string }>(db, {
    name: 'es-head',
    text: `SELECT coalesce(pg_sequence_last_value('es.event_position'), 0) AS head`,
    values: [],
  })
  return waitForPosition(BigInt(log?.head ?? 0))
}
