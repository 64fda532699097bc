import { setTimeout as sleep } from 'node:timers/promises'
import { createTimers, migrateQueues, queueSchema, type Timers } from '@plumbline/platform/jobs'
import { runSubscription } from '@plumbline/platform/subscriptions'
import { type SmtpPeer, startServiceForTest, startSmtpPeer } from '@plumbline/platform/testing'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { messaging } from '../service.ts'
import { type FakeTwilio, refuseWith, startFakeTwilio } from '../testing/fakeTwilio.ts'
import {
  addCustomer,
  conversationOf,
  deliveryOf,
  eraseKey,
  foreignPersonal,
  type MessagingTest,
  sendEmail,
  sendSms,
  settings,
} from '../testing.ts'

let test: MessagingTest
let twilio: FakeTwilio
let smtp: SmtpPeer
let timers: Timers
let worker: Awaited<ReturnType<typeof messaging.startWorker>>
const stopping = new AbortController()
let running: Promise<void>[]

beforeAll(async () => {
  test = await startServiceForTest(messaging, { settings, foreignPersonal })
  twilio = await startFakeTwilio()
  smtp = await startSmtpPeer()
  const { database, owner, pool, keyring, log, notifier } = test
  await migrateQueues(owner)
  timers = await createTimers({ pool: owner, log, install: true, supervise: true })
  worker = await messaging.startWorker({
    ...test,
    clock: () => new Date(),
    timers,
    backing: { kind: 'postgres', pool: database.pool({ schema: queueSchema, max: 10 }) },
    settings: {
      ...settings,
      // over http the provider is not asked to call back
      publicUrl: 'http://localhost:3000',
      pace: { sweepMs: 500 },
      sms: twilio.sms,
      smtp: { url: smtp.url, from: { name: settings.business.name, address: 'hello@plumbline.example' } },
    },
  })
  running = worker.subscriptions.map((subscription) =>
    runSubscription(subscription, { pool, keyring, notifier, log, signal: stopping.signal }),
  )
})
afterAll(async () => {
  stopping.abort()
  await Promise.all(running)
  await worker.stop()
  await timers.stop()
  await smtp.stop()
  twilio.stop()
  await test.stop()
})

const soon = { timeout: 60_000 }

it('what staff write is sent by SMS and by email, once each', async () => {
  const customerId = await addCustomer(test, { email: 'ann@example.test', phone: '919 555 0111' })
  await sendSms(test, customerId, 'Hello by sms')
  await sendEmail(test, customerId, 'Hello by email')
  await expect.poll(() => twilio.accepted, soon).toHaveLength(1)
  await expect.poll(() => smtp.mails, soon).toHaveLength(1)
  expect(twilio.accepted[0]).toMatchObject({
    to: '+19195550111',
    body: 'Hello by sms',
    statusCallback: undefined,
  })
  expect(smtp.mails[0]).toMatchObject({ to: ['ann@example.test'], subject: 'Plumbline: Hello by email' })
  expect(smtp.mails[0]?.text).toContain(settings.business.name)
  const sentEvents = () =>
    test.owner.query(`SELECT count(*)::int AS n FROM es.events WHERE type = 'MessageSent'`)
  await expect.poll(async () => (await sentEvents()).rows, soon).toEqual([{ n: 2 }])
  await sleep(1_200)
  expect([twilio.accepted.length, smtp.mails.length]).toEqual([1, 1])
})

it('the notice of a cancelled appointment is sent on both channels, once each', async () => {
  const customerId = await addCustomer(test, { email: 'bob@example.test', phone: '919 555 0112' })
  const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString()
  await test.appendForeign('appointment-1', {
    type: 'AppointmentCancelled',
    data: { appointmentId: 1, customerId, notify: true, startsAt: inDays(2), cancelledAt: inDays(0) },
  })
  test.notifier.notify(null)
  await expect.poll(() => twilio.accepted.filter((it) => it.to === '+19195550112'), soon).toHaveLength(1)
  await expect.poll(() => smtp.mails.filter((it) => it.to.includes('bob@example.test')), soon).toHaveLength(1)
  expect(await conversationOf(test, customerId)).toHaveLength(2)
})

const cancel = (messageId: number) =>
  test.call('PUT', `/api/messages/${messageId}/cancelled`, { body: { cancelled: true } })

it('a message that a worker has handed to a slow provider cannot be cancelled', async () => {
  const customerId = await addCustomer(test, { phone: '919 555 0113' })
  const toCustomer = () => twilio.accepted.filter((it) => it.to === '+19195550113')
  let answer = () => {}
  const answered = new Promise<void>((resolve) => {
    answer = resolve
  })
  const reached = new Promise<void>((resolve) => {
    twilio.behaviour.after = (res, { sid, to }) => {
      resolve()
      const body = JSON.stringify({ sid, to, status: 'queued' })
      void answered.then(() => res.writeHead(201, { 'content-type': 'application/json' }).end(body))
      return 'handled'
    }
  })
  const { json } = await sendSms(test, customerId, 'On my way')
  await reached
  expect(await cancel(json.id)).toMatchObject({ status: 409, text: 'It has been sent already.' })
  answer()
  twilio.behaviour.after = undefined
  const status = async () => (await deliveryOf(test, json.id)).status
  await expect.poll(status, soon).toBe('sent')
  expect(await cancel(json.id)).toMatchObject({ status: 409, text: 'It has been sent already.' })
  expect(toCustomer()).toHaveLength(1)
})

it('a message that is cancelled while it waits is never sent, and one beside it is', async () => {
  const phones = ['919 555 0114', '919 555 0115']
  const [one, other] = [
    await addCustomer(test, { phone: phones[0] }),
    await addCustomer(test, { phone: phones[1] }),
  ]
  const written: number[] = []
  twilio.behaviour.before = refuseWith(429, 20_429)
  for (const customerId of [one, other]) written.push((await sendSms(test, customerId, 'Later')).json.id)
  const waiting = async (id: number) => (await conversationOf(test, id)).at(-1)?.waiting
  for (const customerId of [one, other]) await expect.poll(() => waiting(customerId), soon).toBeDefined()
  await expect.poll(async () => (await cancel(written[0] as number)).status, soon).toBe(200)
  twilio.behaviour.before = undefined
  await test.owner.query(`UPDATE messaging.deliveries SET next_attempt_at = now()`)
  await expect.poll(() => twilio.accepted.filter((it) => it.to === '+19195550115'), soon).toHaveLength(1)
  expect(twilio.accepted.filter((it) => it.to === '+19195550114')).toEqual([])
  expect(await conversationOf(test, one)).toMatchObject([{ status: 'failed', cancelled: true }])
})

it('the read models are the same after a rebuild, and forget a person who is erased', async () => {
  const customerId = await addCustomer(test)
  expect(await sendSms(test, customerId, 'ZZERASED')).toMatchObject({ status: 201 })
  // a comparison looks twice, and nothing may happen in between
  const open = () => test.pool.query(`SELECT id FROM deliveries WHERE status IN ('pending', 'sending')`)
  await expect.poll(async () => (await open()).rows, soon).toEqual([])
  expect(await test.differences()).toEqual([])
  await eraseKey(test, `customer-${customerId}`)
  await test.rebuild()
  expect(await conversationOf(test, customerId)).toMatchObject([{ content: '[erased]' }])
  expect((await sendSms(test, customerId, 'Hi')).status).toBe(409)
})
