import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, inject, it, vi } from 'vitest'
import * as z from 'zod'
import { createLog } from '../log.ts'
import { createTestDatabase, type TestDatabase } from '../testing/index.ts'
import {
  type Backing,
  createQueue,
  createWorker,
  defineJob,
  type JobQueue,
  type JobWorker,
  migrateQueues,
  openQueue,
  PermanentFailure,
  queueSchema,
} from './index.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
  await migrateQueues(database.pool({ max: 1 }))
})
afterAll(() => database.drop())

const backings: Record<string, () => Backing> = {
  Redis: () => ({ kind: 'redis', url: inject('redisUrl'), prefix: `t-${randomUUID()}` }),
  Postgres: () => {
    const pool = database.pool({ schema: queueSchema, max: 10 })
    // every queue and worker of this file listens to the one pool
    pool.setMaxListeners(0)
    return { kind: 'postgres', pool }
  },
}

describe.each(Object.keys(backings))('jobs on %s', (kind) => {
  let backing: Backing
  let queue: JobQueue<{ n: number }>
  let workers: JobWorker[]
  const handled: { n: number; attempt: number }[] = []
  let job: ReturnType<typeof defineJob<{ n: number }>>

  beforeAll(() => {
    backing = (backings[kind] as () => Backing)()
  })
  beforeEach(() => {
    job = defineJob({ name: `count-${randomUUID()}`, data: z.object({ n: z.number() }), concurrency: 5 })
    queue = createQueue(job, backing, database.log)
    workers = []
    handled.length = 0
  })
  afterEach(async () => {
    await Promise.all(workers.map((worker) => worker.close()))
    await queue.close()
  })
  const work = (handle: (n: number, attempt: number) => Promise<void> | void = () => {}) =>
    workers.push(
      createWorker(job, backing, database.log, async ({ n }) => {
        const attempt = handled.filter((it) => it.n === n).length + 1
        handled.push({ n, attempt })
        await handle(n, attempt)
      }),
    )

  it('processes jobs that were added before or after the worker started', async () => {
    await queue.add('first', { n: 1 })
    work()
    await queue.add('second', { n: 2 })
    await expect.poll(() => handled.map((it) => it.n).sort(), { timeout: 10_000 }).toEqual([1, 2])
  })

  it('adds an id once, whatever the outcome of the first job', async () => {
    work()
    await queue.add('same', { n: 1 })
    await expect.poll(() => handled.length, { timeout: 10_000 }).toBe(1)
    await queue.add('same', { n: 1 })
    await queue.add('other', { n: 2 })
    await expect.poll(() => handled.length, { timeout: 10_000 }).toBe(2)
    expect(handled.map((it) => it.n)).toEqual([1, 2])
  })

  it('processes many jobs added together, each id once, and leaves failed ones', async () => {
    work((n) => {
      if (n === 1) throw new PermanentFailure('no such number')
    })
    await queue.add('known', { n: 1 })
    await expect.poll(() => handled.length, { timeout: 10_000 }).toBe(1)
    await queue.addNew([1, 2, 3, 3].map((n) => ({ id: n === 1 ? 'known' : `many-${n}`, data: { n } })))
    await queue.add('last', { n: 4 })
    await expect.poll(() => handled.map((it) => it.n).sort(), { timeout: 10_000 }).toEqual([1, 2, 3, 4])
  })

  it('retries a failed job after a delay', async () => {
    work((_, attempt) => {
      if (attempt === 1) throw new Error('not yet')
    })
    const started = performance.now()
    await queue.add('retried', { n: 1 })
    await expect.poll(() => handled.length, { timeout: 15_000 }).toBe(2)
    expect(handled.map((it) => it.attempt)).toEqual([1, 2])
    expect(performance.now() - started).toBeGreaterThan(900)
  })

  it('does not retry a permanent failure until the id is added again', async () => {
    let hopeless = true
    work(() => {
      if (hopeless) throw new PermanentFailure('no such number')
    })
    await queue.add('permanent', { n: 1 })
    await expect.poll(() => handled.length, { timeout: 10_000 }).toBe(1)
    await sleep(1_500)
    expect(handled.length).toBe(1)
    hopeless = false
    await queue.add('permanent', { n: 1 })
    await expect.poll(() => handled.length, { timeout: 10_000 }).toBe(2)
  })

  it('a job that fails at once is not started again by its own add', async () => {
    work(() => {
      throw new PermanentFailure('no such number')
    })
    for (let n = 0; n < 100; n++) await queue.add(`at-once-${n}`, { n })
    await expect.poll(() => handled.length, { timeout: 10_000 }).toBeGreaterThanOrEqual(100)
    await sleep(500)
    expect(handled.length).toBe(100)
  })

  it('a failed job that is added again is new and keeps no reason of the failure', async () => {
    let hopeless = true
    work(() => {
      if (hopeless) throw new PermanentFailure('no such number')
    })
    await queue.add('forgotten', { n: 1 })
    await expect.poll(() => handled.length, { timeout: 10_000 }).toBe(1)
    const library = openQueue(job, backing, database.log)
    await expect.poll(() => library.getFailedCount()).toBe(1)
    await queue.forget(['forgotten', 'never added'])
    expect(await library.getFailedCount()).toBe(0)
    await library.close()
    hopeless = false
    await queue.add('forgotten', { n: 1 })
    await expect.poll(() => handled.length, { timeout: 10_000 }).toBe(2)
  })

  it("never processes data that the job's schema rejects", async () => {
    work()
    await queue.add('wrong', { n: 'one' } as never)
    await queue.add('right', { n: 3 })
    await expect.poll(() => handled.length, { timeout: 10_000 }).toBe(1)
    expect(handled[0]?.n).toBe(3)
  })

  it('takes an id that the queue uses itself', async () => {
    work()
    await queue.add('delayed', { n: 1 })
    await expect.poll(() => handled.length, { timeout: 10_000 }).toBe(1)
  })

  it('shares a queue between workers and loses nothing when one stops', async () => {
    work(() => sleep(20))
    work(() => sleep(20))
    for (let n = 0; n < 30; n++) await queue.add(`shared-${n}`, { n })
    await workers.pop()?.close()
    await expect.poll(() => new Set(handled.map((it) => it.n)).size, { timeout: 10_000 }).toBe(30)
    expect(handled.length).toBe(30)
  })
})

it('a worker whose store refuses at once waits between its attempts, and lets other work go on', async () => {
  const pool = database.pool({ schema: queueSchema, max: 4 })
  const job = defineJob({ name: 'refused', data: z.object({}) })
  const complaints: string[] = []
  const log = createLog('refused', { write: (line) => complaints.push(line) })
  const handled: string[] = []
  const worker = createWorker(job, { kind: 'postgres', pool }, log, async () => {
    handled.push('job')
  })
  const reachable: Backing = { kind: 'postgres', pool: database.pool({ schema: queueSchema, max: 1 }) }
  const queue = createQueue(job, reachable, database.log)
  const refused = vi.spyOn(pool, 'query').mockImplementation(() => Promise.reject(new Error('refused')))
  try {
    await queue.add('first', {})
    await expect.poll(() => complaints.length, { timeout: 10_000 }).toBeGreaterThan(0)
    const before = complaints.length
    await sleep(1_500)
    expect(complaints.length - before).toBeLessThan(10)
    refused.mockRestore()
    await expect.poll(() => handled.length, { timeout: 10_000 }).toBe(1)
  } finally {
    refused.mockRestore()
    await worker.close()
    await queue.close()
  }
})

it('rejects adding within 1.5 seconds while Redis is unavailable, instead of hanging', async () => {
  const job = defineJob({ name: 'nowhere', data: z.object({}) })
  const queue = createQueue(job, { kind: 'redis', url: 'redis://127.0.0.1:1' }, database.log)
  const started = performance.now()
  await expect(queue.add('x', {})).rejects.toThrow()
  expect(performance.now() - started).toBeLessThan(1_500)
  await queue.close().catch(() => {})
})
