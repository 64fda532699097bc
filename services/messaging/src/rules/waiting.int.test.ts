import type { Db } from '@plumbline/platform/db'
import { startServiceForTest } from '@plumbline/platform/testing'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { twilioChannel } from '../channel/twilio.ts'
import { dueDeliveries } from '../ledger/ledger.ts'
import { deliveryMigrations } from '../ledger/migrations.ts'
import { remindOfTomorrow } from '../reminder/remind.ts'
import { messaging } from '../service.ts'
import { type FakeTwilio, startFakeTwilio } from '../testing/fakeTwilio.ts'
import {
  addCustomer,
  addInvoice,
  appointmentScheduled,
  conversationOf,
  deliverWhenDue,
  deliveryOf,
  foreignPersonal,
  leaveSmsQuota,
  type MessagingTest,
  sendEmail,
  sendMessage,
  sendSms,
  setConsent,
  settings,
  timerContext,
  untilLockIsAwaited,
  workerOver,
} from '../testing.ts'
import { countTowardsDay } from './smsQuota.ts'

let test: MessagingTest
let twilio: FakeTwilio
beforeAll(async () => {
  test = await startServiceForTest(messaging, { settings, foreignPersonal })
  twilio = await startFakeTwilio()
})
afterEach(() => {
  twilio.accepted.length = 0
})
afterAll(async () => {
  twilio.stop()
  await test.stop()
})

const night = '2026-11-22T03:00:00.000Z'
const morning = '2026-11-22T13:00:00.000Z'
const noon = '2026-11-21T17:00:00.000Z'
const setClock = (now: string) => {
  test.clock.now = new Date(now)
}
const attempt = (id: string, limitScale = 1) => {
  const worker = workerOver(test, twilioChannel(twilio.sms))
  return deliverWhenDue({ ...worker, settings: { ...settings, limitScale } }, id)
}
let lastId = 0
const remindOfPayment = async (customerId: number): Promise<number> => {
  const invoiceId = ++lastId
  await addInvoice(test, invoiceId, customerId, { amountCents: 5_000, at: night })
  await test.appendForeign(`invoice-${invoiceId}`, {
    type: 'PaymentReminderRequested',
    data: { invoiceId, customerId, channel: 'sms', balanceCents: 5_000, requestedAt: night },
  })
  await test.react('tellCustomer')
  return invoiceId
}
const payInvoice = (invoiceId: number, customerId: number) =>
  test.appendForeign(`invoice-${invoiceId}`, {
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
const cancelAppointment = async (customerId: number) => {
  const appointmentId = ++lastId
  await test.appendForeign(`appointment-${appointmentId}`, {
    type: 'AppointmentCancelled',
    data: { appointmentId, customerId, startsAt: morning, notify: true, cancelledAt: noon },
  })
  await test.react('tellCustomer')
}
const newest = async (customerId: number) => (await conversationOf(test, customerId)).at(-1)
const rowOf = (messageId?: number) => deliveryOf(test, messageId as number)
/** The ids of the deliveries of all SMS to this customer. */
const smsDeliveries = async (customerId: number) => {
  const all = (await conversationOf(test, customerId)).filter((it) => it.type === 'sms')
  return Promise.all(all.map(async (it) => (await rowOf(it.id))?.id as string))
}

describe('in the quiet hours,', () => {
  it('a payment reminder waits until eight, and the conversation shows it', async () => {
    setClock(night)
    const customerId = await addCustomer(test)
    await remindOfPayment(customerId)
    const message = await newest(customerId)
    expect(message).toMatchObject({ status: 'sent', goesOutAt: morning })
    const row = await rowOf(message?.id)
    expect(await rowOf(message?.id)).toMatchObject({ status: 'pending', next_attempt_at: morning })
    await test.pool.query(`UPDATE deliveries SET next_attempt_at = now() + interval '1 hour' WHERE id = $1`, [
      row?.id,
    ])
    expect(await dueDeliveries(test.pool, 500)).not.toContain(row?.id)
    // a job that runs all the same does not send it
    await attempt(row?.id as string)
    expect(await rowOf(message?.id)).toMatchObject({ status: 'pending', attempt: 0, held_until: morning })
    expect(twilio.accepted).toEqual([])
    setClock(morning)
    await attempt(row?.id as string)
    expect(twilio.accepted).toHaveLength(1)
    expect(await newest(customerId)).toMatchObject({ status: 'sent', goesOutAt: null })
  })

  it('what staff write and a cancellation are sent at once', async () => {
    setClock(night)
    const customerId = await addCustomer(test)
    await cancelAppointment(customerId)
    await sendSms(test, customerId, 'I am outside')
    for (const id of await smsDeliveries(customerId)) await attempt(id)
    expect(twilio.accepted).toHaveLength(2)
    expect((await conversationOf(test, customerId)).map((it) => it.goesOutAt)).toEqual([null, null, null])
  })
})

describe('a reminder that waited is not sent', () => {
  const failsWith = async (customerId: number, reason: string) => {
    setClock(morning)
    const message = await newest(customerId)
    await attempt((await rowOf(message?.id))?.id as string)
    expect(await newest(customerId)).toMatchObject({ status: 'failed', reason })
    expect(twilio.accepted).toEqual([])
  }

  it('when the invoice was paid in the meantime', async () => {
    setClock(night)
    const customerId = await addCustomer(test)
    await payInvoice(await remindOfPayment(customerId), customerId)
    await failsWith(customerId, 'It was paid before this went out.')
  })

  it('when the customer opted out in the meantime', async () => {
    setClock(night)
    const customerId = await addCustomer(test)
    await remindOfPayment(customerId)
    await setConsent(test, customerId, { sms: false })
    await failsWith(customerId, 'This customer has opted out of SMS.')
  })

  it.each([
    [
      'when its appointment was rescheduled',
      '2026-11-26T14:00:00.000Z',
      'The appointment was changed before this went out.',
    ],
    ['when it is too late in the evening', undefined, 'It was too late for this reminder.'],
  ])('%s', async (_name, startsAt, reason) => {
    setClock('2026-11-21T15:00:00.000Z')
    const customerId = await addCustomer(test)
    const appointmentId = 30_000 + ++lastId
    const stream = `appointment-${appointmentId}`
    const details = { startsAt: '2026-11-22T15:00:00.000Z' }
    await test.appendForeign(stream, appointmentScheduled(appointmentId, customerId, details))
    await test.project()
    await remindOfTomorrow(timerContext(test))
    const [delivery] = await smsDeliveries(customerId)
    if (startsAt)
      await test.appendForeign(stream, {
        type: 'AppointmentRescheduled',
        data: { appointmentId, startsAt, changedAt: noon },
      })
    else setClock('2026-11-22T02:00:00.000Z')
    await attempt(delivery as string)
    const sms = (await conversationOf(test, customerId)).find((it) => it.type === 'sms')
    expect(sms).toMatchObject({ status: 'failed', reason })
    expect(twilio.accepted).toEqual([])
  })
})

describe('the limit of SMS', () => {
  it('to one number is three per hour that staff did not write; the others wait', async () => {
    setClock(noon)
    const phone = '(919) 555-0177'
    const [one, two] = [await addCustomer(test, { phone }), await addCustomer(test, { phone })]
    for (const customerId of [one, two, one, two, one]) await cancelAppointment(customerId)
    const ids = [...(await smsDeliveries(one)), ...(await smsDeliveries(two))]
    await Promise.all(ids.map((id) => attempt(id)))
    expect(twilio.accepted).toHaveLength(3)
    const waiting = [...(await conversationOf(test, one)), ...(await conversationOf(test, two))].filter(
      (it) => it.goesOutAt,
    )
    expect(waiting.map((it) => it.goesOutAt)).toEqual(Array(2).fill('2026-11-21T18:00:00.000Z'))
    setClock('2026-11-21T18:00:00.001Z')
    for (const id of ids) await attempt(id)
    expect(twilio.accepted).toHaveLength(5)
  })

  it('to one number is multiplied by the scale', async () => {
    setClock(noon)
    const customerId = await addCustomer(test, { phone: '(919) 555-0178' })
    for (let times = 0; times < 5; times++) await cancelAppointment(customerId)
    for (const id of await smsDeliveries(customerId)) await attempt(id, 2)
    expect(twilio.accepted).toHaveLength(5)
  })

  it('to one number does not apply to what staff write', async () => {
    setClock(noon)
    const customerId = await addCustomer(test, { phone: '(919) 555-0179' })
    for (let times = 0; times < 5; times++) await sendSms(test, customerId, `${times}`)
    for (const id of await smsDeliveries(customerId)) await attempt(id)
    expect(twilio.accepted).toHaveLength(5)
  })

  it('of a day is not exceeded by concurrent messages, and counts only what is accepted', async () => {
    setClock('2026-11-18T17:00:00.000Z')
    const customerId = await addCustomer(test, { phone: '(919) 555-0181' })
    const counted = async () => {
      const { rows } = await test.pool.query(`SELECT count FROM sms_days WHERE day = '2026-11-18'`)
      return rows[0].count
    }
    const write = (content: string, headers = {}) =>
      sendMessage(test, { customerId, type: 'sms', content }, headers)
    const statuses = (answers: { status: number }[]) =>
      Object.fromEntries(
        [201, 429].map((status) => [status, answers.filter((it) => it.status === status).length]),
      )
    // all eight find no quota of the day yet
    const first = await Promise.all(Array.from({ length: 8 }, (_, n) => write(`first ${n}`)))
    expect([statuses(first), await counted()]).toEqual([{ 201: 8, 429: 0 }, 8])

    for (let times = 0; times < 3; times++) await write('once', { 'idempotency-key': 'the same' })
    expect(await counted()).toBe(9)
    await setConsent(test, customerId, { sms: false })
    expect((await write('unwanted')).json.status).toBe('failed')
    await setConsent(test, customerId, { sms: true })
    expect(await counted()).toBe(9)

    await leaveSmsQuota(test, '2026-11-18', 28)
    // as many at once as the pool has connections
    const rest: { status: number }[] = []
    for (const count of [16, 16, 8])
      rest.push(
        ...(await Promise.all(Array.from({ length: count }, (_, n) => write(`rest ${rest.length + n}`)))),
      )
    expect([statuses(rest), await counted()]).toEqual([{ 201: 28, 429: 12 }, 200])
    expect((await write('one more')).status).toBe(429)
    expect(await smsDeliveries(customerId)).toHaveLength(38)
  })

  it('of a day is not exceeded by messages that are counted at the same moment', async () => {
    setClock('2026-11-17T17:00:00.000Z')
    const count = () => countTowardsDay(test.pool, '2026-11-17', 3 / 200)
    const results = await Promise.all(Array.from({ length: 12 }, count))
    expect(results.filter(Boolean)).toHaveLength(3)
  })

  it('of a day includes what an earlier release counted in several rows, and that release can go on', async () => {
    const day = '2026-11-15'
    const countAsBefore = () =>
      test.pool.query(`UPDATE sms_quota SET count = count + 1 WHERE day = $1 AND stripe = 0`, [day])
    await test.pool.query(
      `INSERT INTO sms_quota (day, stripe, count) SELECT $1::date, stripe, 12 FROM generate_series(0, 15) stripe`,
      [day],
    )
    const migration = deliveryMigrations.find(({ id }) => id === 'deliveries-v12')
    await test.pool.query(migration?.sql as string)
    expect((await countAsBefore()).rowCount).toBe(1)
    const results: boolean[] = []
    for (let n = 0; n < 10; n++) results.push(await countTowardsDay(test.pool, day, 1))
    expect(results.filter(Boolean)).toHaveLength(200 - 16 * 12)
  })

  it('of a day does not count a transaction that is rolled back', async () => {
    setClock('2026-11-16T17:00:00.000Z')
    const count = (db: Db) => countTowardsDay(db, '2026-11-16', 2 / 200)
    const [client, other] = [await test.pool.connect(), await test.pool.connect()]
    try {
      expect(await count(test.pool)).toBe(true)
      await client.query('BEGIN')
      expect(await count(client)).toBe(true)
      // the last one is counted in a transaction that is open: its outcome has to be waited for
      const waiting = count(other)
      await untilLockIsAwaited(test)
      await client.query('ROLLBACK')
      expect(await waiting).toBe(true)
      expect(await count(test.pool)).toBe(false)
    } finally {
      client.release()
      other.release()
    }
  })

  it('of a day is two hundred: staff get 429, other SMS wait for the next morning, email is not limited', async () => {
    setClock('2026-11-20T17:00:00.000Z')
    const customerId = await addCustomer(test, { phone: '(919) 555-0180' })
    await leaveSmsQuota(test, '2026-11-20', 1)
    expect((await sendSms(test, customerId)).status).toBe(201)
    const refused = await sendSms(test, customerId)
    expect(refused.status).toBe(429)
    expect(refused.text).toContain('Today’s limit for SMS is reached.')
    expect(refused.headers.get('retry-after')).toBe(String(12 * 3_600))
    expect((await sendEmail(test, customerId)).status).toBe(201)
    await cancelAppointment(customerId)
    const [first, second] = await smsDeliveries(customerId)
    await attempt(first as string)
    await attempt(second as string)
    const waiting = (await conversationOf(test, customerId)).filter((it) => it.goesOutAt)
    expect(waiting.map((it) => it.goesOutAt)).toEqual(['2026-11-21T13:00:00.000Z'])
    expect(twilio.accepted).toHaveLength(1)
    setClock('2026-11-21T13:00:00.000Z')
    await attempt(second as string)
    expect(twilio.accepted).toHaveLength(2)
  })
})
