import { setTimeout as sleep } from 'node:timers/promises'
import { type Pool, run, sql } from '../db.ts'
import type { Log } from '../log.ts'
import { safePosition } from './read.ts'
import type { Wake } from './wake.ts'

/** What became of the log, without what it says: `kind` is the first part of a stream's name. */
export type Change = { position: bigint; kind: string; id: string }

export type Feed = {
  /** How far the log can be read. */
  position: () => Promise<bigint>
  /** What came after a position; null when that is too much to tell, and everything may have changed. */
  since: (position: bigint) => Promise<{ changes: Change[]; upTo: bigint } | null>
  /** Calls `listener` with what is new, in order, from now on; answers how to stop. */
  hear: (listener: (changes: readonly Change[]) => void) => () => void
}

export type FeedOptions = { pool: Pool; wake: Wake; log: Log; pollMs?: number }

const most = 1_000

/** Tells what changed in the log to those who show it. One query a moment, however many listen; none while nobody does. */
export function createFeed({ pool, wake, log, pollMs = 1_000 }: FeedOptions): Feed {
  const listeners = new Set<(changes: readonly Change[]) => void>()
  let running = false

  const read = async (after: bigint, upTo: bigint, limit: number): Promise<Change[]> => {
    const rows = await run<{ position: string; stream: string }>(
      pool,
      sql`SELECT position, stream_id AS stream FROM es.events WHERE position > ${after} AND position <= ${upTo}
          ORDER BY position LIMIT ${limit}`,
    )
    return rows.map(({ position, stream }) => ({ position: BigInt(position), ...parts(stream) }))
  }

  async function watch(): Promise<void> {
    let wakeUp = () => {}
    const deaf = wake.hear(() => wakeUp())
    let at: bigint | undefined
    while (listeners.size > 0) {
      const woken = new Promise<void>((resolve) => {
        wakeUp = resolve
      })
      try {
        const upTo = await safePosition(pool)
        at ??= upTo
        const changes = upTo > at ? await read(at, upTo, most) : []
        at = changes.length === most ? (changes.at(-1) as Change).position : upTo
        if (changes.length > 0) for (const listener of listeners) listener(changes)
        if (changes.length === most) continue
      } catch (error) {
        log.debug({ err: error }, 'feed waits for the database')
      }
      await Promise.race([woken, sleep(pollMs, undefined, { ref: false })])
    }
    deaf()
  }

  async function start(): Promise<void> {
    running = true
    while (listeners.size > 0) await watch()
    running = false
  }

  return {
    position: () => safePosition(pool),
    since: async (position) => {
      const upTo = await safePosition(pool)
      const changes = await read(position, upTo, most + 1)
      return changes.length > most ? null : { changes, upTo }
    },
    hear: (listener) => {
      listeners.add(listener)
      if (!running) void start()
      return () => listeners.delete(listener)
    },
  }
}

function parts(stream: string): { kind: string; id: string } {
  const dash = stream.lastIndexOf('-')
  return { kind: stream.slice(0, dash), id: stream.slice(dash + 1) }
}
