import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { type Pool, run, sql } from '../db.ts'
import { appendEvents, commit, type EventStore, execute } from '../event-store/index.ts'
import { migrate } from '../migrate.ts'
import { createInProcessNotifier, listSubscriptions } from '../subscriptions/index.ts'
import { createTestDatabase, type TestDatabase } from '../testing/index.ts'
import {
  type NoteEvent,
  type NoteRow,
  noteAggregate,
  noteOwners,
  noteRole,
  notes,
  origin,
} from '../testing/note.ts'
import { defineProjection, int, rebuildProjection, timestamptz, verifyProjection } from './index.ts'

const databases: TestDatabase[] = []
let pool: Pool
let store: EventStore

beforeEach(async () => {
  const database = await createTestDatabase(noteOwners)
  databases.push(database)
  pool = database.pool({ max: 8, longRunning: true })
  const service = database.pool({ role: noteRole, schema: 'notes', max: 10 })
  store = { pool: service, projections: [notes], notifier: createInProcessNotifier() }
})
afterAll(async () => {
  for (const database of databases) await database.drop()
})

const target = { projection: notes, schema: 'notes', role: noteRole }
const write = (noteId: number, text: string) =>
  commit(store, origin, (ctx) => execute(ctx, noteAggregate, noteId, { type: 'WriteNote', text }))
const close = (noteId: number) =>
  commit(store, origin, (ctx) => execute(ctx, noteAggregate, noteId, { type: 'CloseNote' }))
const all = () => run<NoteRow>(store.pool, sql`SELECT * FROM notes ORDER BY id`)
const awkward = [
  'tab\there',
  'back\\slash \\N',
  'line\nbreak\r',
  '"quotes" \'and\' {braces}',
  '👩🏽‍🔧 שלום',
  '',
]

const orders = [
  { order: 'stream', spansStreams: false },
  { order: 'log', spansStreams: true },
]

describe('a rebuild', () => {
  it('that gets one connection of two gives it back', async () => {
    const database = databases.at(-1) as TestDatabase
    const small = database.pool({ max: 1 })
    await expect(rebuildProjection(target, { pool: small })).rejects.toThrow('timeout exceeded')
    expect((await small.query('SELECT 1 AS one')).rows).toEqual([{ one: 1 }])
  })

  it.each(orders)('by $order gives the rows that were there', async ({ spansStreams }) => {
    for (const [i, text] of awkward.entries()) await write(i + 1, text)
    await close(2)
    const before = await all()
    const { events } = await rebuildProjection(
      { ...target, projection: { ...notes, spansStreams } },
      { pool },
    )
    expect(await all()).toEqual(before)
    expect(events).toBe(awkward.length + 1)
  })

  it('corrects rows that were changed by hand', async () => {
    await write(1, 'right')
    await pool.query(`UPDATE notes.notes SET text = 'wrong'`)
    await pool.query(`INSERT INTO notes.notes VALUES (99, 'ghost', true)`)
    expect(await verifyProjection(target, { pool })).toEqual({ rows: 2, differences: ['1', '99'] })
    await rebuildProjection(target, { pool })
    expect(await all()).toEqual([{ id: 1, text: 'right', open: true }])
    expect(await verifyProjection(target, { pool })).toEqual({ rows: 1, differences: [] })
    await write(1, 'and goes on')
    expect(await all()).toEqual([{ id: 1, text: 'and goes on', open: true }])
  })

  it('rejects an inline read model that one append cannot compute', async () => {
    const projection = { ...notes, spansStreams: true, name: 'impossibleNotes' }
    await expect(
      migrate(pool, [{ schema: 'notes', projections: [projection], migrations: [] }]),
    ).rejects.toThrow('notes.impossibleNotes cannot be inline')
  })

  it('under load loses no write, fails no request and is correct at the end', async () => {
    for (let id = 1; id <= 200; id++) await write(id, 'before')
    let going = true
    const failures: unknown[] = []
    let reads = 0
    const writers = Array.from({ length: 4 }, async (_, lane) => {
      for (let n = 0; going; n++)
        await write(1 + ((lane * 50 + n) % 300), `${lane}-${n}`).catch((error) => failures.push(error))
    })
    const readers = Array.from({ length: 2 }, async () => {
      while (going) {
        const rows = await all().catch((error) => {
          failures.push(error)
          return []
        })
        if (rows.length < 200) failures.push(new Error(`saw ${rows.length} rows`))
        reads += 1
      }
    })
    const pauses: number[] = []
    for (let n = 0; n < 3; n++) {
      pauses.push((await rebuildProjection(target, { pool })).pausedMs)
      await sleep(50)
    }
    const verified = await verifyProjection(target, { pool })
    going = false
    await Promise.all([...writers, ...readers])
    expect(failures).toEqual([])
    expect(reads).toBeGreaterThan(10)
    // of a busy machine one may be long
    expect(Math.min(...pauses)).toBeLessThan(2_000)
    expect(verified.differences).toEqual([])
    expect((await verifyProjection(target, { pool })).differences).toEqual([])
  })

  it('is rejected while another process rebuilds the same read model', async () => {
    await write(1, 'x')
    const otherSession = await pool.connect()
    await otherSession.query(sql`SELECT pg_advisory_lock(17749, hashtext('notes.notes'))`)
    await expect(rebuildProjection(target, { pool })).rejects.toThrow('notes.notes is being rebuilt already.')
    await expect(verifyProjection(target, { pool })).rejects.toThrow('notes.notes is being rebuilt already.')
    otherSession.release(true)
    await expect
      .poll(() =>
        rebuildProjection(target, { pool }).then(
          () => true,
          () => false,
        ),
      )
      .toBe(true)
  })

  it.each(orders)(
    'by $order makes indexes that are used at once, whatever older transaction goes on',
    async ({ spansStreams }) => {
      const older = await pool.connect()
      await older.query('BEGIN; SELECT txid_current()')
      // one row is made of more events than a page has
      for (const [noteId, count] of [
        [1, 2],
        [2, 6_000],
        [3, 2],
      ] as const)
        await appendEvents(pool, {
          stream: `note-${noteId}`,
          expectedVersion: 0,
          events: Array.from({ length: count }, (_, n) => ({
            type: 'NoteWritten' as const,
            data: { noteId, text: `text ${n + 1}` },
          })),
          metadata: origin.metadata,
        })
      const projection = { ...notes, spansStreams, indexes: ['(text)'] }
      await rebuildProjection({ ...target, projection }, { pool }).finally(() => older.release(true))
      const { rows } = await pool.query(
        `SELECT count(*)::int AS indexes, count(*) FILTER (WHERE indcheckxmin)::int AS unused FROM pg_index
         WHERE indrelid = 'notes_notes_v1.notes'::regclass`,
      )
      expect(rows).toEqual([{ indexes: 2, unused: 0 }])
      expect((await all()).map(({ text }) => text)).toEqual(['text 2', 'text 6000', 'text 2'])
    },
  )

  it('releases its lock when it is done', async () => {
    await write(1, 'x')
    for (let n = 0; n < 15; n++) {
      await verifyProjection(target, { pool })
      await rebuildProjection(target, { pool })
    }
  })

  it('that is killed leaves the live table unchanged, and the next one succeeds', async () => {
    await write(1, 'kept')
    const dies = rebuildProjection(target, {
      pool,
      progress: () => {
        throw new Error('killed')
      },
    })
    await expect(dies).rejects.toThrow('killed')
    expect(await all()).toEqual([{ id: 1, text: 'kept', open: true }])
    await rebuildProjection(target, { pool })
    expect(await all()).toEqual([{ id: 1, text: 'kept', open: true }])
  })

  it.each(orders)('by $order reads older shapes as today wants them', async ({ spansStreams }) => {
    await write(1, 'quiet')
    const upcasters = {
      NoteWritten: [(data: { noteId: number; text: string }) => ({ ...data, text: data.text.toUpperCase() })],
    }
    await rebuildProjection({ ...target, projection: { ...notes, spansStreams, upcasters } }, { pool })
    expect(await all()).toEqual([{ id: 1, text: 'QUIET', open: true }])
  })

  it('is of the same rows as appends write: one that needs an event’s place in the log is refused there', async () => {
    const recorded: typeof notes = {
      ...notes,
      evolve: (row, event) => {
        const next = notes.evolve(row, event)
        return next && { ...next, text: event.recordedAt }
      },
    }
    const careless = { ...store, projections: [recorded] }
    const written = commit(careless, origin, (ctx) =>
      execute(ctx, { ...noteAggregate, projection: recorded }, 1, {
        type: 'WriteNote',
        text: 'x',
      }),
    )
    await expect(written).rejects.toThrow('reads metadata that its events do not have yet')
    expect(await all()).toEqual([])
  })

  it('fills a new version beside the one in use, which goes on', async () => {
    await write(1, 'four')
    await write(2, 'seven!!')
    await close(2)
    const lengths = defineProjection<NoteEvent>()({
      name: 'notes',
      version: 2,
      columns: { id: int, length: int, closedAt: timestamptz.null },
      indexes: ['(length)'],
      key: ({ data }) => data.noteId,
      on: {
        NoteWritten: (_, { data }) => ({ id: data.noteId, length: data.text.length, closedAt: null }),
        NoteClosed: (row, event) => row && { ...row, closedAt: event.recordedAt },
      },
    })
    const next = { schema: 'notes', role: noteRole, asyncProjections: [lengths] }
    await migrate(pool, [{ ...next, migrations: [] }])
    const plain = () => run(pool, sql`SELECT * FROM notes.notes ORDER BY id`)
    expect(await plain()).toEqual(await all())
    await rebuildProjection({ ...target, projection: lengths, async: true }, { pool })
    const rows = [
      { id: 1, length: 4, closed_at: null },
      { id: 2, length: 7, closed_at: expect.any(String) },
    ]
    expect(await run(pool, sql`SELECT * FROM notes_notes_v2.notes ORDER BY id`)).toEqual(rows)
    expect(await plain()).toEqual(rows)
    await write(1, 'goes on')
    expect(await all()).toEqual([
      { id: 1, text: 'goes on', open: true },
      { id: 2, text: 'seven!!', open: false },
    ])
    expect(await listSubscriptions(pool)).toMatchObject([
      { name: 'notes.notes', version: 1, kind: 'inline', status: 'live' },
      { name: 'notes.notes', version: 2, kind: 'projection', status: 'live' },
    ])
  })
})
