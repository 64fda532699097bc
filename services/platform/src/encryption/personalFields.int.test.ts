import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Pool, run, sql } from '../db.ts'
import { appendEvents, commit, type EventStore, execute, readStream } from '../event-store/index.ts'
import { migrate } from '../migrate.ts'
import {
  defineProjection,
  int,
  rebuildProjection,
  text as textColumn,
  verifyProjection,
} from '../projections/index.ts'
import {
  createInProcessNotifier,
  highWaterMark,
  processBatch,
  readLog,
  type Subscription,
} from '../subscriptions/index.ts'
import { createTestDatabase, testKeyring as keyring, type TestDatabase } from '../testing/index.ts'
import {
  metadata,
  type NoteEvent,
  noteAggregate,
  noteOwners,
  noteRole,
  notes,
  origin,
} from '../testing/note.ts'
import { eraseSubjects, type Personal } from './index.ts'

const personal: Personal<NoteEvent> = {
  NoteWritten: { subject: ({ noteId }) => `author-${noteId}`, fields: ['text'] },
}
const target = { projection: notes, schema: 'notes', role: noteRole }

let database: TestDatabase
let owner: Pool
let pool: Pool
let store: EventStore

beforeAll(async () => {
  database = await createTestDatabase(noteOwners)
  owner = database.pool({ max: 6, longRunning: true })
  pool = database.pool({ role: noteRole, schema: 'notes' })
  store = { pool, projections: [notes], personal, keyring, notifier: createInProcessNotifier() }
})
afterAll(() => database.drop())

const write = (noteId: number, text: string) =>
  commit(store, origin, (ctx) => execute(ctx, noteAggregate, noteId, { type: 'WriteNote', text }))
const erase = (subject: string) =>
  eraseSubjects([subject], {
    pool: owner,
    keyring,
    targets: [target],
    metadata: { actor: 'operator', requestId: 'erase' },
    now: new Date('2026-11-21T15:00:00Z'),
  })

/** Every cell of every table of the database that contains this text. */
async function whereIs(text: string): Promise<string[]> {
  const tables = await run<{ name: string }>(owner, {
    text: `SELECT format('%I.%I', schemaname, tablename) AS name FROM pg_tables WHERE schemaname NOT IN ('pg_catalog', 'information_schema')`,
    values: [],
  })
  const tablesWithText: string[] = []
  for (const { name } of tables) {
    const rows = await run(owner, {
      text: `SELECT 1 FROM ${name} t WHERE t::text LIKE $1`,
      values: [`%${text}%`],
    })
    if (rows.length > 0) tablesWithText.push(name)
  }
  return tablesWithText
}

describe('personal fields', () => {
  it('are encrypted in the log and decrypted by commands, subscriptions and rebuilds', async () => {
    await write(1, 'Margaret Holloway')
    expect(await whereIs('Holloway')).toEqual(['notes_notes_v1.notes'])
    const [event] = await readStream<NoteEvent>(pool, 'note-1', { keyring })
    expect(event?.data).toEqual({ noteId: 1, text: 'Margaret Holloway' })
    const log = await readLog(pool, 0n, await highWaterMark(pool), 10, { keyring })
    expect(log.at(-1)?.data).toEqual(event?.data)
    await rebuildProjection(target, { pool: owner, keyring })
    expect((await verifyProjection(target, { pool: owner, keyring })).differences).toEqual([])
    expect(await run(pool, { text: 'SELECT text FROM notes', values: [] })).toEqual([
      { text: 'Margaret Holloway' },
    ])
  })

  it('need a keyring to be written, and read [sealed] without one', async () => {
    const events: NoteEvent[] = [{ type: 'NoteWritten', data: { noteId: 2, text: 'x' } }]
    const keyless = appendEvents(
      pool,
      { stream: 'note-2', expectedVersion: 0, events, metadata },
      { personal },
    )
    await expect(keyless).rejects.toThrow('there is no keyring')
    const [event] = await readStream<NoteEvent>(pool, 'note-1')
    expect(event?.data).toEqual({ noteId: 1, text: '[sealed]' })
  })

  it('that cannot be decrypted fail their own command only', async () => {
    for (const id of [20, 21]) await write(id, `Note ${id}`)
    const [box] = await run<{ data: string }>(
      owner,
      sql`SELECT data FROM es.events WHERE stream_id = 'note-20'`,
    )
    await owner.query(
      `UPDATE es.events SET data = jsonb_set(data, '{$sealed,box}', '"AAAA"') WHERE stream_id = 'note-20'`,
    )
    const outcomes = await Promise.allSettled([write(20, 'no'), write(21, 'yes')])
    expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'fulfilled'])
    await owner.query(sql`UPDATE es.events SET data = ${box?.data} WHERE stream_id = 'note-20'`)
  })

  it('of two people are rejected in one append', async () => {
    const events: NoteEvent[] = [1, 2].map((noteId) => ({ type: 'NoteWritten', data: { noteId, text: 'x' } }))
    await expect(
      appendEvents(pool, { stream: 'note-3', expectedVersion: 0, events, metadata }, store),
    ).rejects.toThrow('author-1 and author-2')
  })

  it('of one person written by concurrent commands for the first time get one key', async () => {
    await Promise.all(
      ['a', 'b', 'c', 'd', 'e'].map((text) =>
        commit(store, origin, (ctx) => execute(ctx, noteAggregate, 4, { type: 'WriteNote', text })),
      ),
    )
    const texts = (await readStream<NoteEvent>(pool, 'note-4', { keyring })).map((it) => it.data)
    expect(texts).toHaveLength(5)
    expect(new Set(texts.map((it) => (it as { text: string }).text))).toEqual(
      new Set(['a', 'b', 'c', 'd', 'e']),
    )
  })
})

const noteTexts = defineProjection<NoteEvent>()({
  name: 'noteTexts',
  version: 1,
  columns: { id: int, texts: textColumn },
  key: ({ data }) => data.noteId,
  on: {
    NoteWritten: (row, { data }) => ({ id: data.noteId, texts: `${row?.texts ?? ''}${data.text} ` }),
    NoteClosed: (row, { data }) => ({ id: data.noteId, texts: `${row?.texts ?? ''}(closed) ` }),
  },
})

it('a stream about several people is decrypted with the key of each, and [erased] for erased ones', async () => {
  const several: Personal<NoteEvent> = {
    NoteWritten: { subject: ({ text }) => `speaker-${text.split(':')[0]}`, fields: ['text'] },
  }
  const say = (noteId: number, event: (id: number) => NoteEvent) =>
    appendEvents(
      pool,
      { stream: `note-${noteId}`, expectedVersion: 'any', events: [event(noteId)], metadata },
      { personal: several, keyring },
    )
  const text = (text: string) => (noteId: number) =>
    ({ type: 'NoteWritten', data: { noteId, text } }) as const
  const closed = (noteId: number) => ({ type: 'NoteClosed', data: { noteId } }) as const
  for (const event of [text('ann:1'), text('ann:2'), closed, text('ann:3'), text('bob:4'), text('bob:5')])
    await say(60, event)
  for (const event of [text('bob:6'), text('ann:7'), text('ann:8')]) await say(61, event)
  for (const event of [closed, text('bob:9')]) await say(62, event)
  await migrate(owner, [{ schema: 'notes', migrations: [], projections: [noteTexts] }])
  const read = async () => {
    await rebuildProjection({ ...target, projection: noteTexts }, { pool: owner, keyring })
    return run(owner, {
      text: 'SELECT id, texts FROM notes.note_texts WHERE id BETWEEN 60 AND 62 ORDER BY id',
      values: [],
    })
  }
  expect(await read()).toEqual([
    { id: 60, texts: 'ann:1 ann:2 (closed) ann:3 bob:4 bob:5 ' },
    { id: 61, texts: 'bob:6 ann:7 ann:8 ' },
    { id: 62, texts: '(closed) bob:9 ' },
  ])
  await erase('speaker-ann')
  expect(await read()).toEqual([
    { id: 60, texts: '[erased] [erased] (closed) [erased] bob:4 bob:5 ' },
    { id: 61, texts: 'bob:6 [erased] [erased] ' },
    { id: 62, texts: '(closed) bob:9 ' },
  ])
})

describe('an erased person', () => {
  it('is in no table, no read and no rebuild; other people are unchanged', async () => {
    await write(10, 'Bartholomew Quince')
    await write(11, 'Somebody Else')
    expect(await whereIs('Quince')).not.toEqual([])
    const { events, rebuilt } = await erase('author-10')
    expect({ events, rebuilt }).toEqual({ events: 1, rebuilt: ['notes.notes'] })
    expect(await whereIs('Quince')).toEqual([])
    const [event] = await readStream<NoteEvent>(pool, 'note-10', { keyring })
    expect(event).toMatchObject({ erased: true, data: { noteId: 10, text: '[erased]' } })
    expect(
      await run(pool, { text: 'SELECT id, text FROM notes WHERE id IN (10, 11) ORDER BY id', values: [] }),
    ).toEqual([
      { id: 10, text: '[erased]' },
      { id: 11, text: 'Somebody Else' },
    ])
    expect((await verifyProjection(target, { pool: owner, keyring })).differences).toEqual([])
  })

  it('is recorded as erased once, however often erasure is requested', async () => {
    await erase('author-10')
    const erasures = await readStream(pool, 'erasure-author-10')
    expect(erasures.map(({ type, data }) => ({ type, data }))).toEqual([
      { type: 'PersonErased', data: { subject: 'author-10', erasedAt: '2026-11-21T15:00:00.000Z' } },
    ])
  })

  it('cannot be written about again, and erasure waits for appends in flight', async () => {
    await expect(write(10, 'Bartholomew again')).rejects.toMatchObject({ code: 'ES410' })
    await write(12, 'Prudence Oakley')
    let erasing: Promise<unknown> = Promise.resolve()
    let done = false
    await commit(store, origin, async (ctx) => {
      await execute(ctx, noteAggregate, 12, { type: 'WriteNote', text: 'Prudence Oakley II' })
      // by now the append has been executed
      await ctx.db.query('SELECT 1')
      erasing = erase('author-12').then(() => {
        done = true
      })
      await new Promise((resolve) => setTimeout(resolve, 200))
      expect(done).toBe(false)
    })
    await erasing
    expect(await whereIs('Oakley')).toEqual([])
  })

  it('is marked as erased in events that reactors read', async () => {
    const received: unknown[] = []
    const reader: Subscription = {
      name: 'erasedReader',
      version: 1,
      kind: 'projection',
      types: ['NoteWritten'],
      apply: async (_tx, events) => {
        for (const event of events) received.push(event.erased ?? event.data)
      },
    }
    await owner.query(
      `INSERT INTO es.subscriptions (name, version, kind, status) VALUES ('erasedReader', 1, 'projection', 'live')`,
    )
    await processBatch(pool, reader, { keyring })
    expect(received).toContain(true)
    expect(received).toContainEqual({ noteId: 11, text: 'Somebody Else' })
  })
})

it('a service role cannot delete or restore a data key', async () => {
  await expect(pool.query(`UPDATE es.subject_keys SET wrapped = NULL`)).rejects.toMatchObject({
    code: '42501',
  })
  await expect(pool.query(`INSERT INTO es.subject_keys VALUES ('author-10', 'x')`)).rejects.toMatchObject({
    code: '42501',
  })
})
