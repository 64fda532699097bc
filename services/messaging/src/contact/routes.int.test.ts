import { startServiceForTest } from '@plumbline/platform/testing'
import { getExpectedTwilioSignature } from 'twilio/lib/webhooks/webhooks.js'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Consent, Conversation, PlannedReminder, UnknownConversation } from '../api.ts'
import { loadCustomerFromLog } from '../customers.ts'
import { messaging } from '../service.ts'
import {
  addCustomer,
  appendMerge,
  appointmentScheduled,
  changeCustomer,
  conversationOf,
  customerRegistered,
  deliveryOf,
  eraseKey,
  foreignPersonal,
  listMessages,
  type MessagingTest,
  mergeCustomers,
  providerSettings,
  sendEmail,
  sendSms,
  setConsent,
  timerContext,
} from '../testing.ts'
import { reconcileContacts } from './assignContacts.ts'

const { sms, publicUrl } = providerSettings
let test: MessagingTest
beforeAll(async () => {
  test = await startServiceForTest(messaging, { settings: providerSettings, foreignPersonal })
})
afterAll(() => test.stop())

const signedHeaders = (path: string, form: Record<string, string>) => ({
  'x-twilio-signature': getExpectedTwilioSignature(sms.authToken, `${publicUrl}${path}`, form),
})
const inboundPath = '/api/webhooks/twilio/inbound'
let smsCount = 0
/** An SMS from this number. */
async function write(From: string, Body: string, MessageSid = `SM${String(++smsCount).padStart(32, '0')}`) {
  const form = { From, Body, MessageSid, To: sms.from }
  const headers = signedHeaders(inboundPath, form)
  const answer = await test.call('POST', inboundPath, { form, caller: { user: null }, headers })
  expect(answer.status).toBe(200)
  return MessageSid
}
let lastNumber = 200
const nextNumber = () => `+1919555${String(++lastNumber).padStart(4, '0')}`
let lastCustomer = 5_000
/** A customer who is in the log, and not yet in the read model. */
async function newCustomer(phone: string): Promise<number> {
  const customerId = ++lastCustomer
  await test.appendForeign(`customer-${customerId}`, customerRegistered(customerId, { phone }))
  return customerId
}
const unknownConversations = async () =>
  (await test.call<UnknownConversation[]>('GET', '/api/messages/unknown')).json
const conversationOfNumber = async (phone: string) =>
  (await unknownConversations()).find((it) => it.phone === phone)
type Read = UnknownConversation & { customerId: number | null; messages: { id: number; content: string }[] }
const read = (id?: number) => test.call<Read>('GET', `/api/messages/unknown/${id}`)
const assign = (id: number | undefined, customerId: number) =>
  test.call('PUT', `/api/messages/unknown/${id}`, { body: { customerId } })
const texts = async (customerId: number) => (await conversationOf(test, customerId)).map((it) => it.content)
const consentOf = async (id: number) =>
  (await test.call<Consent>('GET', `/api/messages/customer/${id}/consent`)).json
const optedOut = { status: 'failed', reason: 'This customer has opted out of SMS.' }

describe('an SMS from a number that no customer has', () => {
  it('is unread until staff read it, and waits until somebody says whose it is', async () => {
    const counts = async () =>
      (await test.call<{ unread: number; waiting: number }>('GET', '/api/messages/counts')).json
    const before = await counts()
    const phone = nextNumber()
    const markRead = (messageId?: number) =>
      test.call('POST', `/api/messages/unknown/${id}/read`, { body: { messageId } })
    await write(phone, 'Do you mend fences?')
    const { id } = (await conversationOfNumber(phone)) as UnknownConversation
    const newest = async () => (await read(id)).json.messages.at(-1)?.id
    const first = await newest()
    expect(await conversationOfNumber(phone)).toMatchObject({ unread: 1 })
    expect(await counts()).toEqual({ unread: before.unread + 1, waiting: before.waiting + 1 })
    await write(phone, 'And gates?')
    expect(await conversationOfNumber(phone)).toMatchObject({ unread: 2 })
    // up to what was seen, and never back
    const last = await newest()
    for (const [messageId, unread] of [
      [first, 1],
      [last, 0],
      [first, 0],
    ]) {
      expect((await markRead(messageId)).status).toBe(204)
      expect(await conversationOfNumber(phone)).toMatchObject({ unread })
    }
    expect(await counts()).toEqual({ unread: before.unread, waiting: before.waiting + 1 })
    await write(phone, 'Hello?')
    expect(await conversationOfNumber(phone)).toMatchObject({ unread: 1 })
    // a message of another number marks nothing
    const other = nextNumber()
    await write(other, 'Hi')
    const otherId = (await conversationOfNumber(other))?.id
    await markRead((await read(otherId)).json.messages.at(-1)?.id)
    expect(await conversationOfNumber(phone)).toMatchObject({ unread: 1 })
    await write(phone, 'STOP')
    expect(await conversationOfNumber(phone)).toMatchObject({ unread: 0 })
    expect(
      (await test.call('POST', '/api/messages/unknown/99999/read', { body: { messageId: 1 } })).status,
    ).toBe(404)
  })

  it('is stored once in a conversation of its number, and in no other list', async () => {
    const phone = nextNumber()
    const before = (await listMessages(test)).length
    const sid = await write(phone, 'Do you mend fences?')
    await write(phone, 'Do you mend fences?', sid)
    await Promise.all([write(phone, 'Hello?'), write(phone, 'Anyone?')])
    const conversation = await conversationOfNumber(phone)
    expect(conversation).toMatchObject({ phone, optedOut: false })
    const { json } = await read(conversation?.id)
    expect(json.messages.map((it) => it.content).sort()).toEqual(['Anyone?', 'Do you mend fences?', 'Hello?'])
    expect((await unknownConversations()).filter((it) => it.phone === phone)).toHaveLength(1)
    expect(await listMessages(test)).toHaveLength(before)
  })

  it('is stored as well when it comes from abroad', async () => {
    await write('+447911123456', 'Hello from London')
    expect(await conversationOfNumber('+447911123456')).toMatchObject({ content: 'Hello from London' })
  })

  it('is encrypted in the log', async () => {
    const phone = nextNumber()
    await write(phone, 'ZZSEALED')
    const { rows } = await test.owner.query(
      `SELECT count(*)::int AS n FROM es.events WHERE data::text LIKE '%ZZSEALED%' OR data::text LIKE '%${phone}%'`,
    )
    expect(rows).toEqual([{ n: 0 }])
  })

  it('is shown to staff only, and an unknown conversation is not found', async () => {
    const visitor = { caller: { user: null } }
    expect((await test.call('GET', '/api/messages/unknown', visitor)).status).toBe(401)
    expect(await read(99_999)).toMatchObject({ status: 404, text: 'Conversation not found' })
    expect((await assign(99_999, await addCustomer(test))).status).toBe(404)
  })
})

describe('the messages of a number belong to the customer who has it', () => {
  it('also when the customer was just created and the read model lags', async () => {
    const phone = nextNumber()
    const customerId = await newCustomer(phone)
    const writing = write(phone, 'See you at 9?')
    await test.project()
    await writing
    expect(await texts(customerId)).toEqual(['See you at 9?'])
    expect(await conversationOfNumber(phone)).toBeUndefined()
  })

  it('also when the customer is created later: they keep their time', async () => {
    const phone = nextNumber()
    const before = test.clock.now
    await write(phone, 'Do you mend fences?')
    test.clock.now = new Date(before.getTime() + 60_000)
    const customerId = await newCustomer(phone)
    await test.project()
    await test.react()
    expect(await conversationOf(test, customerId)).toMatchObject([
      {
        direction: 'inbound',
        type: 'sms',
        content: 'Do you mend fences?',
        createdAt: before.toISOString(),
      },
    ])
    expect(await conversationOfNumber(phone)).toBeUndefined()
    await write(phone, 'And gates?')
    expect(await texts(customerId)).toEqual(['Do you mend fences?', 'And gates?'])
    await test.react()
    expect(await texts(customerId)).toHaveLength(2)
  })

  it('also when the number of a customer is changed to it later', async () => {
    const phone = nextNumber()
    const customerId = await addCustomer(test, { phone: nextNumber() })
    await write(phone, 'My new number')
    await changeCustomer(test, customerId, { phone })
    await test.project()
    await test.react()
    expect(await texts(customerId)).toEqual(['My new number'])
  })

  it('also when they were stored after the reactor and before the read model had the customer', async () => {
    const phone = nextNumber()
    const customerId = await newCustomer(phone)
    await test.react()
    // nothing is projected within the time-out: the read model stays behind
    await write(phone, 'Hello?')
    expect(await conversationOfNumber(phone)).toBeDefined()
    await test.project()
    await reconcileContacts.run(timerContext(test))
    expect(await texts(customerId)).toEqual(['Hello?'])
    expect(await conversationOfNumber(phone)).toBeUndefined()
  })

  it('also when the customer was merged in the meantime: they belong to the survivor', async () => {
    const phone = nextNumber()
    const [middle, winner] = [await addCustomer(test), await addCustomer(test)]
    const loser = await newCustomer(phone)
    await test.react()
    // nothing is projected within the time-out: the read model stays behind
    await write(phone, 'Hello?')
    await mergeCustomers(test, loser, middle)
    await mergeCustomers(test, middle, winner)
    expect(await conversationOfNumber(phone)).toBeDefined()
    await reconcileContacts.run(timerContext(test))
    expect(await texts(winner)).toEqual(['Hello?'])
    await write(phone, 'Again')
    expect(await texts(winner)).toEqual(['Hello?', 'Again'])
  })

  it('also when staff assign the number, with all that comes from it later', async () => {
    const phone = nextNumber()
    const [customerId, other] = [await addCustomer(test, { phone: nextNumber() }), await addCustomer(test)]
    await write(phone, 'It is me, from work')
    const id = (await conversationOfNumber(phone))?.id
    expect(await assign(id, 9_999)).toMatchObject({ status: 400, text: 'Customer not found' })
    for (let times = 0; times < 2; times++) expect((await assign(id, customerId)).status).toBe(204)
    expect(await texts(customerId)).toEqual(['It is me, from work'])
    expect((await read(id)).json).toMatchObject({ customerId, messages: [] })
    expect((await assign(id, other)).status).toBe(409)
    await write(phone, 'And again')
    expect(await texts(customerId)).toEqual(['It is me, from work', 'And again'])
  })
})

it('an SMS from a number of two customers is in both conversations and says who shares it', async () => {
  const phone = nextNumber()
  const [one, two] = [await addCustomer(test, { phone }), await addCustomer(test, { phone })]
  const sid = await write(phone, 'When do you come?')
  await write(phone, 'When do you come?', sid)
  expect(await conversationOf(test, one)).toMatchObject([{ content: 'When do you come?', sharedWith: [two] }])
  expect(await conversationOf(test, two)).toMatchObject([{ content: 'When do you come?', sharedWith: [one] }])
})

describe('what staff have read of a number', () => {
  const minute = () => {
    test.clock.now = new Date(test.clock.now.getTime() + 60_000)
  }
  const unreadOf = async (customerId: number) =>
    (await test.call<Conversation[]>('GET', '/api/messages/conversations')).json.find(
      (it) => it.customerId === customerId,
    )?.unread
  const readUpTo = async (customerId: number, content: string) => {
    const message = (await conversationOf(test, customerId)).find((it) => it.content === content)
    await test.call('POST', `/api/messages/customer/${customerId}/read`, { body: { messageId: message?.id } })
  }
  /** A number with one text that staff read and one that they did not, and a customer who was read after that. */
  async function numberAndCustomer() {
    const [phone, ownPhone] = [nextNumber(), nextNumber()]
    const customerId = await addCustomer(test, { phone: ownPhone })
    await write(phone, 'Do you mend fences?')
    const { id } = (await conversationOfNumber(phone)) as UnknownConversation
    const messageId = (await read(id)).json.messages[0]?.id
    await test.call('POST', `/api/messages/unknown/${id}/read`, { body: { messageId } })
    minute()
    await write(phone, 'And gates?')
    minute()
    await write(ownPhone, 'It is Ann')
    minute()
    await readUpTo(customerId, 'It is Ann')
    expect(await unreadOf(customerId)).toBe(0)
    expect(await conversationOfNumber(phone)).toMatchObject({ unread: 1 })
    return { phone, ownPhone, id, customerId }
  }

  it('is read when it is assigned to a customer, and the rest is unread until their conversation is read again', async () => {
    const { ownPhone, id, customerId } = await numberAndCustomer()
    minute()
    await assign(id, customerId)
    expect(await unreadOf(customerId)).toBe(1)
    expect(await texts(customerId)).toEqual(['Do you mend fences?', 'And gates?', 'It is Ann'])
    minute()
    await write(ownPhone, 'Tomorrow?')
    await readUpTo(customerId, 'It is Ann')
    expect(await unreadOf(customerId)).toBe(1)
    await readUpTo(customerId, 'Tomorrow?')
    expect(await unreadOf(customerId)).toBe(0)
  })

  it('is read in the conversation of the number as well, once that is taken from the customer', async () => {
    const { phone, id, customerId } = await numberAndCustomer()
    const release = () => test.call('DELETE', `/api/messages/customer/${customerId}/numbers/${id}`)
    minute()
    await assign(id, customerId)
    await release()
    expect(await conversationOfNumber(phone)).toMatchObject({ unread: 1 })
    minute()
    await assign(id, customerId)
    await readUpTo(customerId, 'It is Ann')
    expect(await unreadOf(customerId)).toBe(0)
    minute()
    await write(phone, 'Hello?')
    expect(await unreadOf(customerId)).toBe(1)
    await release()
    expect(await conversationOfNumber(phone)).toMatchObject({ unread: 1 })
    minute()
    await assign(id, customerId)
    await readUpTo(customerId, 'Hello?')
    await release()
    expect(await conversationOfNumber(phone)).toMatchObject({ unread: 0 })
  })
})

describe('an opt-out belongs to the number', () => {
  it('STOP from a number that no customer has blocks SMS to a later customer, until START', async () => {
    const phone = nextNumber()
    await write(phone, 'stop')
    expect(await conversationOfNumber(phone)).toMatchObject({ optedOut: true })
    const customerId = await newCustomer(phone)
    await test.project()
    await test.react()
    expect((await sendSms(test, customerId)).json).toMatchObject(optedOut)
    expect((await sendEmail(test, customerId)).json).toMatchObject({ status: 'sent' })
    expect(await consentOf(customerId)).toMatchObject({
      sms: false,
      email: true,
      history: [{ what: 'sms', wanted: false, by: 'customer' }],
    })
    await write(phone, 'START')
    expect((await sendSms(test, customerId)).json).toMatchObject({ status: 'sent' })
    expect(await consentOf(customerId)).toMatchObject({ sms: true })
  })

  it('STOP of one customer is valid for a customer with the same number who is created later', async () => {
    const phone = nextNumber()
    await addCustomer(test, { phone })
    await write(phone, 'STOP')
    const later = await newCustomer(phone)
    await test.project()
    expect((await sendSms(test, later)).json).toMatchObject(optedOut)
  })

  it('a refusal that staff store for one customer is valid for another with the same number and address', async () => {
    const phone = nextNumber()
    const email = 'Shared@Example.test'
    const [one, other] = [
      await addCustomer(test, { phone, email }),
      await addCustomer(test, { phone, email }),
    ]
    await setConsent(test, one, { sms: false, email: false })
    expect((await sendSms(test, other)).json).toMatchObject(optedOut)
    expect((await sendEmail(test, other)).json).toMatchObject({ status: 'failed' })
    expect((await consentOf(one)).history).toHaveLength(2)
    await setConsent(test, one, { sms: true, email: true })
    for (const send of [sendSms, sendEmail])
      expect((await send(test, other)).json).toMatchObject({ status: 'sent' })
  })

  it('a number that the provider blocks is blocked for every customer who has it', async () => {
    const phone = nextNumber()
    const { json } = await sendSms(test, await addCustomer(test, { phone }))
    const path = `/api/webhooks/twilio/status?delivery=${(await deliveryOf(test, json.id)).id}`
    const form = { MessageSid: 'SMblocked', MessageStatus: 'undelivered', ErrorCode: '21610', To: phone }
    const headers = signedHeaders(path, form)
    await test.call('POST', path, { form, caller: { user: null }, headers })
    const later = await newCustomer(phone)
    await test.project()
    expect((await sendSms(test, later)).json).toMatchObject(optedOut)
  })

  it('an opt-out that 0.1.0 stored for the customer alone still holds for the customer', async () => {
    const customerId = await addCustomer(test, { phone: nextNumber() })
    await test.appendForeign(`consent-${customerId}`, {
      type: 'ConsentChanged',
      data: { customerId, channel: 'sms', optedOut: true, changedAt: test.clock.now.toISOString() },
    })
    await test.rebuild()
    await reconcileContacts.run(timerContext(test))
    expect((await sendSms(test, customerId)).json).toMatchObject(optedOut)
  })

  it('a planned reminder shows it', async () => {
    const phone = nextNumber()
    await write(phone, 'STOP')
    const customerId = await newCustomer(phone)
    const appointmentId = 70_000
    const event = appointmentScheduled(appointmentId, customerId, { startsAt: '2026-11-23T15:00:00.000Z' })
    await test.appendForeign(`appointment-${appointmentId}`, event)
    await test.project()
    const planned = (await test.call<PlannedReminder[]>('GET', '/api/messages/planned')).json
    expect(planned.find((it) => it.appointmentId === appointmentId)).toMatchObject({
      channels: ['email'],
      without: [{ channel: 'sms', reason: 'This customer has opted out of SMS.' }],
    })
  })
})

describe('a contact is assigned by what is true now', () => {
  const remove = (customerId: number) =>
    test.appendForeign(`customer-${customerId}`, {
      type: 'CustomerRemoved',
      data: { customerId, removedAt: test.clock.now.toISOString() },
    })

  it('a number whose new customer was removed before the worker came stays in the list of unknown numbers', async () => {
    const phone = nextNumber()
    await write(phone, 'Do you mend fences?')
    const customerId = await newCustomer(phone)
    await remove(customerId)
    await test.project()
    await test.react()
    await write(phone, 'Is anybody there?')
    const conversation = await conversationOfNumber(phone)
    expect((await read(conversation?.id)).json.messages).toHaveLength(2)
    const later = await newCustomer(phone)
    await test.project()
    await test.react()
    expect(await texts(later)).toEqual(['Do you mend fences?', 'Is anybody there?'])
  })

  it('a number that is assigned to a customer who was removed is unknown again, and goes to a later customer', async () => {
    const phone = nextNumber()
    await write(phone, 'Do you mend fences?')
    const customerId = await newCustomer(phone)
    await test.project()
    await test.react()
    expect(await conversationOfNumber(phone)).toBeUndefined()
    await remove(customerId)
    await test.project()
    await write(phone, 'Is anybody there?')
    const conversation = await conversationOfNumber(phone)
    expect(conversation).toMatchObject({ content: 'Is anybody there?' })
    expect((await read(conversation?.id)).json).toMatchObject({
      customerId: null,
      messages: [{ content: 'Do you mend fences?' }, { content: 'Is anybody there?' }],
    })
    const later = await newCustomer(phone)
    await test.project()
    await reconcileContacts.run(timerContext(test))
    expect(await texts(later)).toEqual(['Do you mend fences?', 'Is anybody there?'])
  })

  it('a number that was mistyped and corrected before the worker came moves no conversation of a stranger', async () => {
    const phone = nextNumber()
    await write(phone, 'Private words of a stranger')
    const customerId = await newCustomer(phone)
    await changeCustomer(test, customerId, { phone: nextNumber() })
    await test.project()
    await test.react()
    expect(await texts(customerId)).toEqual([])
    expect(await conversationOfNumber(phone)).toMatchObject({ content: 'Private words of a stranger' })
  })

  it('staff take a conversation of a stranger out of the conversation of a customer', async () => {
    const phone = nextNumber()
    await write(phone, 'Words of a stranger')
    const contactId = (await conversationOfNumber(phone))?.id as number
    const [customerId, other] = [await addCustomer(test), await addCustomer(test)]
    await assign(contactId, customerId)
    await write(phone, 'More words of a stranger')
    const numbers = (id: number) => test.call('GET', `/api/messages/customer/${id}/numbers`)
    const release = (id: number, contact = contactId) =>
      test.call('DELETE', `/api/messages/customer/${id}/numbers/${contact}`)
    expect((await numbers(customerId)).json).toEqual([{ id: contactId, phone }])
    expect((await release(other)).status).toBe(409)
    expect((await release(customerId, 99_999)).status).toBe(404)
    expect((await release(customerId)).status).toBe(204)
    expect(await texts(customerId)).toEqual([])
    expect((await numbers(customerId)).json).toEqual([])
    expect((await read(contactId)).json).toMatchObject({
      customerId: null,
      messages: [{ content: 'Words of a stranger' }, { content: 'More words of a stranger' }],
    })
    expect((await release(customerId)).status).toBe(409)
    await reconcileContacts.run(timerContext(test))
    expect(await texts(customerId)).toEqual([])
    expect((await assign(contactId, other)).status).toBe(204)
    expect(await texts(other)).toEqual(['Words of a stranger', 'More words of a stranger'])
    await write(phone, 'And more')
    expect(await texts(other)).toHaveLength(3)
    expect(await test.differences()).toEqual([])
  })

  it('the own number of a customer cannot be taken from them', async () => {
    const phone = nextNumber()
    await write(phone, 'Hello')
    const contactId = (await conversationOfNumber(phone))?.id as number
    const customerId = await newCustomer(phone)
    await test.project()
    await test.react()
    const path = `/api/messages/customer/${customerId}/numbers`
    expect((await test.call('GET', path)).json).toEqual([])
    expect((await test.call('DELETE', `${path}/${contactId}`)).status).toBe(409)
  })
})

describe('a word of one number', () => {
  /** Bob, and his wife's number, which wrote and was assigned to him. */
  async function bobAndHisWife() {
    const [bob, wife] = [nextNumber(), nextNumber()]
    const customerId = await addCustomer(test, { phone: bob })
    await write(wife, 'It is about our fence')
    await assign((await conversationOfNumber(wife))?.id, customerId)
    return { bob, wife, customerId }
  }
  const lastSms = async (customerId: number) => (await sendSms(test, customerId)).json

  it('does not lift the STOP of another number of the same customer', async () => {
    const { bob, wife, customerId } = await bobAndHisWife()
    await write(bob, 'STOP')
    await write(wife, 'Yes')
    expect(await lastSms(customerId)).toMatchObject(optedOut)
    expect(await consentOf(customerId)).toMatchObject({ sms: false })
    await write(bob, 'START')
    expect(await lastSms(customerId)).toMatchObject({ status: 'sent' })
  })

  it('does not silence another number of the same customer', async () => {
    const { wife, customerId } = await bobAndHisWife()
    await write(wife, 'STOP')
    expect(await lastSms(customerId)).toMatchObject({ status: 'sent' })
    // a customer who gets this number gets no SMS
    const later = await newCustomer(wife)
    await test.project()
    expect(await lastSms(later)).toMatchObject(optedOut)
  })

  it('of a record that was merged does not change consent of the number that stays', async () => {
    const { bob, customerId } = await bobAndHisWife()
    const former = nextNumber()
    const merged = await addCustomer(test, { phone: former })
    await mergeCustomers(test, merged, customerId)
    await write(bob, 'STOP')
    await write(former, 'START')
    expect(await lastSms(customerId)).toMatchObject(optedOut)
    await write(bob, 'START')
    await write(former, 'STOP')
    expect(await lastSms(customerId)).toMatchObject({ status: 'sent' })
  })
})

it('STOP is stored in the stream of the customer although a row that lags says so already', async () => {
  const phone = nextNumber()
  const customerId = await addCustomer(test, { phone })
  // a row that another release has not written yet, or has written too early
  await test.pool.query(
    'INSERT INTO consents (customer_id, sms_opted_out, email_opted_out, reminders_off) VALUES ($1, true, false, false)',
    [customerId],
  )
  await write(phone, 'STOP')
  const { rows } = await test.owner.query(
    `SELECT data->'optedOut' AS "optedOut" FROM es.events WHERE stream_id = 'consent-${customerId}'`,
  )
  expect(rows).toEqual([{ optedOut: true }])
})

it('a customer whose records were merged into each other stops no message to others', async () => {
  const [one, other] = [await addCustomer(test), await addCustomer(test)]
  await appendMerge(test, one, other)
  await appendMerge(test, other, one)
  expect(await loadCustomerFromLog({ db: test.pool, keyring: test.keyring }, one)).toBeNull()
})

it('the read models are the same after a rebuild, and forget a number that is erased', async () => {
  const phone = nextNumber()
  await write(phone, 'ZZERASED')
  const id = (await conversationOfNumber(phone))?.id
  expect(await test.differences()).toEqual([])
  await eraseKey(test, `contact-${id}`)
  await test.rebuild()
  expect(await conversationOfNumber(phone)).toBeUndefined()
  expect((await read(id)).status).toBe(404)
  const { rows } = await test.owner.query(
    `SELECT count(*)::int AS n FROM messaging.contacts, messaging.contact_messages m WHERE content LIKE '%ZZERASED%' OR address = '${phone}'`,
  )
  expect(rows).toEqual([{ n: 0 }])
  // the next SMS from there begins another conversation
  await write(phone, 'Hello again')
  expect(await conversationOfNumber(phone)).toMatchObject({ content: 'Hello again' })
})
