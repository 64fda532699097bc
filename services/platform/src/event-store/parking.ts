import { type Db, run, sql, type Tx } from '../db.ts'
import { isUnavailable } from '../errors.ts'
import type { Recorded } from './event.ts'
import type { Subscription } from './subscription.ts'

type Reader = Pick<Subscription, 'name' | 'version' | 'apply'>

const behind = 'waits behind a parked event of its stream'

export async function parkedStreams(db: Db, { name, version }: Reader): Promise<Set<string>> {
  const rows = await run<{ stream: string }>(
    db,
    sql`SELECT DISTINCT stream_id AS stream FROM es.parked WHERE subscription = ${name} AND version = ${version}`,
  )
  return new Set(rows.map((row) => row.stream))
}

const park = (db: Db, { name, version }: Reader, event: Recorded, error: string) =>
  db.query(
    sql`INSERT INTO es.parked (subscription, version, position, stream_id, error)
        VALUES (${name}, ${version}, ${event.position}, ${event.stream}, ${error})`,
  )

/** Applies a page whose streams are in order; events of a parked stream queue up behind what was parked. */
export async function applyAround(
  tx: Tx,
  reader: Reader,
  events: readonly Recorded[],
  parked: ReadonlySet<string>,
): Promise<void> {
  const free = events.filter((event) => !parked.has(event.stream))
  if (free.length > 0) await reader.apply(tx, free)
  for (const event of events) if (parked.has(event.stream)) await park(tx, reader, event, behind)
}

/**
 * Applies a page that failed as a whole event by event, and parks the streams of those that fail. A store that
 * is away is nobody's poison: that error is thrown, and the page is tried again.
 */
export async function applyOneByOne(
  tx: Tx,
  reader: Reader,
  events: readonly Recorded[],
  parked: Set<string>,
): Promise<Recorded[]> {
  const poison: Recorded[] = []
  for (const event of events) {
    if (parked.has(event.stream)) {
      await park(tx, reader, event, behind)
      continue
    }
    await tx.query('SAVEPOINT one')
    try {
      await reader.apply(tx, [event])
      await tx.query('RELEASE one')
    } catch (error) {
      if (isUnavailable(error)) throw error
      await tx.query('ROLLBACK TO one')
      await park(tx, reader, event, String(error))
      parked.add(event.stream)
      poison.push(event)
    }
  }
  return poison
}
