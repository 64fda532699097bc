import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type Client, createPool, type Db, inTransaction, type Pool, run, sql } from './db.ts'
import { isUnavailable } from './errors.ts'
import { groupCommit } from './groupCommit.ts'
import { dieAt } from './testing/dying.ts'
import { createTestDatabase, statementsOf, type TestDatabase } from './testing/index.ts'

let database: TestDatabase
let pool: Pool
let door: Db
/** What was sent since a test began. */
let sent: string[]

beforeAll(async () => {
  database = await createTestDatabase()
  pool = database.pool()
  sent = statementsOf(pool)
  door = groupCommit(pool)
  await pool.query('CREATE TABLE kept (n integer PRIMARY KEY, times integer NOT NULL DEFAULT 1)')
})
afterAll(() => database.drop())
beforeEach(async () => {
  await pool.query('TRUNCATE kept')
  sent.length = 0
})

const keep = (n: number, on = door) =>
  run<{ n: number }>(on, sql`INSERT INTO kept (n) VALUES (${n}) RETURNING n`)
const kept = async () =>
  (await run<{ n: number }>(pool, sql`SELECT n FROM kept ORDER BY n`)).map(({ n }) => n)
const numbers = (count: number, from = 1) => Array.from({ length: count }, (_, i) => from + i)

describe('statements that come at the same moment', () => {
  it('share a transaction, and each has its own answer', async () => {
    const answers = await Promise.all(numbers(20).map((n) => keep(n)))
    expect(answers.map(([row]) => row?.n)).toEqual(numbers(20))
    expect(sent.filter((text) => text === 'COMMIT').length).toBeLessThan(5)
    expect(await kept()).toEqual(numbers(20))
  })

  it('do not share the failure of one, and nothing happens twice', async () => {
    await keep(3)
    const all = await Promise.allSettled(numbers(10).map((n) => keep(n)))
    expect(all.map((it) => it.status === 'fulfilled')).toEqual(numbers(10).map((n) => n !== 3))
    expect(all[2]).toMatchObject({ reason: { code: '23505' } })
    expect(await run(pool, sql`SELECT count(*)::int AS n, sum(times)::int AS times FROM kept`)).toEqual([
      { n: 10, times: 10 },
    ])
  })

  it('do not wait long for one that waits for a lock', async () => {
    await keep(1)
    const bump = () => run(door, sql`UPDATE kept SET times = times + 1 WHERE n = 1`)
    let waiting: Promise<unknown> = Promise.resolve()
    await inTransaction(pool, async (tx) => {
      await tx.query('SELECT 1 FROM kept FOR UPDATE')
      const began = performance.now()
      waiting = bump()
      await Promise.all(numbers(6, 2).map((n) => keep(n)))
      // and those that come while it waits by itself
      await Promise.all(numbers(6, 10).map((n) => keep(n)))
      expect(performance.now() - began).toBeLessThan(1_000)
    })
    await waiting
    expect(await run(pool, sql`SELECT times FROM kept WHERE n = 1`)).toEqual([{ times: 2 }])
  })

  it.each([
    ['lone ones', 1],
    ['groups', 2],
  ])('go on when %s wait for locks on every way out', async (_who, together) => {
    await Promise.all(numbers(4).map((n) => keep(n)))
    const stuck: Promise<unknown>[] = []
    await inTransaction(pool, async (tx) => {
      await tx.query('SELECT 1 FROM kept FOR UPDATE')
      for (const n of numbers(4)) {
        stuck.push(run(door, sql`UPDATE kept SET times = 2 WHERE n = ${n}`))
        if (n % together === 0) await sleep(20)
      }
      const began = performance.now()
      await keep(9)
      expect(performance.now() - began).toBeLessThan(1_000)
    })
    await Promise.all(stuck)
    expect(await run(pool, sql`SELECT sum(times)::int AS times FROM kept`)).toEqual([{ times: 9 }])
  })
})

it('a refusal by a server that speaks another language is one of its own as well', async () => {
  const foreign = database.pool()
  foreign.on('connect', (client) => {
    const query = (client as Client).query.bind(client) as (
      ...args: unknown[]
    ) => Promise<unknown> | undefined
    client.query = ((...args: unknown[]) =>
      query(...args)?.catch((error) => {
        throw Object.assign(error, { severity: 'FEHLER' })
      })) as Client['query']
  })
  await keep(2)
  const all = await Promise.allSettled(numbers(3).map((n) => keep(n, groupCommit(foreign))))
  expect(all.map((it) => it.status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
  expect(await kept()).toEqual([1, 2, 3])
})

it('a group that loses its connection before the commit fails whole, and none of it is tried again', async () => {
  const all = await Promise.allSettled([
    ...numbers(3).map((n) => keep(n)),
    run(door, sql`SELECT pg_terminate_backend(pg_backend_pid())`),
    ...numbers(3, 4).map((n) => keep(n)),
  ])
  expect(all.map((it) => it.status === 'rejected' && isUnavailable(it.reason))).toEqual(Array(7).fill(true))
  expect(await kept()).toEqual([])
})

it('a group whose commit is never heard of fails whole, though it has happened, and happens once', async () => {
  const dying = database.pool()
  // BEGIN, five statements, COMMIT
  const { died } = dieAt(dying, { at: 7, moment: 'after' })
  const all = await Promise.allSettled(numbers(5).map((n) => keep(n, groupCommit(dying))))
  expect(died()).toBe(true)
  expect(all.map((it) => it.status)).toEqual(Array(5).fill('rejected'))
  await expect.poll(kept).toEqual(numbers(5))
  expect(await run(pool, sql`SELECT max(times) AS times FROM kept`)).toEqual([{ times: 1 }])
})

it('a group that a frozen server does not answer fails whole and is heard of, and who waits behind it fails with it', async () => {
  const unheard: unknown[] = []
  const listener = (error: unknown) => void unheard.push(error)
  process.on('unhandledRejection', listener)
  const way = await openWay(database.url)
  const frozen = createPool({ url: way.url, name: 'frozen', log: database.log })
  // a connection for every way out
  await Promise.all([1, 2].map(() => frozen.query('SELECT pg_sleep(0.1)')))
  way.freeze()
  const began = performance.now()
  const asked: Promise<unknown>[] = []
  for (const from of [1, 11, 21]) {
    asked.push(...numbers(10, from).map((n) => keep(n, groupCommit(frozen))))
    await sleep(20)
  }
  const all = await Promise.allSettled(asked)
  expect(all.map((it) => it.status === 'rejected' && isUnavailable(it.reason))).toEqual(Array(30).fill(true))
  // the time-out of one statement, not of two
  expect(performance.now() - began).toBeLessThan(8_000)
  await sleep(50)
  expect(unheard).toEqual([])
  process.off('unhandledRejection', listener)
  await frozen.end()
  way.close()
}, 20_000)

/** A way to a server on which nothing moves any more once it is frozen. */
async function openWay(to: string) {
  const address = new URL(to)
  const { hostname, port: behind } = address
  const ends: Socket[] = []
  let frozen = false
  const server = createServer((here) => {
    if (frozen) return void ends.push(here)
    const there = connect(Number(behind), hostname)
    ends.push(here, there)
    for (const end of [here, there]) end.on('error', () => {})
    here.pipe(there).pipe(here)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    url: Object.assign(address, { port: String(port) }).href,
    freeze: () => {
      frozen = true
      for (const end of ends) end.unpipe().pause()
    },
    close: () => {
      server.close()
      for (const end of ends) end.destroy()
    },
  }
}
