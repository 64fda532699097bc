import { getExpectedTwilioSignature } from 'twilio/lib/webhooks/webhooks.js'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type MessagingTest, publicUrl, startMessagingTest } from '../testing.ts'

const sms = { accountSid: `AC${'0'.repeat(32)}`, authToken: 'secret', from: '+19195550000' }
let test: MessagingTest
beforeAll(async () => {
  test = await startMessagingTest({ sms })
})
afterAll(() => test.stop())

const statusPath = '/api/webhooks/twilio/status'
const inboundPath = '/api/webhooks/twilio/inbound'
type Form = Record<string, string>

const post = (path: string, form: Form, signature: string) =>
  test.call('POST', path, { form, user: null, headers: { 'x-twilio-signature': signature } })
const signed = (path: string, form: Form) =>
  post(path, form, getExpectedTwilioSignature(sms.authToken, `${publicUrl}${path}`, form))

let count = 0
const nextSid = () => `SM${String(++count).padStart(32, '0')}`
let lastNumber = 100
/** A customer with a number of their own. */
async function person() {
  const phone = `+1919555${String(++lastNumber).padStart(4, '0')}`
  return { phone, customerId: await test.customer({ phone }) }
}

async function sent() {
  const { customerId } = await person()
  const body = { customerId, type: 'sms', content: 'On my way' }
  const { id } = (await test.call('POST', '/api/messages', { body })).json
  const [delivery] = await test.deliveries(id)
  const sid = nextSid()
  const status = async () => (await test.conversation(customerId)).find((it) => it.id === id)
  const tell = (MessageStatus: string, more: Form = {}) =>
    signed(`${statusPath}?delivery=${delivery?.id}`, { MessageSid: sid, MessageStatus, ...more })
  return { id, sid, status, tell }
}

describe('what the provider tells of an SMS', () => {
  it('moves it from sent to delivered, and never back', async () => {
    const { status, tell } = await sent()
    for (const told of ['queued', 'sent', 'delivered', 'delivered', 'sent', 'undelivered', 'queued'])
      expect((await tell(told)).status).toBe(204)
    expect(await status()).toMatchObject({ status: 'delivered', reason: null })
  })

  it('may come in any order and all at once', async () => {
    const { id, sid, status, tell } = await sent()
    await Promise.all(['delivered', 'queued', 'sent', 'delivered', 'sending'].map((it) => tell(it)))
    expect(await status()).toMatchObject({ status: 'delivered' })
    expect(await test.deliveries(id)).toMatchObject([{ status: 'sent', provider_id: sid }])
  })

  it('tells why it failed, and a retry is not disturbed by late news', async () => {
    const { id, sid, status, tell } = await sent()
    await tell('undelivered', { ErrorCode: '30006' })
    expect(await status()).toMatchObject({
      status: 'failed',
      reason: 'The SMS could not be delivered. (30006)',
    })
    await test.call('POST', `/api/messages/${id}/retry`)
    await tell('delivered')
    await signed(statusPath, { MessageSid: sid, MessageStatus: 'delivered' })
    expect(await status()).toMatchObject({ status: 'sent', reason: null })
  })

  it('of somebody else is acknowledged', async () => {
    expect((await signed(statusPath, { MessageSid: nextSid(), MessageStatus: 'delivered' })).status).toBe(204)
    expect((await signed(`${statusPath}?delivery=x`, { MessageSid: nextSid() })).status).toBe(204)
    expect((await signed(statusPath, {})).status).toBe(204)
  })
})

describe('an SMS from a customer', () => {
  const write = (From: string, Body: string, MessageSid = nextSid()) =>
    signed(inboundPath, { From, Body, MessageSid, To: sms.from })

  it('is in the conversation, once however often it is told', async () => {
    const { phone, customerId } = await person()
    const sid = nextSid()
    const answers = await Promise.all([1, 2, 3].map(() => write(phone, 'See you at 9?', sid)))
    for (const { status, text } of answers)
      expect({ status, text }).toEqual({ status: 200, text: '<Response></Response>' })
    expect(await test.conversation(customerId)).toMatchObject([
      { direction: 'inbound', type: 'sms', content: 'See you at 9?', status: 'delivered' },
    ])
  })

  it('finds the customer however the number was written down', async () => {
    const customerId = await test.customer({ phone: '(984) 555-0188' })
    await write('+19845550188', 'Hi')
    expect(await test.conversation(customerId)).toHaveLength(1)
  })

  it('that says STOP ends SMS, not e-mail, until one says START', async () => {
    const { phone, customerId } = await person()
    const send = async (type: string) =>
      (await test.call('POST', '/api/messages', { body: { customerId, type, content: 'Hello' } })).json
    await write(phone, ' stop ')
    await write(phone, 'STOP')
    const refused = await send('sms')
    expect(refused).toMatchObject({ status: 'failed', reason: 'This customer has opted out of SMS.' })
    expect(await test.deliveries(refused.id)).toEqual([])
    expect(await send('email')).toMatchObject({ status: 'sent' })
    await write(phone, 'Help')
    expect(await send('sms')).toMatchObject({ status: 'failed' })
    await write(phone, 'START')
    expect(await send('sms')).toMatchObject({ status: 'sent' })
    const { rows } = await test.owner.query(
      `SELECT data->'optedOut' AS "optedOut" FROM es.events WHERE stream_id = 'consent-${customerId}' ORDER BY version`,
    )
    expect(rows).toEqual([{ optedOut: true }, { optedOut: false }])
  })

  it('that only begins with such a word changes nothing', async () => {
    const { phone, customerId } = await person()
    await write(phone, 'Stop by at nine, please')
    const body = { customerId, type: 'sms', content: 'Sure' }
    expect((await test.call('POST', '/api/messages', { body })).json).toMatchObject({ status: 'sent' })
  })

  it('without words is there as well', async () => {
    const { phone, customerId } = await person()
    await write(phone, '')
    expect(await test.conversation(customerId)).toMatchObject([{ direction: 'inbound' }])
  })
})

describe('a form that the provider did not sign', () => {
  const form = { MessageSid: 'SM1', From: '+19195550101', Body: 'Hi' }
  const signature = (url: string, body: Form = form) => getExpectedTwilioSignature(sms.authToken, url, body)

  it.each([
    ['without a signature', ''],
    ['with another word', signature(`${publicUrl}${inboundPath}`, { ...form, Body: 'Ho' })],
    ['for another address', signature(`http://plumbline.example${inboundPath}`)],
    ['for another call', signature(`${publicUrl}${statusPath}`)],
    [
      'with a secret of somebody else',
      getExpectedTwilioSignature('other', `${publicUrl}${inboundPath}`, form),
    ],
  ])('%s is refused', async (_name, given) => {
    expect((await post(inboundPath, form, given)).status).toBe(403)
  })

  it('is refused without the identity of the gateway, signed or not', async () => {
    const headers = {
      'x-plumbline-identity': 'x',
      'x-twilio-signature': signature(`${publicUrl}${inboundPath}`),
    }
    expect((await test.call('POST', inboundPath, { form, headers })).status).toBe(401)
  })
})

it('says that SMS goes out by a provider', async () => {
  expect((await test.call('GET', '/api/messages/channels')).json).toEqual({
    sms: 'provider',
    email: 'console',
  })
})
