import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from '@plumbline/platform/db'
import {
  type Backing,
  createQueue,
  createWorker,
  type JobQueue,
  type JobWorker,
  migrateQueues,
  PermanentFailure,
  queueSchema,
} from '@plumbline/platform/jobs'
import { testKeyring as keyring } from '@plumbline/platform/testing'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { type MessagingTest, startMessagingTest } from '../testing.ts'
import { deliveryId, insertDelivery } from './ledger.ts'
import { startOutboxRelay } from './outboxRelay.ts'
import { sendDelivery } from './worker.ts'

let test: MessagingTest
let backing: Backing
let queue: JobQueue<{ id: string }>
let worker: JobWorker | undefined
let counter = 0
const sweepMs = 100

beforeAll(async () => {
  test = await startMessagingTest()
  await migrateQueues(test.owner)
  backing = { kind: 'postgres', pool: test.database.pool({ schema: queueSchema, max: 8 }) }
  queue = createQueue(sendDelivery, backing, test.database.log)
})
afterEach(() => worker?.close())
afterAll(async () => {
  await queue.close()
  await test.stop()
})

const startRelay = () => startOutboxRelay({ pool: test.pool, queue, log: test.database.log, sweepMs })
const work = (handle: (id: string) => Promise<void> | void) => {
  worker = createWorker(sendDelivery, backing, test.database.log, async ({ id }) => handle(id))
}
const settle = (id: string) => test.pool.query(sql`UPDATE deliveries SET status = 'sent' WHERE id = ${id}`)

async function written(): Promise<string> {
  const id = deliveryId(`event-${++counter}`, 'test', 'ann')
  const words = { recipient: 'ann@example.test', subject: 'Hello', text: 'Hello', html: '' }
  await insertDelivery(test.pool, keyring, { id, channel: 'email', about: 'customer-1', ...words })
  return id
}

it('hands over everything that was written at once', async () => {
  const ids = new Set<string>()
  for (let n = 0; n < 60; n++) ids.add(await written())
  const seen: string[] = []
  work(async (id) => {
    await settle(id)
    seen.push(id)
  })
  const relay = startRelay()
  await expect.poll(() => seen.length, { timeout: 10_000 }).toBe(60)
  await sleep(4 * sweepMs)
  expect([new Set(seen), seen.length]).toEqual([ids, 60])
  await relay.stop()
})

it.each([
  ['its ledger says nothing of it', () => Promise.resolve()],
  [
    'its ledger was touched',
    (id: string) => test.pool.query(sql`UPDATE deliveries SET updated_at = now() WHERE id = ${id}`),
  ],
])('wakes what the queue has given up while it is still to go out, and %s', async (_what, touch) => {
  const id = await written()
  const tries: string[] = []
  work(async (given) => {
    tries.push(given)
    if (tries.length > 1) return void (await settle(given))
    await touch(given)
    throw new PermanentFailure('the ledger was away for as long as the queue has patience')
  })
  const relay = startRelay()
  await expect.poll(() => tries, { timeout: 10_000 }).toEqual([id, id])
  await relay.stop()
})

it('a process that comes later wakes at once what somebody has been at', async () => {
  const id = await written()
  const tries: string[] = []
  work(async (given) => {
    tries.push(given)
    if (tries.length > 1) return void (await settle(given))
    await test.pool.query(sql`UPDATE deliveries SET attempt = 1 WHERE id = ${given}`)
    throw new PermanentFailure('later')
  })
  const first = startRelay()
  await expect.poll(() => tries.length).toBe(1)
  await first.stop()
  const later = startOutboxRelay({ pool: test.pool, queue, log: test.database.log, sweepMs: 60_000 })
  await expect.poll(() => tries, { timeout: 10_000 }).toEqual([id, id])
  await later.stop()
})
