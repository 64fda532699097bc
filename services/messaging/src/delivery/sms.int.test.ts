import { startServiceForTest } from '@plumbline/platform/testing'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { Consent } from '../api.ts'
import { twilioChannel } from '../channel/twilio.ts'
import { messaging } from '../service.ts'
import { type FakeTwilio, hangUp, refuseWith, startFakeTwilio } from '../testing/fakeTwilio.ts'
import {
  addCustomer,
  changeCustomer,
  conversationOf,
  deliveriesOf,
  deliverWhenDue,
  deliveryOf,
  endLeases,
  foreignPersonal,
  type MessagingTest,
  sendSms,
  setConsent,
  settings,
  withoutTransactions,
  workerOver,
} from '../testing.ts'

let test: MessagingTest
let twilio: FakeTwilio
let customerId: number

beforeAll(async () => {
  test = await startServiceForTest(messaging, { settings, foreignPersonal })
  twilio = await startFakeTwilio()
  customerId = await addCustomer(test)
})
afterEach(async () => {
  twilio.accepted.length = 0
  await setConsent(test, customerId, { sms: true })
  for (const key of ['before', 'after', 'list'] as const) delete twilio.behaviour[key]
})
afterAll(async () => {
  twilio.stop()
  await test.stop()
})

const statusCallback = 'https://plumbline.example/api/webhooks/twilio/status'
const attempt = (id: string, timeoutMs?: number) =>
  deliverWhenDue(workerOver(test, twilioChannel({ ...twilio.sms, statusCallback, timeoutMs })), id)

/** A message that waits in the ledger, and how it is shown there and in the conversation. */
async function writeSms(content = 'On my way') {
  const { json } = await sendSms(test, customerId, content)
  const ledgerRow = () => deliveryOf(test, json.id)
  const { id: delivery } = await ledgerRow()
  const message = async () => (await conversationOf(test, customerId)).find((it) => it.id === json.id)
  return { id: json.id, delivery, ledgerRow, message }
}
const consent = async () =>
  (await test.call<Consent>('GET', `/api/messages/customer/${customerId}/consent`)).json

describe('an SMS', () => {
  it('is sent once, and the ledger stores the id of the provider', async () => {
    const { delivery, ledgerRow, message } = await writeSms()
    await attempt(delivery)
    await attempt(delivery)
    expect(twilio.accepted).toMatchObject([{ to: '+19195550101', from: twilio.sms.from, body: 'On my way' }])
    expect(twilio.accepted[0]?.statusCallback).toBe(`${statusCallback}?delivery=${delivery}`)
    expect(await ledgerRow()).toMatchObject({ status: 'sent', provider_id: twilio.accepted[0]?.sid })
    expect(await message()).toMatchObject({ status: 'sent' })
  })

  it('goes out through a Messaging Service, and is found there when its outcome is unknown', async () => {
    const service = { ...twilio.sms, from: `MG${'0'.repeat(32)}` }
    const attemptByService = (id: string) => deliverWhenDue(workerOver(test, twilioChannel(service)), id)
    twilio.behaviour.after = hangUp
    const { delivery, ledgerRow } = await writeSms()
    await attemptByService(delivery)
    await endLeases(test)
    await attemptByService(delivery)
    expect(twilio.accepted).toMatchObject([{ from: '', messagingServiceSid: service.from }])
    expect(await ledgerRow()).toMatchObject({ status: 'sent', provider_id: twilio.accepted[0]?.sid })
  })

  it('whose provider answers a byte now and then is given up at the deadline, and is looked up later', async () => {
    let trickle: NodeJS.Timeout | undefined
    twilio.behaviour.after = (res) => {
      res.writeHead(201, { 'content-type': 'application/json' })
      trickle = setInterval(() => res.write(' '), 50)
      return 'handled'
    }
    const { delivery, ledgerRow } = await writeSms()
    await attempt(delivery, 500).catch(() => {})
    clearInterval(trickle)
    expect(await ledgerRow()).toMatchObject({ status: 'sending', last_error: 'unknown' })
    delete twilio.behaviour.after
    await endLeases(test)
    await attempt(delivery)
    expect(twilio.accepted).toHaveLength(1)
    expect(await ledgerRow()).toMatchObject({ status: 'sent', provider_id: twilio.accepted[0]?.sid })
  })

  it.each([
    [21211, 'The SMS could not be delivered. (21211)'],
    [21610, 'This customer has opted out of SMS.'],
  ])('that is refused for good (%i) fails with the reason, without its recipient', async (code, reason) => {
    twilio.behaviour.before = refuseWith(400, code)
    const { delivery, ledgerRow, message } = await writeSms()
    await attempt(delivery)
    expect(await ledgerRow()).toMatchObject({ status: 'failed' })
    expect((await ledgerRow())?.last_error).not.toContain('919')
    expect(await message()).toMatchObject({ status: 'failed', reason })
    expect((await consent()).sms).toBe(code !== 21610)
    if (code === 21610)
      expect((await consent()).history[0]).toMatchObject({ what: 'sms', wanted: false, by: 'provider' })
  })

  it('that our own check refuses does not opt out the number that the customer had before', async () => {
    const phone = '(919) 555-0160'
    const [mover, other] = [await addCustomer(test, { phone }), await addCustomer(test, { phone })]
    const { json } = await sendSms(test, mover)
    await changeCustomer(test, mover, { phone: '(919) 555-0161' })
    await test.project()
    await setConsent(test, mover, { sms: false })
    await attempt((await deliveryOf(test, json.id)).id)
    expect((await sendSms(test, other)).json).toMatchObject({ status: 'sent' })
  })

  it.each([
    ['the provider limits the rate', 429, 20429],
    ['the login is wrong', 401, 20003],
    ['the sender is not our number', 400, 21606],
  ])('is tried again later when %s (%i)', async (_name, status, code) => {
    twilio.behaviour.before = refuseWith(status, code)
    const { delivery, ledgerRow, message } = await writeSms()
    await attempt(delivery)
    expect(await ledgerRow()).toMatchObject({ status: 'pending' })
    expect(await message()).toMatchObject({ status: 'sent' })
  })

  it('that staff retry after a failure is sent once more', async () => {
    twilio.behaviour.before = refuseWith(400, 21211)
    const { id, delivery, message } = await writeSms()
    await attempt(delivery).catch(() => {})
    delete twilio.behaviour.before
    await test.call('POST', `/api/messages/${id}/retry`)
    const retries = await deliveriesOf(test, id)
    expect(retries.map((it) => it.id)).not.toContain(delivery)
    await attempt(delivery)
    for (const retry of retries) await attempt(retry.id)
    expect(twilio.accepted).toHaveLength(1)
    expect(await message()).toMatchObject({ status: 'sent', reason: null })
  })
})

const makeOld = (delivery: string) =>
  test.pool.query(`UPDATE deliveries SET created_at = now() - interval '25 hours' WHERE id = $1`, [delivery])

it('an SMS of staff that waited for more than a day is not sent, and staff are told', async () => {
  const { delivery, ledgerRow, message } = await writeSms('On my way now.')
  await makeOld(delivery)
  const count = twilio.accepted.length
  await attempt(delivery)
  expect(twilio.accepted).toHaveLength(count)
  expect(await ledgerRow()).toMatchObject({ status: 'failed' })
  expect(await message()).toMatchObject({ status: 'failed', reason: 'It was too late for this message.' })
})

describe('an SMS whose attempt has an ambiguous outcome', () => {
  it('is looked up and not repeated when the provider accepted it', async () => {
    twilio.behaviour.after = hangUp
    const { delivery, ledgerRow, message } = await writeSms('accepted')
    await attempt(delivery)
    expect(await ledgerRow()).toMatchObject({ status: 'sending', last_error: 'unknown' })
    await endLeases(test)
    await attempt(delivery)
    expect(twilio.accepted).toHaveLength(1)
    expect(await ledgerRow()).toMatchObject({
      status: 'sent',
      provider_id: twilio.accepted[0]?.sid,
      last_error: null,
    })
    expect(await message()).toMatchObject({ status: 'sent' })
  })

  it('is repeated when the provider never accepted it', async () => {
    twilio.behaviour.before = hangUp
    const { delivery, ledgerRow } = await writeSms('lost')
    await attempt(delivery).catch(() => {})
    delete twilio.behaviour.before
    await endLeases(test)
    await attempt(delivery)
    expect(twilio.accepted).toHaveLength(1)
    expect(await ledgerRow()).toMatchObject({ status: 'sent' })
  })

  it('is never sent again while the provider cannot say whether it accepted it, and is given to staff after a day', async () => {
    twilio.behaviour.after = refuseWith(500, 20500)
    twilio.behaviour.list = refuseWith(503, 20503)
    const { delivery, ledgerRow, message } = await writeSms('unknown')
    for (let tries = 0; tries < 3; tries++) {
      await attempt(delivery)
      await endLeases(test)
    }
    expect(await ledgerRow()).toMatchObject({ status: 'sending', last_error: 'unknown' })
    expect(await message()).toMatchObject({ status: 'sent' })
    await makeOld(delivery)
    await attempt(delivery)
    expect(twilio.accepted).toHaveLength(1)
    expect(await ledgerRow()).toMatchObject({ status: 'failed' })
    expect(await message()).toMatchObject({
      status: 'failed',
      reason: 'It is not known whether this SMS was sent. Ask the customer before you send it again.',
    })
  })

  it('is found after a day as well, and is not sent then when the provider never accepted it', async () => {
    twilio.behaviour.after = hangUp
    const accepted = await writeSms('accepted and found late')
    await attempt(accepted.delivery).catch(() => {})
    delete twilio.behaviour.after
    twilio.behaviour.before = hangUp
    const lost = await writeSms('I will be there in about 20 minutes.')
    await attempt(lost.delivery).catch(() => {})
    delete twilio.behaviour.before
    const count = twilio.accepted.length
    for (const { delivery } of [accepted, lost]) {
      await makeOld(delivery)
      await endLeases(test)
      await attempt(delivery).catch(() => {})
    }
    expect(twilio.accepted).toHaveLength(count)
    expect(await accepted.message()).toMatchObject({ status: 'sent' })
    expect(await lost.message()).toMatchObject({
      status: 'failed',
      reason: 'It was too late for this message.',
    })
  })

  it('is looked up as well after its worker was killed', async () => {
    const { delivery, ledgerRow } = await writeSms('killed')
    const worker = workerOver(test, twilioChannel(twilio.sms))
    const store = { ...worker.store, pool: withoutTransactions(test.pool, 'killed') }
    await expect(deliverWhenDue({ ...worker, store }, delivery)).rejects.toThrow('killed')
    await endLeases(test)
    await attempt(delivery)
    expect(twilio.accepted).toHaveLength(1)
    expect(await ledgerRow()).toMatchObject({ status: 'sent' })
  })

  it('is not mistaken for another one with the same text', async () => {
    twilio.behaviour.after = hangUp
    const [first, second] = [await writeSms('same'), await writeSms('same')]
    await attempt(first.delivery).catch(() => {})
    twilio.behaviour.before = hangUp
    await attempt(second.delivery).catch(() => {})
    delete twilio.behaviour.before
    delete twilio.behaviour.after
    for (const { delivery } of [first, second]) {
      await endLeases(test)
      await attempt(delivery)
    }
    expect(twilio.accepted).toHaveLength(2)
    const sids = [(await first.ledgerRow()).provider_id, (await second.ledgerRow()).provider_id]
    expect(new Set(sids).size).toBe(2)
  })
})
