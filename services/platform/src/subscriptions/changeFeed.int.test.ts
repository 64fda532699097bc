import { afterAll, beforeAll, expect, it } from 'vitest'
import { inTransaction, type Pool } from '../db.ts'
import { recordErasures } from '../encryption/index.ts'
import { appendEvents } from '../event-store/index.ts'
import { createTestDatabase, type TestDatabase } from '../testing/index.ts'
import { metadata, type NoteEvent, noteOwners, noteRole } from '../testing/note.ts'
import { type AppendNotifier, type Change, createChangeFeed, createInProcessNotifier } from './index.ts'

let database: TestDatabase
let pool: Pool
const notifier = createInProcessNotifier()

beforeAll(async () => {
  database = await createTestDatabase(noteOwners)
  pool = database.pool({ role: noteRole, schema: 'notes', max: 10 })
})
afterAll(() => database.drop())

const write = async (noteId: number, n = 1) => {
  const event: NoteEvent = { type: 'NoteWritten', data: { noteId, text: 'x' } }
  await appendEvents(pool, {
    stream: `sticky-note-${noteId}`,
    expectedVersion: 'any',
    events: Array(n).fill(event),
    metadata,
  })
  notifier.notify({ types: ['NoteWritten'] })
}
const feedOf = (told: AppendNotifier = notifier) =>
  createChangeFeed({ pool, notifier: told, log: database.log, pollIntervalMs: 20 })

it('sends every append of concurrent writers once and in order', async () => {
  const feed = feedOf()
  const received: Change[] = []
  const unsubscribe = feed.subscribe((changes) => received.push(...changes))
  await expect.poll(() => write(1).then(() => received.length)).toBeGreaterThan(0)
  received.length = 0
  await Promise.all(Array.from({ length: 50 }, (_, i) => write(100 + i)))
  await expect.poll(() => received.filter(({ id }) => Number(id) >= 100).length).toBe(50)
  const positions = received.map(({ position }) => position)
  expect(positions).toEqual([...new Set(positions)].toSorted((a, b) => (a < b ? -1 : 1)))
  expect(received.at(-1)).toMatchObject({ kind: 'sticky-note' })
  unsubscribe()
})

it('sends its first listener every change after the position it reads', async () => {
  let release = () => {}
  const written = new Promise<void>((resolve) => {
    release = resolve
  })
  let queries = 0
  // the feed's own first query is answered after the next append
  const slowPool = new Proxy(pool, {
    get: (target, name) =>
      name === 'query'
        ? async (...args: unknown[]) => {
            if (queries++ === 0) await written
            return (target.query as (...args: unknown[]) => unknown)(...args)
          }
        : Reflect.get(target, name),
  })
  const feed = createChangeFeed({ pool: slowPool, notifier, log: database.log, pollIntervalMs: 20 })
  const received: Change[] = []
  const unsubscribe = feed.subscribe((changes) => received.push(...changes))
  const reading = feed.position()
  await new Promise((resolve) => setTimeout(resolve, 50))
  await write(7)
  release()
  const position = await reading
  const [row] = (await pool.query(`SELECT position FROM es.events WHERE stream_id = 'sticky-note-7'`))
    .rows as [{ position: string }]
  if (BigInt(row.position) > position) await expect.poll(() => received.map(({ id }) => id)).toContain('7')
  unsubscribe()
})

it('continues after a quiet period without polling meanwhile', async () => {
  const over = Promise.withResolvers<void>()
  const feed = feedOf({
    ...notifier,
    subscribe: (listener) => {
      const leave = notifier.subscribe(listener)
      return () => {
        leave()
        over.resolve()
      }
    },
  })
  const first: Change[] = []
  const unsubscribe = feed.subscribe((changes) => first.push(...changes))
  await expect.poll(() => write(2).then(() => first.length)).toBeGreaterThan(0)
  unsubscribe()
  // it asks the database no more
  await over.promise
  const calls = first.length
  await write(3)
  const second: Change[] = []
  feed.subscribe((changes) => second.push(...changes))
  await expect.poll(() => write(4).then(() => second.length)).toBeGreaterThan(0)
  expect(second.every(({ id }) => id === '4')).toBe(true)
  expect(first).toHaveLength(calls)
})

it('says that a record changed whose person was erased', async () => {
  const feed = feedOf()
  const before = await feed.position()
  await inTransaction(database.pool(), (tx) => recordErasures(tx, ['customer-42'], metadata, new Date()))
  expect((await feed.since(before))?.changes).toMatchObject([{ kind: 'customer', id: '42' }])
})

it('answers missed changes after a reconnection, and null when there are too many', async () => {
  const feed = feedOf()
  const before = await feed.position()
  await write(5, 3)
  const missed = await feed.since(before)
  expect(missed?.changes.map(({ id }) => id)).toEqual(['5', '5', '5'])
  expect(missed?.upTo).toBe(await feed.position())
  await write(6, 1_001)
  expect(await feed.since(before)).toBeNull()
})
