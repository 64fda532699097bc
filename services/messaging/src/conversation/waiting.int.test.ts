import { startServiceForTest } from '@plumbline/platform/testing'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { ConversationMessage, Message } from '../api.ts'
import { type Channel, ChannelError } from '../channel/channel.ts'
import { forgetDeliveries } from '../ledger/erasure.ts'
import { messaging } from '../service.ts'
import {
  addCustomer,
  addInvoice,
  appendMember,
  conversationOf,
  deliverWhenDue,
  deliveryOf,
  foreignPersonal,
  leaveSmsQuota,
  type MessagingTest,
  sendEmail,
  sendSms,
  setConsent,
  settings,
  untilLockIsAwaited,
  workerOver,
} from '../testing.ts'

const evening = '2026-11-21T20:00:00.000Z'
const night = '2026-11-22T03:00:00.000Z'
const morning = '2026-11-22T13:00:00.000Z'

let test: MessagingTest
const sent: string[] = []
/** What a slow provider does before it answers. */
let beforeAnswer: () => Promise<void> = async () => {}
const provider: Channel = {
  send: async ({ id }) => {
    await beforeAnswer()
    sent.push(id)
    return `provider-${id}-${sent.length}`
  },
  close: () => {},
}
beforeAll(async () => {
  test = await startServiceForTest(messaging, { settings, foreignPersonal })
  await appendMember(test)
})
afterEach(() => {
  sent.length = 0
  beforeAnswer = async () => {}
})
afterAll(() => test.stop())

const setClock = (now: string) => {
  test.clock.now = new Date(now)
}
const attempt = (id: string) => deliverWhenDue(workerOver(test, provider), id)
let lastId = 0

/** A payment reminder that waits for the morning. */
async function reminderAtNight(channel: 'sms' | 'email' = 'sms') {
  setClock(night)
  const customerId = await addCustomer(test)
  const invoiceId = ++lastId
  const stream = `invoice-${invoiceId}`
  await addInvoice(test, invoiceId, customerId, { amountCents: 5_000, at: night })
  await test.appendForeign(stream, {
    type: 'PaymentReminderRequested',
    data: { invoiceId, customerId, channel, balanceCents: 5_000, requestedAt: night },
  })
  await test.react('tellCustomer')
  const message = await newest(customerId)
  const { id } = await deliveryOf(test, message.id)
  return { customerId, invoiceId, messageId: message.id, etag: message.waiting?.etag as string, id }
}
const newest = async (customerId: number) =>
  (await conversationOf(test, customerId)).at(-1) as ConversationMessage
const setCancelled = (messageId: number, cancelled: boolean, headers: Record<string, string> = {}) =>
  test.call<Message>('PUT', `/api/messages/${messageId}/cancelled`, { body: { cancelled }, headers })
const cancel = (messageId: number, etag?: string) =>
  setCancelled(messageId, true, etag === undefined ? {} : { 'if-match': etag })
const sendNow = (messageId: number, headers: Record<string, string> = {}) =>
  test.call<Message>('POST', `/api/messages/${messageId}/send-now`, { headers })

describe('a message that waits can be cancelled:', () => {
  it('it is never sent, and the conversation says so', async () => {
    const { customerId, messageId, id, etag } = await reminderAtNight()
    expect(await newest(customerId)).toMatchObject({ goesOutAt: morning, waiting: { refusal: null } })
    expect(await cancel(messageId, etag)).toMatchObject({ status: 200, json: { status: 'failed' } })
    setClock(morning)
    await attempt(id)
    expect(sent).toEqual([])
    const message = await newest(customerId)
    expect(message).toMatchObject({ reason: 'Cancelled by staff.', cancelled: true, goesOutAt: null })
    expect(message.waiting).toBeUndefined()
  })

  it('twice is the same as once', async () => {
    const { messageId } = await reminderAtNight()
    await cancel(messageId)
    expect((await cancel(messageId)).status).toBe(200)
  })

  it('not by somebody who saw it before it was changed', async () => {
    const { customerId, messageId, etag } = await reminderAtNight()
    await cancel(messageId)
    await setCancelled(messageId, false)
    expect((await cancel(messageId, etag)).status).toBe(412)
    const { waiting } = await newest(customerId)
    expect((await cancel(messageId, waiting?.etag)).status).toBe(200)
  })

  it('another attempt by an operator does not send it', async () => {
    const { customerId, messageId, id } = await reminderAtNight()
    await cancel(messageId)
    await test.pool.query(`UPDATE deliveries SET status = 'pending', attempt = 0 WHERE id = $1`, [id])
    setClock(morning)
    await attempt(id)
    expect(sent).toEqual([])
    expect(await newest(customerId)).toMatchObject({ cancelled: true })
  })

  it('one that the provider refuses for now, too', async () => {
    setClock(evening)
    const customerId = await addCustomer(test)
    const { json } = await sendSms(test, customerId)
    expect((await newest(customerId)).waiting).toBeUndefined()
    beforeAnswer = () => Promise.reject(new Error('unavailable'))
    const { id } = await deliveryOf(test, json.id)
    await attempt(id)
    expect(await newest(customerId)).toMatchObject({ goesOutAt: null, waiting: { refusal: null } })
    expect((await cancel(json.id)).status).toBe(200)
    beforeAnswer = async () => {}
    await attempt(id)
    expect(sent).toEqual([])
  })
})

describe('a message whose first attempt failed', () => {
  it('is not shown as sent while it is attempted again', async () => {
    setClock(evening)
    const customerId = await addCustomer(test)
    const { json } = await sendSms(test, customerId)
    const { id } = await deliveryOf(test, json.id)
    beforeAnswer = () => Promise.reject(new Error('unavailable'))
    await attempt(id)
    let duringAttempt: ConversationMessage | undefined
    beforeAnswer = async () => {
      duringAttempt = await newest(customerId)
    }
    await attempt(id)
    expect(duringAttempt).toMatchObject({ goesOutAt: null, waiting: { refusal: null } })
    expect((await newest(customerId)).waiting).toBeUndefined()
  })

  it('is not shown as waiting while it is attempted again, when the first may have sent it', async () => {
    setClock(evening)
    const customerId = await addCustomer(test)
    const { json } = await sendEmail(test, customerId)
    const { id } = await deliveryOf(test, json.id)
    beforeAnswer = () => Promise.reject(new ChannelError('ambiguous', 'SMTP ambiguous'))
    await attempt(id)
    let duringAttempt: ConversationMessage | undefined
    beforeAnswer = async () => {
      duringAttempt = await newest(customerId)
    }
    await attempt(id)
    expect(duringAttempt).toMatchObject({ status: 'sent' })
    expect(duringAttempt?.waiting).toBeUndefined()
  })
})

describe('while a worker has it with a slow provider,', () => {
  it('a message is neither cancelled nor sent twice', async () => {
    const { customerId, messageId, id } = await reminderAtNight()
    setClock(morning)
    let reachProvider = () => {}
    let answer = () => {}
    const reached = new Promise<void>((resolve) => {
      reachProvider = resolve
    })
    const answered = new Promise<void>((resolve) => {
      answer = resolve
    })
    beforeAnswer = () => {
      reachProvider()
      return answered
    }
    const attempting = attempt(id)
    await reached
    expect((await newest(customerId)).waiting).toBeUndefined()
    for (const refused of [await cancel(messageId), await sendNow(messageId)])
      expect(refused).toMatchObject({ status: 409, text: 'It has been sent already.' })
    answer()
    await attempting
    expect(sent).toEqual([id])
    for (const refused of [await cancel(messageId), await sendNow(messageId)])
      expect(refused).toMatchObject({ status: 409, text: 'It has been sent already.' })
    expect(await newest(customerId)).toMatchObject({ status: 'sent', reason: null })
  })

  it('whichever comes first, it is either cancelled or sent', async () => {
    const ends = []
    for (let n = 0; n < 12; n++) {
      const { customerId, messageId, id } = await reminderAtNight()
      setClock(morning)
      sent.length = 0
      const [cancelled] = await Promise.all([cancel(messageId), attempt(id)])
      const { status } = await newest(customerId)
      ends.push([cancelled.status, sent.length, status].join(' '))
    }
    expect([...new Set(ends)].filter((it) => it !== '200 0 failed' && it !== '409 1 sent')).toEqual([])
  })

  it('a worker that meets it while it is being cancelled waits, and does not send it', async () => {
    const { id } = await reminderAtNight()
    setClock(morning)
    const client = await test.pool.connect()
    try {
      await client.query('BEGIN')
      await client.query(`UPDATE deliveries SET status = 'failed' WHERE id = $1`, [id])
      const attempting = attempt(id)
      await untilLockIsAwaited(test)
      await client.query('COMMIT')
      await attempting
      expect(sent).toEqual([])
    } finally {
      client.release()
    }
  })
})

describe('an email that may have been sent, because the connection broke,', () => {
  const fail = (fault: 'ambiguous' | 'transient') => {
    beforeAnswer = () => Promise.reject(new ChannelError(fault, `SMTP ${fault}`))
  }
  async function emailAfter(...faults: ('ambiguous' | 'transient')[]) {
    setClock(evening)
    const customerId = await addCustomer(test)
    const { id: messageId } = (await sendEmail(test, customerId)).json
    const { id } = await deliveryOf(test, messageId)
    for (const fault of faults) {
      fail(fault)
      await attempt(id)
      expect(await deliveryOf(test, messageId)).toMatchObject({ last_error: `SMTP ${fault}` })
    }
    return { customerId, messageId, id }
  }
  const expectNeitherOfferedNorAccepted = async (customerId: number, messageId: number) => {
    expect((await newest(customerId)).waiting).toBeUndefined()
    for (const refused of [await cancel(messageId), await sendNow(messageId)])
      expect(refused).toMatchObject({ status: 409, text: 'It has been sent already.' })
  }

  it('is not shown as waiting, and cannot be cancelled', async () => {
    const { customerId, messageId } = await emailAfter('ambiguous')
    await expectNeitherOfferedNorAccepted(customerId, messageId)
  })

  it('may still have been sent when the server cannot be reached later', async () => {
    const { customerId, messageId } = await emailAfter('ambiguous', 'transient')
    await expectNeitherOfferedNorAccepted(customerId, messageId)
  })

  it('may still have been sent when another attempt has to wait for the morning', async () => {
    const { customerId, messageId, id } = await reminderAtNight('email')
    setClock(morning)
    fail('ambiguous')
    await attempt(id)
    expect(await deliveryOf(test, messageId)).toMatchObject({ last_error: 'SMTP ambiguous' })
    setClock('2026-11-23T03:00:00.000Z')
    await attempt(id)
    expect(await deliveryOf(test, messageId)).toMatchObject({ held_until: '2026-11-23T13:00:00.000Z' })
    expect((await newest(customerId)).goesOutAt).toBe(null)
    await expectNeitherOfferedNorAccepted(customerId, messageId)
  })

  it('was not sent when the server only could not be reached, or when a look-up does not find it', async () => {
    const { customerId, messageId } = await emailAfter('transient')
    expect(await newest(customerId)).toMatchObject({ waiting: { refusal: null } })
    expect((await cancel(messageId)).status).toBe(200)

    const other = await emailAfter('ambiguous')
    fail('transient')
    const withLookup = { ...provider, find: async () => [] }
    await deliverWhenDue(workerOver(test, withLookup), other.id)
    expect(await deliveryOf(test, other.messageId)).toMatchObject({ last_error: 'SMTP transient' })
    expect(await newest(other.customerId)).toMatchObject({ waiting: { refusal: null } })
    expect((await cancel(other.messageId)).status).toBe(200)
  })
})

describe('a cancelled message', () => {
  it('waits again as before when that is taken back, and is sent once', async () => {
    const { customerId, messageId, id } = await reminderAtNight()
    await cancel(messageId)
    expect(await setCancelled(messageId, false)).toMatchObject({ status: 200, json: { goesOutAt: morning } })
    expect((await setCancelled(messageId, false)).status).toBe(200)
    const message = await newest(customerId)
    expect(message).toMatchObject({ status: 'sent', goesOutAt: morning })
    expect(message.cancelled).toBeUndefined()
    await attempt(id)
    setClock(morning)
    await attempt(id)
    await attempt(id)
    expect(sent).toEqual([id])
    expect((await setCancelled(messageId, false)).text).toBe('It has been sent already.')
  })

  it('waits again also after an operator had it attempted, or its errors were forgotten', async () => {
    const { customerId, messageId, id } = await reminderAtNight()
    await cancel(messageId)
    expect(await deliveryOf(test, messageId)).toMatchObject({ status: 'failed', last_error: 'cancelled' })
    await test.pool.query(`UPDATE deliveries SET status = 'pending', attempt = 0 WHERE id = $1`, [id])
    setClock(morning)
    await attempt(id)
    expect(await deliveryOf(test, messageId)).toMatchObject({ status: 'failed', last_error: 'cancelled' })
    await forgetDeliveries(test.pool, { clearHistory: async () => {} }, [`customer-${customerId}`])
    expect((await setCancelled(messageId, false)).status).toBe(200)
    expect(await deliveryOf(test, messageId)).toMatchObject({ status: 'pending', last_error: null })
  })

  it('can be sent again later, at once', async () => {
    const { customerId, messageId, id } = await reminderAtNight()
    await cancel(messageId)
    expect((await test.call('POST', `/api/messages/${messageId}/retry`)).status).toBe(201)
    const { id: secondId } = await deliveryOf(test, messageId)
    await attempt(secondId)
    await attempt(id)
    expect(sent).toEqual([secondId])
    expect(await newest(customerId)).toMatchObject({ status: 'sent' })
  })

  it('and the read models are the same after a rebuild', async () => {
    const { messageId } = await reminderAtNight()
    await cancel(messageId)
    expect(await test.differences()).toEqual([])
  })
})

describe('a message that waits can be sent now:', () => {
  it('not by somebody who saw it before it was cancelled and its customer removed', async () => {
    const { customerId, messageId, etag } = await reminderAtNight()
    await cancel(messageId)
    await test.appendForeign(`customer-${customerId}`, {
      type: 'CustomerRemoved',
      data: { customerId, removedAt: night },
    })
    await test.project()
    const restore = (headers: Record<string, string>) => setCancelled(messageId, false, headers)
    for (const act of [sendNow.bind(null, messageId), restore]) {
      expect((await act({ 'if-match': etag })).status).toBe(412)
      expect((await act({})).status).toBe(409)
    }
  })

  it('at night too, and once', async () => {
    const { customerId, messageId, id, etag } = await reminderAtNight()
    expect(await sendNow(messageId, { 'if-match': etag })).toMatchObject({ status: 201 })
    expect(await newest(customerId)).toMatchObject({ status: 'sent', goesOutAt: null })
    await attempt(id)
    setClock(morning)
    await attempt(id)
    expect(sent).toEqual([id])
  })

  it('not when the customer has opted out', async () => {
    const { customerId, messageId, id } = await reminderAtNight()
    await setConsent(test, customerId, { sms: false })
    expect(await sendNow(messageId)).toMatchObject({
      status: 409,
      text: 'This customer has opted out of SMS.',
    })
    expect(await newest(customerId)).toMatchObject({ goesOutAt: morning })
    expect(await deliveryOf(test, messageId)).toMatchObject({ id, status: 'pending', held_until: morning })
  })

  it('not when the limit of the day is reached', async () => {
    const { messageId } = await reminderAtNight()
    setClock('2026-11-19T17:00:00.000Z')
    await leaveSmsQuota(test, '2026-11-19', 0)
    const refused = await sendNow(messageId)
    expect(refused.status).toBe(429)
    expect(refused.text).toContain('Today’s limit for SMS is reached.')
    expect(await deliveryOf(test, messageId)).toMatchObject({ status: 'pending', held_until: morning })
  })

  it('not when it was cancelled, failed or came from the customer', async () => {
    const { messageId } = await reminderAtNight()
    await cancel(messageId)
    expect(await sendNow(messageId)).toMatchObject({ status: 409, text: 'It is not waiting any more.' })
    expect((await sendNow(999_999)).status).toBe(404)
    const email = await sendEmail(test, await addCustomer(test, { email: '' }))
    expect((await cancel(email.json.id)).text).toBe('It is not waiting any more.')
  })
})

describe('a message that waits says that it will not be sent', () => {
  const refusalOf = async (customerId: number) => (await newest(customerId)).waiting?.refusal

  it('after its channel is off, and no longer when it is on again', async () => {
    const { customerId } = await reminderAtNight()
    await setConsent(test, customerId, { sms: false })
    expect(await refusalOf(customerId)).toBe('This customer has opted out of SMS.')
    await setConsent(test, customerId, { sms: true })
    expect(await refusalOf(customerId)).toBe(null)
  })

  it('when what it reminds of is paid', async () => {
    const { customerId, invoiceId } = await reminderAtNight('email')
    await setConsent(test, customerId, { sms: false })
    expect(await refusalOf(customerId)).toBe(null)
    await test.appendForeign(`invoice-${invoiceId}`, {
      type: 'PaymentReceived',
      data: {
        invoiceId,
        customerId,
        paymentId: 1,
        amountCents: 5_000,
        method: 'cash',
        paidOn: '2026-11-22',
        recordedAt: night,
      },
    })
    expect(await refusalOf(customerId)).toBe('It was paid before this went out.')
  })
})
