import { once } from 'node:events'
import { createServer } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Pool, run, sql } from '@plumbline/platform/db'
import { append } from '@plumbline/platform/event-store'
import {
  createTimers,
  migrateQueues,
  PermanentFailure,
  queueSchema,
  type Timers,
} from '@plumbline/platform/jobs'
import { eventStoreMigrations } from '@plumbline/platform/migrate'
import { createInProcessNotifier, runSubscription } from '@plumbline/platform/subscriptions'
import {
  createTestDatabase,
  testKeyring as keyring,
  type SmtpPeer,
  startSmtpPeer,
  type TestDatabase,
} from '@plumbline/platform/testing'
import { afterAll, afterEach, beforeAll, describe, expect, inject, it } from 'vitest'
import type { Channel } from '../channel/channel.ts'
import { consoleChannel } from '../channel/console.ts'
import { smtpChannel } from '../channel/smtp.ts'
import { messagingSchema, startMessaging } from '../service.ts'
import { openStore } from '../store.ts'
import { withoutTransactions } from '../testing.ts'
import { claim, deliveryId, insertDelivery, openDeliveries } from './ledger.ts'
import { deliver, type Sending } from './worker.ts'

let database: TestDatabase
let pool: Pool
let timers: Timers
let counter = 0

beforeAll(async () => {
  database = await createTestDatabase([{ schema: 'es', migrations: eventStoreMigrations }, messagingSchema])
  pool = database.pool({ role: 'plumbline_messaging', schema: 'messaging' })
  const owner = database.pool({ max: 4 })
  await migrateQueues(owner)
  timers = await createTimers({ pool: owner, log: database.log, timers: [], install: true, supervise: true })
})
afterAll(async () => {
  await timers.stop()
  await database.drop()
})

const peers: SmtpPeer[] = []
const peer = async (...behaviour: Parameters<typeof startSmtpPeer>) => {
  const started = await startSmtpPeer(...behaviour)
  peers.push(started)
  return started
}
afterEach(async () => {
  await Promise.all(peers.splice(0).map((it) => it.stop()))
})

const sending = (channel: Channel): Sending => ({
  store: openStore({ pool, notifier: createInProcessNotifier(), keyring }),
  keyring,
  channels: { email: channel, sms: channel },
  log: database.log,
})

const from = { name: 'Plumbline Home Services', address: 'hello@plumbline.example' }
const ledger = async (id: string) =>
  (
    await run<{ status: string; attempt: number; last_error: string | null }>(
      pool,
      sql`SELECT status, attempt, last_error FROM deliveries WHERE id = ${id}`,
    )
  )[0]

async function pending(about = 'lead-1'): Promise<string> {
  counter += 1
  const id = deliveryId(`event-${counter}`, 'test', 'owner@example.test')
  await insertDelivery(pool, keyring, {
    id,
    channel: 'email',
    about,
    recipient: 'owner@example.test',
    subject: 'Hello',
    text: 'Hi',
    html: '<p>Hi</p>',
  })
  return id
}

describe.each(['Postgres', 'Redis'])('a lead becomes one mail to the owner, over %s', (kind) => {
  it('through event, ledger, queue and a real SMTP conversation', async () => {
    const smtp = await peer()
    const notifier = createInProcessNotifier()
    const backing =
      kind === 'Redis'
        ? ({ kind: 'redis', url: inject('redisUrl'), prefix: `t-${Date.now()}` } as const)
        : ({ kind: 'postgres', pool: database.pool({ schema: queueSchema, max: 10 }) } as const)
    const notify = { ownerEmail: `owner-${kind}@example.test`, publicUrl: 'http://localhost:3000' }
    const messaging = await startMessaging({
      pool,
      keyring,
      log: database.log,
      backing,
      timers,
      notify,
      smtp: { url: smtp.url, from },
    })
    const stop = new AbortController()
    const running = messaging.subscriptions.map((it) =>
      runSubscription(it, { pool, keyring, notifier, log: database.log, signal: stop.signal }),
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
    const metadata = { actor: 'visitor', requestId: 'r' }
    await append(pool, {
      stream: `lead-${kind}-7`,
      expectedVersion: 0,
      events: [{ type: 'LeadReceived', data }],
      metadata,
    })
    notifier.notify(null)

    const mine = () => smtp.mails.filter((it) => it.to.includes(notify.ownerEmail))
    await expect.poll(mine, { timeout: 10_000 }).toHaveLength(1)
    const [mail] = mine()
    expect(mail).toMatchObject({ from: from.address, subject: 'New estimate request from Ann Lee' })
    expect(mail?.text).toContain('555 555 0101')
    await sleep(1_200)
    expect(mine()).toHaveLength(1)
    stop.abort()
    await Promise.all(running)
    await messaging.stop()
  })
})

describe('a delivery', () => {
  it('is claimed by one, and again only when its lease is over', async () => {
    const id = await pending()
    const claims = await Promise.all([
      claim(pool, keyring, id),
      claim(pool, keyring, id),
      claim(pool, keyring, id),
    ])
    expect(claims.filter(Boolean)).toHaveLength(1)
    await pool.query(sql`UPDATE deliveries SET lease_until = now() - interval '1 second' WHERE id = ${id}`)
    expect(await claim(pool, keyring, id)).toMatchObject({ attempt: 2 })
  })

  it('that is settled is not sent again', async () => {
    const smtp = await peer()
    const channel = smtpChannel({ url: smtp.url, from })
    const id = await pending()
    await deliver(sending(channel), id)
    await deliver(sending(channel), id)
    expect(smtp.mails).toHaveLength(1)
    expect(await ledger(id)).toMatchObject({ status: 'sent', attempt: 1 })
    channel.close()
  })

  it('repeated after an ambiguous end carries the same Message-ID', async () => {
    const smtp = await peer()
    const channel = smtpChannel({ url: smtp.url, from })
    const id = await pending()
    await channel.send({ ...(await claim(pool, keyring, id)), id } as never)
    await pool.query(sql`UPDATE deliveries SET lease_until = now() - interval '1 second' WHERE id = ${id}`)
    await deliver(sending(channel), id)
    expect(smtp.mails.map((it) => it.messageId)).toEqual([
      `<${id}@plumbline.example>`,
      `<${id}@plumbline.example>`,
    ])
    channel.close()
  })

  it.each([
    ['a refused recipient', 550, 'failed'],
    ['a full mailbox for now', 451, 'pending'],
  ])('to %s (%i) ends %s', async (_name, responseCode, status) => {
    const smtp = await peer({
      onRcptTo: (_address, _session, done) => done(Object.assign(new Error('no'), { responseCode })),
    })
    const channel = smtpChannel({ url: smtp.url, from })
    const id = await pending()
    await deliver(sending(channel), id).catch(() => {})
    expect(await ledger(id)).toMatchObject({ status, attempt: 1 })
    channel.close()
  })

  it('is sent once to a server that takes its time after the last word', async () => {
    let accepted = 0
    const slow = await peer({
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
    const channel = smtpChannel({ url: slow.url, from })
    const id = await pending()
    await deliver(sending(channel), id)
    expect(accepted).toBe(1)
    expect(await ledger(id)).toMatchObject({ status: 'sent', attempt: 1 })
    channel.close()
  })

  it('that was taken but could not be recorded is not taken for a failure', async () => {
    const smtp = await peer()
    const channel = smtpChannel({ url: smtp.url, from })
    const id = await pending()
    const { store, ...rest } = sending(channel)
    const forgetful = { ...store, pool: withoutTransactions(store.pool, 'gone') }
    await expect(deliver({ ...rest, store: forgetful }, id)).rejects.toThrow('gone')
    expect(await ledger(id)).toMatchObject({ status: 'sending', last_error: null })
    // to the queue that is final: its pauses grow, the sweep knows when the lease is over
    const leased = new PermanentFailure(`delivery ${id} is leased`)
    await expect(deliver(sending(channel), id)).rejects.toStrictEqual(leased)
    expect(smtp.mails).toHaveLength(1)
    channel.close()
  })

  it('that failed is swept up again only when its pause is over', async () => {
    const channel = smtpChannel({ url: 'smtp://127.0.0.1:1', from })
    const id = await pending()
    await deliver(sending(channel), id).catch(() => {})
    expect((await openDeliveries(pool, 1_000)).map((it) => it.id)).not.toContain(id)
    await pool.query(sql`UPDATE deliveries SET next_attempt_at = now() WHERE id = ${id}`)
    expect((await openDeliveries(pool, 1_000)).map((it) => it.id)).toContain(id)
    channel.close()
  })

  it('is not lost to settings that are wrong for a while', async () => {
    const smtp = await peer({
      onMailFrom: (_address, _session, done) =>
        done(Object.assign(new Error('who are you'), { responseCode: 550 })),
    })
    const channel = smtpChannel({ url: smtp.url, from })
    const id = await pending()
    await deliver(sending(channel), id).catch(() => {})
    expect(await ledger(id)).toMatchObject({ status: 'pending' })
    channel.close()
  })

  it('is given up after a day', async () => {
    const channel = smtpChannel({ url: 'smtp://127.0.0.1:1', from })
    const id = await pending()
    await pool.query(sql`UPDATE deliveries SET created_at = now() - interval '25 hours' WHERE id = ${id}`)
    await expect(deliver(sending(channel), id)).rejects.toThrow(PermanentFailure)
    expect(await ledger(id)).toMatchObject({ status: 'failed' })
    channel.close()
  })

  it('frees the worker within five seconds when the server says nothing', async () => {
    const silent = createServer(() => {}).listen(0, '127.0.0.1')
    await once(silent, 'listening')
    const { port } = silent.address() as { port: number }
    const channel = smtpChannel({ url: `smtp://127.0.0.1:${port}`, from })
    const id = await pending()
    const started = performance.now()
    await expect(deliver(sending(channel), id)).rejects.toThrow()
    expect(performance.now() - started).toBeLessThan(6_000)
    expect(await ledger(id)).toMatchObject({ status: 'pending' })
    channel.close()
    silent.close()
  })

  it('says nothing any more of somebody who has been erased, and nothing of them lies in the ledger', async () => {
    const smtp = await peer()
    const channel = smtpChannel({ url: smtp.url, from })
    const id = await pending('lead-404')
    const stored = await run<{ row: string }>(
      pool,
      sql`SELECT d::text AS row FROM deliveries d WHERE id = ${id}`,
    )
    expect(stored[0]?.row).not.toMatch(/Hello|owner@/)
    await database.pool().query(`UPDATE es.subject_keys SET wrapped = NULL WHERE subject = 'lead-404'`)
    await deliver(sending(channel), id)
    expect(await ledger(id)).toMatchObject({ status: 'failed', last_error: 'the person has been erased' })
    expect(smtp.mails).toHaveLength(0)
    channel.close()
  })

  it('goes to the console when no provider is configured', async () => {
    const lines: string[] = []
    const id = await pending()
    await deliver(sending(consoleChannel((text) => lines.push(text))), id)
    expect(lines.join('')).toContain('email to owner@example.test')
    expect(await ledger(id)).toMatchObject({ status: 'sent' })
  })
})
