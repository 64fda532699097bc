import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type Pool, run, sql } from '../db.ts'
import { commit, type EventStore, execute } from '../event-store/index.ts'
import { migrate, type SchemaDefinition } from '../migrate.ts'
import {
  defineProjection,
  dropVersion,
  int,
  type RowOf,
  rebuildProjection,
  text,
  verifyProjection,
} from '../projections/index.ts'
import { createTestDatabase, type TestDatabase } from '../testing/index.ts'
import { type NoteEvent, noteAggregate, noteOwners, notes, origin } from '../testing/note.ts'
import {
  createInProcessNotifier,
  listSubscriptions,
  processBatch,
  projectionSubscription,
  runSubscription,
} from './index.ts'

type NoteWritten = Extract<NoteEvent, { type: 'NoteWritten' }>

/** How often each text was written: rows of many streams, kept by a service that owns none of them. */
const counts = defineProjection<NoteWritten>()({
  name: 'textCounts',
  version: 1,
  columns: { text, written: int },
  spansStreams: true,
  key: ({ data }) => data.text,
  on: { NoteWritten: (row, { data: { text } }) => ({ text, written: (row?.written ?? 0) + 1 }) },
})

/** What each note said first. */
const beginnings = defineProjection<NoteWritten>()({
  name: 'beginnings',
  version: 1,
  columns: { id: int, text },
  key: ({ data }) => data.noteId,
  on: { NoteWritten: (row, { data }) => (row ? { ...row } : { id: data.noteId, text: data.text }) },
})

const role = 'plumbline_reports'
const reports: SchemaDefinition = {
  schema: 'reports',
  role,
  grants: noteOwners[1]?.grants?.map((grant) => grant.replace('plumbline_notes', role)) ?? [],
  migrations: [],
  asyncProjections: [counts, beginnings],
}
const target = { projection: counts, schema: 'reports', role, async: true }

let database: TestDatabase
let owner: Pool
let reader: Pool
let store: EventStore
const notifier = createInProcessNotifier()

beforeAll(async () => {
  database = await createTestDatabase([...noteOwners, reports])
  owner = database.pool({ max: 6, longRunning: true })
  reader = database.pool({ role, schema: 'reports' })
  const pool = database.pool({ role: 'plumbline_notes', schema: 'notes' })
  store = { pool, projections: [notes], notifier }
})
afterAll(() => database.drop())

let counter = 0
beforeEach(async () => {
  counter += 1_000
  await owner.query(
    `UPDATE es.subscriptions SET position = es.high_water_mark() WHERE name = 'reports.textCounts'`,
  )
})

const write = (noteId: number, text: string) =>
  commit(store, origin, (ctx) => {
    const id = counter + noteId
    return execute(ctx, noteAggregate, id, { type: 'WriteNote', text })
  })
const rows = (where = '') =>
  run<RowOf<typeof counts.columns>>(reader, {
    text: `SELECT * FROM text_counts ${where} ORDER BY text`,
    values: [],
  })
const mine = async () => (await listSubscriptions(owner)).filter((it) => it.name === 'reports.textCounts')

describe('a read model of others’ events', () => {
  it('follows the log behind its checkpoint', async () => {
    await write(1, 'hello')
    await write(2, 'hello')
    expect(await processBatch(reader, projectionSubscription('reports', counts))).toBe('idle')
    expect(await rows()).toEqual([{ text: 'hello', written: 2 }])
  })

  it('is not written when an event leaves a row unchanged', async () => {
    const follow = () => processBatch(reader, projectionSubscription('reports', beginnings))
    const id = counter + 1
    const whole = async () => run(reader, sql`SELECT id, text, xmin::text FROM beginnings WHERE id = ${id}`)
    await write(1, 'first')
    await follow()
    const first = await whole()
    expect(first).toMatchObject([{ id, text: 'first' }])
    await write(1, 'second')
    await follow()
    expect(await whole()).toEqual(first)
  })

  it('is rebuilt under load without missing or duplicate events, and is never seen half-built', async () => {
    const stop = new AbortController()
    const running = runSubscription(projectionSubscription('reports', counts), {
      pool: reader,
      notifier,
      log: database.log,
      signal: stop.signal,
      pollIntervalMs: 20,
    })
    let writing = true
    let written = 0
    const observed = { seen: 0, fell: false }
    const writers = Array.from({ length: 4 }, async (_, w) => {
      while (writing) {
        written += 1
        await write(w * 200 + 1, 'busy')
      }
    })
    const watching = (async () => {
      while (writing) {
        const [row] = await rows(`WHERE text = 'busy'`)
        const now = row?.written ?? 0
        if (now < observed.seen) observed.fell = true
        observed.seen = now
      }
    })()
    for (let i = 0; i < 3; i++) await rebuildProjection(target, { pool: owner })
    expect((await verifyProjection(target, { pool: owner })).differences).toEqual([])
    writing = false
    await Promise.all([...writers, watching])
    expect(observed.fell).toBe(false)
    await expect
      .poll(async () => (await rows(`WHERE text = 'busy'`))[0]?.written, { timeout: 5_000 })
      .toBe(written)
    stop.abort()
    await running
    expect((await verifyProjection(target, { pool: owner })).differences).toEqual([])
  })

  it('verification finds no difference when a subscription is only behind', async () => {
    await write(900, 'late')
    expect((await verifyProjection(target, { pool: owner })).differences).toEqual([])
    await processBatch(reader, projectionSubscription('reports', counts))
    expect((await verifyProjection(target, { pool: owner })).differences).toEqual([])
  })

  it('verification finds a row that was changed by hand', async () => {
    await reader.query(`UPDATE text_counts SET written = written + 1 WHERE text = 'hello'`)
    expect((await verifyProjection(target, { pool: owner })).differences).toEqual(['hello'])
    await rebuildProjection(target, { pool: owner })
    expect((await verifyProjection(target, { pool: owner })).differences).toEqual([])
  })

  it('of a new version is filled beside the older one, which goes on', async () => {
    const next: typeof counts = {
      ...counts,
      version: 2,
      evolve: (_, { data }) => ({ text: data.text.toUpperCase(), written: 1 }),
    }
    await write(1, 'shout')
    await migrate(owner, [{ ...reports, asyncProjections: [next, beginnings] }])
    await rebuildProjection({ ...target, projection: next }, { pool: owner })
    expect((await mine()).map(({ version, kind, status }) => ({ version, kind, status }))).toEqual([
      { version: 1, kind: 'projection', status: 'live' },
      { version: 2, kind: 'projection', status: 'live' },
    ])
    const newer = () => run(owner, sql`SELECT * FROM reports_text_counts_v2.text_counts WHERE text = 'SHOUT'`)
    expect(await newer()).toHaveLength(1)
    expect(await rows(`WHERE text = 'shout'`)).toHaveLength(0)
    await processBatch(reader, projectionSubscription('reports', counts))
    expect(await rows(`WHERE text = 'shout'`)).toHaveLength(1)
    await dropVersion(owner, { name: 'reports.textCounts', version: 2 })
  })

  it('has no dead-lettered streams after a rebuild', async () => {
    await owner.query(
      `INSERT INTO es.parked (subscription, version, position, stream_id, error) VALUES ('reports.textCounts', 1, 1, 'note-1', 'x')`,
    )
    await rebuildProjection(target, { pool: owner })
    const parked = await run(owner, { text: `SELECT 1 FROM es.parked`, values: [] })
    expect(parked).toEqual([])
  })

  it('that is new in an existing log waits for its rebuild', async () => {
    const late = { ...counts, name: 'lateCounts' }
    await migrate(owner, [{ ...reports, asyncProjections: [counts, late] }])
    const [it] = (await listSubscriptions(owner)).filter((row) => row.name === 'reports.lateCounts')
    expect(it).toMatchObject({ kind: 'projection', status: 'building', position: '0' })
    await rebuildProjection({ ...target, projection: late }, { pool: owner })
    const [built] = (await listSubscriptions(owner)).filter((row) => row.name === 'reports.lateCounts')
    expect(built?.status).toBe('live')
    expect(BigInt(built?.position ?? 0)).toBeGreaterThan(0n)
  })
})
