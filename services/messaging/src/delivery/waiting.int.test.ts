import type { Db } from '@plumbline/platform/db'
import { PermanentFailure } from '@plumbline/platform/jobs'
import { testKeyring } from '@plumbline/platform/testing'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { twilioChannel } from '../channel/twilio.ts'
import { messagingSubscriptions } from '../service.ts'
import { startTwilioPeer } from '../testing/fakeTwilio.ts'
import { business, type MessagingTest, startMessagingTest } from '../testing.ts'
import { openDeliveries } from './ledger.ts'
import { takeFromDailyQuota } from './smsQuota.ts'
import { deliver } from './worker.ts'

let test: MessagingTest
let twilio: Awaited<ReturnType<typeof startTwilioPeer>>
beforeAll(async () => {
  test = await startMessagingTest()
  twilio = await startTwilioPeer()
})
afterEach(() => {
  twilio.taken.length = 0
})
afterAll(async () => {
  twilio.stop()
  await test.stop()
})

const night = '2026-11-22T03:00:00.000Z'
const morning = '2026-11-22T13:00:00.000Z'
const noon = '2026-11-21T17:00:00.000Z'
const at = (now: string) => {
  test.clock.now = new Date(now)
}
const attempt = (id: string, limitScale = 1) =>
  deliver({ ...test.sending(twilioChannel(twilio.sms)), limitScale }, id)
const react = async () => {
  const options = { ownerEmail: 'o@example.test', publicUrl: 'https://plumbline.example', business }
  for (const it of messagingSubscriptions(options, testKeyring, undefined, () => test.clock.now))
    await test.react(it)
}
let lastId = 0
const owedBy = async (customerId: number): Promise<number> => {
  const invoiceId = ++lastId
  await test.tell(`invoice-${invoiceId}`, {
    type: 'PaymentReminderRequested',
    data: { invoiceId, customerId, channel: 'sms', balanceCents: 5_000, requestedAt: night },
  })
  await react()
  return invoiceId
}
const paid = (invoiceId: number, customerId: number) =>
  test.tell(`invoice-${invoiceId}`, {
    type: 'PaymentReceived',
    data: {
      ...{ invoiceId, customerId, paymentId: 1, amountCents: 5_000, method: 'cash' },
      ...{ paidOn: '2026-11-22', recordedAt: night },
    },
  })
const cancelled = async (customerId: number) => {
  const appointmentId = ++lastId
  await test.tell(`appointment-${appointmentId}`, {
    type: 'AppointmentCancelled',
    data: { appointmentId, customerId, startsAt: morning, notify: true, cancelledAt: noon },
  })
  await react()
}
const newest = async (customerId: number) => (await test.conversation(customerId)).at(-1)
const rowOf = async (messageId?: number) => (await test.deliveries(messageId as number))[0]
const smsTo = async (customerId: number) => {
  const all = (await test.conversation(customerId)).filter((it) => it.type === 'sms')
  return Promise.all(all.map(async (it) => (await rowOf(it.id))?.id as string))
}

describe('in the quiet hours', () => {
  it('a payment reminder waits for eight o’clock, and says so', async () => {
    at(night)
    const customerId = await test.customer()
    await owedBy(customerId)
    const message = await newest(customerId)
    expect(message).toMatchObject({ status: 'sent', goesOutAt: morning })
    const row = await rowOf(message?.id)
    expect(await rowOf(message?.id)).toMatchObject({ status: 'pending', next_attempt_at: morning })
    await test.pool.query(`UPDATE deliveries SET next_attempt_at = now() + interval '1 hour' WHERE id = $1`, [
      row?.id,
    ])
    expect((await openDeliveries(test.pool, 500)).map((it) => it.id)).not.toContain(row?.id)
    // whoever runs it all the same does not send it
    await expect(attempt(row?.id as string)).rejects.toThrow(PermanentFailure)
    expect(await rowOf(message?.id)).toMatchObject({ status: 'pending', attempt: 0, held_until: morning })
    expect(twilio.taken).toEqual([])
    at(morning)
    await attempt(row?.id as string)
    expect(twilio.taken).toHaveLength(1)
    expect(await newest(customerId)).toMatchObject({ status: 'sent', goesOutAt: null })
  })

  it('what staff write and a cancellation go out at once', async () => {
    at(night)
    const customerId = await test.customer()
    await cancelled(customerId)
    const body = { customerId, type: 'sms', content: 'I am outside' }
    await test.call('POST', '/api/messages', { body })
    for (const id of await smsTo(customerId)) await attempt(id)
    expect(twilio.taken).toHaveLength(2)
    expect((await test.conversation(customerId)).map((it) => it.goesOutAt)).toEqual([null, null, null])
  })
})

describe('what waited does not go out any more', () => {
  const failsWith = async (customerId: number, reason: string) => {
    at(morning)
    const message = await newest(customerId)
    await expect(attempt((await rowOf(message?.id))?.id as string)).rejects.toThrow(PermanentFailure)
    expect(await newest(customerId)).toMatchObject({ status: 'failed', reason })
    expect(twilio.taken).toEqual([])
  }

  it('when it was paid meanwhile', async () => {
    at(night)
    const customerId = await test.customer()
    await paid(await owedBy(customerId), customerId)
    await failsWith(customerId, 'It was paid before this went out.')
  })

  it('when the customer said no meanwhile', async () => {
    at(night)
    const customerId = await test.customer()
    await owedBy(customerId)
    await test.call('PUT', `/api/messages/customer/${customerId}/consent`, { body: { sms: false } })
    await failsWith(customerId, 'This customer has opted out of SMS.')
  })

  it.each([
    [
      'when its appointment moved',
      '2026-11-26T14:00:00.000Z',
      'The appointment was changed before this went out.',
    ],
    ['when the evening has come', undefined, 'It was too late for this reminder.'],
  ])('%s', async (_name, startsAt, reason) => {
    at('2026-11-21T15:00:00.000Z')
    const customerId = await test.customer()
    const appointmentId = 30_000 + ++lastId
    const stream = `appointment-${appointmentId}`
    const scheduled = {
      ...{ appointmentId, customerId, title: 'Painting', description: null, notes: null, address: null },
      ...{ startsAt: '2026-11-22T15:00:00.000Z', durationMinutes: 60, estimatedCents: null },
    }
    await test.tell(stream, {
      type: 'AppointmentScheduled',
      data: { ...scheduled, scheduledAt: '2026-11-01T15:00:00.000Z' },
    })
    await test.follow()
    const { remindOfTomorrow } = await import('../reminder/remind.ts')
    await remindOfTomorrow({ ...test.sending(twilioChannel(twilio.sms)), clock: () => test.clock.now })
    const [delivery] = await smsTo(customerId)
    if (startsAt)
      await test.tell(stream, {
        type: 'AppointmentRescheduled',
        data: { appointmentId, startsAt, changedAt: noon },
      })
    else at('2026-11-22T02:00:00.000Z')
    await expect(attempt(delivery as string)).rejects.toThrow(PermanentFailure)
    const sms = (await test.conversation(customerId)).find((it) => it.type === 'sms')
    expect(sms).toMatchObject({ status: 'failed', reason })
    expect(twilio.taken).toEqual([])
  })
})

describe('the limits of SMS', () => {
  it('let three an hour go to one number by themselves; the others wait and go later', async () => {
    at(noon)
    const phone = '(919) 555-0177'
    const [one, two] = [await test.customer({ phone }), await test.customer({ phone })]
    for (const customerId of [one, two, one, two, one]) await cancelled(customerId)
    const ids = [...(await smsTo(one)), ...(await smsTo(two))]
    const ends = await Promise.allSettled(ids.map((id) => attempt(id)))
    expect(ends.filter((it) => it.status === 'rejected')).toHaveLength(2)
    expect(twilio.taken).toHaveLength(3)
    const waiting = [...(await test.conversation(one)), ...(await test.conversation(two))].filter(
      (it) => it.goesOutAt,
    )
    expect(waiting.map((it) => it.goesOutAt)).toEqual(Array(2).fill('2026-11-21T18:00:00.000Z'))
    at('2026-11-21T18:00:00.001Z')
    for (const id of ids) await attempt(id)
    expect(twilio.taken).toHaveLength(5)
  })

  it('are wider for whoever scales them', async () => {
    at(noon)
    const customerId = await test.customer({ phone: '(919) 555-0178' })
    for (let times = 0; times < 5; times++) await cancelled(customerId)
    for (const id of await smsTo(customerId)) await attempt(id, 2)
    expect(twilio.taken).toHaveLength(5)
  })

  it('never hold back what staff write to a number', async () => {
    at(noon)
    const customerId = await test.customer({ phone: '(919) 555-0179' })
    for (let times = 0; times < 5; times++)
      await test.call('POST', '/api/messages', { body: { customerId, type: 'sms', content: `${times}` } })
    for (const id of await smsTo(customerId)) await attempt(id)
    expect(twilio.taken).toHaveLength(5)
  })

  it('are never exceeded by staff who write at the same moment, and what is refused is not counted', async () => {
    at('2026-11-18T17:00:00.000Z')
    const customerId = await test.customer({ phone: '(919) 555-0181' })
    const counted = async () => {
      const { rows } = await test.pool.query(
        `SELECT coalesce(sum(count), 0)::int AS n FROM sms_quota WHERE day = '2026-11-18'`,
      )
      return rows[0].n
    }
    // what the release before counted in one row
    await test.owner.query(`INSERT INTO messaging.sms_days VALUES ('2026-11-18', 163)`)
    const write = (content: string, headers = {}) =>
      test.call('POST', '/api/messages', { body: { customerId, type: 'sms', content }, headers })
    const statuses = (answers: { status: number }[]) =>
      Object.fromEntries(
        [201, 429].map((status) => [status, answers.filter((it) => it.status === status).length]),
      )
    // eight would all find the same row of the first of the day missing
    const first = await Promise.all(Array.from({ length: 8 }, (_, n) => write(`first ${n}`)))
    expect([statuses(first), await counted()]).toEqual([{ 201: 8, 429: 0 }, 8])

    for (let times = 0; times < 3; times++) await write('once', { 'idempotency-key': 'the same' })
    expect(await counted()).toBe(9)
    await test.call('PUT', `/api/messages/customer/${customerId}/consent`, { body: { sms: false } })
    expect((await write('unwanted')).json.status).toBe('failed')
    await test.call('PUT', `/api/messages/customer/${customerId}/consent`, { body: { sms: true } })
    expect(await counted()).toBe(9)

    const rest = await Promise.all(Array.from({ length: 40 }, (_, n) => write(`rest ${n}`)))
    expect([statuses(rest), await counted()]).toEqual([{ 201: 28, 429: 12 }, 37])
    expect((await write('one more')).status).toBe(429)
    expect(await smsTo(customerId)).toHaveLength(38)
  })

  it('hold for whoever scales them down to fewer than there are rows to count in', async () => {
    at('2026-11-17T17:00:00.000Z')
    const take = () => takeFromDailyQuota(test.pool, test.clock.now, 3 / 200)
    const taken = await Promise.all(Array.from({ length: 12 }, take))
    expect(taken.filter(Boolean)).toHaveLength(3)
  })

  it('give back what a transaction took that did not end well, and keep nobody waiting for it', async () => {
    at('2026-11-16T17:00:00.000Z')
    const take = (db: Db) => takeFromDailyQuota(db, test.clock.now, 2 / 200)
    const [client, other] = [await test.pool.connect(), await test.pool.connect()]
    try {
      expect(await take(test.pool)).toBe(true)
      await client.query('BEGIN')
      expect(await take(client)).toBe(true)
      // the last one is taken for now: whether it stays taken has to be waited for
      const waiting = take(other)
      await client.query('ROLLBACK')
      expect(await waiting).toBe(true)
      expect(await take(test.pool)).toBe(false)
    } finally {
      client.release()
      other.release()
    }
  })

  it('end the day at two hundred: staff are told, the rest waits for the next day, e-mail goes on', async () => {
    at('2026-11-20T17:00:00.000Z')
    const customerId = await test.customer({ phone: '(919) 555-0180' })
    await test.owner.query(`INSERT INTO messaging.sms_days VALUES ('2026-11-20', 199)`)
    const write = (type: string) =>
      test.call('POST', '/api/messages', { body: { customerId, type, content: 'Hello' } })
    expect((await write('sms')).status).toBe(201)
    const refused = await write('sms')
    expect(refused.status).toBe(429)
    expect(refused.text).toContain('The most SMS for one day have gone out.')
    expect(refused.headers.get('retry-after')).toBe(String(12 * 3_600))
    expect((await write('email')).status).toBe(201)
    await cancelled(customerId)
    const [first, second] = await smsTo(customerId)
    await attempt(first as string)
    await expect(attempt(second as string)).rejects.toThrow(PermanentFailure)
    const waiting = (await test.conversation(customerId)).filter((it) => it.goesOutAt)
    expect(waiting.map((it) => it.goesOutAt)).toEqual(['2026-11-21T05:00:00.000Z'])
    expect(twilio.taken).toHaveLength(1)
    at('2026-11-21T05:00:00.000Z')
    await attempt(second as string)
    expect(twilio.taken).toHaveLength(2)
  })
})
