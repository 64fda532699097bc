import { type Pool, run, sql } from '../db.ts'
import { highWaterMark } from '../event-store/read.ts'
import type { Log } from '../log.ts'
import { abortableSleep } from './abortableSleep.ts'
import type { AppendNotifier } from './notifier.ts'

/** That a stream changed, without how: `kind` is the first part of its name. */
export type Change = { position: bigint; kind: string; id: string }

export type ChangeFeed = {
  /** The position up to which changes were published: who subscribes and then reads it misses nothing. */
  position: () => Promise<bigint>
  /** Changes after a position; null when there are more than `maxBacklog`, so that everything may have changed. */
  since: (position: bigint) => Promise<{ changes: Change[]; upTo: bigint } | null>
  /** Calls `listener` with new changes, in order, from now on; answers how to unsubscribe. */
  subscribe: (listener: (changes: readonly Change[]) => void) => () => void
}

export type ChangeFeedOptions = { pool: Pool; notifier: AppendNotifier; log: Log; pollIntervalMs?: number }

const maxBacklog = 1_000
const neverAborted = new AbortController().signal

/** Publishes which streams changed. One query per notification, however many listeners; none without listeners. */
export function createChangeFeed({
  pool,
  notifier,
  log,
  pollIntervalMs = 1_000,
}: ChangeFeedOptions): ChangeFeed {
  const listeners = new Set<(changes: readonly Change[]) => void>()
  let running = false
  let published: Promise<bigint> | undefined

  const read = async (after: bigint, upTo: bigint, limit: number): Promise<Change[]> => {
    const rows = await run<{ position: string; stream: string }>(
      pool,
      sql`SELECT position, stream_id AS stream FROM es.events WHERE position > ${after} AND position <= ${upTo}
          ORDER BY position LIMIT ${limit}`,
    )
    return rows.map(({ position, stream }) => ({ position: BigInt(position), ...parts(stream) }))
  }

  function position(): Promise<bigint> {
    if (!running) return highWaterMark(pool)
    published ??= highWaterMark(pool).catch((error) => {
      published = undefined
      throw error
    })
    return published
  }

  async function watch(): Promise<void> {
    running = true
    let wakeUp = () => {}
    const unsubscribe = notifier.subscribe(() => wakeUp())
    while (listeners.size > 0) {
      const wokenUp = new Promise<void>((resolve) => {
        wakeUp = resolve
      })
      try {
        const at = await position()
        const upTo = await highWaterMark(pool)
        const changes = upTo > at ? await read(at, upTo, maxBacklog) : []
        const isFull = changes.length === maxBacklog
        published = Promise.resolve(isFull ? (changes.at(-1) as Change).position : upTo)
        if (changes.length > 0) for (const listener of listeners) listener(changes)
        if (isFull) continue
      } catch (error) {
        log.debug({ err: error }, 'change feed waits for the database')
      }
      await abortableSleep(pollIntervalMs, neverAborted, wokenUp)
    }
    unsubscribe()
    running = false
    published = undefined
  }

  return {
    position,
    since: async (position) => {
      const upTo = await highWaterMark(pool)
      const changes = await read(position, upTo, maxBacklog + 1)
      return changes.length > maxBacklog ? null : { changes, upTo }
    },
    subscribe: (listener) => {
      listeners.add(listener)
      if (!running) void watch()
      return () => listeners.delete(listener)
    },
  }
}

/** Of `customer-42`, and of `erasure-customer-42`, which changes the same record. */
function parts(stream: string): { kind: string; id: string } {
  const [, kind = '', id = ''] = /^(?:erasure-)?(.*)-([^-]*)$/.exec(stream) ?? []
  return { kind, id }
}
