import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { inTransaction, type Pool, run, sql, type Tx } from '../db.ts'
import { type Keyed, once } from '../http/idempotency.ts'
import {
  createTestDatabase,
  testKeyring as keyring,
  statementsOf,
  type TestDatabase,
} from '../testing/index.ts'
import { metadata, type NoteEvent, type NoteRow, note, noteOwners, noteRole, notes } from '../testing/note.ts'
import {
  createEventStore,
  createLocalWake,
  type EventStore,
  eraseSubjects,
  type Personal,
  readStream,
  rebuildProjection,
  verifyProjection,
} from './index.ts'

const personal: Personal<NoteEvent> = {
  NoteWritten: { subject: ({ noteId }) => `author-${noteId}`, fields: ['text'] },
}
const target = { projection: notes, schema: 'notes', role: noteRole }

let database: TestDatabase
let owner: Pool
let store: EventStore
/** What was sent to the database since a test began. */
let sent: string[]

beforeAll(async () => {
  database = await createTestDatabase(noteOwners)
  owner = database.pool({ max: 6, patient: true })
  const pool = database.pool({ role: noteRole, schema: 'notes', max: 10 })
  sent = statementsOf(pool)
  store = createEventStore({
    ...{ pool, schema: 'notes', projections: [notes], personal, keyring },
    wake: createLocalWake(),
  })
})
afterAll(() => database.drop())

const write = (tx: Tx, noteId: number, text: string) =>
  store.handle(tx, {
    ...{ stream: `note-${noteId}`, decider: note, metadata },
    command: { type: 'WriteNote', noteId, text },
  })
const close = (tx: Tx, noteId: number) =>
  store.handle(tx, {
    ...{ stream: `note-${noteId}`, decider: note, metadata },
    command: { type: 'CloseNote', noteId },
  })
const texts = async (id: number) =>
  (await readStream<NoteEvent>(store.pool, `note-${id}`, { keyring })).map(
    ({ data }) => (data as { text?: string }).text,
  )
const row = async (id: number) =>
  (await run<NoteRow>(store.pool, sql`SELECT id, text, open FROM notes WHERE id = ${id}`))[0]
const keyOf = (key: string): Keyed => ({ scope: 'at once', key, fingerprint: key })

describe('a command that reads and appends', () => {
  it('is one statement behind what it reads, without BEGIN and COMMIT', async () => {
    await store.commit((tx) => write(tx, 1, 'first'))
    sent.length = 0
    await store.commit((tx) => once(tx, keyOf('one'), () => write(tx, 1, 'second')))
    // the history; then the event, the row and the answer
    expect(sent.map((text) => /^\w+/.exec(text)?.[0])).toEqual(['SELECT', 'WITH'])
    expect(await texts(1)).toEqual(['first', 'second'])
    expect(await row(1)).toEqual({ id: 1, text: 'second', open: true })
    expect(await run(owner, sql`SELECT answer FROM notes.idempotency WHERE key = 'one'`)).toEqual([
      { answer: 'open' },
    ])
  })

  it('is not done again under the same key', async () => {
    let runs = 0
    const again = () =>
      store.commit((tx) =>
        once(tx, keyOf('again'), async () => {
          runs += 1
          await write(tx, 5, `run ${runs}`)
          return runs
        }),
      )
    expect([await again(), await again()]).toEqual([1, 1])
    expect(runs).toBe(2)
    expect(await texts(5)).toEqual(['run 1'])
    expect(await row(5)).toEqual({ id: 5, text: 'run 1', open: true })
  })

  it('is seen by what is asked after it, and is gone with the transaction', async () => {
    const boom = store.commit(async (tx) => {
      await write(tx, 2, 'never')
      expect(await run(tx, sql`SELECT text FROM notes WHERE id = 2`)).toEqual([{ text: 'never' }])
      throw new Error('boom')
    })
    await expect(boom).rejects.toThrow('boom')
    await expect(
      store.commit(async (tx) => {
        await write(tx, 2, 'never')
        throw new Error('boom')
      }),
    ).rejects.toThrow('boom')
    expect([await texts(2), await row(2)]).toEqual([[], undefined])
  })

  it('reads together with others of the same moment and writes its own rows alone', async () => {
    const ids = Array.from({ length: 8 }, (_, i) => 30 + i)
    await Promise.all(ids.map((id) => store.commit((tx) => write(tx, id, `note ${id}`))))
    sent.length = 0
    await Promise.all(ids.map((id) => store.commit((tx) => close(tx, id))))
    expect(sent.filter((text) => text.startsWith('SELECT')).length).toBeLessThan(ids.length)
    for (const id of ids) expect(await row(id)).toEqual({ id, text: `note ${id}`, open: false })
  })

  it('may be followed by others, which see it', async () => {
    await store.commit((tx) => write(tx, 6, 'open'))
    let attempts = 0
    const state = await store.commit(async (tx) => {
      attempts += 1
      await close(tx, 6)
      await write(tx, 6, 'again')
      await write(tx, 3, 'one')
      await write(tx, 4, 'other')
      return close(tx, 3)
    })
    expect([state, attempts]).toEqual(['closed', 1])
    expect(await row(3)).toEqual({ id: 3, text: 'one', open: false })
    expect(await row(4)).toEqual({ id: 4, text: 'other', open: true })
  })
})

describe('a command whose append is held while', () => {
  it('somebody else appends to its stream reads again', async () => {
    await store.commit((tx) => write(tx, 10, 'before'))
    let attempts = 0
    await store.commit(async (tx) => {
      attempts += 1
      await write(tx, 10, `mine ${attempts}`)
      if (attempts === 1) await store.commit((other) => write(other, 10, 'quicker'))
    })
    expect(await texts(10)).toEqual(['before', 'quicker', 'mine 2'])
    expect(await row(10)).toEqual({ id: 10, text: 'mine 2', open: true })
  })

  it('its read model is built anew writes what follows from the log', async () => {
    await store.commit((tx) => write(tx, 11, 'right'))
    await owner.query(`UPDATE notes.notes SET text = 'wrong' WHERE id = 11`)
    await store.commit(async (tx) => {
      await close(tx, 11)
      await rebuildProjection(target, { pool: owner, keyring })
    })
    expect(await row(11)).toEqual({ id: 11, text: 'right', open: false })
  })

  it('somebody of whom its row speaks is erased does not bring their words back', async () => {
    await store.commit((tx) => write(tx, 15, 'Prudence Oakley'))
    let attempts = 0
    await store.commit(async (tx) => {
      attempts += 1
      // says nothing of anybody itself
      await close(tx, 15)
      if (attempts === 1)
        await eraseSubjects(['author-15'], {
          ...{ pool: owner, keyring, targets: [target], metadata },
          now: new Date(),
        })
    })
    expect(attempts).toBe(2)
    expect(await row(15)).toEqual({ id: 15, text: '[erased]', open: false })
  })

  it('its person is erased is refused, and nothing of it is kept', async () => {
    await store.commit((tx) => write(tx, 12, 'Prudence Oakley'))
    const late = store.commit((tx) =>
      once(tx, keyOf('late'), async () => {
        await write(tx, 12, 'Prudence Oakley II')
        await eraseSubjects(['author-12'], {
          ...{ pool: owner, keyring, targets: [target], metadata },
          now: new Date(),
        })
      }),
    )
    await expect(late).rejects.toMatchObject({ code: 'ES410' })
    expect(await texts(12)).toEqual(['[erased]'])
    expect(await row(12)).toEqual({ id: 12, text: '[erased]', open: true })
    expect(await run(owner, sql`SELECT 1 FROM notes.idempotency WHERE key = 'late'`)).toEqual([])
  })

  it('its twin ends answers what the twin was answered', async () => {
    let runs = 0
    const twin = (text: string, meanwhile = async () => {}) =>
      store.commit((tx) =>
        once(tx, keyOf('twins'), async () => {
          runs += 1
          await write(tx, 13, text)
          await meanwhile()
          return text
        }),
      )
    expect(await twin('slow', async () => void (await twin('quick')))).toBe('quick')
    expect(runs).toBe(2)
    expect(await texts(13)).toEqual(['quick'])
  })

  it('its twin made it impossible answers what the twin was answered', async () => {
    await store.commit((tx) => write(tx, 14, 'open'))
    const twin = (before = async () => {}) =>
      store.commit((tx) =>
        once(tx, keyOf('closing twins'), async () => {
          await before()
          return close(tx, 14)
        }),
      )
    let first = true
    const beaten = twin(async () => {
      if (first) {
        first = false
        await twin()
      }
    })
    expect(await beaten).toBe('closed')
    expect(await texts(14)).toEqual(['open', undefined])
  })
})

it('a rebuild that swaps while a command’s statement is under way has its row as well', async () => {
  for (let id = 20; id < 25; id++) {
    // the statement has written its event and its row and waits for an answer that another is about to keep
    const under = `under way ${id}`
    let command: Promise<unknown> = Promise.resolve()
    let rebuilt: Promise<unknown> = Promise.resolve()
    const refused = inTransaction(store.pool, async (tx) => {
      await tx.query(sql`INSERT INTO idempotency (scope, key, fingerprint) VALUES ('at once', ${under}, '')`)
      command = store.commit((own) => once(own, keyOf(under), () => write(own, id, under)))
      await sleep(50)
      rebuilt = rebuildProjection(target, { pool: owner, keyring })
      await sleep(150 + 17 * (id - 20))
      throw new Error('and does not keep it')
    })
    await expect(refused).rejects.toThrow('and does not keep it')
    await Promise.all([command, rebuilt])
    expect(await row(id)).toEqual({ id, text: under, open: true })
  }
  expect((await verifyProjection(target, { pool: owner, keyring })).differences).toEqual([])
})

it('a key is not destroyed while a command’s statement that is sealed with it is under way', async () => {
  await store.commit((tx) => write(tx, 60, 'Prudence Oakley'))
  const key = async () =>
    (
      await run<{ wrapped: Buffer | null }>(
        owner,
        sql`SELECT wrapped FROM es.subject_keys WHERE subject = 'author-60'`,
      )
    )[0]?.wrapped
  let command: Promise<unknown> = Promise.resolve()
  let erased: Promise<unknown> = Promise.resolve()
  const refused = inTransaction(store.pool, async (tx) => {
    await tx.query(sql`INSERT INTO idempotency (scope, key, fingerprint) VALUES ('at once', 'sealing', '')`)
    command = store.commit((own) => once(own, keyOf('sealing'), () => write(own, 60, 'Prudence Oakley II')))
    await sleep(50)
    erased = eraseSubjects(['author-60'], {
      ...{ pool: owner, keyring, targets: [target], metadata },
      now: new Date(),
    })
    await sleep(100)
    expect(await key()).not.toBeNull()
    throw new Error('and does not keep it')
  })
  await expect(refused).rejects.toThrow('and does not keep it')
  await Promise.all([command, erased])
  expect(await key()).toBeNull()
  expect(await texts(60)).toEqual(['[erased]', '[erased]'])
})
