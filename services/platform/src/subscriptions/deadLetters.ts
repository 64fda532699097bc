import { type Db, sql, type Tx } from '../db.ts'
import { isUnavailable } from '../errors.ts'
import type { EventRow } from '../event-store/read.ts'

// the text is stored, in `es.parked`
const blocked = 'waits behind a dead-lettered event of its stream'

/** An event that is dead-lettered: the first one of its stream has an error of its own, the others wait behind it. */
export type DeadLetter = { position: bigint; stream: string; error: string; cause?: unknown }

/** Dead letters of events that come after one that failed before. */
export const behindDeadLettered = ({ position, stream_id: stream }: EventRow): DeadLetter => ({
  position: BigInt(position),
  stream,
  error: blocked,
})

/**
 * Applies stored events that failed together each for itself. One that cannot be read or applied is dead-lettered with its
 * stream, which is added to `deadLettered`. Connection errors are thrown: they say nothing about the event.
 */
export async function applyOneByOne(
  tx: Tx,
  rows: readonly EventRow[],
  deadLettered: Set<string>,
  apply: (row: EventRow) => Promise<unknown>,
): Promise<DeadLetter[]> {
  const failed: DeadLetter[] = []
  for (const row of rows) {
    const { stream_id: stream } = row
    if (deadLettered.has(stream)) {
      failed.push(behindDeadLettered(row))
      continue
    }
    await tx.query('SAVEPOINT one')
    try {
      await applyOne(tx, () => apply(row))
      await tx.query('RELEASE one')
    } catch (cause) {
      if (isUnavailable(cause)) throw cause
      await tx.query('ROLLBACK TO one')
      deadLettered.add(stream)
      failed.push({ position: BigInt(row.position), stream, error: String(cause), cause })
    }
  }
  return failed
}

/** With everything that it sent and did not wait for. */
async function applyOne(tx: Tx, apply: () => Promise<unknown>): Promise<void> {
  try {
    await apply()
  } finally {
    // what was sent failed first, and is the cause of whatever failed after it
    await tx.flush()
  }
}

/** Keeps events of a subscription for an operator to retry; `es.parked` is the stored name of the table. */
export async function storeDeadLetters(
  db: Db,
  { name, version }: { name: string; version: number },
  letters: readonly DeadLetter[],
): Promise<void> {
  if (letters.length === 0) return
  await db.query(
    sql`INSERT INTO es.parked (subscription, version, position, stream_id, error)
        SELECT ${name}, ${version}, * FROM unnest(${letters.map((it) => String(it.position))}::bigint[],
          ${letters.map((it) => it.stream)}::text[], ${letters.map((it) => it.error)}::text[])`,
  )
}
