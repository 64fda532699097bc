import { setTimeout as sleep } from 'node:timers/promises'
import { type Client, type Db, inTransaction, type Pool, run, sql, type Tx } from '../db.ts'
import { reject } from '../errors.ts'
import { backfill, type Progress } from './backfill.ts'
import type { Recorded } from './event.ts'
import type { Keyring } from './personal.ts'
import { project } from './project.ts'
import type { AnyProjection } from './projection.ts'
import { readLog, safePosition } from './read.ts'
import { registeredName } from './registry.ts'
import { type Table, tableOf } from './table.ts'

export type RebuildTarget = {
  projection: AnyProjection
  /** Of the service that owns it. */
  schema: string
  role?: string
  /** Written behind a checkpoint, not with the append. */
  async?: boolean
}

export type RebuildOptions = {
  /** Logs in as the owner of the schemas. Its `query_timeout` must leave room for building an index. */
  pool: Pool
  keyring?: Keyring
  progress?: Progress
}

export type Rebuilt = {
  events: number
  /** Milliseconds that its writers had to wait: appends, or its reader of the log. */
  pausedMs: number
}

const everything = 9_223_372_036_854_775_807n
const tailSize = 1_000
const swapAttempts = 100

const shadowSchema = (schema: string) => `${schema}_rebuild`

/**
 * Builds the read model anew beside the live one and swaps the two in one short transaction, while the
 * product runs. Killed on the way it leaves the live table as it was; two at once are refused.
 */
export async function rebuildProjection(
  target: RebuildTarget,
  { pool, keyring, progress = () => {} }: RebuildOptions,
): Promise<Rebuilt> {
  return alone(pool, target, async () => {
    let events = 0
    const count: Progress = (n) => {
      events += n
      progress(events)
    }
    const shadow = tableOf(target.projection, shadowSchema(target.schema))
    const after = await build(pool, target, shadow, { keyring, progress: count })
    const pausedMs = await swap(pool, target, { shadow, after, keyring })
    return { events, pausedMs }
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
  return alone(pool, target, async () => {
    const shadow = tableOf(target.projection, shadowSchema(target.schema))
    // a reader of the log may be behind it: a shadow that is ahead of it would look different
    const upTo = target.async
      ? await checkpointOf(pool, registeredName(target.schema, target.projection))
      : undefined
    const after = await build(pool, target, shadow, { keyring, progress, upTo })
    const live = tableOf(target.projection, target.schema)
    const verified = await inTransaction(pool, async (tx) => {
      await tx.query('SET TRANSACTION ISOLATION LEVEL REPEATABLE READ')
      await whileNobodyWrites(pool, target, async (upTo) => {
        await catchUp(pool, target.projection, shadow, { after, upTo, keyring })
        // the first statement fixes what this transaction sees
        await tx.query('SELECT 1')
      })
      return compare(tx, live, shadow)
    })
    await pool.query(`DROP TABLE ${shadow.name}`)
    return verified
  })
}

/** Holds the read model still, and says how far into the log it is. */
async function whileNobodyWrites(
  pool: Pool,
  target: RebuildTarget,
  work: (upTo: bigint) => Promise<void>,
): Promise<void> {
  const name = registeredName(target.schema, target.projection)
  const client = await pool.connect()
  try {
    await client.query('BEGIN')
    await barrier(client, target)
    await work(target.async ? await checkpointOf(client, name) : everything)
    await client.query('COMMIT')
  } finally {
    await unlockAll(client)
  }
}

async function compare(tx: Tx, live: Table, shadow: Table): Promise<Verified> {
  const key = live.names[0] as string
  const rows = await run<{ n: number }>(tx, {
    text: `SELECT count(*)::int AS n FROM ${live.name}`,
    values: [],
  })
  const differ = await run<{ key: string }>(tx, {
    text: `SELECT DISTINCT key FROM (
             SELECT l."${key}"::text AS key FROM (${live.selectStored} EXCEPT ${shadow.selectStored}) l
             UNION ALL SELECT s."${key}"::text FROM (${shadow.selectStored} EXCEPT ${live.selectStored}) s) d ORDER BY key LIMIT 20`,
    values: [],
  })
  return { rows: rows[0]?.n ?? 0, differences: differ.map((it) => it.key) }
}

/** One rebuild of a read model at a time, over all processes. */
async function alone<T>(
  pool: Pool,
  { schema, projection }: RebuildTarget,
  work: () => Promise<T>,
): Promise<T> {
  const name = registeredName(schema, projection)
  const client = await pool.connect()
  try {
    const { rows } = await client.query<{ free: boolean }>(
      sql`SELECT pg_try_advisory_lock(17749, hashtext(${name})) AS free`,
    )
    if (!rows[0]?.free) throw reject('conflict', `${name} is being rebuilt already.`)
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

/** Fills the shadow as far as is safe, or to where it is wanted; answers how far that is. */
async function build(
  pool: Pool,
  { projection, schema }: RebuildTarget,
  shadow: Table,
  { keyring, progress, upTo: wanted }: { keyring?: Keyring; progress: Progress; upTo?: bigint },
): Promise<bigint> {
  await pool.query(`CREATE SCHEMA IF NOT EXISTS ${shadowSchema(schema)}`)
  const upTo = wanted ?? (await safePosition(pool))
  await backfill(pool, projection, shadow, { upTo, progress, keyring })
  if (wanted !== undefined) return wanted
  return catchUp(pool, projection, shadow, { after: upTo, upTo: null, keyring })
}

/** `upTo` null: as far as is safe. */
type Tail = { after: bigint; upTo: bigint | null; keyring: Keyring | undefined }

/** Applies what came since, until only a short tail can be left. Answers how far it came. */
async function catchUp(db: Db, projection: AnyProjection, table: Table, tail: Tail): Promise<bigint> {
  const { upcasts } = projection
  const { upTo, keyring } = tail
  for (let after = tail.after; ; ) {
    const limit = upTo ?? (await safePosition(db))
    const page = await readLog(db, after, limit, tailSize, { types: projection.types, upcasts, keyring })
    await project(db, projection, page, { table, alone: true })
    if (page.length < tailSize) return upTo === null ? limit : after
    after = (page.at(-1) as Recorded).position
  }
}

/**
 * Keeps writers away until the transaction ends: appends share an advisory lock or, those that are one statement, write
 * the table from their first moment; a reader of the log holds its checkpoint.
 */
async function barrier(tx: Db, { schema, projection, async }: RebuildTarget): Promise<void> {
  const name = registeredName(schema, projection)
  if (async) {
    await tx.query(sql`SELECT 1 FROM es.subscriptions WHERE name = ${name} FOR UPDATE`)
    return
  }
  await tx.query(sql`SELECT pg_advisory_xact_lock(17748, hashtext(${name}))`)
  // in this order, or one that waits for the barrier would hold what is waited for; reading goes on
  await tx.query(`LOCK TABLE ${tableOf(projection, schema).name} IN SHARE MODE`)
}

const checkpointOf = async (tx: Db, name: string): Promise<bigint> =>
  BigInt(
    (
      await run<{ position: string }>(
        tx,
        sql`SELECT coalesce(max(position), 0) AS position FROM es.subscriptions WHERE name = ${name}`,
      )
    )[0]?.position ?? 0,
  )

type Shadow = { shadow: Table; after: bigint; keyring: Keyring | undefined }

/** Waits until nobody writes, applies the tail and puts the shadow in the place of the live table. */
async function swap(pool: Pool, target: RebuildTarget, built: Shadow): Promise<number> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await inTransaction(pool, (tx) => swapIn(tx, target, built))
    } catch (error) {
      // somebody reads the live table for longer than we let others wait: step back and try again
      if (attempt === swapAttempts || !['55P03', '40P01'].includes((error as { code?: string }).code ?? ''))
        throw error
      await sleep(20 + Math.random() * 50)
    }
  }
}

async function swapIn(tx: Tx, target: RebuildTarget, { shadow, after, keyring }: Shadow): Promise<number> {
  const { projection, schema, role, async } = target
  const name = registeredName(schema, projection)
  const live = tableOf(projection, schema)
  await tx.query(`SET LOCAL lock_timeout = '100ms'`)
  const began = performance.now()
  await barrier(tx, target)
  const upTo = async ? await furthest(tx, name) : everything
  await catchUp(tx, projection, shadow, { after, upTo, keyring })
  await tx.query(`DROP TABLE IF EXISTS ${live.name}`)
  await tx.query(`ALTER TABLE ${shadow.name} SET SCHEMA ${schema}`)
  if (role) await tx.query(`GRANT SELECT, INSERT, UPDATE, DELETE ON ${live.name} TO ${role}`)
  await tx.query(sql`DELETE FROM es.subscriptions WHERE name = ${name}`)
  await tx.query(sql`DELETE FROM es.parked WHERE subscription = ${name}`)
  await tx.query(
    sql`INSERT INTO es.subscriptions (name, version, kind, status, position)
        VALUES (${name}, ${projection.version}, ${async ? 'projection' : 'inline'}, 'live', ${async ? upTo : 0n})`,
  )
  await tx.query('COMMIT')
  const paused = performance.now() - began
  await tx.query('BEGIN')
  return paused
}

/** As far as can be read; people may have seen the live table there already, so never back behind it. */
async function furthest(tx: Tx, name: string): Promise<bigint> {
  const safe = await safePosition(tx)
  const live = await checkpointOf(tx, name)
  return live > safe ? live : safe
}
