import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Pool, sql } from '../db.ts'
import { appendEvents } from '../event-store/index.ts'
import { migrate } from '../migrate.ts'
import { createTestDatabase, statementsOf, type TestDatabase } from '../testing/index.ts'
import { metadata, noteOwners } from '../testing/note.ts'
import {
  createInProcessNotifier,
  createWaitForPosition,
  processBatch,
  runSubscription,
  type Subscription,
  subscriptionMigration,
} from './index.ts'

let database: TestDatabase
let pool: Pool
const counted: Subscription = {
  name: 'counted',
  version: 1,
  kind: 'projection',
  types: ['NoteWritten'],
  apply: async (tx, events) => {
    for (const event of events) await tx.query(sql`INSERT INTO counted VALUES (${event.position})`)
  },
}

beforeAll(async () => {
  database = await createTestDatabase(noteOwners)
  pool = database.pool({ max: 6 })
  await migrate(pool, [{ schema: 'others', migrations: [subscriptionMigration(counted)] }])
  await pool.query('CREATE TABLE counted (position bigint)')
})
afterAll(() => database.drop())

const write = async (): Promise<bigint> => {
  const [event] = await appendEvents(pool, {
    stream: 'note-1',
    expectedVersion: 'any',
    events: [{ type: 'NoteWritten', data: { noteId: 1, text: 'x' } }],
    metadata,
  })
  return event?.position as bigint
}
const rows = async () => (await pool.query('SELECT 1 FROM counted')).rowCount

it('a read waits until the subscription has reached the consistency token', async () => {
  const notifier = createInProcessNotifier()
  const waitFor = createWaitForPosition({ db: pool, subscriptions: [counted], notifier, timeoutMs: 30_000 })
  const stop = new AbortController()
  const running = runSubscription(counted, {
    pool,
    notifier,
    log: database.log,
    signal: stop.signal,
    pollIntervalMs: 30,
  })
  for (let n = 1; n <= 20; n++) {
    const position = await write()
    expect(await waitFor(position)).toBe(true)
    expect(await rows()).toBe(n)
  }
  stop.abort()
  await running
})

it('without waiting, a read right after a write is stale (negative control)', async () => {
  const before = await rows()
  await write()
  expect(await rows()).toBe(before)
  await processBatch(pool, counted)
  expect(await rows()).toBe((before ?? 0) + 1)
})

it('a subscription that is still behind after the time-out makes the answer stale, not an error', async () => {
  const waitFor = createWaitForPosition({ db: pool, subscriptions: [counted], timeoutMs: 200 })
  const position = await write()
  expect(await waitFor(position)).toBe(false)
  await processBatch(pool, counted)
  expect(await waitFor(position)).toBe(true)
})

it('a stalled subscription is waited for once, and again after it moves', async () => {
  const db = database.pool({ max: 1 })
  const looks = statementsOf(db)
  const waitFor = createWaitForPosition({ db, subscriptions: [counted], timeoutMs: 200 })
  const staleAfter = async (seen: bigint) => {
    const began = performance.now()
    expect(await waitFor(seen)).toBe(false)
    return performance.now() - began
  }
  const position = await write()
  expect(await staleAfter(position)).toBeGreaterThan(190)
  looks.length = 0
  await staleAfter(position)
  expect(looks).toHaveLength(1)
  await processBatch(pool, counted)
  expect(await staleAfter(await write())).toBeGreaterThan(190)
  await processBatch(pool, counted)
})

it('a forged position beyond the log is not waited for', async () => {
  const waitFor = createWaitForPosition({ db: pool, subscriptions: [counted], timeoutMs: 200 })
  expect(await waitFor(9_223_372_036_854_775_807n)).toBe(true)
})

it('concurrent reads each wait for their own position', async () => {
  const waitFor = createWaitForPosition({ db: pool, subscriptions: [counted], timeoutMs: 200 })
  const before = await write()
  await processBatch(pool, counted)
  const after = await write()
  const answers = await Promise.all([waitFor(before), waitFor(after), waitFor(after + 1_000n)])
  expect(answers).toEqual([true, false, true])
  await processBatch(pool, counted)
  expect(await waitFor(after)).toBe(true)
})

it('a subscription that lost progress in a crash is waited for again', async () => {
  const waitFor = createWaitForPosition({ db: pool, subscriptions: [counted], timeoutMs: 200 })
  const position = await write()
  await processBatch(pool, counted)
  await waitFor(position)
  await pool.query(sql`UPDATE es.subscriptions SET position = ${position - 1n} WHERE name = 'counted'`)
  expect(await waitFor(position)).toBe(false)
  await processBatch(pool, counted)
  expect(await waitFor(position)).toBe(true)
})

it('events of other types are not waited for', async () => {
  const waitFor = createWaitForPosition({ db: pool, subscriptions: [counted], timeoutMs: 200 })
  await processBatch(pool, counted)
  const [closed] = await appendEvents(pool, {
    stream: 'note-1',
    expectedVersion: 'any',
    events: [{ type: 'NoteClosed', data: { noteId: 1 } }],
    metadata,
  })
  expect(await waitFor(closed?.position as bigint)).toBe(true)
  const position = await write()
  expect(await waitFor(position)).toBe(false)
  await processBatch(pool, counted)
})
