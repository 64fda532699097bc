import { testKeyring } from '@plumbline/platform/testing'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { messagingSubscriptions } from '../service.ts'
import { business, type MessagingTest, registered, startMessagingTest } from '../testing.ts'

let test: MessagingTest
beforeAll(async () => {
  test = await startMessagingTest()
})
afterAll(() => test.stop())

let committed = 0
const readers = () =>
  messagingSubscriptions(
    { ownerEmail: 'owner@example.test', publicUrl: 'https://plumbline.example', business },
    testKeyring,
    () => {
      committed += 1
    },
    () => test.clock.now,
  )
const react = async () => {
  for (const reader of readers()) await test.react(reader)
}
const rewind = () => test.owner.query(`UPDATE es.subscriptions SET position = 0 WHERE name = 'tellCustomer'`)

let lastId = 0
async function cancelled(customerId: number, more: object = {}, metadata = {}) {
  const appointmentId = ++lastId
  const data = {
    ...{ appointmentId, customerId, startsAt: '2026-11-23T14:00:00.000Z', notify: true },
    cancelledAt: '2026-11-21T15:00:00.000Z',
    ...more,
  }
  await test.tell(`appointment-${appointmentId}`, { type: 'AppointmentCancelled', data }, metadata)
  await react()
}

describe('a cancelled appointment', () => {
  it('is told to the customer once by e-mail and once by SMS, in the conversation', async () => {
    const customerId = await test.customer()
    await cancelled(customerId)
    const words = 'Hi Ann, your appointment on Monday, November 23 at 9:00 AM has been cancelled.'
    const told = await test.conversation(customerId)
    expect(told.map((it) => it.type).sort()).toEqual(['email', 'sms'])
    for (const it of told) {
      expect(it).toMatchObject({ direction: 'outbound', status: 'sent' })
      expect(it.content).toContain(words)
      expect(await test.deliveries(it.id)).toMatchObject([{ status: 'pending', channel: it.type }])
    }
    expect(told.find((it) => it.type === 'email')?.subject).toBe('Your appointment has been cancelled')
    expect(committed).toBeGreaterThan(0)
  })

  it('is told once however often the log is read', async () => {
    const customerId = await test.customer()
    await cancelled(customerId)
    for (let times = 0; times < 3; times++) {
      await rewind()
      await react()
    }
    await Promise.all([rewind(), react(), react()])
    expect(await test.conversation(customerId)).toHaveLength(2)
  })

  it.each([
    ['nobody asked for it', { notify: false }, {}],
    ['it only shows the product', {}, { demo: true }],
  ])('is not told when %s', async (_name, more, metadata) => {
    const customerId = await test.customer()
    await cancelled(customerId, more, metadata)
    expect(await test.conversation(customerId)).toEqual([])
  })

  it('is not told to somebody who has been erased', async () => {
    const customerId = await test.customer()
    await test.owner.query(
      `UPDATE es.subject_keys SET wrapped = NULL WHERE subject = 'customer-${customerId}'`,
    )
    await cancelled(customerId)
    expect(await test.conversation(customerId)).toEqual([])
    const { rows } = await test.owner.query('SELECT * FROM es.parked')
    expect(rows).toEqual([])
  })

  it('is told to a customer whom the read model does not know yet, and to whom a merged one became', async () => {
    const winner = await test.customer({ firstName: 'Winner' })
    const loser = 500
    await test.tell(`customer-${loser}`, registered(loser))
    await test.tell(`customer-${loser}`, {
      type: 'CustomerMerged',
      data: { customerId: loser, intoCustomerId: winner, mergedAt: '2026-11-21T15:00:00.000Z' },
    })
    await cancelled(loser)
    const told = await test.conversation(winner)
    expect(told).toHaveLength(2)
    expect(told[0]?.content).toContain('Hi Winner,')
  })

  it('that cannot be told shows why', async () => {
    const customerId = await test.customer({ phone: 'none' })
    await cancelled(customerId)
    const told = await test.conversation(customerId)
    expect(told.find((it) => it.type === 'sms')).toMatchObject({
      status: 'failed',
      reason: 'This customer has no phone number that can receive SMS.',
    })
  })
})

describe('a payment reminder', () => {
  const at = '2026-11-21T15:00:00.000Z'
  const requested = (invoiceId: number, customerId: number) =>
    test.tell(`invoice-${invoiceId}`, {
      type: 'PaymentReminderRequested',
      data: { invoiceId, customerId, channel: 'sms', balanceCents: 123_450, requestedAt: at },
    })

  it('goes out on its channel with what is owed and for which invoice', async () => {
    const customerId = await test.customer()
    await requested(7, customerId)
    await react()
    await react()
    const told = await test.conversation(customerId)
    expect(told).toMatchObject([{ type: 'sms', status: 'sent' }])
    expect(told[0]?.content).toContain('a friendly reminder: $1,234.50 is still open on invoice #7')
  })

  it('does not go out once all is paid', async () => {
    const customerId = await test.customer()
    await requested(8, customerId)
    await test.tell('invoice-8', {
      type: 'PaymentReceived',
      data: {
        ...{ invoiceId: 8, customerId, paymentId: 1, amountCents: 123_450 },
        ...{ method: 'cash', paidOn: '2026-11-21', recordedAt: at },
      },
    })
    await react()
    expect(await test.conversation(customerId)).toEqual([])
  })
})
