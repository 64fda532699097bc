import { inTransaction, type Pool, run, sql, type Tx } from '../db.ts'
import type { Keyring } from '../encryption/keyring.ts'
import { isUnavailable } from '../errors.ts'
import { type Appended, announce } from '../event-store/commit.ts'
import { readLog } from '../event-store/read.ts'
import type { AppendNotifier } from './notifier.ts'
import type { Subscription } from './subscription.ts'

export type Retried = {
  /** Events that are applied now. */
  applied: number
  /** Streams whose first event failed again. */
  stillDeadLettered: string[]
}

/** Applies dead-lettered events again, in order, in one transaction per stream. */
export async function retryDeadLettered(
  pool: Pool,
  subscription: Subscription,
  { keyring, notifier }: { keyring?: Keyring; notifier?: AppendNotifier } = {},
): Promise<Retried> {
  const { name, version } = subscription
  const streams = await run<{ stream: string }>(
    pool,
    sql`SELECT DISTINCT stream_id AS stream FROM es.parked WHERE subscription = ${name} AND version = ${version}`,
  )
  const retried: Retried = { applied: 0, stillDeadLettered: [] }
  for (const { stream } of streams) {
    const appended: Appended[] = []
    try {
      retried.applied += await inTransaction(pool, (tx) =>
        retryStream(tx, subscription, stream, { keyring, appended }),
      )
      if (notifier) await announce(notifier, appended)
    } catch (error) {
      if (isUnavailable(error)) throw error
      retried.stillDeadLettered.push(stream)
      await pool.query(
        sql`UPDATE es.parked SET error = ${String(error)} WHERE subscription = ${name} AND version = ${version}
            AND stream_id = ${stream} AND position = (SELECT min(position) FROM es.parked
              WHERE subscription = ${name} AND version = ${version} AND stream_id = ${stream})`,
      )
    }
  }
  if (retried.applied > 0) subscription.onCommitted?.()
  return retried
}

async function retryStream(
  tx: Tx,
  subscription: Subscription,
  stream: string,
  { keyring, appended }: { keyring: Keyring | undefined; appended: Appended[] },
): Promise<number> {
  const { name, version, upcasters } = subscription
  // the running subscription must not dead-letter another event of this stream meanwhile
  await tx.query(sql`SELECT 1 FROM es.subscriptions WHERE name = ${name} AND version = ${version} FOR UPDATE`)
  const rows = await run<{ position: string }>(
    tx,
    sql`DELETE FROM es.parked WHERE subscription = ${name} AND version = ${version} AND stream_id = ${stream} RETURNING position`,
  )
  const positions = rows.map((row) => BigInt(row.position)).sort((a, b) => (a < b ? -1 : 1))
  for (const position of positions)
    await subscription.apply(
      tx,
      await readLog(tx, position - 1n, position, 1, { upcasters, keyring }),
      appended,
    )
  return positions.length
}
