import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Pool, run, sql } from '../db.ts'
import { createOncePerKey, storeAnswer } from '../http/idempotency.ts'
import { foldRow, rebuildProjection, verifyProjection } from '../projections/index.ts'
import { createInProcessNotifier } from '../subscriptions/index.ts'
import { createTestDatabase, type TestDatabase } from '../testing/index.ts'
import {
  type NoteCommand,
  type NoteEvent,
  type NoteRow,
  note,
  noteAggregate,
  noteOwners,
  noteRole,
  notes,
  origin,
} from '../testing/note.ts'
import { commit, type EventStore, execute, fold, readStream } from './index.ts'

let database: TestDatabase
let owner: Pool
let store: EventStore

beforeAll(async () => {
  database = await createTestDatabase(noteOwners)
  owner = database.pool({ max: 6, longRunning: true })
  const pool = database.pool({ role: noteRole, schema: 'notes', max: 10 })
  store = { pool, projections: [notes], notifier: createInProcessNotifier() }
})
afterAll(() => database.drop())

type Step = {
  noteId: number
  type: NoteCommand['type']
  text: string
  /** Sent twice under one key. */
  twice: boolean
  /** The process dies before, or right after, the append: the transaction never commits. */
  dies: 'no' | 'before' | 'after'
}

const aStep: fc.Arbitrary<Step> = fc.record({
  noteId: fc.integer({ min: 1, max: 4 }),
  type: fc.constantFrom('WriteNote', 'WriteNote', 'CloseNote'),
  text: fc.string({ unit: 'grapheme', maxLength: 12 }).filter((text) => !text.includes('\0')),
  twice: fc.boolean(),
  dies: fc.constantFrom('no', 'no', 'no', 'before', 'after'),
})
/** Rounds follow each other; what stands in one round runs at the same time. */
const aHistory = fc.array(fc.array(aStep, { minLength: 1, maxLength: 5 }), { minLength: 1, maxLength: 6 })

const commandOf = ({ type, text }: Step): NoteCommand => (type === 'WriteNote' ? { type, text } : { type })

/** Runs one command as a request would; answers whether it was acknowledged. */
async function perform(step: Step, offset: number, key: string): Promise<boolean> {
  const noteId = offset + step.noteId
  try {
    const idempotencyKey = { scope: 'history', key, fingerprint: key }
    await createOncePerKey(store.pool, { findsFirst: false })(idempotencyKey, async () => ({
      answer: await commit(store, origin, async (ctx) => {
        if (step.dies === 'before') throw new Error('died')
        const { state } = await execute(ctx, noteAggregate, noteId, commandOf(step))
        storeAnswer(ctx.db, idempotencyKey, state)
        if (step.dies === 'after') throw new Error('died')
        return state
      }),
      position: undefined,
    }))
    return true
  } catch (error) {
    const passing = ['Only an open note can be closed.', 'died'].includes((error as Error).message)
    // three writers of one stream at once may use up the attempts: a conflict, not acknowledged
    if (passing || (error as { code?: string }).code === 'ES409') return false
    throw error
  }
}

let histories = 0

it('concurrent, duplicate and interrupted commands: what was acknowledged is stored once and every row is the fold of its stream', async () => {
  await fc.assert(
    fc.asyncProperty(aHistory, async (rounds) => {
      histories += 1
      const offset = histories * 10
      const acknowledged = new Map<number, number>()
      for (const round of rounds) {
        await Promise.all(
          round.map(async (step) => {
            const key = randomUUID()
            const results = await Promise.all(
              Array.from({ length: step.twice ? 2 : 1 }, () => perform(step, offset, key)),
            )
            if (results.some(Boolean)) {
              const id = offset + step.noteId
              acknowledged.set(id, (acknowledged.get(id) ?? 0) + 1)
            }
          }),
        )
      }
      for (let id = offset + 1; id <= offset + 4; id++) await checkNote(id, acknowledged.get(id) ?? 0)
    }),
    { numRuns: 25 },
  )
  await rebuildProjection({ projection: notes, schema: 'notes', role: noteRole }, { pool: owner })
  expect(
    (await verifyProjection({ projection: notes, schema: 'notes' }, { pool: owner })).differences,
  ).toEqual([])
})

async function checkNote(id: number, acknowledged: number): Promise<void> {
  const events = await readStream<NoteEvent>(store.pool, `note-${id}`)
  expect(events).toHaveLength(acknowledged)
  expect(events.map((event) => event.version)).toEqual(events.map((_, i) => i + 1))
  const positions = events.map((event) => event.position)
  expect(positions).toEqual(positions.toSorted((a, b) => (a < b ? -1 : 1)))
  // every command makes one event, so the model of a note is its last text and whether it was closed
  const row = foldRow(notes, events)
  const stored = await run<NoteRow>(store.pool, sql`SELECT id, text, open FROM notes WHERE id = ${id}`)
  expect(stored).toEqual(row ? [row] : [])
  expect(fold(note, events)).toBe(row === null ? 'missing' : row.open ? 'open' : 'closed')
}
