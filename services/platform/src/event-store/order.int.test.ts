import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { inTransaction, type Pool, run, sql, type Tx } from '../db.ts'
import { migrate } from '../migrate.ts'
import { processBatch, type Subscription, subscriptionMigration } from '../subscriptions/index.ts'
import { createTestDatabase, type TestDatabase } from '../testing/index.ts'
import { metadata, noteOwners } from '../testing/note.ts'
import { appendEvents } from './append.ts'
import { highWaterMark, readLog } from './read.ts'

let database: TestDatabase
let pool: Pool

beforeAll(async () => {
  database = await createTestDatabase(noteOwners)
  // two hundred transactions at once wait longer than three seconds for a connection
  pool = database.pool({ max: 30, longRunning: true })
})
afterAll(() => database.drop())

const event = (n: number) => ({ type: 'NoteWritten', data: { noteId: n, text: 'x' } })
const newest = () => 9_223_372_036_854_775_807n

/** Follows the log from `after`; `limit` says how far it may read. */
async function follow(
  after: bigint,
  upTo: () => Promise<bigint>,
  done: () => boolean,
  at = (_: bigint) => {},
) {
  const received: { position: bigint; stream: string; version: number }[] = []
  let checkpoint = after
  for (let last = false; ; ) {
    const page = await readLog(pool, checkpoint, await upTo(), 50)
    received.push(...page)
    checkpoint = page.at(-1)?.position ?? checkpoint
    at(checkpoint)
    if (last && page.length === 0) return received
    last = done()
    await sleep(2)
  }
}

it('a reader that stops below in-flight appends sees late commits; the naive reader never does', async () => {
  const slow = await pool.connect()
  await slow.query('BEGIN')
  const [late] = await appendEvents(slow, {
    stream: 'note-900001',
    expectedVersion: 0,
    events: [event(1)],
    metadata,
  })
  const [early] = await appendEvents(pool, {
    stream: 'note-900002',
    expectedVersion: 0,
    events: [event(2)],
    metadata,
  })
  const before = (late?.position ?? 0n) - 1n

  const naive = await readLog(pool, before, newest(), 10)
  expect(naive.map((it) => it.position)).toEqual([early?.position])
  expect(await readLog(pool, before, await highWaterMark(pool), 10)).toEqual([])

  await slow.query('COMMIT')
  slow.release()
  const checkpoint = naive.at(-1)?.position as bigint
  expect(await readLog(pool, checkpoint, newest(), 10)).toEqual([])
  const safe = await readLog(pool, before, await highWaterMark(pool), 10)
  expect(safe.map((it) => it.position)).toEqual([late?.position, early?.position])
})

it.each([
  ['one event', 0, 1],
  ['one event behind another', 1, 1],
  ['several events', 0, 2],
  ['one event at any version', 'any', 1],
] as const)(
  'an append of %s holds its in-flight marker until it commits',
  async (name, expectedVersion, count) => {
    const stream = `note-${[...name].reduce((sum, letter) => sum * 7 + letter.charCodeAt(0), 0) % 9_999_991}`
    if (expectedVersion === 1)
      await appendEvents(pool, { stream, expectedVersion: 0, events: [event(1)], metadata })
    const markers = async () =>
      (
        await run<{ marked: string }>(
          pool,
          sql`SELECT ((classid::bigint & 255) << 32) | objid::bigint AS marked
          FROM pg_locks WHERE locktype = 'advisory' AND mode = 'ShareLock' AND granted AND classid::bigint >> 8 = 17746
            AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`,
        )
      ).map(({ marked }) => BigInt(marked))
    await inTransaction(pool, async (tx) => {
      const events = Array.from({ length: count }, () => event(2))
      const [first] = await appendEvents(tx, { stream, expectedVersion, events, metadata })
      const [marker] = await markers()
      expect(marker).toBeLessThan(first?.position as bigint)
    })
    expect(await markers()).toEqual([])
  },
)

it('of 200 concurrent appends every event is read once, in order and without gaps; the naive reader loses some', async () => {
  const start = await highWaterMark(pool)
  let finished = false
  let naiveAt = start
  const done = () => finished
  const safe = follow(start, () => highWaterMark(pool), done)
  const naive = follow(
    start,
    async () => newest(),
    done,
    (position) => {
      naiveAt = position
    },
  )

  const begun = Promise.withResolvers<void>()
  await Promise.all(
    Array.from({ length: 200 }, (_, n) =>
      inTransaction(pool, async (tx) => {
        if (n !== 2) await begun.promise
        // two in five share four busy streams, some append several events, all of them dawdle
        const stream = n % 5 < 2 ? `note-${n % 4}` : `note-${1_000 + n}`
        const events = Array.from({ length: 1 + (n % 3) }, () => event(n))
        const [first] = await appendEvents(tx, { stream, expectedVersion: 'any', events, metadata })
        begun.resolve()
        await sleep((n * 7) % 12)
        // the first one commits only once the naive reader has gone by
        while (n === 2 && naiveAt <= (first?.position ?? 0n)) await sleep(1)
      }),
    ),
  )
  finished = true
  const [read, lossy] = await Promise.all([safe, naive])

  const stored = await run<{ position: string }>(
    pool,
    sql`SELECT position FROM es.events WHERE position > ${start} ORDER BY position`,
  )
  expect(read.map((it) => it.position)).toEqual(stored.map((row) => BigInt(row.position)))
  const versions = new Map<string, number>()
  for (const it of read) {
    const previous = versions.get(it.stream)
    if (previous !== undefined) expect(it.version).toBe(previous + 1)
    versions.set(it.stream, it.version)
  }
  expect(lossy.length).toBeLessThan(stored.length)
})

/**
 * How many of 200 events a reader gets that takes turn after turn meanwhile: each dawdles before its commit,
 * and the first commits only after the reader has taken two turns with all others committed.
 */
async function turnsMeanwhile(name: string): Promise<number> {
  await migrate(pool, [
    { schema: 'notes', migrations: [subscriptionMigration({ name, version: 1, kind: 'reactor' })] },
  ])
  let appliedCount = 0
  const reader: Subscription = {
    ...{ name, version: 1, kind: 'reactor', types: ['NoteWritten'] },
    apply: async (_tx, events) => {
      appliedCount += events.length
    },
  }
  let finished = false
  let turns = 0
  const reading = (async () => {
    while (!finished) {
      await processBatch(pool, reader)
      turns += 1
    }
    await processBatch(pool, reader)
  })()
  const append = (tx: Tx, n: number) =>
    appendEvents(tx, { stream: `${name}-${n}`, expectedVersion: 0, events: [event(n)], metadata })
  await inTransaction(pool, async (first) => {
    await append(first, 0)
    await Promise.all(
      Array.from({ length: 199 }, (_, n) =>
        inTransaction(pool, async (tx) => {
          await append(tx, 1 + n)
          await sleep((n * 7) % 12)
        }),
      ),
    )
    const before = turns
    while (turns < before + 2) await sleep(1)
  })
  finished = true
  await reading
  return appliedCount
}

it('a reader that polls during appends sees every event; one that reads past in-flight appends does not', async () => {
  expect(await turnsMeanwhile('careful')).toBe(200)
  await pool.query(`CREATE OR REPLACE FUNCTION es.high_water_mark() RETURNS bigint LANGUAGE sql
    AS $$ SELECT coalesce(pg_sequence_last_value('es.event_position'), 0) $$`)
  expect(await turnsMeanwhile('hasty')).toBeLessThan(200)
})
