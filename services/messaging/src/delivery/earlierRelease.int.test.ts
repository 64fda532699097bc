import { PermanentFailure } from '@plumbline/platform/jobs'
import { startServiceForTest } from '@plumbline/platform/testing'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Channel } from '../channel/channel.ts'
import { messaging } from '../service.ts'
import {
  addCustomer,
  appointmentScheduled,
  conversationOf,
  deliveryOf,
  foreignPersonal,
  type MessagingTest,
  settings,
  workerOver,
} from '../testing.ts'
import { insertDelivery } from './ledger.ts'
import { deliveryMigrations } from './migrations.ts'
import { deliver } from './worker.ts'

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

type Stored = { cause: string; version: string }

/** A message that an earlier release wrote, with its names of causes and fields. */
async function storedMessage(customerId: number, { cause, version }: Stored): Promise<number> {
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
      causeId: version,
      boundTo: version,
      writtenAt: at,
    },
  })
  await test.rebuild()
  return messageId
}
const rowOf = async (messageId: number) =>
  (
    await test.pool.query('SELECT cause, valid_for_version AS version FROM messages WHERE id = $1', [
      messageId,
    ])
  ).rows[0]

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
const runMigration = () =>
  test.owner.query(
    `SET search_path TO messaging; ${deliveryMigrations.find(({ id }) => id === 'deliveries-v9')?.sql}; RESET search_path`,
  )
const attempt = (id: string, now: string) => {
  test.clock.now = new Date(now)
  return deliver(workerOver(test, channel), id)
}

/** An invoice with a payment reminder; answers its version. */
async function remindedInvoice(customerId: number): Promise<Stored & { invoiceId: number }> {
  const invoiceId = ++lastId
  const data = { invoiceId, customerId, channel: 'sms', balanceCents: 5_000, requestedAt: at }
  await test.appendForeign(`invoice-${invoiceId}`, { type: 'PaymentReminderRequested', data })
  return { cause: 'reminder', version: `invoice-${invoiceId}@1`, invoiceId }
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

describe('a message of an earlier release', () => {
  it.each([
    ['reminder', 'payment-reminder'],
    ['appointment', 'appointment-reminder'],
    ['cancellation', 'cancellation'],
    ['staff', 'staff'],
  ])('with the cause "%s" is shown with the cause "%s"', async (cause, expected) => {
    const customerId = await addCustomer(test)
    const version = 'invoice-900@1'
    const id = await storedMessage(customerId, { cause, version })
    expect(await rowOf(id)).toEqual({ cause: expected, version })
    expect(await conversationOf(test, customerId)).toMatchObject([{ id, content: 'Hi Ann' }])
  })

  it('keeps its cause when its stream goes on', async () => {
    const customerId = await addCustomer(test)
    const reminder = await remindedInvoice(customerId)
    const { id, messageId } = await storedDelivery(customerId, reminder)
    await attempt(id, morning)
    expect(await rowOf(messageId)).toEqual({ cause: 'payment-reminder', version: reminder.version })
    expect(await conversationOf(test, customerId)).toMatchObject([{ status: 'sent' }])
    expect(await test.differences()).toEqual([])
  })
})

describe('a delivery of an earlier release', () => {
  it('has the new cause after the migration, waits at night, and is sent once', async () => {
    const customerId = await addCustomer(test)
    const { id, messageId } = await storedDelivery(customerId, await remindedInvoice(customerId))
    expect(await deliveryOf(test, messageId)).toMatchObject({ cause: 'reminder' })
    await runMigration()
    expect(await deliveryOf(test, messageId)).toMatchObject({ cause: 'payment-reminder' })
    await expect(attempt(id, night)).rejects.toThrow(PermanentFailure)
    expect(texts).toEqual([])
    await attempt(id, morning)
    await attempt(id, morning)
    expect(texts).toEqual(['Hi Ann'])
    expect(await deliveryOf(test, messageId)).toMatchObject({ status: 'sent' })
  })

  it('from a restored backup, which no migration saw, waits at night as well', async () => {
    const customerId = await addCustomer(test)
    const { id } = await storedDelivery(customerId, await remindedInvoice(customerId))
    await expect(attempt(id, night)).rejects.toThrow(PermanentFailure)
    expect(texts).toEqual([])
    await attempt(id, morning)
    expect(texts).toEqual(['Hi Ann'])
  })

  it('is not sent when the invoice was paid in the meantime', async () => {
    const customerId = await addCustomer(test)
    const reminder = await remindedInvoice(customerId)
    const { id } = await storedDelivery(customerId, reminder)
    await runMigration()
    await payInvoice(reminder.invoiceId, customerId)
    await expect(attempt(id, morning)).rejects.toThrow(PermanentFailure)
    expect(texts).toEqual([])
    expect(await conversationOf(test, customerId)).toMatchObject([
      { status: 'failed', reason: 'It was paid before this went out.' },
    ])
  })

  it('about an appointment is not sent when the customer does not want reminders', async () => {
    const customerId = await addCustomer(test)
    const appointmentId = ++lastId
    await test.appendForeign(`appointment-${appointmentId}`, appointmentScheduled(appointmentId, customerId))
    const stored = { cause: 'appointment', version: `appointment-${appointmentId}@1` }
    const { id } = await storedDelivery(customerId, stored)
    await runMigration()
    const body = { reminders: false }
    await test.call('PUT', `/api/messages/customer/${customerId}/consent`, { body })
    await expect(attempt(id, morning)).rejects.toThrow(PermanentFailure)
    expect(texts).toEqual([])
    expect(await conversationOf(test, customerId)).toMatchObject([
      { status: 'failed', reason: 'This customer does not want reminders.' },
    ])
  })
})
