import { rebuildProjection, verifyProjection } from '@plumbline/platform/projections'
import { testKeyring as keyring } from '@plumbline/platform/testing'
import { getExpectedTwilioSignature } from 'twilio/lib/webhooks/webhooks.js'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Consent, PlannedReminder, UnknownConversation } from '../api.ts'
import { messagingSchema, messagingSubscriptions } from '../service.ts'
import { openStore } from '../store.ts'
import { type MessagingTest, publicUrl, registered, startMessagingTest } from '../testing.ts'
import { reconcileContacts } from './assignContacts.ts'

const sms = { accountSid: `AC${'0'.repeat(32)}`, authToken: 'secret', from: '+19195550000' }
let test: MessagingTest
beforeAll(async () => {
  test = await startMessagingTest({ sms })
})
afterAll(() => test.stop())

const path = '/api/webhooks/twilio/inbound'
let count = 0
async function write(From: string, Body: string, MessageSid = `SM${String(++count).padStart(32, '0')}`) {
  const form = { From, Body, MessageSid, To: sms.from }
  const signature = getExpectedTwilioSignature(sms.authToken, `${publicUrl}${path}`, form)
  const headers = { 'x-twilio-signature': signature }
  const answer = await test.call('POST', path, { form, user: null, headers })
  expect(answer.status).toBe(200)
  return MessageSid
}
let last = 200
const nextNumber = () => `+1919555${String(++last).padStart(4, '0')}`
let lastCustomer = 5_000
/** A customer whom the log has, and the read model has not yet. */
async function newCustomer(phone: string, more: object = {}): Promise<number> {
  const customerId = ++lastCustomer
  await test.tell(`customer-${customerId}`, registered(customerId, { phone, ...more }))
  return customerId
}
const react = async () => {
  const options = { ownerEmail: 'o@example.test', publicUrl }
  for (const it of messagingSubscriptions(options, keyring, undefined, () => test.clock.now))
    await test.react(it)
}
const unknown = async () => (await test.call<UnknownConversation[]>('GET', '/api/messages/unknown')).json
const of = async (phone: string) => (await unknown()).find((it) => it.phone === phone)
type Read = UnknownConversation & { customerId: number | null; messages: { content: string }[] }
const read = (id?: number) => test.call<Read>('GET', `/api/messages/unknown/${id}`)
const assign = (id: number | undefined, customerId: number) =>
  test.call('PUT', `/api/messages/unknown/${id}`, { body: { customerId } })
const texts = async (customerId: number) => (await test.conversation(customerId)).map((it) => it.content)
const send = async (customerId: number, type = 'sms') =>
  (await test.call('POST', '/api/messages', { body: { customerId, type, content: 'Hello' } })).json
const consentOf = async (id: number) =>
  (await test.call<Consent>('GET', `/api/messages/customer/${id}/consent`)).json
const optedOut = { status: 'failed', reason: 'This customer has opted out of SMS.' }

describe('an SMS from a number that is no customer’s', () => {
  it('is kept as a conversation of its number, once however often it is told, and in no other list', async () => {
    const phone = nextNumber()
    const listed = (await test.list()).length
    const sid = await write(phone, 'Do you mend fences?')
    await write(phone, 'Do you mend fences?', sid)
    await Promise.all([write(phone, 'Hello?'), write(phone, 'Anyone?')])
    const found = await of(phone)
    expect(found).toMatchObject({ phone, optedOut: false })
    const { json } = await read(found?.id)
    expect(json.messages.map((it) => it.content).sort()).toEqual(['Anyone?', 'Do you mend fences?', 'Hello?'])
    expect((await unknown()).filter((it) => it.phone === phone)).toHaveLength(1)
    expect(await test.list()).toHaveLength(listed)
  })

  it('from abroad or without a number is kept as well', async () => {
    await write('+447911123456', 'Hello from London')
    expect(await of('+447911123456')).toMatchObject({ content: 'Hello from London' })
  })

  it('lies sealed in the log', async () => {
    const phone = nextNumber()
    await write(phone, 'ZZSEALED')
    const { rows } = await test.owner.query(
      `SELECT count(*)::int AS n FROM es.events WHERE data::text LIKE '%ZZSEALED%' OR data::text LIKE '%${phone}%'`,
    )
    expect(rows).toEqual([{ n: 0 }])
  })

  it('is shown to staff alone, and a conversation that is not there is not found', async () => {
    expect((await test.call('GET', '/api/messages/unknown', { user: null })).status).toBe(401)
    expect(await read(99_999)).toMatchObject({ status: 404, text: 'Conversation not found' })
    expect((await assign(99_999, await test.customer())).status).toBe(404)
  })
})

describe('the customer of a number', () => {
  it('who was created a moment ago gets the SMS, though the read model does not know them yet', async () => {
    const phone = nextNumber()
    const customerId = await newCustomer(phone)
    const writing = write(phone, 'See you at 9?')
    await test.follow()
    await writing
    expect(await texts(customerId)).toEqual(['See you at 9?'])
    expect(await of(phone)).toBeUndefined()
  })

  it('who is created afterwards gets what came before, with its time', async () => {
    const phone = nextNumber()
    const before = test.clock.now
    await write(phone, 'Do you mend fences?')
    test.clock.now = new Date(before.getTime() + 60_000)
    const customerId = await newCustomer(phone)
    await test.follow()
    await react()
    expect(await test.conversation(customerId)).toMatchObject([
      {
        ...{ direction: 'inbound', type: 'sms', content: 'Do you mend fences?' },
        createdAt: before.toISOString(),
      },
    ])
    expect(await of(phone)).toBeUndefined()
    await write(phone, 'And gates?')
    expect(await texts(customerId)).toEqual(['Do you mend fences?', 'And gates?'])
    await react()
    expect(await texts(customerId)).toHaveLength(2)
  })

  it('whose number is changed to it gets what came before', async () => {
    const phone = nextNumber()
    const customerId = await test.customer({ phone: nextNumber() })
    await write(phone, 'My new number')
    await test.tell(`customer-${customerId}`, {
      type: 'CustomerDetailsChanged',
      data: { customerId, phone, changedAt: test.clock.now.toISOString() },
    })
    await test.follow()
    await react()
    expect(await texts(customerId)).toEqual(['My new number'])
  })

  it('gets what was stored while both the reactor had passed and the read model was behind', async () => {
    const phone = nextNumber()
    const customerId = await newCustomer(phone)
    await react()
    // nothing follows within the time-out: the read model stays behind
    await write(phone, 'Hello?')
    expect(await of(phone)).toBeDefined()
    await test.follow()
    await reconcileContacts(openStore({ ...test, keyring }), test.clock.now)
    expect(await texts(customerId)).toEqual(['Hello?'])
    expect(await of(phone)).toBeUndefined()
  })

  it('is said by staff: the conversation is theirs then, and so is what comes from the number later', async () => {
    const phone = nextNumber()
    const [customerId, other] = [await test.customer({ phone: nextNumber() }), await test.customer()]
    await write(phone, 'It is me, from work')
    const id = (await of(phone))?.id
    expect(await assign(id, 9_999)).toMatchObject({ status: 400, text: 'Customer not found' })
    for (let times = 0; times < 2; times++) expect((await assign(id, customerId)).status).toBe(204)
    expect(await texts(customerId)).toEqual(['It is me, from work'])
    expect((await read(id)).json).toMatchObject({ customerId, messages: [] })
    expect((await assign(id, other)).status).toBe(409)
    await write(phone, 'And again')
    expect(await texts(customerId)).toEqual(['It is me, from work', 'And again'])
  })
})

describe('an SMS from a number of two customers', () => {
  it('is in both conversations and says with whom the number is shared', async () => {
    const phone = nextNumber()
    const [one, two] = [await test.customer({ phone }), await test.customer({ phone })]
    const sid = await write(phone, 'When do you come?')
    await write(phone, 'When do you come?', sid)
    expect(await test.conversation(one)).toMatchObject([{ content: 'When do you come?', sharedWith: [two] }])
    expect(await test.conversation(two)).toMatchObject([{ content: 'When do you come?', sharedWith: [one] }])
  })
})

describe('an opt-out belongs to the number', () => {
  it('STOP from a number that is no customer’s blocks SMS to whoever has it later, until START', async () => {
    const phone = nextNumber()
    await write(phone, 'stop')
    expect(await of(phone)).toMatchObject({ optedOut: true })
    const customerId = await newCustomer(phone)
    await test.follow()
    await react()
    expect(await send(customerId)).toMatchObject(optedOut)
    expect(await send(customerId, 'email')).toMatchObject({ status: 'sent' })
    expect(await consentOf(customerId)).toMatchObject({
      ...{ sms: false, email: true, history: [{ what: 'sms', wanted: false, by: 'customer' }] },
    })
    await write(phone, 'START')
    expect(await send(customerId)).toMatchObject({ status: 'sent' })
    expect(await consentOf(customerId)).toMatchObject({ sms: true })
  })

  it('STOP of one customer holds for another record with the number that is made later', async () => {
    const phone = nextNumber()
    await test.customer({ phone })
    await write(phone, 'STOP')
    const later = await newCustomer(phone)
    await test.follow()
    expect(await send(later)).toMatchObject(optedOut)
  })

  it('what staff note of one record holds for the number and the address of another', async () => {
    const phone = nextNumber()
    const email = 'Shared@Example.test'
    const [one, other] = [await test.customer({ phone, email }), await test.customer({ phone, email })]
    const put = (body: object) => test.call('PUT', `/api/messages/customer/${one}/consent`, { body })
    await put({ sms: false, email: false })
    expect(await send(other)).toMatchObject(optedOut)
    expect(await send(other, 'email')).toMatchObject({ status: 'failed' })
    expect((await consentOf(one)).history).toHaveLength(2)
    await put({ sms: true, email: true })
    for (const type of ['sms', 'email']) expect(await send(other, type)).toMatchObject({ status: 'sent' })
  })

  it('a number that the provider blocks is blocked for every customer who has it', async () => {
    const phone = nextNumber()
    const one = await test.customer({ phone })
    const { id } = await send(one)
    const [row] = await test.deliveries(id)
    const status = `/api/webhooks/twilio/status?delivery=${row?.id}`
    const form = { MessageSid: 'SMblocked', MessageStatus: 'undelivered', ErrorCode: '21610', To: phone }
    const signature = getExpectedTwilioSignature(sms.authToken, `${publicUrl}${status}`, form)
    await test.call('POST', status, { form, user: null, headers: { 'x-twilio-signature': signature } })
    const later = await newCustomer(phone)
    await test.follow()
    expect(await send(later)).toMatchObject(optedOut)
  })

  it('an opt-out that an earlier release noted for the customer alone is noted for the number', async () => {
    const phone = nextNumber()
    const customerId = await test.customer({ phone })
    await test.tell(`consent-${customerId}`, {
      type: 'ConsentChanged',
      data: { customerId, channel: 'sms', optedOut: true, changedAt: test.clock.now.toISOString() },
    })
    await test.pool.query(
      'INSERT INTO consents (customer_id, sms_opted_out, email_opted_out, reminders_off) VALUES ($1, true, false, false)',
      [customerId],
    )
    await reconcileContacts(openStore({ ...test, keyring }), test.clock.now)
    const later = await newCustomer(phone)
    await test.follow()
    expect(await send(later)).toMatchObject(optedOut)
  })

  it('a planned reminder says so', async () => {
    const phone = nextNumber()
    await write(phone, 'STOP')
    const customerId = await newCustomer(phone)
    const appointmentId = 70_000
    await test.tell(`appointment-${appointmentId}`, {
      type: 'AppointmentScheduled',
      data: {
        ...{ appointmentId, customerId, title: 'Painting', description: null, notes: null, address: null },
        ...{ startsAt: '2026-11-23T15:00:00.000Z', durationMinutes: 60, estimatedCents: null },
        scheduledAt: '2026-11-01T15:00:00.000Z',
      },
    })
    await test.follow()
    const planned = (await test.call<PlannedReminder[]>('GET', '/api/messages/planned')).json
    expect(planned.find((it) => it.appointmentId === appointmentId)).toMatchObject({
      channels: ['email'],
      without: [{ channel: 'sms', reason: 'This customer has opted out of SMS.' }],
    })
  })
})

it('the read models are what the log makes of them, also when a number is erased', async () => {
  const phone = nextNumber()
  await write(phone, 'ZZERASED')
  const id = (await of(phone))?.id
  const targets = (messagingSchema.projections ?? []).map((projection) => ({
    ...{ projection, async: false, schema: 'messaging', role: messagingSchema.role },
  }))
  const options = { pool: test.owner, keyring }
  for (const target of targets.filter(({ projection }) => projection.name.startsWith('contact')))
    expect((await verifyProjection(target, options)).differences).toEqual([])
  await test.owner.query(`UPDATE es.subject_keys SET wrapped = NULL WHERE subject = 'contact-${id}'`)
  for (const target of targets) await rebuildProjection(target, options)
  expect(await of(phone)).toBeUndefined()
  expect((await read(id)).status).toBe(404)
  const dump = await test.owner.query(
    `SELECT count(*)::int AS n FROM messaging.contacts, messaging.contact_messages m WHERE content LIKE '%ZZERASED%' OR address = '${phone}'`,
  )
  expect(dump.rows).toEqual([{ n: 0 }])
  // the next SMS from there begins another conversation
  await write(phone, 'Hello again')
  expect(await of(phone)).toMatchObject({ content: 'Hello again' })
})
