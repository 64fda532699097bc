import { type Db, inTransaction, type Pool, run, sql, type Tx } from '../db.ts'
import type { Keyring } from '../encryption/keyring.ts'
import { isUnavailable } from '../errors.ts'
import type { Recorded } from '../event-store/event.ts'
import { readLog } from '../event-store/read.ts'
import type { Subscription } from './subscription.ts'

// table and texts are stored: `es.parked` keeps the name it was created with
const blocked = 'waits behind a dead-lettered event of its stream'

const deadLetter = (db: Db, { name, version }: Subscription, event: Recorded, error: string) =>
  db.query(
    sql`INSERT INTO es.parked (subscription, version, position, stream_id, error)
        VALUES (${name}, ${version}, ${event.position}, ${event.stream}, ${error})`,
  )

/** Applies a batch; events of dead-lettered streams queue up behind the one that failed. */
export async function applySkippingDeadLettered(
  tx: Tx,
  subscription: Subscription,
  events: readonly Recorded[],
  deadLettered: ReadonlySet<string>,
): Promise<void> {
  const free = events.filter((event) => !deadLettered.has(event.stream))
  if (free.length > 0) await subscription.apply(tx, free)
  for (const event of events)
    if (deadLettered.has(event.stream)) await deadLetter(tx, subscription, event, blocked)
}

export type DeadLettered = { event: Recorded; error: unknown }

/**
 * Applies a batch that failed as a whole event by event, and dead-letters the streams of those that fail; answers them.
 * Connection errors are thrown and the batch is tried again: they say nothing about the event.
 */
export async function applyOneByOne(
  tx: Tx,
  subscription: Subscription,
  events: readonly Recorded[],
  deadLettered: Set<string>,
): Promise<DeadLettered[]> {
  const failed: DeadLettered[] = []
  for (const event of events) {
    if (deadLettered.has(event.stream)) {
      await deadLetter(tx, subscription, event, blocked)
      continue
    }
    await tx.query('SAVEPOINT one')
    try {
      await applyOne(tx, subscription, event)
      await tx.query('RELEASE one')
    } catch (error) {
      if (isUnavailable(error)) throw error
      await tx.query('ROLLBACK TO one')
      await deadLetter(tx, subscription, event, String(error))
      deadLettered.add(event.stream)
      failed.push({ event, error })
    }
  }
  return failed
}

/** With everything that it sent and did not wait for. */
async function applyOne(tx: Tx, subscription: Subscription, event: Recorded): Promise<void> {
  try {
    await subscription.apply(tx, [event])
  } finally {
    // what was sent failed first, and is the cause of whatever failed after it
    await tx.flush()
  }
}

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
  keyring?: Keyring,
): Promise<Retried> {
  const { name, version } = subscription
  const streams = await run<{ stream: string }>(
    pool,
    sql`SELECT DISTINCT stream_id AS stream FROM es.parked WHERE subscription = ${name} AND version = ${version}`,
  )
  const retried: Retried = { applied: 0, stillDeadLettered: [] }
  for (const { stream } of streams) {
    try {
      retried.applied += await inTransaction(pool, (tx) => retryStream(tx, subscription, stream, keyring))
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
  keyring?: Keyring,
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
    await subscription.apply(tx, await readLog(tx, position - 1n, position, 1, { upcasters, keyring }))
  return positions.length
}
