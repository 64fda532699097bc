import { run, sql } from '@plumbline/platform/db'
import { createKeyring, rewrapDataKeys } from '@plumbline/platform/encryption'
import { createTimers, migrateQueues, queueSchema, type Timers } from '@plumbline/platform/jobs'
import { type SmtpPeer, startServiceForTest, startSmtpPeer } from '@plumbline/platform/testing'
import { getExpectedTwilioSignature } from 'twilio/lib/webhooks/webhooks.js'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Senders, TestOutcome } from '../api.ts'
import { messaging } from '../service.ts'
import { type FakeTwilio, refuseWith, startFakeTwilio } from '../testing/fakeTwilio.ts'
import { addCustomer, foreignPersonal, type MessagingTest, sendEmail, sendSms, settings } from '../testing.ts'
import { readSending } from './queries.ts'

const password = 'p4ss wörd/@:#?'
const authToken = 'f00dfacef00dfacef00dfacef00dface'
const accountSid = `AC${'12ab'.repeat(8)}`

let test: MessagingTest
let smtp: SmtpPeer
let twilio: FakeTwilio
let timers: Timers
let worker: Awaited<ReturnType<typeof messaging.startWorker>>

/** A server that takes mail from one user alone. */
const guarding = (port = 0) =>
  startSmtpPeer(
    {
      authOptional: false,
      allowInsecureAuth: true,
      onAuth: ({ username, password: given }, _, done) =>
        username === 'desk@sons.example' && given === password
          ? done(null, { user: username })
          : done(new Error(`535 the password ${given} is wrong`)),
    },
    port,
  )

beforeAll(async () => {
  twilio = await startFakeTwilio()
  smtp = await guarding()
  test = await startServiceForTest(messaging, {
    settings: { ...settings, twilioBaseUrl: twilio.sms.baseUrl, publicUrl: 'http://localhost:3000' },
    foreignPersonal,
  })
  const { database, owner, log } = test
  await migrateQueues(owner)
  timers = await createTimers({ pool: owner, log, install: true, supervise: true })
  worker = await messaging.startWorker({
    ...test,
    clock: () => new Date(),
    timers,
    backing: { kind: 'postgres', pool: database.pool({ schema: queueSchema, max: 10 }) },
    settings: { ...test.settings, pace: { sweepMs: 100 } },
  })
})
beforeEach(async () => {
  // the worker goes by the time of day
  test.clock.now = new Date()
  await test.owner.query('DELETE FROM rate_limits')
})
afterAll(async () => {
  await worker.stop()
  await timers.stop()
  await smtp.stop()
  twilio.stop()
  await test.stop()
})

const read = async () => (await test.call<Senders>('GET', '/api/messages/senders')).json
const change = (part: 'email' | 'sms' | 'leads', body: object) =>
  test.call<Senders>('PATCH', `/api/messages/senders/${part}`, { body })
const errorsOf = async (part: 'email' | 'sms' | 'leads', body: object) => {
  const { status, text } = await test.call('PATCH', `/api/messages/senders/${part}`, {
    body,
    headers: { accept: 'application/problem+json' },
  })
  return { status, errors: JSON.parse(text).errors }
}
const remove = (channel: string) => test.call<Senders>('DELETE', `/api/messages/senders/${channel}`)
/** Sends a test, and answers what became of it. */
async function sendTest(channel: string, to: string) {
  const { json } = await test.call<{ id: string }>('POST', '/api/messages/senders/test', {
    body: { channel, to },
  })
  const outcome = async () =>
    (await test.call<TestOutcome>('GET', `/api/messages/senders/test/${json.id}`)).json
  await expect.poll(outcome, { timeout: 15_000 }).not.toMatchObject({ status: 'waiting' })
  return outcome()
}
const mailServer = (port: number) => ({
  ...{ host: '127.0.0.1', port, encryption: 'none', user: 'desk@sons.example', password },
  fromAddress: 'desk@sons.example',
})
const account = { accountSid, authToken, from: '+19195550000' }

/** Every table of the database with a row that contains this text, in whatever column. */
async function tablesWith(text: string): Promise<string[]> {
  const tables = await run<{ name: string }>(
    test.owner,
    sql`SELECT format('%I.%I', schemaname, tablename) AS name FROM pg_tables
        WHERE schemaname NOT IN ('pg_catalog', 'information_schema')`,
  )
  const found: string[] = []
  for (const { name } of tables) {
    const rows = await run(test.owner, {
      text: `SELECT 1 FROM ${name} t WHERE position($1 in t::text) > 0 OR position($2 in t::text) > 0`,
      values: [text, JSON.stringify(text).slice(1, -1).replaceAll('\\', '\\\\')],
    })
    if (rows.length > 0) found.push(name)
  }
  return found
}

it('with nothing set messages are printed, and the mail about leads goes where it went', async () => {
  expect(await read()).toEqual({
    email: {
      ...{ host: '', port: null, encryption: 'starttls', user: '', hasPassword: false },
      ...{ fromName: '', fromAddress: '', replyTo: '', changed: null, goesTo: 'console' },
    },
    sms: { accountEndsWith: null, hasAuthToken: false, from: '', changed: null, goesTo: 'console' },
    leads: { to: '', changed: null },
    defaults: { fromName: settings.business.name, replyTo: '', leadsTo: settings.ownerEmail },
    locked: {},
  })
  const { status } = await test.call('POST', '/api/messages/senders/test', {
    body: { channel: 'email', to: 'ann@example.test' },
  })
  expect(status).toBe(409)
})

describe('a mail server', () => {
  it('takes the next mail, without a restart, and its password is never answered', async () => {
    const customerId = await addCustomer(test)
    const answer = await change('email', {
      ...mailServer(smtp.port),
      fromName: 'Ann & Sons',
      replyTo: 'ann@sons.example',
    })
    expect(answer.json.email).toMatchObject({
      user: 'desk@sons.example',
      hasPassword: true,
      goesTo: 'provider',
    })
    expect(answer.json.email.changed?.by).toBe('owner')
    expect(answer.text).not.toContain(password)
    await sendEmail(test, customerId, 'See you')
    await expect.poll(() => smtp.mails.length).toBe(1)
    expect(smtp.mails[0]?.headers).toMatchObject({
      from: '"Ann & Sons" <desk@sons.example>',
      'reply-to': 'ann@sons.example',
    })
  })

  it('that is changed takes the next mail, and the connection to the one before is closed', async () => {
    const customerId = await addCustomer(test)
    const other = await guarding()
    const before = smtp.mails.length
    expect((await change('email', { port: other.port })).json.email).toMatchObject({ hasPassword: true })
    await sendEmail(test, customerId, 'Through the other one')
    await expect.poll(() => other.mails.length).toBe(1)
    expect(smtp.mails.length).toBe(before)
    await expect.poll(() => smtp.connectionCount()).toBe(0)
    await change('email', { port: smtp.port })
    await other.stop()
  })

  it('without a user is sent no password, and the one of the server before is stored no more', async () => {
    const answer = await change('email', { host: 'localhost', user: '' })
    expect(answer.json.email).toMatchObject({ host: 'localhost', user: '', hasPassword: false })
    expect(await run(test.owner, sql`SELECT name FROM sender_secrets`)).toEqual([])
    await change('email', mailServer(smtp.port))
  })

  it('that refused for a wrong password takes what waited, once it is corrected', async () => {
    const customerId = await addCustomer(test)
    const before = smtp.mails.length
    await change('email', { password: 'wrong' })
    await sendEmail(test, customerId, 'It waits')
    const refused = async () =>
      (await test.call<{ refused: { channel: string }[] }>('GET', '/api/messages/channels')).json.refused
    await expect.poll(refused).toMatchObject([{ channel: 'email', count: 1 }])
    await change('email', { password })
    await expect.poll(() => smtp.mails.length).toBe(before + 1)
    // the server has it before it says so
    await expect.poll(refused).toEqual([])
  })

  it.each([
    ['password', { password: 'wrong' }, 'The server refused the user name or the password.'],
    ['name', { host: 'no-such-host.invalid', password }, 'There is no server with this name.'],
    ['port', { port: 1 }, 'The server refused the connection. Check the port.'],
    [
      'encryption',
      { encryption: 'starttls' },
      'The server does not speak this encryption. Check encryption and port.',
    ],
    ['TLS', { encryption: 'tls' }, 'The server does not speak this encryption. Check encryption and port.'],
  ])('is tried: a wrong %s is told', async (_, wrong, reason) => {
    await change('email', wrong)
    expect(await sendTest('email', 'ann@example.test')).toEqual({ status: 'failed', reason })
    await change('email', mailServer(smtp.port))
    const before = smtp.mails.length
    expect(await sendTest('email', 'ann@example.test')).toEqual({ status: 'sent', reason: null })
    expect(smtp.mails.slice(before).map(({ to, subject }) => [to, subject])).toEqual([
      [['ann@example.test'], 'Test from Plumbline Home Services'],
    ])
  })

  it('is tried five times in ten minutes', async () => {
    for (let n = 0; n < 5; n++) await sendTest('email', 'ann@example.test')
    const { status, headers } = await test.call('POST', '/api/messages/senders/test', {
      body: { channel: 'email', to: 'ann@example.test' },
    })
    expect(status).toBe(429)
    expect(Number(headers.get('retry-after'))).toBeGreaterThan(500)
  })

  it('that says nothing is given up within fifteen seconds', async () => {
    const silent = await startSmtpPeer({ onConnect: () => {} })
    await change('email', { port: silent.port })
    const began = performance.now()
    expect(await sendTest('email', 'ann@example.test')).toEqual({
      status: 'failed',
      reason: 'The server did not answer in time. Check host, port and encryption.',
    })
    expect(performance.now() - began).toBeLessThan(15_000)
    await change('email', { port: smtp.port })
    await silent.stop()
  })

  it.each(['169.254.169.254', 'fe80::1', '::ffff:169.254.169.254', '100.100.100.200', '0.0.0.0'])(
    'is not at %s, where clouds answer about their machines',
    async (host) => {
      expect(await errorsOf('email', { host })).toEqual({
        status: 400,
        errors: { host: 'This address is not that of a mail server' },
      })
    },
  )

  it.each([
    [{ host: 'smtp example' }, 'host', 'Please enter the name of a server such as smtp.example.com'],
    [{ host: 'user@smtp.example.com' }, 'host', 'Please enter the name of a server such as smtp.example.com'],
    [{ port: 0 }, 'port', 'Please enter a port such as 587'],
    [{ fromAddress: 'ann' }, 'fromAddress', 'Please enter a valid email address'],
    [{ fromAddress: null }, 'fromAddress', 'Please enter the address that mail comes from'],
  ])('%j is refused at its field', async (body, field, message) => {
    expect(await errorsOf('email', body)).toEqual({ status: 400, errors: { [field]: message } })
  })

  it('that a variable sets is shown with its name, without its password, and not changed', async () => {
    Object.assign(test.settings, {
      smtp: {
        url: 'smtps://env:env-secret@smtp.env.example',
        from: { name: 'x', address: 'env@env.example' },
      },
      lockedSenders: { 'email.host': 'SMTP_URL', 'email.password': 'SMTP_URL', 'leads.to': 'OWNER_EMAIL' },
    })
    const answer = await test.call<Senders>('GET', '/api/messages/senders')
    expect(answer.json.email).toMatchObject({
      host: 'smtp.env.example',
      port: 465,
      encryption: 'tls',
      user: 'env',
    })
    expect(answer.json).toMatchObject({ email: { hasPassword: true }, leads: { to: settings.ownerEmail } })
    expect(answer.text).not.toContain('env-secret')
    expect(await errorsOf('email', { host: 'smtp.example.com' })).toMatchObject({
      status: 409,
      errors: { host: 'This is set by SMTP_URL on the server, and can be changed only there.' },
    })
    expect((await readSending({ ...test, db: test.pool })).email).toMatchObject({
      url: 'smtps://env:env-secret@smtp.env.example',
      from: { address: 'desk@sons.example' },
    })
    delete test.settings.smtp
    delete test.settings.lockedSenders
  })
})

describe('an SMS account', () => {
  it('takes the next SMS, checks what comes in, and answers four characters of itself', async () => {
    const customerId = await addCustomer(test)
    const { json, text } = await change('sms', account)
    expect(json.sms).toMatchObject({ accountEndsWith: '12ab', hasAuthToken: true, goesTo: 'provider' })
    expect(text).not.toContain(accountSid)
    expect(text).not.toContain(authToken)
    await sendSms(test, customerId, 'On my way')
    await expect.poll(() => twilio.accepted.map(({ body }) => body)).toEqual(['On my way'])
    const { headers } = twilio.exchanges.at(-1) as { headers: Record<string, string> }
    expect(headers.authorization).toBe(`Basic ${btoa(`${accountSid}:${authToken}`)}`)

    const path = '/api/webhooks/twilio/inbound'
    const form = { MessageSid: `SM${'1'.repeat(32)}`, From: '+19195550199', Body: 'Hello' }
    const receive = (token: string) =>
      test.call('POST', path, {
        form,
        caller: { user: null },
        headers: {
          'x-twilio-signature': getExpectedTwilioSignature(token, `http://localhost:3000${path}`, form),
        },
      })
    expect((await receive('another token of them')).status).toBe(403)
    expect((await receive(authToken)).status).toBe(200)
  })

  it('is tried: what the provider refuses is told in our words', async () => {
    expect(await sendTest('sms', '(919) 555-0101')).toEqual({ status: 'sent', reason: null })
    twilio.behaviour.before = refuseWith(401, 20003)
    expect(await sendTest('sms', '(919) 555-0101')).toEqual({
      status: 'failed',
      reason: 'The provider refused the account or the auth token.',
    })
    twilio.behaviour.before = refuseWith(400, 21606)
    expect((await sendTest('sms', '(919) 555-0101')).reason).toBe(
      'The provider does not send from this number.',
    )
    twilio.behaviour.before = undefined
  })

  it('that was set, and is stored no more, fails to send rather than count as sent, and checks nothing', async () => {
    const customerId = await addCustomer(test)
    const stored = await run<{ name: string; ciphertext: string }>(
      test.owner,
      sql`DELETE FROM sender_secrets WHERE name IN ('accountSid', 'authToken') RETURNING name, ciphertext`,
    )
    expect(stored).toHaveLength(2)
    const before = twilio.accepted.length
    await sendSms(test, customerId, 'On my way again')
    const deliveries = () =>
      run(
        test.owner,
        sql`SELECT status, refused_since IS NOT NULL AS refused FROM deliveries
        WHERE about = ${`customer-${customerId}`}`,
      )
    await expect.poll(deliveries, { timeout: 15_000 }).toEqual([{ status: 'pending', refused: true }])
    expect(await sendTest('sms', '(919) 555-0101')).toEqual({
      status: 'failed',
      reason: 'The account is not stored any more. Enter account SID and auth token again.',
    })
    const path = '/api/webhooks/twilio/inbound'
    const form = { MessageSid: `SM${'2'.repeat(32)}`, From: '+19195550199', Body: 'Hello' }
    const signature = getExpectedTwilioSignature('', `http://localhost:3000${path}`, form)
    const { status } = await test.call('POST', path, {
      ...{ form, caller: { user: null }, headers: { 'x-twilio-signature': signature } },
    })
    expect(status).toBe(404)
    expect(twilio.accepted).toHaveLength(before)
    expect((await change('sms', account)).status).toBe(200)
    await expect.poll(() => twilio.accepted.at(-1)?.body, { timeout: 15_000 }).toBe('On my way again')
  })

  it('and a mail server that are set are not reached by a copy whose variables lead nowhere', async () => {
    const nowhere = {
      smtp: { url: 'smtp://127.0.0.1:9', from: { name: 'x', address: 'x@sons.example' } },
      twilioBaseUrl: 'http://127.0.0.1:9',
    }
    const sending = await readSending({
      ...test,
      db: test.pool,
      settings: { ...test.settings, ...nowhere },
    })
    expect(sending).toMatchObject({
      email: { url: 'smtp://127.0.0.1:9' },
      sms: { accountSid, baseUrl: 'http://127.0.0.1:9' },
    })
    expect(sending.email?.url).not.toContain(encodeURIComponent(password))
  })

  it.each([
    [{ accountSid: 'AC1' }, 'accountSid', 'It begins with AC, and 32 letters and digits follow'],
    [{ authToken: 'short' }, 'authToken', 'An auth token has at least 16 characters'],
    [
      { from: '919' },
      'from',
      'A number such as +19195550100, or the id of a Messaging Service, which begins with MG',
    ],
  ])('%j is refused at its field', async (body, field, message) => {
    expect(await errorsOf('sms', body)).toEqual({ status: 400, errors: { [field]: message } })
  })
})

it('mail about leads goes to the address that is set', async () => {
  expect((await change('leads', { to: 'desk@sons.example' })).json.leads.to).toBe('desk@sons.example')
  await test.appendForeign('lead-1', {
    type: 'LeadReceived',
    data: {
      ...{ leadId: 1, firstName: 'Bo', lastName: 'Ek', email: 'bo@example.test', phone: '555 555 0102' },
      ...{ serviceNeeded: null, projectDescription: null, source: 'website' },
      receivedAt: '2026-11-21T15:00:00.000Z',
    },
  })
  await test.react('notifyOwner')
  await expect.poll(() => smtp.mails.at(-1)?.to).toEqual(['desk@sons.example'])
})

it('a caller without the right reads, changes and tries nothing', async () => {
  const caller = { user: { id: 2, username: 'tess', email: 't@x.io', role: 'technician' } }
  for (const [method, path, body] of [
    ['GET', ''],
    ['PATCH', '/email', { host: 'x.example' }],
    ['PATCH', '/sms', { from: null }],
    ['PATCH', '/leads', { to: null }],
    ['DELETE', '/sms'],
    ['POST', '/test', { channel: 'email', to: 'a@b.example' }],
  ] as const)
    expect((await test.call(method, `/api/messages/senders${path}`, { body, caller })).status).toBe(403)
})

describe('secrets', () => {
  it('are in no table in plain, and a text that is would be found', async () => {
    for (const secret of [password, authToken, accountSid]) expect(await tablesWith(secret)).toEqual([])
    await test.owner.query(sql`CREATE TABLE messaging.careless AS SELECT ${{ password }}::jsonb AS body`)
    expect(await tablesWith(password)).toEqual(['messaging.careless'])
    await test.owner.query('DROP TABLE messaging.careless')
  })

  it('are read with a new master key once the keys are wrapped by it, and not before', async () => {
    const [before, after] = [Buffer.alloc(32, 7), Buffer.alloc(32, 8)]
    const client = await test.owner.connect()
    const readWith = async (key: Buffer) => {
      const db = client as unknown as typeof test.pool
      return (await readSending({ db, keyring: createKeyring(key), settings: test.settings })).sms
    }
    await client.query('BEGIN')
    await expect(readWith(after)).rejects.toThrow()
    await rewrapDataKeys(client as never, before, after)
    expect(await readWith(after)).toMatchObject({ accountSid, authToken })
    await client.query('ROLLBACK')
    client.release()
  })

  it('that are removed are gone, and messages are printed again', async () => {
    expect((await remove('email')).json.email).toMatchObject({
      host: '',
      hasPassword: false,
      goesTo: 'console',
    })
    expect((await remove('sms')).json.sms).toMatchObject({ accountEndsWith: null, hasAuthToken: false })
    expect(await run(test.owner, sql`SELECT name FROM sender_secrets`)).toEqual([])
    expect(await readSending({ ...test, db: test.pool })).toEqual({ email: undefined, sms: undefined })
  })
})
