import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Pool, run, sql } from './db.ts'
import { type EventStore, execute } from './event-store/index.ts'
import { commitEach } from './service.ts'
import { createInProcessNotifier } from './subscriptions/index.ts'
import { createTestDatabase, type TestDatabase } from './testing/index.ts'
import { noteAggregate, noteOwners, noteRole, notes, origin } from './testing/note.ts'

let database: TestDatabase
let pool: Pool
let store: EventStore
beforeAll(async () => {
  database = await createTestDatabase(noteOwners)
  pool = database.pool({ role: noteRole, schema: 'notes', max: 4 })
  store = { pool, projections: [notes], notifier: createInProcessNotifier() }
})
afterAll(() => database.drop())

const write = (ids: readonly number[], failing: number, error: Error) =>
  commitEach(store, origin, ids, async (ctx, noteId) => {
    await execute(ctx, noteAggregate, noteId, { type: 'WriteNote', text: 'x' })
    if (noteId === failing) throw error
  })
const written = async () =>
  (await run<{ id: number }>(pool, sql`SELECT id FROM notes ORDER BY id`)).map(({ id }) => id)

it('one that fails stops none of the others, and is told in the end', async () => {
  await expect(write([1, 2, 3], 2, new Error('cannot write this'))).rejects.toThrow('cannot write this')
  expect(await written()).toEqual([1, 3])
  await write([2], 0, new Error())
  expect(await written()).toEqual([1, 2, 3])
})

it('an unavailable store ends it', async () => {
  const away = Object.assign(new Error('gone'), { code: 'ECONNREFUSED' })
  await expect(write([4, 5, 6], 5, away)).rejects.toThrow('gone')
  expect(await written()).toEqual([1, 2, 3, 4])
})
