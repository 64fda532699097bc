import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type Db, inTransaction, type Pool, run, sql } from '../db.ts'
import { eraseSubjects } from '../encryption/index.ts'
import { appendEvents, commit, type EventStore, execute, readStream } from '../event-store/index.ts'
import { connectionOf, migrate, type SchemaDefinition } from '../migrate.ts'
import {
  type AnnouncedReleases,
  announceReleases,
  createInProcessNotifier,
  createPgNotifier,
  createWaitForPosition,
  highWaterMark,
  inlineSubscription,
  listSubscriptions,
  processBatch,
  relayPgNotifications,
  retryDeadLettered,
  runSubscription,
  type Subscription,
  waitForInlineReadModels,
} from '../subscriptions/index.ts'
import { createTestDatabase, testKeyring as keyring, type TestDatabase } from '../testing/index.ts'
import { metadata, type NoteEvent, noteAggregate, noteOwners, notes, origin } from '../testing/note.ts'
import { applyStreams } from './applyEvents.ts'
import {
  defineProjection,
  dropUnreadVersions,
  dropVersion,
  int,
  listVersions,
  rebuildProjection,
  releaseOf,
  verifyProjection,
} from './index.ts'

const [es, before] = noteOwners as [SchemaDefinition, SchemaDefinition]

/** The next release counts the words of a note, instead of keeping its text. */
const wordCounts = defineProjection<NoteEvent>()({
  name: notes.name,
  version: 2,
  columns: { id: int, words: int },
  key: notes.key,
  on: {
    NoteWritten: (_, { data }) => ({ id: data.noteId, words: data.text.split(' ').length }),
    NoteClosed: (row) => row && { ...row, words: 0 },
  },
})
const after: SchemaDefinition = { ...before, projections: [wordCounts] }

type ReleaseUnderTest = {
  definition: SchemaDefinition
  pool: Pool
  store: EventStore
  subscription: Subscription
  /** As a web process does before it answers. */
  announce: () => Promise<AnnouncedReleases>
  /** Until its read models hold everything so far; answers how to stop it. */
  startWorker: () => Promise<() => Promise<void>>
}

let database: TestDatabase
let owner: Pool
let started: (() => Promise<unknown>)[]
const databases: TestDatabase[] = []

beforeEach(async () => {
  database = await createTestDatabase([es, before])
  databases.push(database)
  owner = database.pool({ max: 6, longRunning: true })
  started = []
})
afterEach(async () => {
  await Promise.all(started.map((stop) => stop()))
})
afterAll(async () => {
  for (const it of databases) await it.drop()
})

const intervalMs = 100

/** Processes of a release: what they append with, and what keeps their read models current. */
function release(
  definition: SchemaDefinition,
  everyMs = intervalMs,
  goneAfterMs = 4 * everyMs,
): ReleaseUnderTest {
  const { searchPath, role } = connectionOf(definition)
  const pool = database.pool({ role, searchPath, max: 8 })
  const [projection] = definition.projections ?? []
  if (!projection) throw new Error('a release has a read model')
  const own = releaseOf(definition)
  const { url, log } = database
  const subscription = inlineSubscription(own, projection, keyring)
  const announce = async () => {
    const announced = await announceReleases([own], {
      db: pool,
      log,
      intervalMs: everyMs,
      goneAfterMs,
    })
    started.push(announced.stop)
    return announced
  }
  return {
    definition,
    pool,
    store: {
      pool,
      projections: [projection],
      writer: own.writer,
      notifier: createPgNotifier(pool, database.log),
    },
    subscription,
    announce,
    startWorker: async () => {
      const { stop: leave } = await announce()
      const notifier = createInProcessNotifier()
      const stopRelay = relayPgNotifications(url, notifier, log)
      const stopping = new AbortController()
      const running = runSubscription(subscription, { pool, keyring, notifier, log, signal: stopping.signal })
      const stop = async () => {
        stopping.abort()
        await Promise.all([running, stopRelay(), leave()])
      }
      started.push(stop)
      await waitForInlineReadModels(pool, [subscription])
      return stop
    },
  }
}
const targetOf = ({ definition }: ReleaseUnderTest) => ({
  projection: definition.projections?.[0] ?? notes,
  schema: 'notes',
  role: definition.role,
})
/** What `prepare` does. */
async function prepare(next: ReleaseUnderTest): Promise<void> {
  await migrate(owner, [es, next.definition])
  await rebuildProjection(targetOf(next), { pool: owner })
}

const write = ({ store }: ReleaseUnderTest, noteId: number, text: string) => {
  let position = 0n
  return commit(
    store,
    origin,
    (ctx) => execute(ctx, noteAggregate, noteId, { type: 'WriteNote', text }),
    (at) => {
      position = at
    },
  ).then(() => position)
}
const rowsOf = ({ pool }: ReleaseUnderTest) => run(pool, sql`SELECT * FROM notes ORDER BY id`)

describe('two releases', () => {
  it('under load read their own versions, each current with what the other appends', async () => {
    const [old, next] = [release(before), release(after)]
    await old.startWorker()
    for (let id = 1; id <= 50; id++) await write(old, id, 'one two')
    const failures: unknown[] = []
    let going = true
    let writes = 0
    const lane = async (by: ReleaseUnderTest, first: number) => {
      for (let n = 0; going; n++) {
        await write(by, first + (n % 60), 'w '.repeat(n % 7)).catch((error) => failures.push(error))
        writes += 1
      }
    }
    const lanes = [lane(old, 1), lane(old, 20)]
    await prepare(next)
    await next.startWorker()
    lanes.push(lane(next, 1), lane(next, 30))
    const soFar = writes
    while (writes < soFar + 50) await sleep(10)
    going = false
    await Promise.all(lanes)
    expect(failures).toEqual([])
    await Promise.all([untilCurrent(old), untilCurrent(next)])
    for (const it of [old, next])
      expect(await verifyProjection(targetOf(it), { pool: owner })).toMatchObject({ differences: [] })
    expect((await rowsOf(old)).length).toBe((await rowsOf(next)).length)
  })

  it('read what was just written with the other one', async () => {
    const [old, next] = [release(before), release(after)]
    const stopOld = await old.startWorker()
    await prepare(next)
    await next.startWorker()
    const waits = new Map(
      [old, next].map(({ subscription, pool }) => [
        pool,
        createWaitForPosition({ db: pool, subscriptions: [subscription], timeoutMs: 30_000 }),
      ]),
    )
    for (let id = 1; id <= 20; id++) {
      const [writer, reader] = id % 2 === 0 ? [old, next] : [next, old]
      const position = await write(writer, id, 'a b c')
      expect(await waits.get(reader.pool)?.(position)).toBe(true)
      expect(await run(reader.pool, sql`SELECT id FROM notes WHERE id = ${id}`)).toEqual([{ id }])
    }
    // an append of the same release is in its own read model at once: nothing is waited for
    const position = await write(old, 99, 'x')
    await stopOld()
    const began = performance.now()
    await waits.get(old.pool)?.(position)
    expect(performance.now() - began).toBeLessThan(15_000)
  })

  it('know of each other before the second one is ready, and no longer when one is gone', async () => {
    const everyMs = 1_000
    const [old, next] = [release(before, everyMs), release(after, everyMs)]
    const announcedOld = await old.announce()
    expect(announcedOld.isMixed('notes')).toBe(false)
    const began = performance.now()
    const announcedNext = await next.announce()
    // a fifth longer than the first one takes to look again; a timer may be a millisecond early
    expect(performance.now() - began).toBeGreaterThan(1.2 * everyMs - 2)
    await expect
      .poll(() => [announcedOld, announcedNext].map((it) => it.isMixed('notes')))
      .toEqual([true, true])
    await announcedOld.stop()
    await expect.poll(() => announcedNext.isMixed('notes'), { timeout: 15_000 }).toBe(false)
  })

  it('of which one is of before this version know of each other, and it leads its own read models', async () => {
    const [old, next] = [release(before), release(after, intervalMs, 15_000)]
    // what it asks once a second, and when another release runs
    const meet = () =>
      run(owner, {
        text: `SELECT service FROM es.meet_releases($1, '15 s')`,
        values: [JSON.stringify([{ service: 'notes', readModels: releaseOf(before).readModels }])],
      })
    expect(await meet()).toEqual([])
    expect((await next.announce()).isMixed('notes')).toBe(true)
    expect(await meet()).toEqual([{ service: 'notes' }])
    expect(await run(old.pool, sql`SELECT es.try_lock_release('notes') AS leads`)).toEqual([{ leads: true }])
  })
})

it('a frozen worker keeps the read models of its release from another worker for seconds only', async () => {
  const [old, next] = [release(before), release(after)]
  await prepare(next)
  await write(next, 1, 'of the other one')
  let thaw: (() => void) | undefined
  const frozen = processBatch(old.pool, {
    ...old.subscription,
    apply: () =>
      new Promise<void>((resolve) => {
        thaw = resolve
      }),
  })
  await expect.poll(() => thaw).toBeDefined()
  const began = performance.now()
  await old.startWorker()
  // its time-out is 4 s
  expect(performance.now() - began).toBeLessThan(12_000)
  expect(await rowsOf(old)).toEqual([{ id: 1, text: 'of the other one', open: true }])
  thaw?.()
  await expect(frozen).rejects.toThrow()
})

it('the worker of a release that is started again applies what was appended without it', async () => {
  const [old, next] = [release(before), release(after)]
  await write(old, 1, 'by the old one')
  await prepare(next)
  await write(next, 1, 'by the new one')
  await write(next, 2, 'only there')
  expect(await rowsOf(old)).toEqual([{ id: 1, text: 'by the old one', open: true }])
  const began = performance.now()
  await old.startWorker()
  // without a notification it reads every ten seconds
  expect(performance.now() - began).toBeLessThan(8_000)
  expect(await rowsOf(old)).toEqual([
    { id: 1, text: 'by the new one', open: true },
    { id: 2, text: 'only there', open: true },
  ])
})

describe('a process that answers people', () => {
  it('does not start while its read models lack what another release appended, and says which', async () => {
    const [old, next] = [release(before), release(after)]
    await write(old, 1, 'its own')
    await waitForInlineReadModels(old.pool, [old.subscription], 0)
    await prepare(next)
    await write(next, 1, 'by the other one')
    const wait = (timeoutMs: number) => waitForInlineReadModels(old.pool, [old.subscription], timeoutMs)
    await expect(wait(200)).rejects.toThrow(
      'notes.notes@1 does not hold what another release appended, after 0.2 s. The worker of this release applies it: start that first.',
    )
    const waiting = wait(30_000)
    await old.startWorker()
    await waiting
    expect(await rowsOf(old)).toEqual([{ id: 1, text: 'by the other one', open: true }])
  })

  it('does not start on a version that is gone or not filled yet', async () => {
    const { pool, subscription } = release(before)
    const refusal =
      'The database has no notes.notes@1, which this release reads: run `prepare` of this release.'
    await owner.query(`UPDATE es.subscriptions SET status = 'building' WHERE name = 'notes.notes'`)
    await expect(waitForInlineReadModels(pool, [subscription])).rejects.toThrow(refusal)
    await owner.query(`DELETE FROM es.subscriptions WHERE name = 'notes.notes'`)
    await expect(waitForInlineReadModels(pool, [subscription])).rejects.toThrow(refusal)
  })
})

describe('an event of another release that a read model cannot apply', () => {
  // as a later release that was rolled back stored them
  const writeUnchecked = (noteId: number, data: object) =>
    appendEvents(owner, {
      stream: `note-${noteId}`,
      expectedVersion: 'any',
      events: [{ type: 'NoteWritten', data }],
      metadata,
    })
  const deadLettered = () =>
    run(owner, sql`SELECT stream_id, version, error FROM es.parked ORDER BY position`)

  it('dead-letters its stream and does not keep the release from starting', async () => {
    const own = release(before)
    await writeUnchecked(1, { noteId: 1 })
    await writeUnchecked(2, { noteId: 2, text: 'readable' })
    await own.startWorker()
    expect(await rowsOf(own)).toEqual([{ id: 2, text: 'readable', open: true }])
    expect(await deadLettered()).toEqual([
      { stream_id: 'note-1', version: 1, error: expect.stringContaining('null value in column "text"') },
    ])
  })

  it.each([
    ['table', before, 'null value in column "text"'],
    ['code', after, 'Cannot read properties of undefined'],
  ])(
    'is left out by a rebuild with its stream when it is the %s that does not take it',
    async (_, definition, error) => {
      const target = release(definition)
      await writeUnchecked(1, { noteId: 1, text: 'before it' })
      await writeUnchecked(1, { noteId: 1 })
      await appendEvents(owner, {
        stream: 'note-1',
        expectedVersion: 'any',
        events: [{ type: 'NoteClosed', data: { noteId: 1 } }],
        metadata,
      })
      await writeUnchecked(2, { noteId: 2, text: 'of another stream' })
      await migrate(owner, [es, target.definition])
      expect(await rebuildProjection(targetOf(target), { pool: owner })).toMatchObject({
        events: 4,
        deadLetteredStreams: 1,
      })
      expect((await rowsOf(target)).map(({ id }) => id)).toEqual([1, 2])
      expect(await deadLettered()).toMatchObject([
        { stream_id: 'note-1', error: expect.stringContaining(error) },
        { stream_id: 'note-1', error: 'waits behind a dead-lettered event of its stream' },
      ])
      expect(await verifyProjection(targetOf(target), { pool: owner })).toMatchObject({ differences: [] })
    },
  )

  it('is applied by a retry once it can be', async () => {
    await writeUnchecked(1, { noteId: 1 })
    await rebuildProjection(targetOf(release(before)), { pool: owner })
    await owner.query('ALTER TABLE notes_notes_v1.notes ALTER text DROP NOT NULL')
    const subscription = inlineSubscription(releaseOf(before), notes, keyring)
    expect(await retryDeadLettered(release(before).pool, subscription)).toEqual({
      applied: 1,
      stillDeadLettered: [],
    })
    expect(await rowsOf(release(before))).toEqual([{ id: 1, text: null, open: true }])
  })
})

it('an append that does not say who wrote it is applied, and its own release’s are not applied again', async () => {
  const { store, pool } = release(before)
  const subscription = inlineSubscription(releaseOf(before), notes, keyring)
  await commit({ ...store, projections: [], writer: undefined }, origin, (ctx) =>
    execute(ctx, noteAggregate, 1, { type: 'WriteNote', text: 'unsaid' }),
  )
  await write({ store } as ReleaseUnderTest, 2, 'said')
  await owner.query(`UPDATE notes.notes SET text = 'by hand' WHERE id = 2`)
  expect(await processBatch(pool, subscription)).toBe('idle')
  expect(await run(pool, sql`SELECT id, text FROM notes ORDER BY id`)).toEqual([
    { id: 1, text: 'unsaid' },
    { id: 2, text: 'by hand' },
  ])
})

it('a verification leaves out rows that another release’s appends have yet to reach, and no others', async () => {
  const own = release(before)
  for (const id of [1, 2, 3]) await write(own, id, 'mine')
  await owner.query(sql`UPDATE es.subscriptions SET position = ${await highWaterMark(owner)}`)
  await write(
    { store: { ...own.store, projections: [], writer: 7 } } as unknown as ReleaseUnderTest,
    1,
    'theirs',
  )
  await write(own, 2, 'mine again')
  await owner.query(`UPDATE notes.notes SET text = 'by hand' WHERE id IN (2, 3)`)
  const { writer } = releaseOf(before)
  const differences = async (more: object) =>
    (await verifyProjection({ ...targetOf(own), ...more }, { pool: owner })).differences
  expect(await differences({ writer })).toEqual(['2', '3'])
  expect(await differences({})).toEqual(['1', '2', '3'])
})

it('an append between reading a stream and writing its row wins', async () => {
  const own = release(before)
  await write(own, 1, 'first')
  const events = await readStream(owner, 'note-1')
  let isFirst = true
  await inTransaction(own.pool, async (tx) => {
    const query = async (statement: { text?: string }) => {
      const result = await tx.query(statement as never)
      if (isFirst && statement.text?.includes('ORDER BY e.stream_id')) {
        isFirst = false
        await write(own, 1, 'second')
      }
      return result
    }
    await applyStreams({ query } as unknown as Db, notes, events)
  })
  expect(isFirst).toBe(false)
  expect(await rowsOf(own)).toEqual([{ id: 1, text: 'second', open: true }])
})

describe('a row that an append deletes while a process of another release writes it', () => {
  // a note that is closed leaves the list
  const openNotes: typeof notes = {
    ...notes,
    version: 3,
    evolve: (row, event) => (event.type === 'NoteClosed' ? null : notes.evolve(row, event)),
  }
  const prepareOwn = async () => {
    const own = release({ ...before, projections: [openNotes] })
    await migrate(owner, [es, own.definition])
    // by the other one: there is no row yet
    await write(
      { store: { ...own.store, projections: [], writer: 7 } } as unknown as ReleaseUnderTest,
      1,
      'x',
    )
    const events = await readStream(owner, 'note-1')
    return { own, follow: (tx: Db) => applyStreams(tx, openNotes, events) }
  }
  const untilItWaits = () =>
    expect
      .poll(() =>
        run(
          owner,
          sql`SELECT 1 FROM pg_locks WHERE locktype = 'advisory' AND NOT granted
        AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`,
        ),
      )
      .not.toEqual([])

  it('is gone when the other one begins during the append', async () => {
    const { own, follow } = await prepareOwn()
    let following: Promise<unknown> | undefined
    await commit(own.store, origin, async (ctx) => {
      await execute(ctx, noteAggregate, 1, { type: 'CloseNote' })
      await ctx.db.flush()
      following = inTransaction(own.pool, follow)
      await Promise.race([following, untilItWaits()])
    })
    await following
    expect(await rowsOf(own)).toEqual([])
  })

  it('is gone when the append begins before the other one commits', async () => {
    const { own, follow } = await prepareOwn()
    let closing: Promise<unknown> | undefined
    await inTransaction(own.pool, async (tx) => {
      await follow(tx)
      closing = commit(own.store, origin, (ctx) => execute(ctx, noteAggregate, 1, { type: 'CloseNote' }))
      await Promise.race([closing, untilItWaits()])
    })
    await closing
    expect(await rowsOf(own)).toEqual([])
  })
})

describe('the table of a read model of 0.1, in the schema of the service', () => {
  const becomeDataOf01 = () =>
    owner.query(`DROP VIEW notes.notes; ALTER TABLE notes_notes_v1.notes SET SCHEMA notes; DROP SCHEMA notes_notes_v1;
      INSERT INTO es.parked (subscription, version, position, stream_id, error) VALUES ('notes.notes', 1, 1, 'note-1', 'of 0.1');
      DELETE FROM migrations.steps WHERE id = '0008-read-models-of-0.1'`)

  it('is made anew from the log, in the schema of its version', async () => {
    const own = release(before)
    await write(own, 1, 'stays')
    await becomeDataOf01()
    await migrate(owner, [es, before])
    expect(await listSubscriptions(owner)).toMatchObject([
      { name: 'notes.notes', version: 1, status: 'building', lastError: null },
    ])
    await prepare(own)
    expect(await rowsOf(own)).toEqual([{ id: 1, text: 'stays', open: true }])
    expect(await listSubscriptions(owner)).toMatchObject([{ version: 1, status: 'live' }])
    await write(own, 1, 'and goes on')
    await migrate(owner, [es, before])
    expect(await rowsOf(own)).toMatchObject([{ text: 'and goes on' }])
  })

  it('of today is left alone', async () => {
    const own = release(before)
    await write(own, 1, 'stays')
    await owner.query(`DELETE FROM migrations.steps WHERE id = '0008-read-models-of-0.1'`)
    expect(await migrate(owner, [es, before])).toContain('es/0008-read-models-of-0.1')
    expect(await rowsOf(own)).toEqual([{ id: 1, text: 'stays', open: true }])
    expect(await listSubscriptions(owner)).toMatchObject([{ version: 1, status: 'live' }])
  })
})

describe('a version that nobody reads', () => {
  const seen = (ago: string, definition: SchemaDefinition) =>
    owner.query(
      sql`INSERT INTO es.releases (service, read_models, first_seen_at, last_seen_at)
          VALUES ('notes', ${releaseOf(definition).readModels}, now() - ${ago}::interval, now() - ${ago}::interval)`,
    )
  const touched = (ago: string) =>
    owner.query(sql`UPDATE es.subscriptions SET updated_at = now() - ${ago}::interval`)
  const versions = async () => (await listVersions(owner)).map(({ version }) => version)

  it.each([
    ['is dropped a day after the release that replaced it came', '2 days', '25 hours', [2]],
    ['stays for a day after it was read', '23 hours', '25 hours', [1, 2]],
    ['stays for a day after the release that replaced it came', '2 days', '1 hour', [1, 2]],
  ] as const)('%s', async (_, oldSeen, nextSeen, left) => {
    await prepare(release(after))
    await touched('2 days')
    await seen(oldSeen, before)
    await seen(nextSeen, after)
    await owner.query(
      sql`UPDATE es.releases SET last_seen_at = now() WHERE read_models = ${releaseOf(after).readModels}`,
    )
    expect(await dropUnreadVersions(owner)).toEqual(left.length === 1 ? ['notes.notes@1'] : [])
    expect(await versions()).toEqual(left)
    const { rows } = await owner.query(`SELECT to_regnamespace('notes_notes_v1') IS NULL AS gone`)
    expect(rows).toEqual([{ gone: left.length === 1 }])
  })

  it('stays for a day after it was filled: an upgrade may have filled it before its release runs', async () => {
    await seen('2 days', before)
    await owner.query('UPDATE es.releases SET last_seen_at = now()')
    await touched('2 days')
    await prepare(release(after))
    expect(await dropUnreadVersions(owner)).toEqual([])
    expect(await versions()).toEqual([1, 2])
  })

  it('is dropped by command, but not while a release reads it', async () => {
    await prepare(release(after))
    await seen('0 s', after)
    const drop = (version: number) => dropVersion(owner, { name: 'notes.notes', version })
    await expect(drop(2)).rejects.toThrow('A release that reads version 2 of notes.notes is running.')
    await expect(drop(3)).rejects.toThrow('There is no version 3 of notes.notes.')
    await drop(1)
    expect(await versions()).toEqual([2])
    // a release that reads it fills it again
    const old = release(before)
    await write(release(after), 1, 'x')
    await prepare(old)
    expect(await rowsOf(old)).toEqual([{ id: 1, text: 'x', open: true }])
  })

  it('does not keep what an erasure takes from the one in use', async () => {
    const [old, next] = [release(before), release(after)]
    await appendEvents(
      owner,
      {
        stream: 'note-1',
        expectedVersion: 0,
        events: [{ type: 'NoteWritten', data: { noteId: 1, text: 'Bartholomew' } }],
        metadata,
      },
      { personal: { NoteWritten: { subject: () => 'author-1', fields: ['text'] } }, keyring },
    )
    await rebuildProjection(targetOf(old), { pool: owner, keyring })
    expect(await rowsOf(old)).toMatchObject([{ text: 'Bartholomew' }])
    await prepare(next)
    const erase = () =>
      eraseSubjects(['author-1'], {
        pool: owner,
        keyring,
        targets: [targetOf(next)],
        metadata,
        now: new Date(),
      })
    await seen('0 s', before)
    await seen('0 s', after)
    await expect(erase()).rejects.toThrow('Two releases of notes are running')
    await owner.query(sql`DELETE FROM es.releases WHERE read_models = ${releaseOf(before).readModels}`)
    await erase()
    expect(await versions()).toEqual([2])
  })
})

/** Waits until a release's read model holds the whole log. */
async function untilCurrent({ pool, definition }: ReleaseUnderTest): Promise<void> {
  const own = releaseOf(definition)
  const subscriptions = [inlineSubscription(own, definition.projections?.[0] ?? notes, keyring)]
  const wait = createWaitForPosition({ db: pool, subscriptions, timeoutMs: 30_000 })
  expect(await wait(await highWaterMark(owner))).toBe(true)
}
