import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { inTransaction, type Pool, run, sql } from '../db.ts'
import { appendEvents } from '../event-store/index.ts'
import { migrate } from '../migrate.ts'
import { createTestDatabase, type TestDatabase } from '../testing/index.ts'
import { metadata, noteOwners } from '../testing/note.ts'
import {
  createInProcessNotifier,
  createWaitForPosition,
  highWaterMark,
  listSubscriptions,
  processBatch,
  retryDeadLettered,
  runSubscription,
  type Subscription,
  subscriptionMigration,
} from './index.ts'

let database: TestDatabase
let pool: Pool
let counter = 0

beforeAll(async () => {
  database = await createTestDatabase(noteOwners)
  pool = database.pool({ max: 10 })
  await pool.query('CREATE TABLE countApplied (subscription text, position bigint)')
})
afterAll(() => database.drop())

let name: string
beforeEach(() => {
  counter += 1
  name = `reader${counter}`
})

/** Answers the last position. */
const write = async (n = 1): Promise<bigint> => {
  let last = 0n
  for (let i = 0; i < n; i++) {
    const [event] = await appendEvents(pool, {
      stream: 'note-1',
      expectedVersion: 'any',
      events: [{ type: 'NoteWritten', data: { noteId: 1, text: 'x' } }],
      metadata,
    })
    last = event?.position as bigint
  }
  return last
}
const register = (kind: Subscription['kind']) =>
  migrate(pool, [{ schema: 'notes', migrations: [subscriptionMigration({ name, version: 1, kind })] }])
const reader = (more: Partial<Subscription> = {}): Subscription => ({
  name,
  version: 1,
  kind: 'projection',
  types: ['NoteWritten'],
  apply: async (tx, events) => {
    for (const event of events)
      await tx.query(sql`INSERT INTO countApplied VALUES (${name}, ${event.position})`)
  },
  ...more,
})
const countApplied = async () =>
  (await run(pool, sql`SELECT position FROM countApplied WHERE subscription = ${name} ORDER BY position`))
    .length
const total = async () => (await run(pool, sql`SELECT 1 FROM es.events`)).length

/** A step of its own: the connection of one that failed is thrown away, and has the checkpoint until the server knows. */
async function turn(subscription: Subscription): Promise<void> {
  while ((await processBatch(pool, subscription)) === 'locked') await sleep(5)
}

it('a projection starts at the first event, a reactor at the end of the log', async () => {
  await write(3)
  await register('projection')
  await processBatch(pool, reader())
  expect(await countApplied()).toBe(await total())

  name = `${name}-reactor`
  await register('reactor')
  await write()
  await processBatch(pool, reader({ kind: 'reactor' }))
  expect(await countApplied()).toBe(1)
})

it('rows and checkpoint commit together: after a failure within a batch nothing is lost or duplicated', async () => {
  await register('projection')
  await write(5)
  let failures = 2
  const flaky = reader({
    apply: async (tx, events) => {
      await reader().apply(tx, events, [])
      if (failures-- > 0) throw new Error('lost the connection')
    },
  })
  await expect(turn(flaky)).rejects.toThrow('lost the connection')
  await expect(turn(flaky)).rejects.toThrow('lost the connection')
  await turn(flaky)
  expect(await countApplied()).toBe(await total())
})

it('is processed by one process at a time', async () => {
  await register('projection')
  await write()
  let enter = () => {}
  let leave = () => {}
  const entered = new Promise<void>((resolve) => {
    enter = resolve
  })
  const gate = new Promise<void>((resolve) => {
    leave = resolve
  })
  const first = processBatch(
    pool,
    reader({
      apply: async () => {
        enter()
        await gate
      },
    }),
  )
  await entered
  expect(await processBatch(pool, reader())).toBe('locked')
  leave()
  expect(await first).toBe('idle')
})

it('continues after a notification and after an error', async () => {
  await register('projection')
  const notifier = createInProcessNotifier()
  const stop = new AbortController()
  let failed = false
  const failingFirst = reader({
    apply: async (tx, events) => {
      if (!failed) {
        failed = true
        throw new Error('not today')
      }
      await reader().apply(tx, events, [])
    },
  })
  const running = runSubscription(failingFirst, {
    pool,
    notifier,
    log: database.log,
    signal: stop.signal,
    pollIntervalMs: 60_000,
  })
  await expect.poll(() => countApplied(), { timeout: 5_000 }).toBe(await total())

  const started = performance.now()
  await write()
  notifier.notify({ types: ['NoteWritten'] })
  await expect.poll(() => countApplied(), { interval: 5, timeout: 5_000 }).toBe(await total())
  expect(performance.now() - started).toBeLessThan(20_000)
  stop.abort()
  await running
})

describe('while nothing is appended that concerns it', () => {
  /** Runs it, and counts how often it looks. */
  const runCounted = (subscription: Subscription, pollIntervalMs: number) => {
    const stop = new AbortController()
    const notifier = createInProcessNotifier()
    let polls = 0
    const counting = new Proxy(pool, {
      get: (target, key) => {
        if (key === 'connect') polls += 1
        const value = Reflect.get(target, key)
        return typeof value === 'function' ? value.bind(target) : value
      },
    })
    const options = { pool: counting, notifier, log: database.log, signal: stop.signal, pollIntervalMs }
    const running = runSubscription(subscription, options)
    const end = async () => {
      stop.abort()
      await running
    }
    return { notifier, polls: () => polls, end }
  }

  it('it polls, and finds what nobody announced', async () => {
    await register('projection')
    const { polls, end } = runCounted(reader(), 100)
    await sleep(1_000)
    // and a first time
    expect(polls()).toBeLessThanOrEqual(11)
    await write()
    await expect.poll(() => countApplied(), { timeout: 5_000 }).toBe(await total())
    await end()
  })

  it('it writes nothing', async () => {
    await register('projection')
    await processBatch(pool, reader())
    const readPosition = () => run(pool, sql`SELECT xmin, xmax FROM es.subscriptions WHERE name = ${name}`)
    const before = await readPosition()
    expect(await processBatch(pool, reader())).toBe('idle')
    expect(await readPosition()).toEqual(before)
  })

  it('an inline read model is not woken by its own release, and by another one at once', async () => {
    await register('inline')
    const { notifier, polls, end } = runCounted(reader({ kind: 'inline', exceptWriter: 7 }), 60_000)
    await expect.poll(countApplied).toBe(await total())
    const before = polls()
    for (let n = 0; n < 10; n++) {
      notifier.notify({ types: ['NoteWritten'], writers: [7] })
      await sleep(10)
    }
    expect(polls()).toBe(before)
    await write()
    notifier.notify({ types: ['NoteWritten'], writers: [8] })
    await expect.poll(countApplied).toBe(await total())
    await end()
  })
})

it('what comes after a batch with events waits for the pause, unless a reader waits for it', async () => {
  await register('projection')
  const notifier = createInProcessNotifier()
  const stop = new AbortController()
  const running = runSubscription(reader(), {
    pool,
    notifier,
    log: database.log,
    signal: stop.signal,
    pauseMs: 60_000,
  })
  await expect.poll(countApplied).toBe(await total())
  const applied = await countApplied()
  const wait = { db: pool, subscriptions: [reader()] }
  const waitUnannounced = createWaitForPosition({ ...wait, timeoutMs: 300 })
  const waitFor = createWaitForPosition({ ...wait, notifier, timeoutMs: 10_000 })
  for (let n = 1; n <= 3; n++) {
    const position = await write()
    notifier.notify({ types: ['NoteWritten'], position })
    if (n === 1) expect(await waitUnannounced(position)).toBe(false)
    expect(await waitFor(position)).toBe(true)
    expect(await countApplied()).toBe(applied + n)
  }
  stop.abort()
  await running
})

it('a checkpoint never passes an in-flight append', async () => {
  await register('projection')
  const slow = await pool.connect()
  await slow.query('BEGIN')
  await appendEvents(slow, {
    stream: 'note-77',
    expectedVersion: 'any',
    events: [{ type: 'NoteWritten', data: {} }],
    metadata,
  })
  await write(2)
  await processBatch(pool, reader())
  await slow.query('COMMIT')
  slow.release()
  await processBatch(pool, reader())
  expect(await countApplied()).toBe(await total())
  await inTransaction(pool, async (tx) => expect(await highWaterMark(tx)).toBeGreaterThan(0n))
})

const writeTo = (stream: string, text: string) =>
  appendEvents(pool, {
    stream,
    expectedVersion: 'any',
    events: [{ type: 'NoteWritten', data: { noteId: 1, text } }],
    metadata,
  })

describe('a poison event', () => {
  let poisonous: boolean
  const wary = () =>
    reader({
      apply: async (tx, events) => {
        for (const event of events) {
          if (poisonous && (event.data as { text: string }).text === 'poison')
            throw new TypeError('cannot read this')
          await tx.query(
            sql`INSERT INTO countApplied VALUES (${`${name} ${event.stream}`}, ${event.position})`,
          )
        }
      },
    })
  const seenOf = async (stream: string) =>
    (await run(pool, sql`SELECT 1 FROM countApplied WHERE subscription = ${`${name} ${stream}`}`)).length
  const deadLettered = () =>
    run<{ stream: string; error: string }>(
      pool,
      sql`SELECT stream_id AS stream, error FROM es.parked WHERE subscription = ${name} ORDER BY position`,
    )

  it('dead-letters its stream while others continue, and is retried in order', async () => {
    await register('projection')
    poisonous = true
    const [sick, well] = [`note-sick-${counter}`, `note-well-${counter}`]
    for (const text of ['fine', 'poison', 'later']) await writeTo(sick, text)
    await writeTo(well, 'fine')
    const stop = new AbortController()
    const running = runSubscription(wary(), {
      pool,
      notifier: createInProcessNotifier(),
      log: database.log,
      signal: stop.signal,
      pollIntervalMs: 20,
    })
    await expect.poll(() => seenOf(well), { timeout: 10_000 }).toBe(1)
    await writeTo(sick, 'last')
    await writeTo(well, 'again')
    await expect.poll(() => seenOf(well), { timeout: 10_000 }).toBe(2)
    await expect.poll(async () => (await deadLettered()).length, { timeout: 10_000 }).toBe(3)
    expect(await seenOf(sick)).toBe(1)
    const status = (await listSubscriptions(pool)).find((it) => it.name === name)
    expect(status?.lastError).toBe('TypeError: cannot read this')
    expect((await deadLettered()).map((it) => it.error)).toEqual([
      'TypeError: cannot read this',
      'waits behind a dead-lettered event of its stream',
      'waits behind a dead-lettered event of its stream',
    ])

    expect(await retryDeadLettered(pool, wary())).toEqual({ applied: 0, stillDeadLettered: [sick] })
    expect(await deadLettered()).toHaveLength(3)
    poisonous = false
    expect(await retryDeadLettered(pool, wary())).toEqual({ applied: 3, stillDeadLettered: [] })
    await writeTo(sick, 'free')
    await expect.poll(() => seenOf(sick), { timeout: 10_000 }).toBe(5)
    stop.abort()
    await running
  })

  it('is one as well that cannot be read', async () => {
    await register('projection')
    const [sick, well] = [`note-sick-${counter}`, `note-well-${counter}`]
    for (const stream of [sick, well]) await writeTo(stream, 'fine')
    const upcasters = {
      NoteWritten: [
        () => {
          throw new Error('unknown shape')
        },
      ],
    }
    await pool.query(sql`UPDATE es.events SET schema_version = 2 WHERE stream_id <> ${sick}`)
    const stop = new AbortController()
    const running = runSubscription(reader({ upcasters }), {
      pool,
      notifier: createInProcessNotifier(),
      log: database.log,
      signal: stop.signal,
      pollIntervalMs: 20,
    })
    await expect.poll(deadLettered, { timeout: 10_000 }).toMatchObject([{ error: 'Error: unknown shape' }])
    stop.abort()
    await running
    expect(await countApplied()).toBe((await total()) - 1)
  })

  it('is found also in what was sent and not waited for', async () => {
    await register('reactor')
    const [sick, well] = [`note-sick-${counter}`, `note-well-${counter}`]
    const applied: string[] = []
    let committed = 0
    const sender = reader({
      kind: 'reactor',
      apply: async (tx, events) => {
        for (const { stream } of events) {
          if (stream === sick) void tx.send({ text: 'SELECT 1 / 0', values: [] })
          applied.push(stream)
        }
      },
      onCommitted: () => {
        committed += 1
      },
    })
    for (const stream of [sick, well]) await writeTo(stream, 'fine')
    await processBatch(pool, sender, { isolate: true })
    expect(await deadLettered()).toEqual([{ stream: sick, error: 'error: division by zero' }])
    expect([applied, committed]).toEqual([[sick, well], 1])
    expect(await processBatch(pool, sender)).toBe('idle')
  })

  it('is not assumed when what was sent lost a deadlock', async () => {
    await register('reactor')
    await writeTo(`note-sick-${counter}`, 'fine')
    const deadlocked = reader({
      kind: 'reactor',
      apply: async (tx) => {
        void tx.send({
          text: `DO $$ BEGIN RAISE EXCEPTION 'lost' USING ERRCODE = '40P01'; END $$`,
          values: [],
        })
      },
    })
    await expect(processBatch(pool, deadlocked, { isolate: true })).rejects.toThrow('lost')
    expect(await deadLettered()).toEqual([])
  })

  it('is not assumed when the store is unavailable', async () => {
    await register('projection')
    await writeTo(`note-away-${counter}`, 'fine')
    let away = 5
    const unlucky = reader({
      apply: async () => {
        if (away-- > 0) throw Object.assign(new Error('gone'), { code: 'ECONNREFUSED' })
      },
    })
    // whose connection was thrown away holds the checkpoint until the server has noticed
    const outcome = () => processBatch(pool, unlucky, { isolate: true }).catch(({ message }) => message)
    for (let n = 0; n < 5; n++) await expect.poll(outcome).toBe('gone')
    await expect.poll(outcome).toBe('idle')
    expect(await deadLettered()).toEqual([])
  })
})

it('while the store is unavailable it is asked less and less often', async () => {
  await register('projection')
  await write()
  const attempts: number[] = []
  const stop = new AbortController()
  const away = reader({
    apply: async () => {
      attempts.push(performance.now())
      throw Object.assign(new Error('gone'), { code: 'ECONNREFUSED' })
    },
  })
  const running = runSubscription(away, {
    pool,
    notifier: createInProcessNotifier(),
    log: database.log,
    signal: stop.signal,
    pollIntervalMs: 20,
  })
  await expect.poll(() => attempts.length, { timeout: 30_000 }).toBeGreaterThan(3)
  stop.abort()
  await running
  const pauses = attempts.slice(1).map((at, i) => at - (attempts[i] ?? 0))
  for (const [i, least] of [190, 390, 790].entries()) expect(pauses[i]).toBeGreaterThan(least)
})

it('a host that freezes within a batch loses the checkpoint within seconds', async () => {
  await register('projection')
  await write()
  const thaw = Promise.withResolvers<void>()
  const second = Promise.withResolvers<unknown>()
  const frozen = processBatch(
    pool,
    reader({
      apply: () => {
        // not before this one has the batch, or the other would be the quicker one
        second.resolve(processBatch(pool, reader()))
        return thaw.promise
      },
    }),
  )
  expect(await second.promise).toBe('locked')
  const began = performance.now()
  await expect.poll(() => processBatch(pool, reader()), { timeout: 10_000 }).toBe('idle')
  expect(performance.now() - began).toBeLessThan(12_000)
  thaw.resolve()
  await expect(frozen).rejects.toThrow()
  expect(await countApplied()).toBe(await total())
})
