import { afterAll, beforeAll, expect, it } from 'vitest'
import { inTransaction, type Pool, run, sql } from '../db.ts'
import { createTestDatabase, type TestDatabase } from '../testing/index.ts'
import { metadata, note, noteOwners, noteRole, notes } from '../testing/note.ts'
import { createEventStore, createLocalWake, readModelTag, rebuildProjection } from './index.ts'

let database: TestDatabase
let pool: Pool
let owner: Pool
let store: ReturnType<typeof createEventStore>
let lastId = 0

beforeAll(async () => {
  database = await createTestDatabase(noteOwners)
  pool = database.pool({ role: noteRole, schema: 'notes' })
  owner = database.pool({ max: 4, patient: true })
  store = createEventStore({ pool, schema: 'notes', projections: [notes], wake: createLocalWake() })
})
afterAll(() => database.drop())

const tag = (seen?: string) => readModelTag(pool, 'notes', notes, seen)
const write = (id = ++lastId) =>
  store.commit((tx) =>
    store.handle(tx, {
      ...{ stream: `note-${id}`, decider: note, metadata },
      command: { type: 'WriteNote', noteId: id, text: 'x' },
    }),
  )
const other = (stream: string) =>
  store.commit((tx) =>
    store.append(tx, { stream, expected: 'any', events: [{ type: 'Rained', data: {} }], metadata }),
  )

it('a tag holds while nothing that is read has come, whatever else has', async () => {
  await write()
  const before = await tag()
  await other('weather-1')
  expect(await tag(before)).toBe(before)
  await write()
  const after = await tag(before)
  expect(after).not.toBe(before)
  expect(await tag(after)).toBe(after)
})

it('a tag taken while something was in flight ends when that has come, though a later one came before', async () => {
  await write()
  const slow = ++lastId
  const rows = () => run<{ n: number }>(pool, sql`SELECT count(*)::int AS n FROM notes`)
  const { during, n } = await inTransaction(pool, async (tx) => {
    const append = { stream: `note-${slow}`, decider: note, metadata }
    await store.handle(tx, { ...append, command: { type: 'WriteNote', noteId: slow, text: 'slow' } })
    await write()
    // what is read now has the later one and not the earlier
    return { during: await tag(), n: (await rows())[0]?.n ?? 0 }
  })
  expect((await rows())[0]?.n).toBe(n + 1)
  expect(await tag(during)).not.toBe(during)
})

it('a tag ends when the read model is built anew', async () => {
  const before = await tag()
  await rebuildProjection({ schema: 'notes', role: noteRole, projection: notes }, { pool: owner })
  expect(await tag(before)).not.toBe(before)
})

it('a tag of long ago, or one that nobody gave, is not looked for', async () => {
  const before = await tag()
  await inTransaction(pool, async (tx) => {
    const events = Array.from({ length: 1_000 }, () => ({ type: 'Rained', data: {} }))
    await store.append(tx, { stream: 'weather-2', expected: 'any', events, metadata })
  })
  expect(await tag(before)).not.toBe(before)
  expect(await tag('"made up"')).toBe(await tag())
})
