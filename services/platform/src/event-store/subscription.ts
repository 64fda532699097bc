import { setTimeout as sleep } from 'node:timers/promises'
import { inTransaction, type Pool, run, sql, type Tx } from '../db.ts'
import type { Log } from '../log.ts'
import type { Recorded } from './event.ts'
import { readLog, safePosition } from './read.ts'
import type { Wake } from './wake.ts'

/**
 * A reader of the whole log behind a checkpoint. `apply` runs in the transaction that moves the
 * checkpoint: what it writes there happens exactly once. Projections may be rebuilt, reactors never.
 */
export type Subscription = {
  name: string
  version: number
  kind: 'projection' | 'reactor'
  types: readonly string[]
  apply: (tx: Tx, events: readonly Recorded[]) => Promise<void>
  /** Called after the commit of a batch that held wanted events, to start what was recorded. */
  committed?: () => void
}

const pageSize = 1_000

/** Moves the checkpoint by one page. `'elsewhere'`: another process holds it. */
export async function step(pool: Pool, subscription: Subscription): Promise<'more' | 'idle' | 'elsewhere'> {
  const { name, version, types } = subscription
  const outcome = await inTransaction(pool, async (tx) => {
    const [checkpoint] = await run<{ position: string }>(
      tx,
      sql`SELECT position FROM es.subscriptions WHERE name = ${name} AND version = ${version}
          AND status IN ('live', 'building') FOR UPDATE SKIP LOCKED`,
    )
    if (!checkpoint) return { state: 'elsewhere' as const, wanted: 0 }
    const after = BigInt(checkpoint.position)
    const safe = await safePosition(tx)
    if (safe <= after) return { state: 'idle' as const, wanted: 0 }
    const page = await readLog(tx, after, safe, pageSize)
    const wanted = page.filter((event) => types.includes(event.type))
    if (wanted.length > 0) await subscription.apply(tx, wanted)
    const full = page.length === pageSize
    const next = full ? (page.at(-1) as Recorded).position : safe
    await tx.query(
      sql`UPDATE es.subscriptions SET position = ${next}, updated_at = clock_timestamp(), last_error = NULL
          WHERE name = ${name} AND version = ${version}`,
    )
    return { state: full ? ('more' as const) : ('idle' as const), wanted: wanted.length }
  })
  if (outcome.wanted > 0) subscription.committed?.()
  return outcome.state
}

export type RunOptions = { pool: Pool; wake: Wake; log: Log; signal: AbortSignal; pollMs?: number }

/** Runs until `signal` aborts: woken after commits, polling as the safety net, backing off on failure. */
export async function runSubscription(subscription: Subscription, options: RunOptions): Promise<void> {
  const { pool, wake, log, signal, pollMs = 500 } = options
  let wakeUp = () => {}
  const deaf = wake.hear(() => wakeUp())
  let failures = 0
  while (!signal.aborted) {
    const woken = new Promise<void>((resolve) => {
      wakeUp = resolve
    })
    try {
      const state = await step(pool, subscription)
      failures = 0
      if (state === 'more') continue
      await Promise.race([woken, pause(pollMs, signal)])
    } catch (error) {
      failures += 1
      log.error(
        { err: error, subscription: subscription.name, failures },
        'subscription failed; it will try again',
      )
      await noteError(pool, subscription, error)
      await pause(Math.min(100 * 2 ** failures, 5_000), signal)
    }
  }
  deaf()
}

const pause = (ms: number, signal: AbortSignal) => sleep(ms, undefined, { signal }).catch(() => {})

const noteError = (pool: Pool, { name, version }: Subscription, error: unknown) =>
  pool
    .query(
      sql`UPDATE es.subscriptions SET last_error = ${String(error)} WHERE name = ${name} AND version = ${version}`,
    )
    .catch(() => {})
