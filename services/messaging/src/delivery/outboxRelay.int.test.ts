import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from '@plumbline/platform/db'
import {
  type Backing,
  createQueue,
  createWorker,
  type JobQueue,
  type JobWorker,
  migrateQueues,
  queueSchema,
} from '@plumbline/platform/jobs'
import { startServiceForTest } from '@plumbline/platform/testing'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { deliveryId, insertDelivery } from '../ledger/ledger.ts'
import { messaging } from '../service.ts'
import { foreignPersonal, type MessagingTest, settings } from '../testing.ts'
import { startOutboxRelay } from './outboxRelay.ts'
import { sendDelivery } from './worker.ts'

let test: MessagingTest
let backing: Backing
let queue: JobQueue
let worker: JobWorker | undefined
let count = 0

beforeAll(async () => {
  test = await startServiceForTest(messaging, { settings, foreignPersonal })
  await migrateQueues(test.owner)
  backing = { kind: 'postgres', pool: test.database.pool({ schema: queueSchema, max: 8 }) }
  queue = createQueue(sendDelivery, backing, test.log)
})
afterEach(() => worker?.close())
afterAll(async () => {
  await queue.close()
  await test.stop()
})

const sweepMs = 100
const startRelay = (everyMs = sweepMs) =>
  startOutboxRelay({ pool: test.pool, queue, log: test.log, sweepMs: everyMs })
const work = (handle: (id: string) => Promise<void> | void, onEnded?: (id: string) => void) => {
  worker = createWorker(sendDelivery, backing, test.log, async (id) => handle(id), onEnded)
}
const markSent = (id: string) => test.pool.query(sql`UPDATE deliveries SET status = 'sent' WHERE id = ${id}`)

async function addDelivery(): Promise<string> {
  const id = deliveryId(`event-${++count}`, 'test', 'ann')
  await insertDelivery(test.pool, test.keyring, {
    id,
    channel: 'email',
    dataSubject: 'customer-1',
    recipient: 'ann@example.test',
    subject: 'Hello',
    text: 'Hello',
    html: '',
  })
  return id
}

it('every delivery that was written at the same time is queued once', async () => {
  const ids = new Set<string>()
  for (let n = 0; n < 60; n++) ids.add(await addDelivery())
  const attempts: string[] = []
  work(async (id) => {
    await markSent(id)
    attempts.push(id)
  })
  const relay = startRelay()
  await expect.poll(() => attempts.length, { timeout: 10_000 }).toBe(60)
  await sleep(4 * sweepMs)
  expect([new Set(attempts), attempts.length]).toEqual([ids, 60])
  await relay.stop()
})

it.each([
  ['although nothing changed in the ledger', () => Promise.resolve()],
  [
    'after the ledger was updated',
    (id: string) => test.pool.query(sql`UPDATE deliveries SET updated_at = now() WHERE id = ${id}`),
  ],
])('a delivery that is still due after its job has failed is queued again, %s', async (_name, update) => {
  const id = await addDelivery()
  const attempts: string[] = []
  const relay = startRelay()
  work(async (attempted) => {
    attempts.push(attempted)
    if (attempts.length > 1) return void (await markSent(attempted))
    await update(attempted)
    throw new Error('the ledger was unavailable')
  }, relay.forget)
  await expect.poll(() => attempts, { timeout: 10_000 }).toEqual([id, id])
  await relay.stop()
})

it('a queue that was away for a moment is tried again with the next sweep', async () => {
  const id = await addDelivery()
  const attempts: string[] = []
  work(async (attempted) => {
    await markSent(attempted)
    attempts.push(attempted)
  })
  let refusals = 2
  const awayAtFirst: JobQueue = {
    ...queue,
    add: async (ids) => {
      if (refusals-- > 0) throw new Error('away')
      await queue.add(ids)
    },
  }
  const relay = startOutboxRelay({ pool: test.pool, queue: awayAtFirst, log: test.log, sweepMs })
  await expect.poll(() => attempts, { timeout: 10_000 }).toEqual([id])
  await relay.stop()
})

it('a new process queues at once what was attempted before', async () => {
  const id = await addDelivery()
  const attempts: string[] = []
  const ended: string[] = []
  work(
    async (attempted) => {
      attempts.push(attempted)
      if (attempts.length > 1) await markSent(attempted)
    },
    (attempted) => void ended.push(attempted),
  )
  const first = startRelay()
  await expect.poll(() => attempts.length).toBe(1)
  // what the queue still has is not queued
  await expect.poll(() => ended).toEqual([id])
  await first.stop()
  const second = startRelay(60_000)
  await expect.poll(() => attempts, { timeout: 10_000 }).toEqual([id, id])
  await second.stop()
})
