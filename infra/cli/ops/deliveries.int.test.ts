import { randomUUID } from 'node:crypto'
import { messaging } from '@plumbline/messaging/service'
import type { Pool } from '@plumbline/platform/db'
import { createTimers, migrateQueues, queueSchema } from '@plumbline/platform/jobs'
import { createInProcessNotifier } from '@plumbline/platform/subscriptions'
import {
  createTestDatabase,
  startSmtpPeer,
  type TestDatabase,
  testKeyring,
} from '@plumbline/platform/testing'
import { afterAll, beforeAll, beforeEach, expect, inject, it } from 'vitest'
import { owners } from '../../processes/stores/schemas.ts'
import { deliveriesOf, readSince, retryDeliveries, retryFailed } from './deliveries.ts'

let database: TestDatabase
let pool: Pool

beforeAll(async () => {
  database = await createTestDatabase(owners)
  pool = database.pool()
})
afterAll(() => database.drop())
beforeEach(() => pool.query('DELETE FROM messaging.deliveries'))

async function delivery(status: string, more: { error?: string; lease?: string; age?: string } = {}) {
  const id = randomUUID()
  await pool.query(
    `INSERT INTO messaging.deliveries (id, channel, content, status, attempt, last_error, next_attempt_at, created_at, lease_until)
     VALUES ($1, 'email', '{"recipient": "ann@example.test"}', $2, 8, $3, now() + interval '1 hour', now() - $4::interval, now() + $5::interval)`,
    [id, status, more.error ?? null, more.age ?? '0', more.lease ?? null],
  )
  return id
}
const stored = async (id: string) =>
  (
    await pool.query(
      'SELECT status, attempt, next_attempt_at <= now() AS due FROM messaging.deliveries WHERE id = $1',
      [id],
    )
  ).rows[0]

it('are listed by age and state, without whom they are for', async () => {
  const error = 'ChannelError: 550 5.1.1 <Ann@Example.test>, +1 (555) 555-0101: no such user'
  const old = await delivery('failed', { error, age: '3 hours' })
  const young = await delivery('sent')
  const all = await deliveriesOf(pool, { limit: 10 })
  expect(all.map(({ id }) => id)).toEqual([young, old])
  expect(await deliveriesOf(pool, { limit: 1 })).toHaveLength(1)
  expect(await deliveriesOf(pool, { state: 'failed', limit: 10 })).toEqual([
    {
      id: old,
      channel: 'email',
      state: 'failed',
      attempts: 8,
      ageSeconds: expect.closeTo(10_800, -2),
      lastError: 'ChannelError: 550 5.1.1 <…>, …: no such user',
    },
  ])
})

it('that were given up are due at once, as if never tried; again asked for, they stay so', async () => {
  const [one, other] = [await delivery('failed'), await delivery('failed')]
  expect(await retryFailed(pool, { ids: [one.toUpperCase()] })).toEqual({ retried: [one], refused: [] })
  expect(await stored(one)).toEqual({ status: 'pending', attempt: 0, due: true })
  expect(await stored(other)).toMatchObject({ status: 'failed' })
  expect(await retryFailed(pool, { ids: [one] })).toEqual({ retried: [], refused: [] })
  expect(await retryFailed(pool, { since: new Date(0) })).toEqual({ retried: [other], refused: [] })
  expect(await retryFailed(pool, { since: new Date(0) })).toEqual({ retried: [], refused: [] })
})

it('that were written before --since stay failed', async () => {
  const old = await delivery('failed', { age: '300 days' })
  const recent = await delivery('failed', { age: '2 hours' })
  expect(await retryFailed(pool, { since: readSince('24h') })).toEqual({ retried: [recent], refused: [] })
  expect(await stored(old)).toMatchObject({ status: 'failed' })
})

it('are not tried again with --failed alone: the error names --since', async () => {
  const context = {} as Parameters<typeof retryDeliveries.run>[0]
  await expect(retryDeliveries.run(context, [], { failed: true })).rejects.toThrow(
    'deliveries retry --failed needs --since, such as --since 24h or --since 2026-11-20',
  )
})

it.each([
  ['2026-11-20', '2026-11-20T05:00:00.000Z'],
  ['2026-11-20T08:30:00Z', '2026-11-20T08:30:00.000Z'],
  ['90min', '2026-11-21T10:30:00.000Z'],
  ['24h', '2026-11-20T12:00:00.000Z'],
  ['7d', '2026-11-14T12:00:00.000Z'],
])('--since %s is %s', (given, moment) => {
  expect(readSince(given, 'America/New_York', new Date('2026-11-21T12:00:00Z')).toISOString()).toBe(moment)
})

it.each(['yesterday', '24', '2026-99-99', ''])('--since %j is refused', (given) => {
  expect(() => readSince(given)).toThrow('--since takes a day, a time or a span')
})

it('that were sent, are being sent or do not exist are refused, one by one', async () => {
  const failed = await delivery('failed')
  const sent = await delivery('sent')
  const sending = await delivery('sending', { lease: '1 minute' })
  const abandoned = await delivery('sending', { lease: '-1 minute' })
  const unknown = randomUUID()
  expect(await retryFailed(pool, { ids: [sent, sending, abandoned, failed, unknown, 'x'] })).toEqual({
    retried: [failed],
    refused: [
      { id: sent, reason: 'was sent already' },
      { id: sending, reason: 'is being sent right now' },
      { id: unknown, reason: 'is no delivery' },
      { id: 'x', reason: 'is no delivery' },
    ],
  })
  for (const id of [sent, sending, abandoned])
    expect(await stored(id)).toMatchObject({ attempt: 8, due: false })
})

it.each(['Postgres', 'Redis'])(
  'that were given up really go out when they are tried again, over %s',
  async (kind) => {
    const owner = database.pool({ max: 4 })
    await migrateQueues(owner)
    const timers = await createTimers({ pool: owner, log: database.log, install: true })
    let refusing = true
    const smtp = await startSmtpPeer({
      onRcptTo: (_address, _session, done) =>
        done(refusing ? Object.assign(new Error('no such user here'), { responseCode: 550 }) : undefined),
    })
    const backing =
      kind === 'Redis'
        ? ({ kind: 'redis', url: inject('redisUrl'), prefix: `t-${randomUUID()}` } as const)
        : ({ kind: 'postgres', pool: database.pool({ schema: queueSchema, max: 10 }) } as const)
    const start = () =>
      messaging.startWorker({
        pool: database.pool({ role: 'plumbline_messaging', schema: 'messaging' }),
        notifier: createInProcessNotifier(),
        keyring: testKeyring,
        log: database.log,
        backing,
        timers,
        settings: {
          business: { product: 'Plumbline', name: 'Plumbline', phone: '(555) 555-0142' },
          ownerEmail: 'owner@example.test',
          publicUrl: 'http://localhost:3000',
          limitScale: 1,
          smtp: { url: smtp.url, from: { name: 'Plumbline', address: 'hello@plumbline.example' } },
        },
      })
    const id = await delivery('pending')
    await pool.query(
      `UPDATE messaging.deliveries SET next_attempt_at = now(),
     content = '{"recipient": "ann@example.test", "subject": "s", "text": "t", "html": "h"}' WHERE id = $1`,
      [id],
    )
    const status = async () => (await stored(id)).status
    const first = await start()
    await expect.poll(status, { timeout: 20_000 }).toBe('failed')
    await first.stop()
    refusing = false
    await retryFailed(pool, { since: new Date(0) })
    const second = await start()
    await expect.poll(status, { timeout: 20_000 }).toBe('sent')
    await second.stop()
    await timers.stop()
    await smtp.stop()
  },
)
