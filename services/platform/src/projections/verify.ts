import { inTransaction, run, type Tx } from '../db.ts'
import type { Keyring } from '../encryption/keyring.ts'
import { readLog } from '../event-store/read.ts'
import {
  blockWriters,
  buildShadow,
  checkpointOf,
  type RebuildOptions,
  type RebuildTarget,
  withRebuildLock,
} from './rebuild.ts'
import { eachInTransaction, maxPosition, replayLog } from './replay.ts'
import { liveTableOf, type Table } from './table.ts'

const maxKeysToCome = 100_000

export type Verified = {
  rows: number
  /** Keys of rows that differ, at most twenty. */
  differences: string[]
}

/** Builds the read model anew and compares it with the live one, row by row; changes nothing. */
export async function verifyProjection(target: RebuildTarget, options: RebuildOptions): Promise<Verified> {
  const { pool, keyring } = options
  return withRebuildLock(pool, target, async () => {
    // its subscription may lag: a shadow ahead of it would look different
    const upTo = target.async ? await checkpointOf(pool, target) : null
    const { replay, after } = await buildShadow(target, options, upTo)
    const verified = await inTransaction(pool, async (tx) => {
      await tx.query('SET TRANSACTION ISOLATION LEVEL REPEATABLE READ')
      await inTransaction(pool, async (blocking) => {
        await blockWriters(blocking, target)
        const reached = target.async ? await checkpointOf(blocking, target) : maxPosition
        await replayLog(eachInTransaction(pool), replay, after, reached)
        // the first statement fixes what this transaction sees
        await tx.query('SELECT 1')
      })
      const live = liveTableOf(target.projection, target.schema)
      return compare(tx, live, replay.table, await keysToCome(tx, target, keyring))
    })
    await pool.query(`DROP TABLE ${replay.table.name}`)
    return verified
  })
}

/** Keys of rows that an inline read model has yet to write anew, as another release appended to their streams. */
async function keysToCome(tx: Tx, target: RebuildTarget, keyring: Keyring | undefined): Promise<string[]> {
  const { projection, writer, async } = target
  if (async || writer === undefined) return []
  const { types, upcasters } = projection
  const reading = { types, exceptWriter: writer, upcasters, keyring }
  const events = await readLog(tx, await checkpointOf(tx, target), maxPosition, maxKeysToCome, reading)
  return events.map((event) => String(projection.key(event)))
}

/** `toCome`: keys that are left out. */
async function compare(tx: Tx, live: Table, shadow: Table, toCome: string[]): Promise<Verified> {
  const [counted] = await run<{ n: number }>(tx, {
    text: `SELECT count(*)::int AS n FROM ${live.name}`,
    values: [],
  })
  const differ = await run<{ key: string }>(tx, {
    text: `SELECT DISTINCT key FROM (
             SELECT l."${live.key}"::text AS key FROM (${live.select} EXCEPT ${shadow.select}) l
             UNION ALL SELECT s."${live.key}"::text FROM (${shadow.select} EXCEPT ${live.select}) s) d
           WHERE key <> ALL($1) ORDER BY key LIMIT 20`,
    values: [toCome],
  })
  return { rows: counted?.n ?? 0, differences: differ.map((it) => it.key) }
}
