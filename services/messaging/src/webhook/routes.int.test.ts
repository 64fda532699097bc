import { startServiceForTest } from '@plumbline/platform/testing'
import { getExpectedTwilioSignature } from 'twilio/lib/webhooks/webhooks.js'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Consent } from '../api.ts'
import { checkNewMessage } from '../rules/guard.ts'
import { messaging } from '../service.ts'
import {
  addCustomer,
  changeCustomer,
  conversationOf,
  deliveriesOf,
  deliveryOf,
  foreignPersonal,
  type MessagingTest,
  mergeCustomers,
  providerSettings,
  sendEmail,
  sendSms,
  setConsent,
  settings,
} from '../testing.ts'

const { sms, publicUrl } = providerSettings
let test: MessagingTest
beforeAll(async () => {
  test = await startServiceForTest(messaging, { settings: providerSettings, foreignPersonal })
})
afterAll(() => test.stop())

const statusPath = '/api/webhooks/twilio/status'
const inboundPath = '/api/webhooks/twilio/inbound'
type Form = Record<string, string>

const visitor = { user: null }
const post = (path: string, form: Form, signature: string) =>
  test.call('POST', path, { form, caller: visitor, headers: { 'x-twilio-signature': signature } })
const postSigned = (path: string, form: Form) =>
  post(path, form, getExpectedTwilioSignature(sms.authToken, `${publicUrl}${path}`, form))

let smsCount = 0
const nextSid = () => `SM${String(++smsCount).padStart(32, '0')}`
let lastNumber = 100
/** A customer with a number of their own. */
async function customerWithNumber() {
  const phone = `+1919555${String(++lastNumber).padStart(4, '0')}`
  return { phone, customerId: await addCustomer(test, { phone }) }
}

const consentOf = async (customerId: number) =>
  (await test.call<Consent>('GET', `/api/messages/customer/${customerId}/consent`)).json

/** An SMS that waits in the ledger, and the reports of the provider about it. */
async function writeSms() {
  const { customerId } = await customerWithNumber()
  const { id } = (await sendSms(test, customerId)).json
  const delivery = await deliveryOf(test, id)
  const sid = nextSid()
  const message = async () => (await conversationOf(test, customerId)).find((it) => it.id === id)
  const report = (MessageStatus: string, more: Form = {}) =>
    postSigned(`${statusPath}?delivery=${delivery.id}`, { MessageSid: sid, MessageStatus, ...more })
  return { id, sid, message, report }
}

describe('a status report of the provider', () => {
  it('moves an SMS from sent to delivered, and never back', async () => {
    const { message, report } = await writeSms()
    for (const status of ['queued', 'sent', 'delivered', 'delivered', 'sent', 'undelivered', 'queued'])
      expect((await report(status)).status).toBe(204)
    expect(await message()).toMatchObject({ status: 'delivered', reason: null })
  })

  it('may come in any order and concurrently', async () => {
    const { id, sid, message, report } = await writeSms()
    await Promise.all(['delivered', 'queued', 'sent', 'delivered', 'sending'].map((it) => report(it)))
    expect(await message()).toMatchObject({ status: 'delivered' })
    expect(await deliveriesOf(test, id)).toMatchObject([{ status: 'sent', provider_id: sid }])
  })

  it('says why an SMS failed, and does not disturb a retry when it comes late', async () => {
    const { id, sid, message, report } = await writeSms()
    await report('undelivered', { ErrorCode: '30003' })
    expect(await message()).toMatchObject({
      status: 'failed',
      reason: 'The SMS could not be delivered. (30003)',
    })
    await test.call('POST', `/api/messages/${id}/retry`)
    await report('delivered')
    await postSigned(statusPath, { MessageSid: sid, MessageStatus: 'delivered' })
    expect(await message()).toMatchObject({ status: 'sent', reason: null })
  })

  it('that says the number is a landline stops SMS to it until the number changes or texts', async () => {
    const { phone, customerId } = await customerWithNumber()
    const { id } = (await sendSms(test, customerId)).json
    const { id: delivery } = await deliveryOf(test, id)
    const failed = { MessageSid: nextSid(), MessageStatus: 'undelivered', ErrorCode: '30006', To: phone }
    await postSigned(`${statusPath}?delivery=${delivery}`, failed)
    const noSms = { status: 'failed', reason: 'This phone number cannot receive SMS; it may be a landline.' }
    expect((await conversationOf(test, customerId))[0]).toMatchObject(noSms)
    expect((await sendSms(test, customerId)).json).toMatchObject(noSms)
    expect((await consentOf(customerId)).blocked?.sms).toBe(noSms.reason)
    expect((await sendEmail(test, customerId)).json).toMatchObject({ status: 'sent' })

    await changeCustomer(test, customerId, { phone: '+19195557001' })
    await test.project()
    expect((await sendSms(test, customerId)).json).toMatchObject({ status: 'sent' })
    await changeCustomer(test, customerId, { phone })
    await test.project()
    expect((await sendSms(test, customerId)).json).toMatchObject(noSms)
    await postSigned(inboundPath, { From: phone, Body: 'Hi', MessageSid: nextSid() })
    expect((await sendSms(test, customerId)).json).toMatchObject({ status: 'sent' })
  })

  it('about an unknown SMS is acknowledged', async () => {
    const unknown = { MessageSid: nextSid(), MessageStatus: 'delivered' }
    expect((await postSigned(statusPath, unknown)).status).toBe(204)
    expect((await postSigned(`${statusPath}?delivery=x`, { MessageSid: nextSid() })).status).toBe(204)
    expect((await postSigned(statusPath, {})).status).toBe(204)
  })
})

describe('an SMS from a customer', () => {
  const write = (From: string, Body: string, MessageSid = nextSid()) =>
    postSigned(inboundPath, { From, Body, MessageSid, To: sms.from })

  it('is stored once in the conversation, however often the provider repeats it', async () => {
    const { phone, customerId } = await customerWithNumber()
    const sid = nextSid()
    const answers = await Promise.all([1, 2, 3].map(() => write(phone, 'See you at 9?', sid)))
    for (const { status, text } of answers)
      expect({ status, text }).toEqual({ status: 200, text: '<Response></Response>' })
    expect(answers[0]?.headers.get('content-type')).toContain('text/xml')
    expect(await conversationOf(test, customerId)).toMatchObject([
      { direction: 'inbound', type: 'sms', content: 'See you at 9?', status: 'delivered' },
    ])
  })

  it('belongs to the customer however the number was written', async () => {
    const customerId = await addCustomer(test, { phone: '(984) 555-0188' })
    await write('+19845550188', 'Hi')
    expect(await conversationOf(test, customerId)).toHaveLength(1)
  })

  it('belongs to the last customer of a chain of merges', async () => {
    const { phone, customerId } = await customerWithNumber()
    const [middle, last] = [await addCustomer(test), await addCustomer(test)]
    await mergeCustomers(test, customerId, middle)
    await mergeCustomers(test, middle, last)
    await write(phone, 'Hi')
    expect(await conversationOf(test, last)).toMatchObject([{ content: 'Hi', customerId: last }])
  })

  it('that says STOP ends SMS, not email, until one says START', async () => {
    const { phone, customerId } = await customerWithNumber()
    await write(phone, ' stop ')
    await write(phone, 'STOP')
    const refused = (await sendSms(test, customerId)).json
    expect(refused).toMatchObject({ status: 'failed', reason: 'This customer has opted out of SMS.' })
    expect(await deliveriesOf(test, refused.id)).toEqual([])
    expect((await sendEmail(test, customerId)).json).toMatchObject({ status: 'sent' })
    await write(phone, 'Help')
    expect((await sendSms(test, customerId)).json).toMatchObject({ status: 'failed' })
    await write(phone, 'START')
    expect((await sendSms(test, customerId)).json).toMatchObject({ status: 'sent' })
    const { rows } = await test.owner.query(
      `SELECT data->'optedOut' AS "optedOut" FROM es.events WHERE stream_id = 'consent-${customerId}' ORDER BY version`,
    )
    expect(rows).toEqual([{ optedOut: true }, { optedOut: false }])
  })

  it.each(['Stop please', 'OPT-OUT', '“Stop.”', 'Please stop texting me', 'STOP\n\nSent from my iPhone'])(
    'that says stop in other words ends SMS: %j',
    async (text) => {
      const { phone, customerId } = await customerWithNumber()
      await write(phone, text)
      expect((await sendSms(test, customerId)).json).toMatchObject({
        status: 'failed',
        reason: 'This customer has opted out of SMS.',
      })
    },
  )

  it('that may say stop pauses automatic SMS until staff or the customer decide', async () => {
    const { phone, customerId } = await customerWithNumber()
    const reminded = async () =>
      (
        await checkNewMessage(
          test.pool,
          {
            customer: { id: customerId, email: '', smsNumber: phone },
            channel: 'sms',
            cause: 'payment-reminder',
          },
          test.clock.now,
        )
      ).refusal
    const doubt = 'This customer may have asked for no more SMS. Please ask them.'
    await write(phone, "Stop. I'm at the door")
    expect(await consentOf(customerId)).toMatchObject({
      sms: true,
      smsHold: 'doubt',
      blocked: { sms: null },
      blockedAutomatic: { sms: doubt, email: null },
      history: [],
    })
    expect(await reminded()).toBe(doubt)
    expect((await sendSms(test, customerId)).json).toMatchObject({ status: 'sent' })

    await setConsent(test, customerId, { sms: true })
    expect(await consentOf(customerId)).toMatchObject({
      sms: true,
      smsHold: null,
      history: [{ wanted: true, by: 'staff' }],
    })
    expect(await reminded()).toBeUndefined()

    await write(phone, 'Wrong number')
    expect(await reminded()).toBe(doubt)
    await write(phone, 'Stop')
    await write(phone, 'Wrong number')
    expect(await consentOf(customerId)).toMatchObject({ sms: false, smsHold: null })
    await write(phone, 'Start')
    expect(await consentOf(customerId)).toMatchObject({ sms: true, smsHold: null })
  })

  it('is a stop, a start or a call for help where the account of the provider says so', async () => {
    const { phone, customerId } = await customerWithNumber()
    const writeAs = (OptOutType: string, Body: string) =>
      postSigned(inboundPath, { From: phone, Body, OptOutType, MessageSid: nextSid() })
    await writeAs('STOP', 'Genug')
    expect(await consentOf(customerId)).toMatchObject({ sms: false })
    await writeAs('START', 'Weiter')
    expect(await consentOf(customerId)).toMatchObject({ sms: true })
    await writeAs('HELP', 'Stop')
    expect(await consentOf(customerId)).toMatchObject({ sms: true })
  })

  it.each([
    ['Look at this', ['image/jpeg', 'image/png'], 'Look at this\n2 pictures, not shown here'],
    ['', ['image/jpeg'], '1 picture, not shown here'],
    ['The plan', ['application/pdf'], 'The plan\n1 file, not shown here'],
    ['No pictures', [], 'No pictures'],
  ])('says what came with it: %j with %j', async (Body, types, content) => {
    const { phone, customerId } = await customerWithNumber()
    const media = Object.fromEntries(types.map((type, i) => [`MediaContentType${i}`, type]))
    const form = { From: phone, Body, MessageSid: nextSid(), NumMedia: String(types.length), ...media }
    expect((await postSigned(inboundPath, form)).status).toBe(200)
    expect(await conversationOf(test, customerId)).toMatchObject([{ content }])
  })

  it('that only begins with such a word changes no consent', async () => {
    const { phone, customerId } = await customerWithNumber()
    await write(phone, 'Stop by at nine, please')
    expect((await sendSms(test, customerId)).json).toMatchObject({ status: 'sent' })
  })

  it('without text is stored as well', async () => {
    const { phone, customerId } = await customerWithNumber()
    await write(phone, '')
    expect(await conversationOf(test, customerId)).toMatchObject([{ direction: 'inbound' }])
  })

  it('loses what a database cannot store', async () => {
    const { phone, customerId } = await customerWithNumber()
    expect((await write(phone, 'a\0b')).status).toBe(200)
    expect(await conversationOf(test, customerId)).toMatchObject([{ content: 'ab' }])
  })
})

describe('a form without the signature of the provider is refused', () => {
  const form = { MessageSid: 'SM1', From: '+19195550101', Body: 'Hi' }
  const sign = (url: string, body: Form = form) => getExpectedTwilioSignature(sms.authToken, url, body)

  it.each([
    ['when it has no signature', ''],
    ['when another text was signed', sign(`${publicUrl}${inboundPath}`, { ...form, Body: 'Ho' })],
    ['when it was signed for another host', sign(`http://plumbline.example${inboundPath}`)],
    ['when it was signed for another path', sign(`${publicUrl}${statusPath}`)],
    [
      'when it was signed with another secret',
      getExpectedTwilioSignature('other', `${publicUrl}${inboundPath}`, form),
    ],
  ])('%s', async (_name, signature) => {
    expect((await post(inboundPath, form, signature)).status).toBe(403)
  })

  it('and a signed form without the identity of the gateway is refused as well', async () => {
    const headers = {
      'x-plumbline-identity': 'x',
      'x-twilio-signature': sign(`${publicUrl}${inboundPath}`),
    }
    expect((await test.call('POST', inboundPath, { form, headers })).status).toBe(401)
  })
})

it('with a provider, SMS go to the provider', async () => {
  expect((await test.call('GET', '/api/messages/channels')).json).toEqual({
    sms: 'provider',
    email: 'console',
    refused: [],
  })
})

it('without a provider there are no webhooks', async () => {
  const withoutProvider = await startServiceForTest(messaging, { settings, foreignPersonal })
  for (const path of [statusPath, inboundPath]) {
    const answer = await withoutProvider.call('POST', path, { form: { A: 'b' }, caller: visitor })
    expect(answer.status).toBe(404)
  }
  await withoutProvider.stop()
})
