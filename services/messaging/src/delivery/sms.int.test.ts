import { PermanentFailure } from '@plumbline/platform/jobs'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { Consent } from '../api.ts'
import { twilioChannel } from '../channel/twilio.ts'
import { hangingUp, refusing, startTwilioPeer } from '../testing/fakeTwilio.ts'
import type { MessagingTest } from '../testing.ts'
import { startMessagingTest, withoutTransactions } from '../testing.ts'
import { deliver } from './worker.ts'

let test: MessagingTest
let twilio: Awaited<ReturnType<typeof startTwilioPeer>>
let customerId: number

beforeAll(async () => {
  test = await startMessagingTest()
  twilio = await startTwilioPeer()
  customerId = await test.customer()
})
afterEach(async () => {
  twilio.taken.length = 0
  await test.call('PUT', `/api/messages/customer/${customerId}/consent`, { body: { sms: true } })
  for (const key of ['before', 'after', 'list'] as const) delete twilio.behaviour[key]
})
afterAll(async () => {
  twilio.stop()
  await test.stop()
})

const statusCallback = 'https://plumbline.example/api/webhooks/twilio/status'
const attempt = (id: string) =>
  deliver(test.sending(twilioChannel({ ...twilio.sms, statusCallback, timeoutMs: 500 })), id)

async function written(content = 'On my way') {
  const { json } = await test.call('POST', '/api/messages', { body: { customerId, type: 'sms', content } })
  const [row] = await test.deliveries(json.id)
  const ledger = async () => (await test.deliveries(json.id))[0]
  const shown = async () => (await test.conversation(customerId)).find((it) => it.id === json.id)
  return { message: json.id, delivery: row?.id as string, ledger, shown }
}
const consent = async () =>
  (await test.call<Consent>('GET', `/api/messages/customer/${customerId}/consent`)).json
const leaseOver = (id: string) =>
  test.pool.query(`UPDATE deliveries SET lease_until = now() - interval '1 second' WHERE id = $1`, [id])

describe('an SMS', () => {
  it('goes out once, and the conversation knows by which number', async () => {
    const { delivery, ledger, shown } = await written()
    await attempt(delivery)
    await attempt(delivery)
    expect(twilio.taken).toMatchObject([{ to: '+19195550101', from: twilio.sms.from, body: 'On my way' }])
    expect(twilio.taken[0]?.statusCallback).toBe(`${statusCallback}?delivery=${delivery}`)
    expect(await ledger()).toMatchObject({ status: 'sent', provider_id: twilio.taken[0]?.sid })
    expect(await shown()).toMatchObject({ status: 'sent' })
  })

  it.each([
    [21211, 'The SMS could not be delivered. (21211)'],
    [21610, 'This customer has opted out of SMS.'],
  ])(
    'that is refused for good (%i) fails with the reason, and nothing of whom it was for',
    async (code, reason) => {
      twilio.behaviour.before = refusing(400, code)
      const { delivery, ledger, shown } = await written()
      await expect(attempt(delivery)).rejects.toThrow(PermanentFailure)
      expect(await ledger()).toMatchObject({ status: 'failed' })
      expect((await ledger())?.last_error).not.toContain('919')
      expect(await shown()).toMatchObject({ status: 'failed', reason })
      expect((await consent()).sms).toBe(code !== 21610)
      if (code === 21610)
        expect((await consent()).history[0]).toMatchObject({ what: 'sms', wanted: false, by: 'provider' })
    },
  )

  it.each([
    ['too many at once', 429, 20429],
    ['a wrong password', 401, 20003],
    ['a number that is not ours', 400, 21606],
  ])('waits for %s (%i)', async (_name, status, code) => {
    twilio.behaviour.before = refusing(status, code)
    const { delivery, ledger, shown } = await written()
    await expect(attempt(delivery)).rejects.toThrow()
    expect(await ledger()).toMatchObject({ status: 'pending' })
    expect(await shown()).toMatchObject({ status: 'sent' })
  })

  it('that is tried again after a failure goes out once more', async () => {
    twilio.behaviour.before = refusing(400, 21211)
    const { message, delivery, shown } = await written()
    await attempt(delivery).catch(() => {})
    delete twilio.behaviour.before
    await test.call('POST', `/api/messages/${message}/retry`)
    const [again] = await test.deliveries(message)
    expect(again?.id).not.toBe(delivery)
    await attempt(delivery)
    await attempt(again?.id as string)
    expect(twilio.taken).toHaveLength(1)
    expect(await shown()).toMatchObject({ status: 'sent', reason: null })
  })
})

describe('an attempt that nobody saw the end of', () => {
  it('is looked up and not repeated when the provider took it', async () => {
    twilio.behaviour.after = hangingUp
    const { delivery, ledger, shown } = await written('taken')
    await expect(attempt(delivery)).rejects.toThrow(PermanentFailure)
    expect(await ledger()).toMatchObject({ status: 'sending', last_error: 'unknown' })
    await leaseOver(delivery)
    await attempt(delivery)
    expect(twilio.taken).toHaveLength(1)
    expect(await ledger()).toMatchObject({
      status: 'sent',
      provider_id: twilio.taken[0]?.sid,
      last_error: null,
    })
    expect(await shown()).toMatchObject({ status: 'sent' })
  })

  it('is repeated when the provider never took it', async () => {
    twilio.behaviour.before = hangingUp
    const { delivery, ledger } = await written('lost')
    await attempt(delivery).catch(() => {})
    delete twilio.behaviour.before
    await leaseOver(delivery)
    await attempt(delivery)
    expect(twilio.taken).toHaveLength(1)
    expect(await ledger()).toMatchObject({ status: 'sent' })
  })

  it('stays unknown, and is never sent again, while the provider cannot say', async () => {
    twilio.behaviour.after = refusing(500, 20500)
    twilio.behaviour.list = refusing(503, 20503)
    const { delivery, ledger, shown } = await written('unknown')
    for (let tries = 0; tries < 3; tries++) {
      await expect(attempt(delivery)).rejects.toThrow(PermanentFailure)
      await test.pool.query(`UPDATE deliveries SET created_at = now() - interval '25 hours' WHERE id = $1`, [
        delivery,
      ])
      await leaseOver(delivery)
    }
    expect(twilio.taken).toHaveLength(1)
    expect(await ledger()).toMatchObject({ status: 'sending', last_error: 'unknown' })
    expect(await shown()).toMatchObject({ status: 'sent' })
  })

  it('left by a killed worker is looked up as well', async () => {
    const { delivery, ledger } = await written('killed')
    const sending = test.sending(twilioChannel(twilio.sms))
    const dying = { ...sending.store, pool: withoutTransactions(sending.store.pool, 'killed') }
    await expect(deliver({ ...sending, store: dying }, delivery)).rejects.toThrow('killed')
    await leaseOver(delivery)
    await attempt(delivery)
    expect(twilio.taken).toHaveLength(1)
    expect(await ledger()).toMatchObject({ status: 'sent' })
  })

  it('of two with the same words finds one each', async () => {
    twilio.behaviour.after = hangingUp
    const twins = [await written('same'), await written('same')]
    await attempt(twins[0]?.delivery as string).catch(() => {})
    twilio.behaviour.before = hangingUp
    await attempt(twins[1]?.delivery as string).catch(() => {})
    delete twilio.behaviour.before
    delete twilio.behaviour.after
    for (const { delivery } of twins) {
      await leaseOver(delivery)
      await attempt(delivery)
    }
    expect(twilio.taken).toHaveLength(2)
    const sids = await Promise.all(twins.map(async ({ ledger }) => (await ledger())?.provider_id))
    expect(new Set(sids).size).toBe(2)
  })
})
