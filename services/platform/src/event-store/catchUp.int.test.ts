import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Pool, sql } from '../db.ts'
import { migrate } from '../migrate.ts'
import { createTestDatabase, type TestDatabase } from '../testing/index.ts'
import { metadata, noteOwners } from '../testing/note.ts'
import {
  append,
  createCatchUp,
  createLocalWake,
  runSubscription,
  type Subscription,
  step,
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
  const [event] = await append(pool, {
    stream: 'note-1',
    expected: 'any',
    events: [{ type: 'NoteWritten', data: { noteId: 1, text: 'x' } }],
    metadata,
  })
  return event?.position as bigint
}
const rows = async () => (await pool.query('SELECT 1 FROM counted')).rowCount

it('a read waits until the reader has come as far as the person has seen', async () => {
  const catchUp = createCatchUp({ db: pool, names: ['counted'] })
  const wake = createLocalWake()
  const stop = new AbortController()
  const running = runSubscription(counted, { pool, wake, log: database.log, signal: stop.signal, pollMs: 30 })
  for (let n = 1; n <= 20; n++) {
    const position = await write()
    await catchUp(position)
    expect(await rows()).toBe(n)
  }
  stop.abort()
  await running
})

it('without it, a read right after a write is older', async () => {
  const before = await rows()
  await write()
  expect(await rows()).toBe(before)
  await step(pool, counted)
  expect(await rows()).toBe((before ?? 0) + 1)
})

it('a reader that does not come is 503, not an old answer; one that is there answers at once', async () => {
  const catchUp = createCatchUp({ db: pool, names: ['counted'], patienceMs: 200 })
  const position = await write()
  await expect(catchUp(position)).rejects.toMatchObject({ code: 'unavailable', retryAfter: 1 })
  await step(pool, counted)
  await catchUp(position)
})

it('a made-up position beyond the log is waited for by nobody', async () => {
  await createCatchUp({ db: pool, names: ['counted'], patienceMs: 200 })(9_223_372_036_854_775_807n)
})

it('those who ask together each wait for what they have seen themselves', async () => {
  const catchUp = createCatchUp({ db: pool, names: ['counted'], patienceMs: 200 })
  const before = await write()
  await step(pool, counted)
  const after = await write()
  const [first, second, madeUp] = await Promise.allSettled([
    catchUp(before),
    catchUp(after),
    catchUp(after + 1_000n),
  ])
  expect([first?.status, madeUp?.status]).toEqual(['fulfilled', 'fulfilled'])
  expect(second).toMatchObject({ status: 'rejected', reason: { code: 'unavailable' } })
  await step(pool, counted)
  await catchUp(after)
})

it('a reader that lost its last steps in a crash is waited for again', async () => {
  const catchUp = createCatchUp({ db: pool, names: ['counted'], patienceMs: 200 })
  const position = await write()
  await step(pool, counted)
  await catchUp(position)
  await pool.query(sql`UPDATE es.subscriptions SET position = ${position - 1n} WHERE name = 'counted'`)
  await expect(catchUp(position)).rejects.toMatchObject({ code: 'unavailable' })
  await step(pool, counted)
  await catchUp(position)
})
