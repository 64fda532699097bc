import { startServiceForTest } from '@plumbline/platform/testing'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Channel } from '../channel/channel.ts'
import { insertDelivery } from '../ledger/ledger.ts'
import { deliveriesOf01 } from '../ledger/migrations.ts'
import { messaging } from '../service.ts'
import {
  addCustomer,
  addInvoice,
  appointmentScheduled,
  conversationOf,
  deliverWhenDue,
  deliveryOf,
  foreignPersonal,
  type MessagingTest,
  settings,
  workerOver,
} from '../testing.ts'

const at = '2026-11-21T15:00:00.000Z'
const night = '2026-11-22T03:00:00.000Z'
const morning = '2026-11-22T13:00:00.000Z'

let test: MessagingTest
let lastId = 0
const texts: string[] = []
const channel: Channel = {
  send: async ({ id, text }) => {
    texts.push(text)
    return `provider-${id}`
  },
  close: () => {},
}
beforeAll(async () => {
  test = await startServiceForTest(messaging, { settings, foreignPersonal })
})
beforeEach(() => {
  texts.length = 0
})
afterAll(() => test.stop())

/** `version`: of a reminder's delivery; 0.1.0 stored none for a cancellation or an invoice. */
type Stored = { cause: string; causeId: string | null; version?: string }

/** A message that 0.1.0 wrote, with its names of causes and without a version. */
async function storedMessage(customerId: number, { cause, causeId }: Stored): Promise<number> {
  const messageId = 10_000 + ++lastId
  await test.appendForeign(`message-${messageId}`, {
    type: 'MessageWritten',
    data: {
      messageId,
      customerId,
      channel: 'sms',
      content: 'Hi Ann',
      subject: null,
      recipient: '+19195550101',
      cause,
      causeId,
      writtenAt: at,
    },
  })
  await test.rebuild()
  return messageId
}
const causeOf = async (messageId: number) =>
  (await test.pool.query('SELECT cause FROM messages WHERE id = $1', [messageId])).rows[0].cause

/** The same with a delivery that is not sent yet. */
async function storedDelivery(customerId: number, stored: Stored) {
  const messageId = await storedMessage(customerId, stored)
  const id = `00000000-0000-4000-8000-${String(messageId).padStart(12, '0')}`
  await insertDelivery(test.pool, test.keyring, {
    id,
    channel: 'sms',
    dataSubject: `customer-${customerId}`,
    recipient: '+19195550101',
    subject: '',
    text: 'Hi Ann',
    html: '',
    messageId,
    cause: stored.cause,
    validForVersion: stored.version,
  })
  return { id, messageId }
}
const runMigration = () => test.owner.query(deliveriesOf01)
const attempt = (id: string, now: string) => {
  test.clock.now = new Date(now)
  return deliverWhenDue(workerOver(test, channel), id)
}

/** An invoice with a payment reminder. */
async function remindedInvoice(customerId: number): Promise<Stored & { invoiceId: number }> {
  const invoiceId = ++lastId
  await addInvoice(test, invoiceId, customerId, { amountCents: 5_000, at })
  const data = { invoiceId, customerId, channel: 'sms', balanceCents: 5_000, requestedAt: at }
  const event = await test.appendForeign(`invoice-${invoiceId}`, { type: 'PaymentReminderRequested', data })
  return { cause: 'reminder', causeId: event?.id ?? null, version: `invoice-${invoiceId}@3`, invoiceId }
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
      paidOn: '2026-11-21',
      recordedAt: at,
    },
  })

describe('a message of 0.1.0', () => {
  it.each([
    ['reminder', 'payment-reminder'],
    ['appointment', 'appointment-reminder'],
    ['cancellation', 'cancellation'],
    ['staff', 'staff'],
  ])('with the cause "%s" is shown with the cause "%s"', async (cause, expected) => {
    const customerId = await addCustomer(test)
    const id = await storedMessage(customerId, { cause, causeId: null })
    expect(await causeOf(id)).toBe(expected)
    expect(await conversationOf(test, customerId)).toMatchObject([{ id, content: 'Hi Ann' }])
  })

  it('keeps its cause when its stream goes on', async () => {
    const customerId = await addCustomer(test)
    const { id, messageId } = await storedDelivery(customerId, await remindedInvoice(customerId))
    await runMigration()
    await attempt(id, morning)
    expect(await causeOf(messageId)).toBe('payment-reminder')
    expect(await conversationOf(test, customerId)).toMatchObject([{ status: 'sent' }])
    expect(await test.differences()).toEqual([])
  })
})

describe('a delivery of 0.1.0', () => {
  it('has the new cause after the migration, waits at night, and is sent once', async () => {
    const customerId = await addCustomer(test)
    const { id, messageId } = await storedDelivery(customerId, await remindedInvoice(customerId))
    expect(await deliveryOf(test, messageId)).toMatchObject({ cause: 'reminder' })
    await runMigration()
    expect(await deliveryOf(test, messageId)).toMatchObject({ cause: 'payment-reminder' })
    await attempt(id, night)
    expect(texts).toEqual([])
    await attempt(id, morning)
    await attempt(id, morning)
    expect(texts).toEqual(['Hi Ann'])
    expect(await deliveryOf(test, messageId)).toMatchObject({ status: 'sent' })
  })

  it('is not sent when the invoice was paid in the meantime', async () => {
    const customerId = await addCustomer(test)
    const reminder = await remindedInvoice(customerId)
    const { id } = await storedDelivery(customerId, reminder)
    await runMigration()
    await payInvoice(reminder.invoiceId, customerId)
    await attempt(id, morning)
    expect(texts).toEqual([])
    expect(await conversationOf(test, customerId)).toMatchObject([
      { status: 'failed', reason: 'It was paid before this went out.' },
    ])
  })

  it('about an appointment is not sent when the customer does not want reminders', async () => {
    const customerId = await addCustomer(test)
    const appointmentId = ++lastId
    await test.appendForeign(`appointment-${appointmentId}`, appointmentScheduled(appointmentId, customerId))
    const version = `appointment-${appointmentId}@1`
    const stored = { cause: 'appointment', causeId: version, version }
    const { id } = await storedDelivery(customerId, stored)
    await runMigration()
    const body = { reminders: false }
    await test.call('PUT', `/api/messages/customer/${customerId}/consent`, { body })
    await attempt(id, morning)
    expect(texts).toEqual([])
    expect(await conversationOf(test, customerId)).toMatchObject([
      { status: 'failed', reason: 'This customer does not want reminders.' },
    ])
  })

  it.each([
    ['is sent', false],
    ['is not sent when the appointment was reopened', true],
  ])('about a cancellation gets the version of its event and %s', async (_, isReopened) => {
    const customerId = await addCustomer(test)
    const appointmentId = ++lastId
    const stream = `appointment-${appointmentId}`
    await test.appendForeign(stream, appointmentScheduled(appointmentId, customerId))
    const data = { appointmentId, customerId, startsAt: '2026-11-23T14:00:00.000Z', cancelledAt: at }
    const event = await test.appendForeign(stream, { type: 'AppointmentCancelled', data })
    const stored = { cause: 'cancellation', causeId: event?.id ?? null }
    const { id, messageId } = await storedDelivery(customerId, stored)
    await runMigration()
    const { rows } = await test.pool.query('SELECT bound_to FROM deliveries WHERE id = $1', [id])
    expect(rows).toEqual([{ bound_to: `${stream}@2` }])
    if (isReopened)
      await test.appendForeign(stream, {
        type: 'AppointmentReopened',
        data: { appointmentId, reopenedAt: at },
      })
    await attempt(id, morning).catch(() => {})
    expect(texts).toEqual(isReopened ? [] : ['Hi Ann'])
    expect(await deliveryOf(test, messageId)).toMatchObject({ status: isReopened ? 'failed' : 'sent' })
  })
})
