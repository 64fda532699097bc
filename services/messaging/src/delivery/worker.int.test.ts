import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { run, sql } from '@plumbline/platform/db'
import { createTimers, migrateQueues, queueSchema, type Timers } from '@plumbline/platform/jobs'
import { createLog } from '@plumbline/platform/log'
import { runSubscription } from '@plumbline/platform/subscriptions'
import { type SmtpPeer, startServiceForTest, startSmtpPeer } from '@plumbline/platform/testing'
import { afterAll, afterEach, beforeAll, describe, expect, inject, it, vi } from 'vitest'
import type { Channels } from '../api.ts'
import type { Channel } from '../channel/channel.ts'
import { consoleChannel } from '../channel/console.ts'
import { smtpChannel } from '../channel/smtp.ts'
import { deliveryId, dueDeliveries, insertDelivery } from '../ledger/ledger.ts'
import { messaging } from '../service.ts'
import {
  addCustomer,
  deliverWhenDue,
  endLeases,
  eraseKey,
  foreignPersonal,
  type MessagingTest,
  sendEmail,
  settings,
  withoutTransactions,
  workerOver,
} from '../testing.ts'
import { acquireLease, type LeasedDelivery } from './lease.ts'
import { deliver } from './worker.ts'

let test: MessagingTest
let timers: Timers
let count = 0

beforeAll(async () => {
  test = await startServiceForTest(messaging, { settings, foreignPersonal })
  await migrateQueues(test.owner)
  timers = await createTimers({
    pool: test.owner,
    log: test.log,
    install: true,
    supervise: true,
  })
})
afterAll(async () => {
  await timers.stop()
  await test.stop()
})

const servers: SmtpPeer[] = []
const startServer = async (...behaviour: Parameters<typeof startSmtpPeer>) => {
  const server = await startSmtpPeer(...behaviour)
  servers.push(server)
  return server
}
const channels: Channel[] = []
const from = { name: 'Plumbline Home Services', address: 'hello@plumbline.example' }
const channelTo = (url: string) => {
  const channel = smtpChannel({ url, from })
  channels.push(channel)
  return channel
}
afterEach(async () => {
  for (const channel of channels.splice(0)) channel.close()
  await Promise.all(servers.splice(0).map((it) => it.stop()))
})

const ledgerRow = async (id: string) =>
  (
    await run<{ status: string; attempt: number; last_error: string | null }>(
      test.pool,
      sql`SELECT status, attempt, last_error FROM deliveries WHERE id = ${id}`,
    )
  )[0]

async function addDelivery(dataSubject = 'lead-1'): Promise<string> {
  const id = deliveryId(`event-${++count}`, 'test', 'owner@example.test')
  await insertDelivery(test.pool, test.keyring, {
    id,
    channel: 'email',
    dataSubject,
    recipient: 'owner@example.test',
    subject: 'Hello',
    text: 'Hi',
    html: '<p>Hi</p>',
  })
  return id
}
const lease = (id: string) => acquireLease(test.pool, test.keyring, id)

it('mails that the server refuses because of a daily limit wait, are one alert, and go out when it accepts them', async () => {
  let isFull = true
  const smtp = await startServer({
    onRcptTo: (_address, _session, done) => {
      const refusal = Object.assign(new Error('5.4.5 Daily user sending limit exceeded'), {
        responseCode: 550,
      })
      done(isFull ? refusal : undefined)
    },
  })
  const alerts: string[] = []
  const log = createLog('worker', {
    write: (line) => void (line.includes('the provider refuses') && alerts.push(line)),
  })
  const worker = { ...workerOver(test, channelTo(smtp.url)), log }
  const refused = async () => (await test.call<Channels>('GET', '/api/messages/channels')).json.refused
  const ids = [await addDelivery(), await addDelivery(), await addDelivery()]
  for (const id of ids) await deliver(worker, id)
  for (const id of ids)
    expect(await ledgerRow(id)).toMatchObject({ status: 'pending', last_error: 'SMTP 550 5.4.5' })
  expect(await refused()).toMatchObject([{ channel: 'email', count: 3, error: 'SMTP 550 5.4.5' }])
  expect(alerts).toHaveLength(1)
  isFull = false
  for (const id of ids) await deliverWhenDue(worker, id)
  expect(smtp.mails).toHaveLength(3)
  expect(await refused()).toEqual([])
})

it.each(['Postgres', 'Redis'])('a lead becomes one mail to the owner, with a queue on %s', async (kind) => {
  const { pool, keyring, log, notifier } = test
  const smtp = await startServer()
  const backing =
    kind === 'Redis'
      ? ({ kind: 'redis', url: inject('redisUrl'), prefix: randomUUID() } as const)
      : ({ kind: 'postgres', pool: test.database.pool({ schema: queueSchema, max: 10 }) } as const)
  const ownerEmail = `owner-${kind}@example.test`
  const worker = await messaging.startWorker({
    ...test,
    clock: () => new Date(),
    backing,
    timers,
    settings: { ...settings, ownerEmail, smtp: { url: smtp.url, from } },
  })
  const stopping = new AbortController()
  const running = worker.subscriptions.map((it) =>
    runSubscription(it, { pool, keyring, notifier, log, signal: stopping.signal }),
  )
  const data = {
    leadId: 7,
    firstName: 'Ann',
    lastName: 'Lee',
    email: 'ann@example.test',
    phone: '555 555 0101',
    serviceNeeded: 'painting',
    projectDescription: 'Porch',
    source: 'website',
    receivedAt: '2026-11-21T15:00:00.000Z',
  }
  await test.appendForeign(`lead-${kind}-7`, { type: 'LeadReceived', data })
  notifier.notify(null)

  const mails = () => smtp.mails.filter((it) => it.to.includes(ownerEmail))
  await expect.poll(mails, { timeout: 10_000 }).toHaveLength(1)
  const [mail] = mails()
  expect(mail).toMatchObject({ from: from.address, subject: 'New estimate request from Ann Lee' })
  expect(mail?.text).toContain('555 555 0101')
  await sleep(1_200)
  expect(mails()).toHaveLength(1)
  stopping.abort()
  await Promise.all(running)
  await worker.stop()
})

it('what another process writes is sent at once, and not with the next sweep', async () => {
  const smtp = await startServer()
  const worker = await messaging.startWorker({
    ...test,
    clock: () => new Date(),
    backing: { kind: 'redis', url: inject('redisUrl'), prefix: randomUUID() },
    timers,
    settings: { ...settings, smtp: { url: smtp.url, from }, pace: { sweepMs: 600_000 } },
  })
  const customerId = await addCustomer(test)
  for (const text of ['The first', 'The second']) {
    expect(await sendEmail(test, customerId, text)).toMatchObject({ status: 201 })
    await expect.poll(() => smtp.mails.map((it) => it.text).join(), { timeout: 10_000 }).toContain(text)
  }
  await worker.stop()
})

describe('a delivery', () => {
  it('is leased by one worker, and by another only when the lease ends', async () => {
    const id = await addDelivery()
    const leases = await Promise.all([lease(id), lease(id), lease(id)])
    expect(leases.filter(Boolean)).toHaveLength(1)
    await endLeases(test)
    expect(await lease(id)).toMatchObject({ attempt: 2 })
  })

  it('that was sent is not sent again', async () => {
    const smtp = await startServer()
    const channel = channelTo(smtp.url)
    const id = await addDelivery()
    await deliver(workerOver(test, channel), id)
    await deliver(workerOver(test, channel), id)
    expect(smtp.mails).toHaveLength(1)
    expect(await ledgerRow(id)).toMatchObject({ status: 'sent', attempt: 1 })
  })

  it('that is repeated after an ambiguous outcome has the same Message-ID', async () => {
    const smtp = await startServer()
    const channel = channelTo(smtp.url)
    const id = await addDelivery()
    await channel.send((await lease(id)) as LeasedDelivery)
    await endLeases(test)
    await deliver(workerOver(test, channel), id)
    expect(smtp.mails.map((it) => it.messageId)).toEqual([
      `<${id}@plumbline.example>`,
      `<${id}@plumbline.example>`,
    ])
  })

  it.each([
    ['a recipient that is refused', 550, 'failed'],
    ['a mailbox that is full', 451, 'pending'],
  ])('to %s (%i) is %s afterwards', async (_name, responseCode, status) => {
    const smtp = await startServer({
      onRcptTo: (_address, _session, done) => done(Object.assign(new Error('no'), { responseCode })),
    })
    const channel = channelTo(smtp.url)
    const id = await addDelivery()
    await deliver(workerOver(test, channel), id)
    expect(await ledgerRow(id)).toMatchObject({ status, attempt: 1 })
  })

  it('is sent once to a server that answers the end of the data slowly', async () => {
    let accepted = 0
    const slow = await startServer({
      onData: (stream, _session, done) => {
        stream.resume()
        stream.on('end', () =>
          setTimeout(() => {
            accepted += 1
            done()
          }, 6_000),
        )
      },
    })
    const channel = channelTo(slow.url)
    const id = await addDelivery()
    await deliver(workerOver(test, channel), id)
    expect(accepted).toBe(1)
    expect(await ledgerRow(id)).toMatchObject({ status: 'sent', attempt: 1 })
  })

  it('to a server that answers a byte now and then is given up at its deadline, and not repeated while it may go out', async () => {
    let accepted = 0
    let trickle: NodeJS.Timeout | undefined
    const trickling = await startServer({
      onData: (stream) => {
        stream.resume()
        stream.on('end', () => {
          accepted += 1
          trickle ??= setInterval(() => trickling.write('2'), 50)
        })
      },
    })
    const channel = channelTo(trickling.url)
    const id = await addDelivery()
    const worker = workerOver(test, channel)
    const hurried = { ...worker, settings: { ...worker.settings, pace: { attemptMs: 1_000 } } }
    // its deadline comes when the mail is there, however long that takes
    const deadline = new AbortController()
    const timeout = vi.spyOn(AbortSignal, 'timeout').mockReturnValueOnce(deadline.signal)
    const first = deliver(hurried, id)
    expect(timeout).toHaveBeenCalledExactlyOnceWith(1_000)
    timeout.mockRestore()
    await expect.poll(() => accepted, { timeout: 30_000 }).toBe(1)
    // no other worker begins before the call has ended
    await deliver(hurried, id)
    deadline.abort()
    const isOver = first.then(() => true)
    while (!(await Promise.race([isOver, sleep(100)]))) await deliver(hurried, id)
    clearInterval(trickle)
    expect(accepted).toBe(1)
    expect(await ledgerRow(id)).toMatchObject({ status: 'pending', last_error: 'SMTP EABORT', attempt: 1 })
    const [next] = await run<{ seconds: number }>(
      test.pool,
      sql`SELECT extract(epoch FROM next_attempt_at - now())::int AS seconds FROM deliveries WHERE id = ${id}`,
    )
    expect(next?.seconds).toBeGreaterThan(500)
    await expect.poll(() => trickling.connectionCount()).toBe(0)
  })

  it('that was accepted and could not be recorded does not count as failed', async () => {
    const smtp = await startServer()
    const channel = channelTo(smtp.url)
    const id = await addDelivery()
    const worker = workerOver(test, channel)
    const store = { ...worker.store, pool: withoutTransactions(test.pool, 'gone') }
    await expect(deliver({ ...worker, store }, id)).rejects.toThrow('gone')
    expect(await ledgerRow(id)).toMatchObject({ status: 'sending', last_error: null })
    await deliver(workerOver(test, channel), id)
    expect(smtp.mails).toHaveLength(1)
    expect(await ledgerRow(id)).toMatchObject({ status: 'sending', attempt: 1 })
  })

  it('that failed is due again only after its backoff, also for a job that asks for it', async () => {
    const channel = channelTo('smtp://127.0.0.1:1')
    const id = await addDelivery()
    await deliver(workerOver(test, channel), id)
    expect(await dueDeliveries(test.pool, 1_000)).not.toContain(id)
    await deliver(workerOver(test, channel), id)
    expect(await ledgerRow(id)).toMatchObject({ status: 'pending', attempt: 1 })
    await test.pool.query(sql`UPDATE deliveries SET next_attempt_at = now() WHERE id = ${id}`)
    expect(await dueDeliveries(test.pool, 1_000)).toContain(id)
  })

  it('is tried again later when the settings are wrong', async () => {
    const smtp = await startServer({
      onMailFrom: (_address, _session, done) =>
        done(Object.assign(new Error('who are you'), { responseCode: 550 })),
    })
    const channel = channelTo(smtp.url)
    const id = await addDelivery()
    await deliver(workerOver(test, channel), id)
    expect(await ledgerRow(id)).toMatchObject({ status: 'pending' })
  })

  it('fails for good after a day', async () => {
    const channel = channelTo('smtp://127.0.0.1:1')
    const id = await addDelivery()
    await test.pool.query(
      sql`UPDATE deliveries SET created_at = now() - interval '25 hours' WHERE id = ${id}`,
    )
    await deliver(workerOver(test, channel), id)
    expect(await ledgerRow(id)).toMatchObject({ status: 'failed' })
  })

  it('blocks the worker for seconds only when the server does not answer', async () => {
    const mute = createServer(() => {}).listen(0, '127.0.0.1')
    await once(mute, 'listening')
    const { port } = mute.address() as { port: number }
    const channel = channelTo(`smtp://127.0.0.1:${port}`)
    const id = await addDelivery()
    const started = performance.now()
    await deliver(workerOver(test, channel), id)
    expect(performance.now() - started).toBeLessThan(12_000)
    expect(await ledgerRow(id)).toMatchObject({ status: 'pending' })
    mute.close()
  })

  it('is encrypted in the ledger, and is not sent once its person has been erased', async () => {
    const smtp = await startServer()
    const channel = channelTo(smtp.url)
    const id = await addDelivery('lead-404')
    const stored = await run<{ row: string }>(
      test.pool,
      sql`SELECT d::text AS row FROM deliveries d WHERE id = ${id}`,
    )
    expect(stored[0]?.row).not.toMatch(/Hello|owner@/)
    await eraseKey(test, 'lead-404')
    await deliver(workerOver(test, channel), id)
    expect(await ledgerRow(id)).toMatchObject({ status: 'failed', last_error: 'the person has been erased' })
    expect(smtp.mails).toHaveLength(0)
  })

  it('is printed when no provider is configured', async () => {
    const lines: string[] = []
    const id = await addDelivery()
    await deliver(
      workerOver(
        test,
        consoleChannel((text) => lines.push(text)),
      ),
      id,
    )
    expect(lines.join('')).toContain('email to owner@example.test')
    expect(await ledgerRow(id)).toMatchObject({ status: 'sent' })
  })
})
