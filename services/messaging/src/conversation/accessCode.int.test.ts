import { codeDigits } from '@plumbline/platform/customer-links'
import { findDataKey } from '@plumbline/platform/encryption'
import { startServiceForTest } from '@plumbline/platform/testing'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { messaging } from '../service.ts'
import {
  addCustomer,
  conversationOf,
  deliverFirstTo,
  deliverMessage,
  foreignPersonal,
  leaveSmsQuota,
  type MessagingTest,
  settings,
} from '../testing.ts'

let test: MessagingTest
let links = 0
beforeAll(async () => {
  test = await startServiceForTest(messaging, { settings, foreignPersonal })
})
afterAll(() => test.stop())

type Sending = { customerId: number; owner?: number; channel?: 'sms' | 'email'; minutesAgo?: number }

/** As CRM records a link that has run out, and then its first code. */
async function sendCode({ customerId, owner = customerId, channel = 'sms', minutesAgo = 0 }: Sending) {
  const linkId = ++links
  const stream = `customer-link-${linkId}`
  await test.appendForeign(stream, {
    type: 'CustomerLinkIssued',
    data: {
      ...{ linkId, customerId: owner, scope: { kind: 'quote', id: 7 } },
      ...{ expiresAt: '2026-10-21T15:00:00.000Z', issuedAt: '2026-09-21T15:00:00.000Z' },
    },
  })
  await test.project()
  const sentAt = new Date(test.clock.now.getTime() - minutesAgo * 60_000).toISOString()
  await test.appendForeign(stream, {
    type: 'CustomerLinkCodeSent',
    data: { linkId, customerId, number: 1, channel, sentAt },
  })
  await test.react('tellCustomer')
  return { linkId, stream }
}

it.each(['sms', 'email'] as const)(
  'a code goes out by %s; staff do not read it, and nothing stored has it',
  async (channel) => {
    const customerId = await addCustomer(test)
    const { linkId } = await sendCode({ customerId, channel })
    const dataKey = await findDataKey(test.pool, test.keyring, `customer-${customerId}`)
    const digits = codeDigits(test.keyring, dataKey, { linkId, number: 1 })
    const [sent] = await deliverFirstTo(test, customerId)
    expect(sent?.text).toMatch(new RegExp(`^${digits} is your code for `))
    if (channel === 'email') expect(sent?.html).toContain(`${digits} is your code for`)
    expect(JSON.stringify(sent)).not.toContain('customer-code')
    const [message] = await conversationOf(test, customerId)
    expect(message).toMatchObject({
      status: 'sent',
      content: expect.stringMatching(/^\[code\] is your code/),
    })
    // as a word, so that the digits of a time or an id are not taken for it
    for (const table of ['es.events', 'messages', 'deliveries']) {
      const { rows } = await test.owner.query(`SELECT 1 FROM ${table} t WHERE t::text ~ $1`, [
        `\\m${digits} is your`,
      ])
      expect([table, rows.length]).toEqual([table, 0])
    }
  },
)

it.each([
  [9, 1],
  [10, 0],
])('a code that was asked for %i minutes ago is sent %i times', async (minutesAgo, times) => {
  const customerId = await addCustomer(test)
  await sendCode({ customerId, minutesAgo })
  expect(await deliverFirstTo(test, customerId)).toHaveLength(times)
})

it('a code goes out at night', async () => {
  test.clock.now = new Date('2026-11-22T07:00:00Z')
  const customerId = await addCustomer(test)
  await sendCode({ customerId })
  expect(await deliverFirstTo(test, customerId)).toHaveLength(1)
})

it('a code waits neither for other SMS to the number nor for the next day, and is counted', async () => {
  test.clock.now = new Date('2026-11-22T17:00:00Z')
  const customerId = await addCustomer(test)
  const deliverNewest = async () => {
    const sms = (await conversationOf(test, customerId)).findLast(({ type }) => type === 'sms')
    return deliverMessage(test, sms?.id as number)
  }
  const cancel = async (appointmentId: number) => {
    const at = test.clock.now.toISOString()
    const cancelled = { appointmentId, customerId, startsAt: at, notify: true, cancelledAt: at }
    await test.appendForeign(`appointment-${appointmentId}`, {
      type: 'AppointmentCancelled',
      data: cancelled,
    })
    await test.react('tellCustomer')
    return deliverNewest()
  }
  for (const id of [1, 2, 3]) expect(await cancel(id)).toHaveLength(1)
  await sendCode({ customerId })
  expect(await deliverNewest()).toHaveLength(1)
  const day = '2026-11-22'
  await leaveSmsQuota(test, day, 0)
  await sendCode({ customerId })
  expect(await deliverNewest()).toHaveLength(1)
  const { rows } = await test.owner.query('SELECT count FROM messaging.sms_days WHERE day = $1', [day])
  expect(rows).toEqual([{ count: 201 }])
  // nor does a code take anything from other SMS
  test.clock.now = new Date('2026-11-22T18:00:00.001Z')
  await leaveSmsQuota(test, day, 10)
  await sendCode({ customerId })
  expect(await deliverNewest()).toHaveLength(1)
  for (const id of [4, 5, 6]) expect(await cancel(id)).toHaveLength(1)
  expect(await cancel(7)).toHaveLength(0)
})

it('a code is not sent once another was asked for, it was entered, or its link was revoked', async () => {
  const at = test.clock.now.toISOString()
  const endings = [
    (linkId: number, customerId: number) => ({
      type: 'CustomerLinkCodeSent',
      data: { linkId, customerId, number: 2, channel: 'email', sentAt: at },
    }),
    (linkId: number) => ({ type: 'CustomerLinkVerified', data: { linkId, number: 1, verifiedAt: at } }),
    (linkId: number) => ({ type: 'CustomerLinkRevoked', data: { linkId, revokedAt: at } }),
  ]
  for (const ending of endings) {
    const customerId = await addCustomer(test)
    const { linkId, stream } = await sendCode({ customerId })
    await test.appendForeign(stream, ending(linkId, customerId))
    expect(await deliverFirstTo(test, customerId)).toEqual([])
  }
  // a wrong one may have been a slip
  const customerId = await addCustomer(test)
  const { linkId, stream } = await sendCode({ customerId })
  await test.appendForeign(stream, {
    type: 'CustomerLinkCodeMistaken',
    data: { linkId, number: 1, mistakenAt: at },
  })
  expect(await deliverFirstTo(test, customerId)).toHaveLength(1)
})

it("the code of another customer's link is never sent", async () => {
  const [customerId, owner] = [await addCustomer(test), await addCustomer(test)]
  await sendCode({ customerId, owner })
  expect(await deliverFirstTo(test, customerId)).toEqual([])
})
