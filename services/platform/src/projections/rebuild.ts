import { setTimeout as sleep } from 'node:timers/promises'
import {
  type Client,
  type Db,
  inTransaction,
  type Pool,
  run,
  type SqlStatement,
  sql,
  type Tx,
} from '../db.ts'
import type { Keyring } from '../encryption/keyring.ts'
import { rejection } from '../errors.ts'
import { highWaterMark } from '../event-store/read.ts'
import { storeDeadLetters } from '../subscriptions/deadLetters.ts'
import { type AnyProjection, subscriptionName, versionSchema } from './projection.ts'
import { eachInTransaction, maxPosition, type Replay, replayLog, replayStreams, streamsOf } from './replay.ts'
import { constraintsOf, liveTableOf, tableOf } from './table.ts'
import { pointPlainView } from './versions.ts'

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
  progress?: (events: number) => void
}

export type Rebuilt = {
  events: number
  /** Milliseconds that writers of the table had to wait: appends, or its subscription. */
  pausedMs: number
  /** Streams with an event that the read model cannot apply; its rows are as before that event. */
  deadLetteredStreams: number
}

const maxSwapAttempts = 100
const swapLockTimeoutMs = 100

/**
 * Builds the read model anew beside the live one and swaps the two in one short transaction, while the
 * product runs. Killed on the way it leaves the live table as it was; two at once are refused.
 */
export const rebuildProjection = (target: RebuildTarget, options: RebuildOptions): Promise<Rebuilt> =>
  withRebuildLock(options.pool, target, async () => {
    const shadow = await buildShadow(target, options, null)
    return { events: shadow.events, ...(await swap(options.pool, target, shadow)) }
  })

/** One rebuild of a read model at a time, over all processes. */
export async function withRebuildLock<T>(
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

/** Gives a session's locks back at once; a process that dies, or cannot, gives them back with its connection. */
async function unlockAll(client: Client): Promise<void> {
  const isUnlocked = await client.query('SELECT pg_advisory_unlock_all()').then(
    () => true,
    () => false,
  )
  client.release(!isUnlocked)
}

/** A table beside the live one, the position in the log that it is filled up to, and the number of events in it. */
type Shadow = { replay: Replay; after: bigint; events: number }

/** Fills a shadow as far as is wanted, or safe. */
export async function buildShadow(
  { projection, schema }: RebuildTarget,
  { pool, keyring, progress }: RebuildOptions,
  upTo: bigint | null,
): Promise<Shadow> {
  let events = 0
  const count = (applied: number) => {
    events += applied
    progress?.(events)
  }
  const shadowSchema = `${schema}_rebuild`
  const table = tableOf(projection, shadowSchema)
  const replay: Replay = { projection, table, keyring, deadLetters: [] }
  const counted = { ...replay, progress: count }
  const [key, ...indexes] = (await constraintsOf(pool, table)) as [string, ...string[]]
  const runAll = async (...statements: (string | SqlStatement)[]) => {
    for (const statement of statements) await pool.query(statement)
  }
  await runAll(`CREATE SCHEMA IF NOT EXISTS ${shadowSchema}`, `DROP TABLE IF EXISTS ${table.name}`)
  await runAll(table.create, key)
  let filled: bigint
  // Postgres leaves an index unused that is made after rows were written twice, while any older transaction goes on
  if (projection.spansStreams) {
    await runAll(...indexes)
    filled = await replayLog(eachInTransaction(pool), counted, 0n, upTo)
  } else {
    filled = upTo ?? (await highWaterMark(pool))
    // chains are shortened once, when all rows are there
    const withoutChains = tableOf({ ...projection, replacedBy: undefined }, shadowSchema)
    await replayStreams(pool, { ...counted, table: withoutChains }, filled)
    await runAll(...indexes, ...table.shortenChains())
  }
  await runAll(`ANALYZE ${table.name}`)
  const after = await replayLog(eachInTransaction(pool), counted, filled, upTo)
  return { replay, after, events }
}

/**
 * Blocks writers until the transaction ends. Appends write the table itself, so its lock is enough: an append whose rows
 * come later writes them, computed from its whole stream, to whichever table has the name then. A subscription is
 * blocked at its checkpoint. Reading goes on.
 */
export async function blockWriters(tx: Db, { schema, projection, async }: RebuildTarget): Promise<void> {
  if (async)
    await tx.query(
      sql`SELECT 1 FROM es.subscriptions
          WHERE name = ${subscriptionName(schema, projection)} AND version = ${projection.version} FOR UPDATE`,
    )
  else await tx.query(`LOCK TABLE ${liveTableOf(projection, schema).name} IN SHARE MODE`)
}

export async function checkpointOf(tx: Db, { schema, projection }: RebuildTarget): Promise<bigint> {
  const [checkpoint] = await run<{ position: string }>(
    tx,
    sql`SELECT position FROM es.subscriptions
        WHERE name = ${subscriptionName(schema, projection)} AND version = ${projection.version}`,
  )
  return BigInt(checkpoint?.position ?? 0)
}

/** Blocks writers, applies the remaining events and replaces the live table by the shadow. Answers how long they waited. */
async function swap(
  pool: Pool,
  target: RebuildTarget,
  { replay, ...built }: Shadow,
): Promise<Pick<Rebuilt, 'pausedMs' | 'deadLetteredStreams'>> {
  for (let attempt = 1; ; attempt++) {
    try {
      // an attempt that fails takes back what it found
      const deadLetters = [...replay.deadLetters]
      const shadow = { ...built, replay: { ...replay, deadLetters } }
      const began = await inTransaction(pool, (tx) => swapTables(tx, target, shadow))
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
async function swapTables(tx: Tx, target: RebuildTarget, { replay, after }: Shadow): Promise<number> {
  const { projection, schema, role, async } = target
  const name = subscriptionName(schema, projection)
  const { version } = projection
  const live = liveTableOf(projection, schema)
  await tx.query(`SET LOCAL lock_timeout = ${swapLockTimeoutMs}`)
  const began = performance.now()
  await blockWriters(tx, target)
  // an inline one holds more than its checkpoint says: what is on its way may have a lower position
  const checkpoint = async ? await latestReadable(tx, target) : await highWaterMark(tx)
  const upTo = async ? checkpoint : maxPosition
  await replayLog((work) => work(tx), replay, after, upTo)
  // with the view of it
  await tx.query(`DROP TABLE IF EXISTS ${live.name} CASCADE`)
  await tx.query(`ALTER TABLE ${replay.table.name} SET SCHEMA ${versionSchema(schema, projection)}`)
  if (role) await tx.query(`GRANT SELECT, INSERT, UPDATE, DELETE ON ${live.name} TO ${role}`)
  await pointPlainView(tx, target, projection)
  await tx.query(sql`DELETE FROM es.parked WHERE subscription = ${name} AND version = ${version}`)
  await storeDeadLetters(tx, { name, version }, replay.deadLetters)
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
