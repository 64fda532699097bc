import { setTimeout as sleep } from 'node:timers/promises'
import { createTimers, migrateQueues, queueSchema, type Timers } from '@plumbline/platform/jobs'
import { rebuildProjection, verifyProjection } from '@plumbline/platform/projections'
import { projectionSubscription, runSubscription } from '@plumbline/platform/subscriptions'
import { testKeyring as keyring, type SmtpPeer, startSmtpPeer } from '@plumbline/platform/testing'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { customers } from '../customers.ts'
import { messagingSchema, startMessaging } from '../service.ts'
import { startTwilioPeer } from '../testing/fakeTwilio.ts'
import { business, type MessagingTest, startMessagingTest } from '../testing.ts'

let test: MessagingTest
let twilio: Awaited<ReturnType<typeof startTwilioPeer>>
let smtp: SmtpPeer
let timers: Timers
let sending: Awaited<ReturnType<typeof startMessaging>>
const stopping = new AbortController()
let running: Promise<void>[]

beforeAll(async () => {
  test = await startMessagingTest()
  twilio = await startTwilioPeer()
  smtp = await startSmtpPeer()
  const { database, owner, pool, notifier } = test
  const log = database.log
  await migrateQueues(owner)
  timers = await createTimers({ pool: owner, log, timers: [], install: true, supervise: true })
  sending = await startMessaging({
    ...{ pool, keyring, log, timers, notifier },
    backing: { kind: 'postgres', pool: database.pool({ schema: queueSchema, max: 10 }) },
    notify: { ownerEmail: 'owner@example.test', publicUrl: 'http://localhost:3000', business },
    sms: twilio.sms,
    smtp: { url: smtp.url, from: { name: business.name, address: 'hello@plumbline.example' } },
  })
  running = [...sending.subscriptions, projectionSubscription('messaging', customers)].map((it) =>
    runSubscription(it, { pool, keyring, notifier, log, signal: stopping.signal }),
  )
})
afterAll(async () => {
  stopping.abort()
  await Promise.all(running)
  await sending.stop()
  await timers.stop()
  await smtp.stop()
  twilio.stop()
  await test.stop()
})

const soon = { timeout: 10_000 }

it('what staff write goes out by SMS and by e-mail, once each', async () => {
  const customerId = await test.customer({ email: 'ann@example.test', phone: '919 555 0111' })
  for (const type of ['sms', 'email'])
    await test.call('POST', '/api/messages', { body: { customerId, type, content: `Hello by ${type}` } })
  await expect.poll(() => twilio.taken, soon).toHaveLength(1)
  await expect.poll(() => smtp.mails, soon).toHaveLength(1)
  expect(twilio.taken[0]).toMatchObject({
    to: '+19195550111',
    body: 'Hello by sms',
    statusCallback: undefined,
  })
  expect(smtp.mails[0]).toMatchObject({ to: ['ann@example.test'], subject: 'Plumbline: Hello by email' })
  expect(smtp.mails[0]?.text).toContain(business.name)
  const told = () => test.owner.query(`SELECT count(*)::int AS n FROM es.events WHERE type = 'MessageSent'`)
  await expect.poll(async () => (await told()).rows, soon).toEqual([{ n: 2 }])
  await sleep(1_200)
  expect([twilio.taken.length, smtp.mails.length]).toEqual([1, 1])
})

it('a cancelled appointment is told on both channels, once each', async () => {
  const customerId = await test.customer({ email: 'bob@example.test', phone: '919 555 0112' })
  const day = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString()
  await test.tell('appointment-1', {
    type: 'AppointmentCancelled',
    data: {
      ...{ appointmentId: 1, customerId, notify: true },
      ...{ startsAt: day(2), cancelledAt: day(0) },
    },
  })
  test.notifier.notify(null)
  await expect.poll(() => twilio.taken.filter((it) => it.to === '+19195550112'), soon).toHaveLength(1)
  await expect.poll(() => smtp.mails.filter((it) => it.to.includes('bob@example.test')), soon).toHaveLength(1)
  expect(await test.conversation(customerId)).toHaveLength(2)
})

it('the read models are what the log makes of them, also when somebody is erased', async () => {
  const customerId = await test.customer()
  await test.call('POST', '/api/messages', { body: { customerId, type: 'sms', content: 'ZZERASED' } })
  // the comparison takes two looks, and nothing may happen in between
  const open = () => test.pool.query(`SELECT id FROM deliveries WHERE status IN ('pending', 'sending')`)
  await expect.poll(async () => (await open()).rows, soon).toEqual([])
  const options = { pool: test.owner, keyring }
  const targets = [
    ...(messagingSchema.projections ?? []).map((projection) => ({ projection, async: false })),
    { projection: customers, async: true },
  ].map((target) => ({ ...target, schema: 'messaging', role: messagingSchema.role }))
  for (const target of targets) expect((await verifyProjection(target, options)).differences).toEqual([])
  await test.owner.query(`UPDATE es.subject_keys SET wrapped = NULL WHERE subject = $1`, [
    `customer-${customerId}`,
  ])
  for (const target of targets) await rebuildProjection(target, options)
  expect(await test.conversation(customerId)).toMatchObject([{ content: '[erased]' }])
  const refused = await test.call('POST', '/api/messages', {
    body: { customerId, type: 'sms', content: 'Hi' },
  })
  expect(refused.status).toBe(409)
})
