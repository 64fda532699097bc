import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, inject, it, vi } from 'vitest'
import { createLog } from '../log.ts'
import { createTestDatabase, type TestDatabase } from '../testing/index.ts'
import {
  type Backing,
  createQueue,
  createWorker,
  type Job,
  type JobQueue,
  type JobWorker,
  migrateQueues,
  openQueue,
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

it('a queue and a worker on Postgres work although there was no connection for them at first', async () => {
  const pool = database.pool({ schema: queueSchema, max: 10 })
  const [id, job] = [randomUUID(), { name: `count-${randomUUID()}` }]
  const refused = new Error('timeout exceeded when trying to connect')
  const connect = vi.spyOn(pool, 'connect')
  const handled: string[] = []
  connect.mockRejectedValueOnce(refused as never)
  const worker = createWorker(job, { kind: 'postgres', pool }, database.log, async (it) => {
    handled.push(it)
  })
  await expect.poll(() => connect.mock.calls.length).toBeGreaterThan(0)
  connect.mockRejectedValueOnce(refused as never)
  const queue = createQueue(job, { kind: 'postgres', pool }, database.log)
  await queue.add([id]).catch(() => queue.add([id]))
  await expect.poll(() => handled, { timeout: 20_000 }).toEqual([id])
  await worker.close()
  await queue.close()
})

describe.each(Object.keys(backings))('jobs on %s', (kind) => {
  let backing: Backing
  let queue: JobQueue
  let workers: JobWorker[]
  const handled: string[] = []
  let job: Job

  beforeAll(() => {
    backing = (backings[kind] as () => Backing)()
  })
  beforeEach(() => {
    job = { name: `count-${randomUUID()}`, concurrency: 5 }
    queue = createQueue(job, backing, database.log)
    workers = []
    handled.length = 0
  })
  afterEach(async () => {
    await Promise.all(workers.map((worker) => worker.close()))
    await queue.close()
  })
  const work = (handle: (id: string) => Promise<void> | void = () => {}) =>
    workers.push(
      createWorker(job, backing, database.log, async (id) => {
        handled.push(id)
        await handle(id)
      }),
    )
  const newIds = (count: number) => Array.from({ length: count }, () => randomUUID() as string)
  const soon = { timeout: 10_000 }
  const expectHandled = (ids: readonly string[]) =>
    expect.poll(() => handled.toSorted(), soon).toEqual(ids.toSorted())

  it('processes jobs that were added before or after the worker started, each once', async () => {
    const [first, ...others] = newIds(20)
    await queue.add([first as string])
    work()
    await queue.add([...others, others[0] as string])
    await expectHandled([first as string, ...others])
  })

  it('adds an id once while its job waits or is being worked on', async () => {
    const [slow, next] = newIds(2) as [string, string]
    let end = () => {}
    const ended = new Promise<void>((resolve) => {
      end = resolve
    })
    await queue.add([slow])
    await queue.add([slow])
    work(() => ended)
    await expectHandled([slow])
    await queue.add([slow])
    await queue.add([next])
    await expectHandled([slow, next])
    end()
  })

  it('attempts a job once, and again when its id is added again, also after a failure', async () => {
    const [id] = newIds(1) as [string]
    const library = openQueue(job, backing, database.log)
    work(() => {
      if (handled.length === 1) throw new Error('no such number')
    })
    for (let attempt = 1; attempt <= 3; attempt++) {
      await queue.add([id])
      await expect.poll(() => handled.length, soon).toBe(attempt)
      const counts = async () => Object.values(await library.getJobCounts()).every((count) => count === 0)
      await expect.poll(counts, soon).toBe(true)
    }
    await library.close()
    expect(handled).toEqual([id, id, id])
  })

  it('a job that the release before added is not remembered either, and its history can be cleared', async () => {
    const library = openQueue(job, backing, database.log)
    const remembered = { removeOnComplete: { age: 86_400 }, removeOnFail: { age: 86_400 } }
    const [done, failed] = newIds(2) as [string, string]
    work((id) => {
      if (id === failed) throw new Error('no such number')
    })
    for (const id of [done, failed])
      await library.add(job.name, { id }, { jobId: `job-${id}`, ...remembered })
    await expectHandled([done, failed])
    await expect
      .poll(() => library.getJobCounts(), soon)
      .toMatchObject({ completed: 0, failed: 1, active: 0 })
    await queue.clearHistory()
    expect(await library.getJobCounts()).toMatchObject({ completed: 0, failed: 0 })
    await library.close()
  })

  it('shares a queue between workers and loses nothing when one stops', async () => {
    const ids = newIds(30)
    work(() => sleep(20))
    work(() => sleep(20))
    await queue.add(ids)
    await workers.pop()?.close()
    await expectHandled(ids)
  })
})

it('a worker whose store refuses at once waits between its attempts, and lets other work go on', async () => {
  const pool = database.pool({ schema: queueSchema, max: 4 })
  const job = { name: 'refused' }
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
    await queue.add([randomUUID()])
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

it('rejects adding soon while Redis is unavailable, instead of hanging', async () => {
  const job = { name: 'nowhere' }
  const queue = createQueue(job, { kind: 'redis', url: 'redis://127.0.0.1:1' }, database.log)
  const started = performance.now()
  await expect(queue.add([randomUUID()])).rejects.toThrow()
  expect(performance.now() - started).toBeLessThan(8_000)
  await queue.close().catch(() => {})
})
