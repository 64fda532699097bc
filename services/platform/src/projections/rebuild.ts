import { setTimeout as sleep } from 'node:timers/promises'
import { type Client, type Db, inTransaction, type Pool, run, sql, type Tx } from '../db.ts'
import type { Keyring } from '../encryption/keyring.ts'
import { isUnavailable, rejection } from '../errors.ts'
import {
  applyOneByOne,
  behindDeadLettered,
  type DeadLetter,
  storeDeadLetters,
} from '../event-store/deadLetters.ts'
import {
  type EventRow,
  highWaterMark,
  readLog,
  readLogRows,
  readStreamRows,
  toRecorded,
} from '../event-store/read.ts'
import { applyEvents } from './applyEvents.ts'
import { pointPlainView } from './plainView.ts'
import { type AnyProjection, subscriptionName, versionSchema } from './projection.ts'
import { constraintsOf, liveTableOf, type Table, tableOf } from './table.ts'

/** Called with the number of events applied since the last call. */
type Progress = (events: number) => void

export type RebuildTarget = {
  projection: AnyProjection
  /** Of the service that owns it. */
  schema: string
  role?: string
  /** Written behind a checkpoint, not with the append. */
  async?: boolean
  /** Of this release, for one that is written with the append; see `Release`. */
  writer?: number
}

export type RebuildOptions = {
  /** Logs in as the owner of the schemas. Its `query_timeout` must leave room for building an index. */
  pool: Pool
  keyring?: Keyring
  /** Called with the number of events applied so far. */
  progress?: Progress
}

export type Rebuilt = {
  events: number
  /** Milliseconds that writers of the table had to wait: appends, or its subscription. */
  pausedMs: number
  /** Streams with an event that the read model cannot apply; its rows are as before that event. */
  deadLetteredStreams: number
}

const maxPosition = 9_223_372_036_854_775_807n
const pageSize = 5_000
const maxSwapAttempts = 100
const maxKeysToCome = 100_000
const swapLockTimeoutMs = 100

const shadowSchema = (schema: string) => `${schema}_rebuild`

/**
 * Builds the read model anew beside the live one and swaps the two in one short transaction, while the
 * product runs. Killed on the way it leaves the live table as it was; two at once are refused.
 */
export async function rebuildProjection(
  target: RebuildTarget,
  { pool, keyring, progress = () => {} }: RebuildOptions,
): Promise<Rebuilt> {
  return withRebuildLock(pool, target, async () => {
    let events = 0
    const count: Progress = (n) => {
      events += n
      progress(events)
    }
    const shadow = tableOf(target.projection, shadowSchema(target.schema))
    const deadLetters: DeadLetter[] = []
    const after = await build(pool, target, shadow, { upTo: null, keyring, progress: count, deadLetters })
    return { events, ...(await swap(pool, target, { shadow, after, keyring, deadLetters })) }
  })
}

export type Verified = {
  rows: number
  /** Keys of rows that differ, at most twenty. */
  differences: string[]
}

/** Builds the read model anew and compares it with the live one, row by row; changes nothing. */
export async function verifyProjection(
  target: RebuildTarget,
  { pool, keyring, progress = () => {} }: RebuildOptions,
): Promise<Verified> {
  return withRebuildLock(pool, target, async () => {
    const shadow = tableOf(target.projection, shadowSchema(target.schema))
    // its subscription may lag: a shadow ahead of it would look different
    const upTo = target.async ? await checkpointOf(pool, target) : null
    const deadLetters: DeadLetter[] = []
    const after = await build(pool, target, shadow, { keyring, progress, upTo, deadLetters })
    const live = liveTableOf(target.projection, target.schema)
    const verified = await inTransaction(pool, async (tx) => {
      await tx.query('SET TRANSACTION ISOLATION LEVEL REPEATABLE READ')
      await withWritersBlocked(pool, target, async (upTo) => {
        await fill(eachInTransaction(pool), target.projection, shadow, after, { upTo, keyring, deadLetters })
        // the first statement fixes what this transaction sees
        await tx.query('SELECT 1')
      })
      return compare(tx, live, shadow, await keysToCome(tx, target, keyring))
    })
    await pool.query(`DROP TABLE ${shadow.name}`)
    return verified
  })
}

/** Blocks writers during `work`, which is given how far into the log the read model is. */
async function withWritersBlocked(
  pool: Pool,
  target: RebuildTarget,
  work: (upTo: bigint) => Promise<void>,
): Promise<void> {
  const client = await pool.connect()
  try {
    await client.query('BEGIN')
    await blockWriters(client, target)
    await work(target.async ? await checkpointOf(client, target) : maxPosition)
    await client.query('COMMIT')
  } finally {
    await unlockAll(client)
  }
}

/** Keys of rows that an inline read model has yet to write anew, as another release appended to their streams. */
async function keysToCome(tx: Tx, target: RebuildTarget, keyring: Keyring | undefined): Promise<string[]> {
  const { projection, writer, async } = target
  if (async || writer === undefined) return []
  const after = await checkpointOf(tx, target)
  const { types, upcasters } = projection
  const events = await readLog(tx, after, maxPosition, maxKeysToCome, {
    types,
    exceptWriter: writer,
    upcasters,
    keyring,
  })
  return events.map((event) => String(projection.key(event)))
}

/** `toCome`: keys that are left out. */
async function compare(tx: Tx, live: Table, shadow: Table, toCome: string[]): Promise<Verified> {
  const key = live.key
  const rows = await run<{ n: number }>(tx, {
    text: `SELECT count(*)::int AS n FROM ${live.name}`,
    values: [],
  })
  const differ = await run<{ key: string }>(tx, {
    text: `SELECT DISTINCT key FROM (
             SELECT l."${key}"::text AS key FROM (${live.select} EXCEPT ${shadow.select}) l
             UNION ALL SELECT s."${key}"::text FROM (${shadow.select} EXCEPT ${live.select}) s) d
           WHERE key <> ALL($1) ORDER BY key LIMIT 20`,
    values: [toCome],
  })
  return { rows: rows[0]?.n ?? 0, differences: differ.map((it) => it.key) }
}

/** One rebuild of a read model at a time, over all processes. */
async function withRebuildLock<T>(
  pool: Pool,
  { schema, projection }: RebuildTarget,
  work: () => Promise<T>,
): Promise<T> {
  const name = subscriptionName(schema, projection)
  const client = await pool.connect()
  try {
    const { rows } = await client.query<{ free: boolean }>(sql`SELECT es.try_lock_rebuild(${name}) AS free`)
    if (!rows[0]?.free) throw rejection('conflict', `${name} is being rebuilt already.`)
    return await work()
  } finally {
    await unlockAll(client)
  }
}

/** Gives a session's locks back at once; a process that dies gives them back with its connection. */
async function unlockAll(client: Client): Promise<void> {
  await client.query('SELECT pg_advisory_unlock_all()').catch(() => {})
  client.release(true)
}

type Replay = {
  /** Null: as far as is safe. */
  upTo: bigint | null
  keyring?: Keyring
  progress?: Progress
  /** Grows by events that cannot be applied. */
  deadLetters: DeadLetter[]
}

/** Fills the shadow as far as is safe, or to where it is wanted; answers how far that is. */
async function build(
  pool: Pool,
  { projection, schema }: RebuildTarget,
  shadow: Table,
  replay: Replay,
): Promise<bigint> {
  const [key, ...indexes] = (await constraintsOf(pool, shadow)) as [string, ...string[]]
  // Postgres leaves an index unused that is made after rows were written twice, while any older transaction goes on
  const isWrittenOnce = !projection.spansStreams
  for (const statement of [
    `CREATE SCHEMA IF NOT EXISTS ${shadowSchema(schema)}`,
    `DROP TABLE IF EXISTS ${shadow.name}`,
    shadow.create,
    key,
    ...(isWrittenOnce ? [] : indexes),
  ])
    await pool.query(statement)
  // chains are shortened once, when all rows are there
  const withoutChains = tableOf({ ...projection, replacedBy: undefined }, shadowSchema(schema))
  const filled = isWrittenOnce
    ? await fillByStream(pool, projection, withoutChains, replay)
    : await fill(eachInTransaction(pool), projection, shadow, 0n, replay)
  for (const statement of isWrittenOnce ? [...indexes, ...shadow.shortenChains()] : [])
    await pool.query(statement)
  await pool.query(`ANALYZE ${shadow.name}`)
  return fill(eachInTransaction(pool), projection, shadow, filled, replay)
}

/** Fills an empty table stream by stream, so that each row is written once. Answers how far it came. */
async function fillByStream(
  pool: Pool,
  projection: AnyProjection,
  table: Table,
  replay: Replay,
): Promise<bigint> {
  const upTo = replay.upTo ?? (await highWaterMark(pool))
  let after = ''
  let limit = pageSize
  for (;;) {
    const rows = await readStreamRows(pool, after, upTo, limit, projection.types)
    const isLast = rows.length < limit
    // the last stream of a page may go on behind it
    const cut = isLast ? undefined : rows.at(-1)?.stream_id
    const page = rows.filter((row) => row.stream_id !== cut)
    await inTransaction(pool, (tx) => applyRows(tx, projection, table, page, replay))
    if (isLast) return upTo
    after = page.at(-1)?.stream_id ?? after
    limit = page.length > 0 ? pageSize : limit * 2
  }
}

type Transaction = <T>(work: (tx: Tx) => Promise<T>) => Promise<T>

/** A transaction per page, so that what a page replaced can be cleaned up before the next. */
const eachInTransaction =
  (pool: Pool): Transaction =>
  (work) =>
    inTransaction(pool, work)

/** Applies what comes after a position in the log, page by page. Answers how far it came. */
async function fill(
  transaction: Transaction,
  projection: AnyProjection,
  table: Table,
  after: bigint,
  replay: Replay,
): Promise<bigint> {
  for (let from = after; ; ) {
    const page = await transaction(async (tx) => {
      const limit = replay.upTo ?? (await highWaterMark(tx))
      const rows = await readLogRows(tx, from, limit, pageSize, { types: projection.types })
      await applyRows(tx, projection, table, rows, replay)
      const isLast = rows.length < pageSize
      return { isLast, upTo: isLast ? limit : BigInt((rows.at(-1) as EventRow).position) }
    })
    if (page.isLast) return page.upTo
    from = page.upTo
  }
}

async function applyRows(
  tx: Tx,
  projection: AnyProjection,
  table: Table,
  rows: readonly EventRow[],
  { keyring, progress, deadLetters }: Replay,
): Promise<void> {
  const reading = { upcasters: projection.upcasters, keyring }
  const apply = (some: readonly EventRow[]) =>
    applyEvents(
      tx,
      projection,
      some.map((row) => toRecorded(row, reading)),
      table,
    )
  deadLetters.push(...(await applyOrDeadLetter(tx, rows, streamsOf(deadLetters), apply)))
  progress?.(rows.length)
}

/** Answers what cannot be applied, and what waits behind it. */
async function applyOrDeadLetter(
  tx: Tx,
  page: readonly EventRow[],
  deadLettered: Set<string>,
  apply: (rows: readonly EventRow[]) => Promise<unknown>,
): Promise<DeadLetter[]> {
  if (page.length === 0) return []
  await tx.query('SAVEPOINT page')
  try {
    await apply(page.filter((row) => !deadLettered.has(row.stream_id)))
    return page.filter((row) => deadLettered.has(row.stream_id)).map(behindDeadLettered)
  } catch (error) {
    if (isUnavailable(error)) throw error
    await tx.query('ROLLBACK TO page')
    return applyOneByOne(tx, page, deadLettered, (row) => apply([row]))
  }
}

const streamsOf = (letters: readonly DeadLetter[]) => new Set(letters.map(({ stream }) => stream))

/**
 * Blocks writers until the transaction ends. Appends write the table itself, so its lock is enough: an append whose rows
 * come later writes them, computed from its whole stream, to whichever table has the name then. A subscription is
 * blocked at its checkpoint. Reading goes on.
 */
async function blockWriters(tx: Db, { schema, projection, async }: RebuildTarget): Promise<void> {
  if (async)
    await tx.query(
      sql`SELECT 1 FROM es.subscriptions
          WHERE name = ${subscriptionName(schema, projection)} AND version = ${projection.version} FOR UPDATE`,
    )
  else await tx.query(`LOCK TABLE ${liveTableOf(projection, schema).name} IN SHARE MODE`)
}

const checkpointOf = async (tx: Db, { schema, projection }: RebuildTarget): Promise<bigint> =>
  BigInt(
    (
      await run<{ position: string }>(
        tx,
        sql`SELECT coalesce(max(position), 0) AS position FROM es.subscriptions
            WHERE name = ${subscriptionName(schema, projection)} AND version = ${projection.version}`,
      )
    )[0]?.position ?? 0,
  )

type Shadow = { shadow: Table; after: bigint; keyring: Keyring | undefined; deadLetters: DeadLetter[] }

/** Blocks writers, applies the remaining events and replaces the live table by the shadow. Answers how long they waited. */
async function swap(
  pool: Pool,
  target: RebuildTarget,
  built: Shadow,
): Promise<Pick<Rebuilt, 'pausedMs' | 'deadLetteredStreams'>> {
  for (let attempt = 1; ; attempt++) {
    try {
      // an attempt that fails takes back what it found
      const deadLetters = [...built.deadLetters]
      const began = await inTransaction(pool, (tx) => swapTables(tx, target, { ...built, deadLetters }))
      return { pausedMs: performance.now() - began, deadLetteredStreams: streamsOf(deadLetters).size }
    } catch (error) {
      // a long read holds the live table: let the writers go on, then try again
      if (
        attempt === maxSwapAttempts ||
        !['55P03', '40P01'].includes((error as { code?: string }).code ?? '')
      )
        throw error
      await sleep(20 + Math.random() * 50)
    }
  }
}

/** Answers when writers began to wait. */
async function swapTables(
  tx: Tx,
  target: RebuildTarget,
  { shadow, after, keyring, deadLetters }: Shadow,
): Promise<number> {
  const { projection, schema, role, async } = target
  const name = subscriptionName(schema, projection)
  const { version } = projection
  const live = liveTableOf(projection, schema)
  const own = versionSchema(schema, projection)
  await tx.query(`SET LOCAL lock_timeout = ${swapLockTimeoutMs}`)
  const began = performance.now()
  await blockWriters(tx, target)
  // an inline one holds more than its checkpoint says: what is on its way may have a lower position
  const checkpoint = async ? await latestReadable(tx, target) : await highWaterMark(tx)
  const upTo = async ? checkpoint : maxPosition
  await fill((work) => work(tx), projection, shadow, after, { upTo, keyring, deadLetters })
  // with the view of it
  await tx.query(`DROP TABLE IF EXISTS ${live.name} CASCADE`)
  await tx.query(`ALTER TABLE ${shadow.name} SET SCHEMA ${own}`)
  if (role) await tx.query(`GRANT SELECT, INSERT, UPDATE, DELETE ON ${live.name} TO ${role}`)
  await pointPlainView(tx, target, projection)
  await tx.query(sql`DELETE FROM es.parked WHERE subscription = ${name} AND version = ${version}`)
  await storeDeadLetters(tx, { name, version }, deadLetters)
  await tx.query(
    sql`INSERT INTO es.subscriptions (name, version, kind, status, position)
        VALUES (${name}, ${version}, ${async ? 'projection' : 'inline'}, 'live', ${checkpoint})
        ON CONFLICT (name, version) DO UPDATE SET kind = excluded.kind, status = 'live', position = excluded.position,
          updated_at = clock_timestamp(), last_error = NULL`,
  )
  return began
}

/** The high-water mark, but never before the live checkpoint: callers may have seen the table there already. */
async function latestReadable(tx: Tx, target: RebuildTarget): Promise<bigint> {
  const safe = await highWaterMark(tx)
  const live = await checkpointOf(tx, target)
  return live > safe ? live : safe
}
