import { processBatch, type Subscription } from '@plumbline/platform/subscriptions'
import { startServiceForTest } from '@plumbline/platform/testing'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { messaging } from '../service.ts'
import {
  addCustomer,
  addInvoice,
  appendMerge,
  conversationOf,
  customerRegistered,
  deliveriesOf,
  eraseKey,
  foreignPersonal,
  type MessagingTest,
  settings,
} from '../testing.ts'

let test: MessagingTest
beforeAll(async () => {
  test = await startServiceForTest(messaging, { settings, foreignPersonal })
})
afterAll(() => test.stop())

const rewind = () => test.owner.query(`UPDATE es.subscriptions SET position = 0 WHERE name = 'tellCustomer'`)

const at = '2026-11-21T15:00:00.000Z'
let lastId = 0
function appendCancellation(customerId: number, details: object = {}, metadata = {}) {
  const appointmentId = ++lastId
  const data = {
    appointmentId,
    customerId,
    startsAt: '2026-11-23T14:00:00.000Z',
    notify: true,
    cancelledAt: at,
    ...details,
  }
  const event = { type: 'AppointmentCancelled', data }
  return test.appendForeign(`appointment-${appointmentId}`, event, metadata)
}
async function cancelAppointment(customerId: number, details: object = {}, metadata = {}) {
  await appendCancellation(customerId, details, metadata)
  await test.react('tellCustomer')
}

describe('the notice of a cancelled appointment', () => {
  it('is written once by email and once by SMS, in the conversation', async () => {
    const customerId = await addCustomer(test)
    await cancelAppointment(customerId)
    const messages = await conversationOf(test, customerId)
    expect(messages.map((it) => it.type).sort()).toEqual(['email', 'sms'])
    for (const message of messages) {
      expect(message).toMatchObject({ direction: 'outbound', status: 'sent' })
      const greeting = message.type === 'email' ? 'Hi Ann,\n\nYour' : 'Hi Ann, your'
      expect(message.content).toContain(
        `${greeting} appointment on Monday, November 23 at 9:00 AM has been cancelled.`,
      )
      expect(await deliveriesOf(test, message.id)).toMatchObject([
        { status: 'pending', channel: message.type, cause: 'cancellation' },
      ])
    }
    expect(messages.find((it) => it.type === 'email')?.subject).toBe('Your appointment has been cancelled')
  })

  it('wakes the worker once it is committed', async () => {
    let wakeUps = 0
    const resources = { ...test, clock: () => test.clock.now }
    const subscription = messaging
      .subscriptions(resources, () => wakeUps++)
      .find(({ name }) => name === 'tellCustomer') as Subscription
    await appendCancellation(await addCustomer(test))
    await processBatch(test.pool, subscription, { keyring: test.keyring })
    expect(wakeUps).toBe(1)
  })

  it('is written once however often the log is read', async () => {
    const customerId = await addCustomer(test)
    await cancelAppointment(customerId)
    for (let times = 0; times < 3; times++) {
      await rewind()
      await test.react('tellCustomer')
    }
    await Promise.all([rewind(), test.react('tellCustomer'), test.react('tellCustomer')])
    expect(await conversationOf(test, customerId)).toHaveLength(2)
  })

  it.each([
    ['staff did not ask for it', { notify: false }, {}],
    ['the appointment is demonstration data', {}, { demo: true }],
  ])('is not written when %s', async (_name, details, metadata) => {
    const customerId = await addCustomer(test)
    await cancelAppointment(customerId, details, metadata)
    expect(await conversationOf(test, customerId)).toEqual([])
  })

  it('is not written to a customer who has been erased', async () => {
    const customerId = await addCustomer(test)
    await eraseKey(test, `customer-${customerId}`)
    await cancelAppointment(customerId)
    expect(await conversationOf(test, customerId)).toEqual([])
    const { rows } = await test.owner.query('SELECT * FROM es.parked')
    expect(rows).toEqual([])
  })

  it('goes to the survivor of a merged customer, and needs no read model of customers', async () => {
    const winner = await addCustomer(test, { firstName: 'Winner' })
    const loser = 500
    await test.appendForeign(`customer-${loser}`, customerRegistered(loser))
    await appendMerge(test, loser, winner)
    await cancelAppointment(loser)
    const messages = await conversationOf(test, winner)
    expect(messages).toHaveLength(2)
    expect(messages[0]?.content).toContain('Hi Winner,')
  })

  it('goes to the last customer of a chain of merges', async () => {
    const ids = [await addCustomer(test), await addCustomer(test), await addCustomer(test)]
    const [first, second, last] = ids as [number, number, number]
    await appendMerge(test, first, second)
    await appendMerge(test, second, last)
    await cancelAppointment(first)
    expect(await conversationOf(test, last)).toHaveLength(2)
  })

  it('is stored as failed with the reason when the customer cannot be reached', async () => {
    const customerId = await addCustomer(test, { phone: 'none' })
    await cancelAppointment(customerId)
    const messages = await conversationOf(test, customerId)
    expect(messages.find((it) => it.type === 'sms')).toMatchObject({
      status: 'failed',
      reason: 'This customer has no phone number that can receive SMS.',
    })
  })
})

describe('a payment reminder', () => {
  async function request(invoiceId: number, customerId: number) {
    await addInvoice(test, invoiceId, customerId, { amountCents: 123_450, at })
    await test.appendForeign(`invoice-${invoiceId}`, {
      type: 'PaymentReminderRequested',
      data: { invoiceId, customerId, channel: 'sms', balanceCents: 123_450, requestedAt: at },
    })
  }

  it('is written on its channel, with the balance and the invoice', async () => {
    const customerId = await addCustomer(test)
    await request(7, customerId)
    await test.react('tellCustomer')
    await test.react('tellCustomer')
    const messages = await conversationOf(test, customerId)
    expect(messages).toMatchObject([{ type: 'sms', status: 'sent' }])
    expect(messages[0]?.content).toContain(
      'a friendly reminder: $1,234.50 is still due on invoice INV-000007.',
    )
    expect(await deliveriesOf(test, messages[0]?.id as number)).toMatchObject([{ cause: 'payment-reminder' }])
  })

  it('is not written when the invoice is paid', async () => {
    const customerId = await addCustomer(test)
    await request(8, customerId)
    await test.appendForeign('invoice-8', {
      type: 'PaymentReceived',
      data: {
        invoiceId: 8,
        customerId,
        paymentId: 1,
        amountCents: 123_450,
        method: 'cash',
        paidOn: '2026-11-21',
        recordedAt: at,
      },
    })
    await test.react('tellCustomer')
    expect(await conversationOf(test, customerId)).toEqual([])
  })
})
