import { createTestDatabase, type TestDatabase } from '@plumbline/platform/testing'
import { afterEach, beforeEach, expect, inject, it } from 'vitest'
import { rollUpgrade } from '../upgrade/rollingUpgrade.ts'

let database: TestDatabase
beforeEach(async () => {
  database = await createTestDatabase()
})
afterEach(() => database.drop())

// a database of its own on the server that other tests use too
const redisUrl = () => Object.assign(new URL(inject('redisUrl')), { pathname: '/3' }).href

it.each([
  { topology: 'together', queues: 'Postgres', perSecond: 20, seconds: 2, lanes: 16, seed: 7 },
  // eight more processes on the machine that makes the load
  { topology: 'distributed', queues: 'Redis', perSecond: 10, seconds: 1, lanes: 0, seed: 1 },
] as const)(
  'a release that raises read models takes over under load, process by process, and is rolled back: nobody notices ($topology, queues in $queues)',
  async ({ queues, ...options }) => {
    const rolled = await rollUpgrade({
      ...options,
      databaseUrl: database.url,
      ...(queues === 'Redis' && { redisUrl: redisUrl() }),
      rows: 300,
    })
    expect(rolled.problems.slice(0, 5)).toEqual([])
    expect(rolled.requests).toBeGreaterThan(10 * options.perSecond)
  },
  // every process of the next release starts beside those of this one
  900_000,
)
