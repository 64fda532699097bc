import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { type Pool, run, sql } from '../db.ts'
import { eraseSubjects, type Personal } from '../encryption/index.ts'
import { appendEvents } from '../event-store/index.ts'
import { migrate } from '../migrate.ts'
import { createTestDatabase, testKeyring as keyring, type TestDatabase } from '../testing/index.ts'
import { metadata, type NoteEvent, noteOwners } from '../testing/note.ts'
import {
  type AppendNotifier,
  createInProcessNotifier,
  createPgNotifier,
  relayPgNotifications,
  runSubscription,
  type Subscription,
  subscriptionMigration,
} from './index.ts'

const personal: Personal<NoteEvent> = {
  NoteWritten: { subject: ({ noteId }) => `author-${noteId}`, fields: ['text'] },
}

let database: TestDatabase
let pool: Pool
let counter = 0
beforeAll(async () => {
  database = await createTestDatabase(noteOwners)
  pool = database.pool({ max: 16 })
  await pool.query('CREATE TABLE applied (subscription text, note int, text text)')
})
afterAll(() => database.drop())

let name: string
let stop: AbortController
let notifier: AppendNotifier
let running: Promise<void>[]
beforeEach(() => {
  counter += 1
  name = `several${counter}`
  stop = new AbortController()
  notifier = createInProcessNotifier()
  running = []
})
afterEach(async () => {
  stop.abort()
  await Promise.all(running)
})

const soon = { timeout: 10_000, interval: 10 }
// without polling, what arrives is what was notified
const never = 600_000

async function subscriptions(
  n: number,
  before: Subscription['apply'] = async () => {},
): Promise<Subscription[]> {
  const all = Array.from({ length: n }, (_, i): Subscription => {
    const own = `${name}-${i}`
    return {
      name: own,
      version: 1,
      kind: 'reactor',
      types: ['NoteWritten'],
      apply: async (tx, events) => {
        await before(tx, events, [])
        for (const { data } of events as readonly NoteEvent[])
          await tx.query(
            sql`INSERT INTO applied VALUES (${own}, ${data.noteId}, ${'text' in data ? data.text : null})`,
          )
      },
    }
  })
  await migrate(pool, [{ schema: 'notes', migrations: all.map(subscriptionMigration) }])
  return all
}

/** One process with these subscriptions. */
function start(all: readonly Subscription[], pollIntervalMs = never): void {
  const options = { pool, keyring, notifier, log: database.log, signal: stop.signal, pollIntervalMs }
  running.push(...all.map((it) => runSubscription(it, options)))
}
const write = async (noteId: number, text = `note ${noteId}`) => {
  const [event] = await appendEvents(
    pool,
    {
      stream: `note-${counter}-${noteId}`,
      expectedVersion: 'any',
      events: [{ type: 'NoteWritten', data: { noteId, text } }],
      metadata,
    },
    { personal, keyring },
  )
  notifier.notify({ types: ['NoteWritten'], position: event?.position })
  return event?.position as bigint
}
const applied = async (who: string) =>
  (
    await run<{ note: number }>(pool, sql`SELECT note FROM applied WHERE subscription = ${who} ORDER BY note`)
  ).map((it) => it.note)
const upTo = (n: number) => Array.from({ length: n }, (_, i) => i + 1)

it('each of several subscriptions applies every event once', async () => {
  const all = await subscriptions(5)
  start(all)
  for (let n = 1; n <= 40; n++) await write(n)
  for (const it of all) await expect.poll(() => applied(it.name), soon).toEqual(upTo(40))
})

it('an append that waits behind another is applied when that one has ended, though nobody announces it', async () => {
  const [subscription] = await subscriptions(1)
  start([subscription as Subscription])
  const other = await pool.connect()
  await other.query('BEGIN')
  await other.query(`SELECT es.mark_in_flight(), nextval('es.event_position')`)
  await write(1)
  await sleep(100)
  expect(await applied((subscription as Subscription).name)).toEqual([])
  await other.query('ROLLBACK')
  other.release()
  await expect.poll(() => applied((subscription as Subscription).name), soon).toEqual([1])
})

it('two processes with the same subscriptions apply every event once', async () => {
  const all = await subscriptions(3)
  start(all, 50)
  start(all, 50)
  await Promise.all(upTo(60).map((n) => write(n)))
  for (const it of all) await expect.poll(() => applied(it.name), soon).toEqual(upTo(60))
})

it('a subscription whose checkpoint was reset applies events again', async () => {
  const [one] = (await subscriptions(1)) as [Subscription]
  const position = await write(1)
  const setBack = () =>
    pool.query(sql`UPDATE es.subscriptions SET position = ${position - 1n} WHERE name = ${one.name}`)
  await setBack()
  start([one])
  await expect.poll(() => applied(one.name), soon).toEqual([1])
  // more than one batch away
  await pool.query(`SELECT setval('es.event_position', nextval('es.event_position') + 2000)`)
  await write(2)
  await expect.poll(() => applied(one.name), soon).toEqual([1, 2])
  await setBack()
  await write(3)
  await expect.poll(() => applied(one.name), soon).toEqual([1, 1, 2, 2, 3])
})

it('waits for an in-flight append and applies later events after it', async () => {
  const [one] = (await subscriptions(1)) as [Subscription]
  start([one])
  const slow = await pool.connect()
  await slow.query('BEGIN')
  const events = [{ type: 'NoteWritten', data: { noteId: 1, text: 'x' } }]
  await appendEvents(slow, { stream: `note-${counter}-slow`, expectedVersion: 0, events, metadata })
  await write(2)
  await new Promise((resolve) => setTimeout(resolve, 200))
  expect(await applied(one.name)).toEqual([])
  await slow.query('COMMIT')
  slow.release()
  notifier.notify({ types: ['NoteWritten'] })
  await expect.poll(() => applied(one.name), soon).toEqual([1, 2])
})

it('a failing subscription retries on its own while others continue', async () => {
  let failures = 2
  const [bad] = (await subscriptions(1, async () => {
    if (failures-- > 0) throw new Error('not today')
  })) as [Subscription]
  name = `${name}-other`
  const [good] = (await subscriptions(1)) as [Subscription]
  start([bad, good])
  for (const n of [1, 2]) await write(n)
  await expect.poll(() => applied(good.name), soon).toEqual([1, 2])
  await expect.poll(() => applied(bad.name), soon).toEqual([1, 2])
})

it('an event whose person is erased during processing is read as erased', async () => {
  const gate = Promise.withResolvers<void>()
  const entered = Promise.withResolvers<void>()
  const [one] = (await subscriptions(1, () => {
    entered.resolve()
    return gate.promise
  })) as [Subscription]
  start([one])
  await write(1)
  await entered.promise
  const second = 1_000 + counter
  await write(second, 'secret')
  await eraseSubjects([`author-${second}`], {
    pool: database.pool({ max: 4, longRunning: true }),
    keyring,
    targets: [],
    metadata,
    now: new Date('2026-11-21T15:00:00Z'),
  })
  gate.resolve()
  await expect
    .poll(
      () => run(pool, sql`SELECT note, text FROM applied WHERE subscription = ${one.name} ORDER BY note`),
      soon,
    )
    .toEqual([
      { note: 1, text: 'note 1' },
      { note: second, text: '[erased]' },
    ])
})

describe('a notification', () => {
  it('wakes the subscriptions of its event types, and no others', async () => {
    const [one] = (await subscriptions(1)) as [Subscription]
    start([one])
    const append = (noteId: number) =>
      appendEvents(pool, {
        ...{ stream: `note-${counter}-${noteId}`, expectedVersion: 0, metadata },
        events: [{ type: 'NoteWritten', data: { noteId, text: 'x' } }],
      })
    // it has begun
    await append(1)
    const appliedWhenTold = () => {
      notifier.notify({ types: ['NoteWritten'] })
      return applied(one.name)
    }
    await expect.poll(appliedWhenTold, soon).toEqual([1])
    let last = 1
    // a notification of before may wake it once more
    const appliedWhenToldOfOthers = async () => {
      await append(++last)
      notifier.notify({ types: ['NoteClosed'] })
      await new Promise((resolve) => setTimeout(resolve, 200))
      return (await applied(one.name)).includes(last)
    }
    await expect.poll(appliedWhenToldOfOthers, soon).toBe(false)
    notifier.notify({ types: ['NoteWritten'] })
    const all = Array.from({ length: last }, (_, before) => before + 1)
    await expect.poll(() => applied(one.name), soon).toEqual(all)
  })

  it('reaches other processes with types, releases, the last position and what is awaited, several combined', async () => {
    const received: ({ types: string[]; writers: number[]; awaited: string[]; position: bigint } | null)[] =
      []
    const relay = createInProcessNotifier()
    const listening = Promise.withResolvers<void>()
    relay.subscribe((appended) => {
      received.push(
        appended && {
          ...appended,
          types: [...appended.types].sort(),
          writers: [...appended.writers],
          awaited: [...appended.awaited],
        },
      )
      listening.resolve()
    })
    const stopRelay = relayPgNotifications(database.url, relay, database.log)
    await listening.promise
    // anything may have been appended before it was listening
    expect(received).toEqual([null])
    const sender = createPgNotifier(pool, database.log)
    for (let n = 1; n <= 50; n++)
      sender.notify({ types: ['NoteWritten', 'NoteClosed'], writers: [-7], position: BigInt(n) })
    sender.notify({ awaited: ['notes.notes'] })
    /** What all of them said together. */
    const combined = () => {
      const all = received.filter((it) => it !== null)
      return {
        types: [...new Set(all.flatMap(({ types }) => types))].sort(),
        writers: [...new Set(all.flatMap(({ writers }) => writers))],
        awaited: [...new Set(all.flatMap(({ awaited }) => awaited))],
        // they may arrive in another order, over another connection
        position: all.map(({ position }) => position).reduce((one, other) => (one > other ? one : other), 0n),
      }
    }
    await expect.poll(combined, soon).toEqual({
      types: ['NoteClosed', 'NoteWritten'],
      writers: [-7],
      awaited: ['notes.notes'],
      position: 50n,
    })
    expect(received.length).toBeLessThan(5)
    await stopRelay()
  })

  it('does not leave connections behind where the server refuses to listen, as a standby does', async () => {
    const query = pg.Client.prototype.query
    const refusing = vi.spyOn(pg.Client.prototype, 'query').mockImplementation(function (
      this: pg.Client,
      ...args: unknown[]
    ) {
      if (String(args[0]).startsWith('LISTEN')) return Promise.reject(new Error('cannot execute LISTEN'))
      return (query as (...args: unknown[]) => unknown).apply(this, args) as never
    } as never)
    const stopRelay = relayPgNotifications(database.url, createInProcessNotifier(), database.log)
    const refusals = () => refusing.mock.calls.filter(([text]) => String(text).startsWith('LISTEN')).length
    try {
      await expect.poll(refusals, { timeout: 10_000 }).toBeGreaterThan(2)
    } finally {
      refusing.mockRestore()
    }
    // the server ends a closed one a moment later
    const connections = async () =>
      (
        await pool.query(
          `SELECT FROM pg_stat_activity WHERE application_name = 'plumbline-notify' AND datname = current_database()`,
        )
      ).rowCount
    await expect.poll(connections, { timeout: 10_000 }).toBeLessThan(2)
    await stopRelay()
  })
})
