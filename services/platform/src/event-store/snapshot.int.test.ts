import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type Pool, run, sql, type Tx } from '../db.ts'
import {
  createTestDatabase,
  testKeyring as keyring,
  statementsOf,
  type TestDatabase,
} from '../testing/index.ts'
import {
  metadata,
  type NoteEvent,
  type NoteRow,
  type NoteState,
  note,
  noteOwners,
  noteRole,
  notes,
} from '../testing/note.ts'
import {
  createEventStore,
  createLocalWake,
  defineProjection,
  type EventStore,
  eraseSubjects,
  type Personal,
  rebuildProjection,
  type Snapshot,
} from './index.ts'

type KeptRow = NoteRow & { version: number }

const kept = defineProjection<NoteEvent, KeptRow>({
  ...{ ...notes, indexes: [] },
  columns: { ...notes.columns, version: 'integer' },
  evolve: (row, event, key) => {
    const next = notes.evolve(row, event, key)
    return next && { ...next, version: event.version }
  },
})
const personal: Personal<NoteEvent> = {
  NoteWritten: { subject: ({ noteId }) => `author-${noteId}`, fields: ['text'] },
}
const target = { projection: kept, schema: 'notes', role: noteRole }

let database: TestDatabase
let owner: Pool
let store: EventStore
/** What was sent to the database since a test began. */
let sent: string[]
let id = 0

beforeAll(async () => {
  const owners = noteOwners.map((it) => (it.schema === 'notes' ? { ...it, projections: [kept] } : it))
  database = await createTestDatabase(owners)
  owner = database.pool({ max: 6, patient: true })
  const pool = database.pool({ role: noteRole, schema: 'notes', max: 10 })
  sent = statementsOf(pool)
  store = createEventStore({
    ...{ pool, schema: 'notes', projections: [kept], personal, keyring },
    wake: createLocalWake(),
  })
})
afterAll(() => database.drop())
beforeEach(() => {
  id += 1
})

const snapshot = (): Snapshot<NoteState> => ({
  projection: kept,
  key: id,
  subject: `author-${id}`,
  state: ({ open }: KeptRow) => (open ? 'open' : 'closed'),
})
const handle = (tx: Tx, command: { type: 'WriteNote'; text: string } | { type: 'CloseNote' }) =>
  store.handle(tx, {
    ...{ stream: `note-${id}`, decider: note, metadata, snapshot: snapshot() },
    command: { ...command, noteId: id },
  })
const write = (text: string) => store.commit((tx) => handle(tx, { type: 'WriteNote', text }))
const close = () => store.commit((tx) => handle(tx, { type: 'CloseNote' }))
const row = async () => (await run<KeptRow>(store.pool, sql`SELECT * FROM notes WHERE id = ${id}`))[0]
const eventsRead = () => sent.filter((text) => text.includes('FROM es.events e'))

describe('a row that is as good as its stream', () => {
  it('is read in the place of the events', async () => {
    await write('one')
    await write('two')
    sent.length = 0
    expect(await write('three')).toBe('open')
    expect(await close()).toBe('closed')
    await expect(close()).rejects.toThrow('Only an open note')
    expect(eventsRead()).toEqual([])
    expect(await row()).toEqual({ id, text: 'three', open: false, version: 4 })
    await rebuildProjection(target, { pool: owner, keyring })
    expect(await row()).toEqual({ id, text: 'three', open: false, version: 4 })
  })

  it('is not looked for behind a number that was just drawn', async () => {
    sent.length = 0
    await store.commit((tx) =>
      store.handle(tx, {
        ...{ stream: `note-${id}`, decider: note, metadata, snapshot: snapshot(), isNew: true },
        command: { type: 'WriteNote', noteId: id, text: 'one' },
      }),
    )
    expect(sent.filter((text) => text.includes('$wrapped'))).toEqual([])
  })

  it('is one reading for all that ask at the same moment', async () => {
    const all = Array.from({ length: 5 }, (_, i) => id + i)
    const each = (work: () => Promise<unknown>) =>
      Promise.all(
        all.map((one) => {
          id = one
          return work()
        }),
      )
    await each(() => write('one'))
    sent.length = 0
    await each(close)
    expect(sent.filter((text) => text.includes('$wrapped'))).toHaveLength(1)
  })

  it('is not believed where the stream is further', async () => {
    await write('one')
    await write('two')
    await owner.query(sql`UPDATE notes.notes SET version = 1 WHERE id = ${id}`)
    expect(await close()).toBe('closed')
    expect(await row()).toEqual({ id, text: 'two', open: false, version: 3 })
  })

  it('is not looked at for somebody who was erased and of whom it still speaks', async () => {
    await write('Prudence Oakley')
    // as between the end of a key and the end of the rebuild that follows
    await eraseSubjects([`author-${id}`], {
      ...{ pool: owner, keyring, targets: [], metadata },
      now: new Date(),
    })
    expect((await row())?.text).toBe('Prudence Oakley')
    await close()
    expect(await row()).toEqual({ id, text: '[erased]', open: false, version: 2 })
  })

  it('is not written back when its person is erased meanwhile', async () => {
    await write('Prudence Oakley')
    let attempts = 0
    await store.commit(async (tx) => {
      attempts += 1
      await handle(tx, { type: 'CloseNote' })
      if (attempts === 1)
        await eraseSubjects([`author-${id}`], {
          ...{ pool: owner, keyring, targets: [target], metadata },
          now: new Date(),
        })
    })
    expect(attempts).toBe(2)
    expect(await row()).toEqual({ id, text: '[erased]', open: false, version: 2 })
  })
})
