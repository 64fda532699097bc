import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Pool, run, sql } from '../db.ts'
import type { Personal } from '../encryption/index.ts'
import { isUnavailable } from '../errors.ts'
import { createOncePerKey, storeAnswer } from '../http/idempotency.ts'
import { rebuildProjection, verifyProjection } from '../projections/index.ts'
import { createInProcessNotifier, processBatch, type Subscription } from '../subscriptions/index.ts'
import { type Death, dieAt } from '../testing/dying.ts'
import { createTestDatabase, testKeyring as keyring, type TestDatabase } from '../testing/index.ts'
import { type NoteEvent, noteAggregate, noteOwners, noteRole, notes, origin } from '../testing/note.ts'
import { commit, type EventStore, execute, readStream } from './index.ts'

const personal: Personal<NoteEvent> = {
  NoteWritten: { subject: ({ noteId }) => `author-${noteId}`, fields: ['text'] },
}
const target = { projection: notes, schema: 'notes', role: noteRole }
const role = { role: noteRole, schema: 'notes' }

let database: TestDatabase
let pool: Pool
let owner: Pool

beforeAll(async () => {
  database = await createTestDatabase([
    ...noteOwners,
    {
      schema: 'told',
      role: noteRole,
      migrations: [{ id: 'told', sql: 'CREATE TABLE told (note_id integer)' }],
    },
  ])
  pool = database.pool(role)
  owner = database.pool({ max: 6, longRunning: true })
})
afterAll(() => database.drop())

const storeOn = (on: Pool): EventStore => ({
  pool: on,
  projections: [notes],
  personal,
  keyring,
  notifier: createInProcessNotifier(),
})

/** A request as a service answers it: once per key, read, decide, append, project; `more` statements around it. */
const writeNote = async (on: Pool, noteId: number, text: string, more = false) => {
  const key = { scope: 'death', key: `note ${noteId} ${text}`, fingerprint: text }
  const write = () =>
    commit(storeOn(on), origin, async (ctx) => {
      if (more) await ctx.db.query('SELECT 1')
      const { state } = await execute(ctx, noteAggregate, noteId, { type: 'WriteNote', text })
      if (more) await ctx.db.query('SELECT 2')
      storeAnswer(ctx.db, key, state)
      return state
    })
  const outcome = await createOncePerKey(on, { findsFirst: false })(key, async () => ({
    answer: await write(),
    position: undefined,
  }))
  return outcome.answer
}

const deaths: Death['moment'][] = ['before', 'after']

/** Does the work in a process that dies at its first statement, its second, and so on until one lives. */
async function dieEverywhere(
  options: Parameters<TestDatabase['pool']>[0],
  moment: Death['moment'],
  work: (on: Pool, n: number) => Promise<unknown>,
  afterwards: (n: number) => Promise<void>,
): Promise<number> {
  for (let n = 1; ; n++) {
    const dying = database.pool(options)
    const { died, backends } = dieAt(dying, { at: n, moment })
    const failure = await work(dying, n).then(
      () => undefined,
      (error: unknown) => error,
    )
    if (!died()) return n - 1
    // the last statement may have been answered all the same
    if (failure !== undefined) expect(isUnavailable(failure) || String(failure)).toBe(true)
    await gone(backends())
    await afterwards(n)
  }
}

/** A statement that was sent may still be running for a moment after its sender died. */
const gone = (backends: number[]) =>
  expect
    .poll(() => run(owner, sql`SELECT 1 FROM pg_stat_activity WHERE pid = ANY(${backends})`), {
      timeout: 10_000,
      interval: 5,
    })
    .toEqual([])

it.each([
  ['alone', 'before', 6],
  ['alone', 'after', 6],
  ['among other statements', 'before', 8],
  ['among other statements', 'after', 8],
] as const)(
  'a command %s that is killed %s any of its statements is stored once when it is asked for again',
  async (way, moment, statements) => {
    const isAlone = way === 'alone'
    const id = (n: number) => (moment === 'before' ? 100 : 200) + (isAlone ? 0 : 50) + n
    const outcomes = new Set<number>()
    const points = await dieEverywhere(
      role,
      moment,
      (on, n) => writeNote(on, id(n), 'hello', !isAlone),
      async (n) => {
        const halfway = await readStream<NoteEvent>(pool, `note-${id(n)}`, { keyring })
        const rows = await run(pool, sql`SELECT 1 FROM notes WHERE id = ${id(n)}`)
        outcomes.add(halfway.length)
        // all of it or nothing
        expect(rows).toHaveLength(halfway.length)
        await writeNote(pool, id(n), 'hello')
        const stored = await readStream<NoteEvent>(pool, `note-${id(n)}`, { keyring })
        expect(stored.map(({ version, data }) => ({ version, data }))).toEqual([
          { version: 1, data: { noteId: id(n), text: 'hello' } },
        ])
      },
    )
    expect(points).toBe(statements)
    // the last one that was sent and not answered is the one that a repeat must recognize
    expect([...outcomes]).toEqual(moment === 'before' ? [0] : [0, 1])
    expect((await verifyProjection(target, { pool: owner, keyring })).differences).toEqual([])
  },
)

it.each(deaths)(
  'a subscription killed %s any of its statements processes every event once',
  async (moment) => {
    const name = `teller-${moment}`
    const teller: Subscription = {
      name,
      version: 1,
      kind: 'reactor',
      types: ['NoteWritten'],
      apply: async (tx, events) => {
        for (const event of events as readonly { data: { noteId: number } }[])
          await tx.query(sql`INSERT INTO told.told VALUES (${event.data.noteId})`)
      },
    }
    await owner.query('TRUNCATE told.told')
    await owner.query(
      sql`INSERT INTO es.subscriptions (name, version, kind, status, position)
        VALUES (${name}, 1, 'reactor', 'live', es.high_water_mark())`,
    )
    const first = moment === 'before' ? 300 : 400
    let written = 0
    const points = await dieEverywhere(
      role,
      moment,
      async (on, n) => {
        written = n
        await writeNote(pool, first + n, 'tell')
        await processBatch(on, teller, { keyring })
      },
      async () => {
        await processBatch(pool, teller, { keyring })
      },
    )
    expect(points).toBeGreaterThanOrEqual(4)
    const noted = await run<{ id: number }>(owner, sql`SELECT note_id AS id FROM told.told ORDER BY note_id`)
    expect(noted.map(({ id }) => id)).toEqual(Array.from({ length: written }, (_, i) => first + i + 1))
  },
)

it.each(deaths)(
  'a rebuild killed %s any of its statements leaves the live rows right, and the next one ends',
  async (moment) => {
    const points = await dieEverywhere(
      { max: 6, longRunning: true },
      moment,
      (on) => rebuildProjection(target, { pool: on, keyring }),
      async () => {
        expect((await verifyEventually()).differences).toEqual([])
      },
    )
    expect(points).toBeGreaterThanOrEqual(15)
  },
)

/** The server may take a moment to notice that a process was killed and to release its locks. */
async function verifyEventually() {
  for (let attempt = 1; ; attempt++) {
    try {
      return await verifyProjection(target, { pool: owner, keyring })
    } catch (error) {
      if (attempt === 50 || !String(error).includes('being rebuilt already')) throw error
      await new Promise((resolve) => setTimeout(resolve, 50))
    }
  }
}
