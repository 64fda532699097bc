import { type SmtpPeer, startServiceForTest, startSmtpPeer } from '@plumbline/platform/testing'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { smtpChannel } from '../channel/smtp.ts'
import { twilioChannel } from '../channel/twilio.ts'
import { insertDelivery } from '../ledger/ledger.ts'
import { messaging } from '../service.ts'
import { type FakeTwilio, startFakeTwilio } from '../testing/fakeTwilio.ts'
import {
  addCustomer,
  conversationOf,
  deliverWhenDue,
  deliveryOf,
  foreignPersonal,
  type MessagingTest,
  sendEmail,
  sendSms,
  settings,
  workerOver,
} from '../testing.ts'

let test: MessagingTest
let twilio: FakeTwilio
let smtp: SmtpPeer
let customerId: number

beforeAll(async () => {
  test = await startServiceForTest(messaging, { settings, foreignPersonal })
  twilio = await startFakeTwilio()
  smtp = await startSmtpPeer()
  customerId = await addCustomer(test)
})
afterAll(async () => {
  twilio.stop()
  await smtp.stop()
  await test.stop()
})

const hours = 3_600_000
/** As a restore leaves what waited in a backup that is as old as this. */
const restoreDelivery = (id: string, ageMs: number) =>
  test.owner.query(
    `UPDATE deliveries SET status = 'pending', provider_id = NULL, doubt_since = $2 WHERE id = $1`,
    [id, new Date(test.clock.now.getTime() - ageMs)],
  )
const from = { name: 'Plumbline', address: 'hello@plumbline.example' }

it('an SMS that went out after the backup is not sent again', async () => {
  const { json } = await sendSms(test, customerId, 'On my way')
  const { id } = await deliveryOf(test, json.id)
  const worker = workerOver(test, twilioChannel(twilio.sms))
  await deliverWhenDue(worker, id)
  await restoreDelivery(id, 8 * hours)
  await deliverWhenDue(worker, id)
  expect(twilio.accepted).toHaveLength(1)
  expect(await deliveryOf(test, json.id)).toMatchObject({
    status: 'sent',
    provider_id: twilio.accepted[0]?.sid,
  })
})

it.each([
  ['a few minutes old is sent, under the same Message-ID', 0.1 * hours, 'sent', null],
  [
    'hours old is left to staff, who are told why',
    8 * hours,
    'failed',
    'It is not known whether this was sent. Send it again if the customer did not get it.',
  ],
])('an email in a backup that is %s', async (_, ageMs, status, reason) => {
  const { json } = await sendEmail(test, customerId)
  const { id } = await deliveryOf(test, json.id)
  await restoreDelivery(id, ageMs)
  const channel = smtpChannel({ url: smtp.url, from })
  await deliverWhenDue(workerOver(test, channel), id)
  channel.close()
  const message = (await conversationOf(test, customerId)).find((it) => it.id === json.id)
  expect(message).toMatchObject({ status, reason })
})

it('what is written by itself on the day of a restore is looked up first, and what staff write is not', async () => {
  const madeAt = '2026-11-20T07:41:00.000Z'
  const insert = async (channel: 'sms' | 'email', cause: string) => {
    const id = crypto.randomUUID()
    const content = { recipient: '+19195550101', subject: '', text: 'Tomorrow at 9', html: '' }
    await insertDelivery(test.pool, test.keyring, {
      id,
      channel,
      cause,
      dataSubject: 'customer-1',
      ...content,
    })
    const { rows } = await test.pool.query('SELECT doubt_since AS since FROM deliveries WHERE id = $1', [id])
    return rows[0]?.since
  }
  expect(await insert('sms', 'appointment-reminder')).toBe(null)
  await test.owner.query(`UPDATE es.installation SET restored_at = now(), backup_made_at = '${madeAt}'`)
  expect(await insert('sms', 'appointment-reminder')).toBe(madeAt)
  expect(await insert('sms', 'staff')).toBe(null)
  expect(await insert('email', 'payment-reminder')).toBe(null)
  await test.owner.query(`UPDATE es.installation SET restored_at = now() - interval '25 hours'`)
  expect(await insert('sms', 'appointment-reminder')).toBe(null)
})
