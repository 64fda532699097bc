import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { run, sql } from '../db.ts'
import { reject } from '../errors.ts'
import { migrate } from '../migrate.ts'
import { createTestDatabase, type TestDatabase } from '../testing/index.ts'
import { metadata, type NoteEvent, note, noteOwners, noteRole, notes } from '../testing/note.ts'
import { createEventStore, createLocalWake, type EventStore, readStream } from './index.ts'

let database: TestDatabase
let store: EventStore
let woken = 0

beforeAll(async () => {
  database = await createTestDatabase(noteOwners)
  const wake = createLocalWake()
  wake.hear(() => {
    woken += 1
  })
  store = createEventStore({
    pool: database.pool({ role: noteRole, schema: 'notes' }),
    schema: 'notes',
    projections: [notes],
    wake,
  })
})
afterAll(() => database.drop())

const written = (noteId: number, text = 'hello'): NoteEvent => ({
  type: 'NoteWritten',
  data: { noteId, text },
})
const closed = (noteId: number): NoteEvent => ({ type: 'NoteClosed', data: { noteId } })
const appendTo = (stream: string, expected: 'none' | 'any' | number, events: NoteEvent[], ids?: string[]) =>
  store.commit((tx) => store.append(tx, { stream, expected, events, metadata, ids }))

describe('append', () => {
  it('numbers the events of a stream from one, without gaps', async () => {
    await appendTo('note-1', 'none', [written(1), closed(1)])
    await appendTo('note-1', 2, [written(1, 'again')])
    const events = await readStream(store.pool, 'note-1')
    expect(events.map((event) => event.version)).toEqual([1, 2, 3])
    expect(events[0]).toMatchObject({ type: 'NoteWritten', data: { noteId: 1, text: 'hello' }, metadata })
  })

  it('answers the events exactly as they are read back', async () => {
    const answered = await appendTo('note-2', 'none', [written(2), closed(2)])
    expect(await readStream(store.pool, 'note-2')).toEqual(answered)
  })

  it('refuses a stream that is not where it was expected', async () => {
    await appendTo('note-3', 'none', [written(3)])
    await expect(appendTo('note-3', 'none', [written(3)])).rejects.toMatchObject({ code: 'ES409' })
    await expect(appendTo('note-3', 2, [closed(3)])).rejects.toMatchObject({ code: 'ES409' })
    await expect(appendTo('note-4', 1, [closed(4)])).rejects.toMatchObject({ code: 'ES409' })
    await expect(appendTo('note-3', 'any', [closed(3)])).resolves.toHaveLength(1)
  })

  it('stores a repeated append of the same event ids once', async () => {
    const ids = [randomUUID(), randomUUID()]
    expect(await appendTo('note-5', 'none', [written(5), closed(5)], ids)).toHaveLength(2)
    expect(await appendTo('note-5', 'none', [written(5), closed(5)], ids)).toHaveLength(0)
    expect(await readStream(store.pool, 'note-5')).toHaveLength(2)
  })

  it('writes the read model in the same transaction, or neither', async () => {
    const boom = store.commit(async (tx) => {
      await store.append(tx, { stream: 'note-6', expected: 'none', events: [written(6)], metadata })
      throw new Error('boom')
    })
    await expect(boom).rejects.toThrow('boom')
    expect(await readStream(store.pool, 'note-6')).toEqual([])
    expect(await run(store.pool, sql`SELECT * FROM notes WHERE id = 6`)).toEqual([])

    await appendTo('note-6', 'none', [written(6)])
    expect(await run(store.pool, sql`SELECT * FROM notes WHERE id = 6`)).toEqual([
      { id: 6, text: 'hello', open: true },
    ])
  })

  it('wakes readers after a commit that appended, and only then', async () => {
    const before = woken
    await store.commit(async (tx) => tx.query('SELECT 1'))
    expect(woken).toBe(before)
    await appendTo('note-7', 'none', [written(7)])
    expect(woken).toBe(before + 1)
  })
})

describe('handle', () => {
  const handle = (noteId: number, type: 'WriteNote' | 'CloseNote') =>
    store.commit((tx) =>
      store.handle(tx, {
        stream: `note-${noteId}`,
        decider: note,
        command: type === 'WriteNote' ? { type, noteId, text: 'x' } : { type, noteId },
        metadata,
      }),
    )

  it('reads, decides and answers the state after the command', async () => {
    expect(await handle(20, 'WriteNote')).toBe('open')
    expect(await handle(20, 'CloseNote')).toBe('closed')
    await expect(handle(20, 'CloseNote')).rejects.toThrow('Only an open note can be closed.')
  })

  it('settles a race by reading again', async () => {
    await handle(21, 'WriteNote')
    await Promise.all([handle(21, 'WriteNote'), handle(21, 'WriteNote')])
    expect((await readStream(store.pool, 'note-21')).map((event) => event.version)).toEqual([1, 2, 3])
  })

  it('tells which version the events follow, and stores nothing when that is refused', async () => {
    const made = (wanted: number) =>
      store.commit((tx) =>
        store.handle(tx, {
          ...{ stream: 'note-22', decider: note, metadata },
          command: { type: 'WriteNote', noteId: 22, text: 'x' },
          follows: (version) => {
            if (version !== wanted) throw reject('precondition-failed', `follows ${version}`)
          },
        }),
      )
    await expect(made(1)).rejects.toThrow('follows 0')
    await made(0)
    await expect(made(0)).rejects.toThrow('follows 1')
    expect(await readStream(store.pool, 'note-22')).toHaveLength(1)
  })

  it('lets sixty who change the same at once follow each other', async () => {
    await handle(23, 'WriteNote')
    await Promise.all(Array.from({ length: 60 }, () => handle(23, 'WriteNote')))
    expect(await readStream(store.pool, 'note-23')).toHaveLength(61)
  })

  it('gives up after three attempts with the conflict itself', async () => {
    let attempts = 0
    const hopeless = store.commit(async (tx) => {
      attempts += 1
      await store.append(tx, { stream: 'note-21', expected: 99, events: [closed(21)], metadata })
    })
    await expect(hopeless).rejects.toMatchObject({ code: 'ES409' })
    expect(attempts).toBe(3)
  })
})

it('functions that have changed are made again where there is a log already', async () => {
  await appendTo('note-40', 'none', [written(40)])
  const owner = database.pool({ max: 1 })
  // as a database that was made with another text of them
  await owner.query(`UPDATE migrations.steps SET id = '0003-functions' WHERE id LIKE '0003-functions-%'`)
  expect(await migrate(owner, noteOwners)).toEqual([expect.stringMatching(/^es\/0003-functions-/)])
  await appendTo('note-40', 'any', [closed(40)])
  expect(await readStream(store.pool, 'note-40')).toHaveLength(2)
})

describe('a service role', () => {
  it.each([
    'UPDATE es.events SET type = type',
    'DELETE FROM es.events',
    'TRUNCATE es.events',
    'DROP TABLE notes',
  ])('may not %s', async (statement) => {
    await expect(store.pool.query(statement)).rejects.toMatchObject({ code: '42501' })
  })
})

describe('an event whose shape changed', () => {
  it('is read as today wants it and written with the next version of its shape', async () => {
    await appendTo('note-30', 'none', [written(30, 'old')])
    const upcasts = {
      NoteWritten: [(data: { noteId: number; text: string }) => ({ ...data, text: data.text.toUpperCase() })],
    }
    const pool = store.pool
    const today = createEventStore({
      pool,
      schema: 'notes',
      projections: [],
      upcasts,
      wake: createLocalWake(),
    })
    await today.commit((tx) =>
      today.append(tx, { stream: 'note-30', expected: 1, events: [written(30, 'new')], metadata }),
    )
    const texts = (await readStream<NoteEvent>(pool, 'note-30', { upcasts })).map(
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
