import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { inTransaction, type Pool, run, sql } from '../db.ts'
import { migrate } from '../migrate.ts'
import { createInProcessNotifier } from '../subscriptions/index.ts'
import { createTestDatabase, type TestDatabase } from '../testing/index.ts'
import { metadata, type NoteEvent, noteAggregate, noteOwners, noteRole, origin } from '../testing/note.ts'
import { appendEvents, commit, execute, readStream } from './index.ts'

let database: TestDatabase
let pool: Pool

beforeAll(async () => {
  database = await createTestDatabase(noteOwners)
  pool = database.pool({ role: noteRole, schema: 'notes' })
})
afterAll(() => database.drop())

const written = (noteId: number, text = 'hello'): NoteEvent => ({
  type: 'NoteWritten',
  data: { noteId, text },
})
const closed = (noteId: number): NoteEvent => ({ type: 'NoteClosed', data: { noteId } })
const appendTo = (stream: string, expectedVersion: number | 'any', events: NoteEvent[]) =>
  appendEvents(pool, { stream, expectedVersion, events, metadata })

describe('append', () => {
  it('numbers the events of a stream from one, without gaps', async () => {
    await appendTo('note-1', 0, [written(1), closed(1)])
    await appendTo('note-1', 2, [written(1, 'again')])
    const events = await readStream(pool, 'note-1')
    expect(events.map((event) => event.version)).toEqual([1, 2, 3])
    expect(events[0]).toMatchObject({ type: 'NoteWritten', data: { noteId: 1, text: 'hello' }, metadata })
  })

  it('answers the events as they are read later', async () => {
    const answered = await appendTo('note-2', 0, [written(2), closed(2)])
    expect(await readStream(pool, 'note-2')).toEqual(answered)
  })

  it('appends many events like one', async () => {
    const many = Array.from({ length: 300 }, (_, n) => written(8, `"${n}" \\ {ü}`))
    await appendTo('note-8', 0, many)
    expect((await readStream(pool, 'note-8')).map(({ data }) => data)).toEqual(many.map(({ data }) => data))
  })

  it('rejects a stream at another version', async () => {
    await appendTo('note-3', 0, [written(3)])
    await expect(appendTo('note-3', 0, [written(3)])).rejects.toMatchObject({ code: 'ES409' })
    await expect(appendTo('note-3', 2, [closed(3)])).rejects.toMatchObject({ code: 'ES409' })
    await expect(appendTo('note-4', 1, [closed(4)])).rejects.toMatchObject({ code: 'ES409' })
    await expect(appendTo('note-3', 'any', [closed(3)])).resolves.toHaveLength(1)
  })

  it('rejects an append at an old version when another append came first', async () => {
    await appendTo('note-5', 0, [written(5)])
    const outcomes = await Promise.allSettled(
      [1, 2, 3].map((n) => appendTo('note-5', 1, [written(5, `${n}`)])),
    )
    expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected', 'rejected'])
    expect(await readStream(pool, 'note-5')).toHaveLength(2)
  })

  it('writes events and read model together or not at all', async () => {
    const store = { pool, projections: [noteAggregate.projection], notifier: createInProcessNotifier() }
    const write = (fails: boolean) =>
      commit(store, origin, async (ctx) => {
        await execute(ctx, noteAggregate, 6, { type: 'WriteNote', text: 'hello' })
        if (fails) throw new Error('boom')
      })
    await expect(write(true)).rejects.toThrow('boom')
    expect(await readStream(pool, 'note-6')).toEqual([])
    expect(await run(pool, sql`SELECT * FROM notes WHERE id = 6`)).toEqual([])
    await write(false)
    expect(await run(pool, sql`SELECT * FROM notes WHERE id = 6`)).toEqual([
      { id: 6, text: 'hello', open: true },
    ])
  })
})

it('changed SQL functions are replaced in an existing database', async () => {
  await appendTo('note-40', 0, [written(40)])
  const owner = database.pool({ max: 1 })
  // as a database that was made with another text of them
  await owner.query(`UPDATE migrations.steps SET id = '0003-functions' WHERE id LIKE '0003-functions-%'`)
  expect(await migrate(owner, noteOwners)).toEqual([expect.stringMatching(/^es\/0003-functions-/)])
  await appendTo('note-40', 'any', [closed(40)])
  expect(await readStream(pool, 'note-40')).toHaveLength(2)
})

describe('a service role', () => {
  it.each([
    'UPDATE es.events SET type = type',
    'DELETE FROM es.events',
    'TRUNCATE es.events',
    'DROP TABLE notes',
  ])('a service role may not %s', async (statement) => {
    await expect(pool.query(statement)).rejects.toMatchObject({ code: '42501' })
  })
})

it('a failed statement that was sent without waiting fails its transaction with its own error', async () => {
  await appendTo('note-50', 0, [written(50)])
  const conflicting = { text: 'SELECT 1 / 0', values: [] }
  await expect(
    inTransaction(pool, async (tx) => {
      tx.send(conflicting)
      await tx.query('SELECT 1')
    }),
  ).rejects.toMatchObject({ code: '22012' })
  await expect(inTransaction(pool, async (tx) => void tx.send(conflicting))).rejects.toMatchObject({
    code: '22012',
  })
})

describe('an event whose shape changed', () => {
  it('is upcast when read and written with the new schema version', async () => {
    await appendTo('note-30', 0, [written(30, 'old')])
    const upcasters = {
      NoteWritten: [(data: { noteId: number; text: string }) => ({ ...data, text: data.text.toUpperCase() })],
    }
    await appendEvents(
      pool,
      { stream: 'note-30', expectedVersion: 1, events: [written(30, 'new')], metadata },
      { upcasters },
    )
    const texts = (await readStream<NoteEvent>(pool, 'note-30', { upcasters })).map(
      (it) => (it.data as { text: string }).text,
    )
    expect(texts).toEqual(['OLD', 'new'])
    const stored = await run(
      pool,
      sql`SELECT schema_version FROM es.events WHERE stream_id = 'note-30' ORDER BY version`,
    )
    expect(stored).toEqual([{ schema_version: 1 }, { schema_version: 2 }])
  })
})
