import { inTransaction, type Pool, type Tx } from '../db.ts'
import type { Keyring } from '../encryption/keyring.ts'
import { isUnavailable } from '../errors.ts'
import { type EventRow, highWaterMark, readLogRows, readStreamRows, toRecorded } from '../event-store/read.ts'
import { applyOneByOne, behindDeadLettered, type DeadLetter } from '../subscriptions/deadLetters.ts'
import { applyEvents } from './applyEvents.ts'
import type { AnyProjection } from './projection.ts'
import type { Table } from './table.ts'

/** Stored events that are applied once more, to a table that has no other writer. */
export type Replay = {
  projection: AnyProjection
  table: Table
  keyring?: Keyring
  /** Called with the number of events applied since the last call. */
  progress?: (events: number) => void
  /** Grows by events that cannot be applied. */
  deadLetters: DeadLetter[]
}

export const maxPosition = 9_223_372_036_854_775_807n
const pageSize = 5_000

/** Runs `work` in a transaction of its own, or in one that goes on. */
type Transaction = <T>(work: (tx: Tx) => Promise<T>) => Promise<T>

/** What a page replaced can be cleaned up before the next. */
export const eachInTransaction =
  (pool: Pool): Transaction =>
  (work) =>
    inTransaction(pool, work)

/** Applies what comes after a position, in the order of the log, as far as is wanted or safe. Answers how far that is. */
export async function replayLog(
  transaction: Transaction,
  replay: Replay,
  after: bigint,
  upTo: bigint | null,
): Promise<bigint> {
  for (let from = after; ; ) {
    const page = await transaction(async (tx) => {
      const limit = upTo ?? (await highWaterMark(tx))
      const rows = await readLogRows(tx, from, limit, pageSize, { types: replay.projection.types })
      await applyRows(tx, replay, rows)
      const isLast = rows.length < pageSize
      return { isLast, upTo: isLast ? limit : BigInt((rows.at(-1) as EventRow).position) }
    })
    if (page.isLast) return page.upTo
    from = page.upTo
  }
}

/** Fills an empty table stream by stream, so that each row is written once. */
export async function replayStreams(pool: Pool, replay: Replay, upTo: bigint): Promise<void> {
  let after = ''
  let limit = pageSize
  for (;;) {
    const rows = await readStreamRows(pool, after, upTo, limit, replay.projection.types)
    const isLast = rows.length < limit
    // the last stream of a page may go on behind it
    const cut = isLast ? undefined : rows.at(-1)?.stream_id
    const page = rows.filter((row) => row.stream_id !== cut)
    await inTransaction(pool, (tx) => applyRows(tx, replay, page))
    if (isLast) return
    after = page.at(-1)?.stream_id ?? after
    limit = page.length > 0 ? pageSize : limit * 2
  }
}

async function applyRows(
  tx: Tx,
  { projection, table, keyring, progress, deadLetters }: Replay,
  rows: readonly EventRow[],
): Promise<void> {
  const reading = { upcasters: projection.upcasters, keyring }
  const apply = (some: readonly EventRow[]) =>
    applyEvents(
      tx,
      projection,
      some.map((row) => toRecorded(row, reading)),
      table,
    )
  const deadLettered = streamsOf(deadLetters)
  const isBehind = (row: EventRow) => deadLettered.has(row.stream_id)
  await tx.query('SAVEPOINT page')
  try {
    await apply(rows.filter((row) => !isBehind(row)))
    deadLetters.push(...rows.filter(isBehind).map(behindDeadLettered))
  } catch (error) {
    if (isUnavailable(error)) throw error
    await tx.query('ROLLBACK TO page')
    deadLetters.push(...(await applyOneByOne(tx, rows, deadLettered, (row) => apply([row]))))
  }
  progress?.(rows.length)
}

export const streamsOf = (letters: readonly DeadLetter[]) => new Set(letters.map(({ stream }) => stream))
