import { commit } from '@plumbline/platform/event-store'
import { startServiceForTest } from '@plumbline/platform/testing'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Conversation, ConversationCounts } from '../api.ts'
import { consoleChannel } from '../channel/console.ts'
import { messaging } from '../service.ts'
import {
  addCustomer,
  deliveryOf,
  foreignPersonal,
  type MessagingTest,
  mergeCustomers,
  sendMessage,
  settings,
  workerOver,
} from '../testing.ts'
import { recordOutcome } from './commands.ts'

let test: MessagingTest
beforeAll(async () => {
  test = await startServiceForTest(messaging, { settings, foreignPersonal })
})
afterAll(() => test.stop())

const origin = () => ({ metadata: { actor: 'customer', requestId: 'r' }, now: test.clock.now })
const later = () => {
  test.clock.now = new Date(test.clock.now.getTime() + 60_000)
}
/** The customer writes an SMS, a minute later than what was before. */
const writes = async (customerId: number, content = 'When do you come?') => {
  later()
  const message = {
    customerId,
    channel: 'sms' as const,
    content,
    providerId: `SM${test.clock.now.getTime()}`,
  }
  await test.commands.receiveMessage(origin(), message)
}
/** Staff answer a minute later; the id of the message. */
const answers = async (customerId: number): Promise<number> => {
  later()
  const body = { customerId, type: 'sms', content: 'At nine' }
  return (await sendMessage(test, body)).json.id
}
const isWaiting = async (customerId: number) => {
  const { json } = await test.call<Conversation[]>('GET', '/api/messages/conversations')
  const { waiting } = (await test.call<ConversationCounts>('GET', '/api/messages/counts')).json
  expect(json.filter(({ waitsForAnswer }) => waitsForAnswer)).toHaveLength(waiting)
  return json.find((it) => it.customerId === customerId)?.waitsForAnswer
}

it('a conversation waits from a message of the customer until staff have answered', async () => {
  const customerId = await addCustomer(test)
  await answers(customerId)
  expect(await isWaiting(customerId)).toBe(false)
  await writes(customerId)
  expect(await isWaiting(customerId)).toBe(true)
  await answers(customerId)
  expect(await isWaiting(customerId)).toBe(false)
})

it('what the product writes by itself is no answer', async () => {
  const customerId = await addCustomer(test)
  await writes(customerId)
  later()
  await test.appendForeign('appointment-1', {
    type: 'AppointmentCancelled',
    data: {
      ...{ appointmentId: 1, customerId, startsAt: '2026-11-23T14:00:00.000Z', notify: true },
      cancelledAt: test.clock.now.toISOString(),
    },
  })
  await test.react('tellCustomer')
  const { json } = await test.call<Conversation[]>('GET', '/api/messages/conversations')
  expect(json.find((it) => it.customerId === customerId)).toMatchObject({ direction: 'outbound' })
  expect(await isWaiting(customerId)).toBe(true)
})

it('an answer that could not be sent is none', async () => {
  const customerId = await addCustomer(test)
  await writes(customerId)
  const messageId = await answers(customerId)
  const { id } = await deliveryOf(test, messageId)
  const { store } = workerOver(
    test,
    consoleChannel(() => {}),
  )
  await commit(store, origin(), (ctx) =>
    recordOutcome(ctx, { id, messageId }, { type: 'RecordFailed', providerId: null, reason: 'unreachable' }),
  )
  expect(await isWaiting(customerId)).toBe(true)
})

it('who wants no more SMS waits for no answer to that, and for one to what they ask before or later', async () => {
  const customerId = await addCustomer(test)
  await writes(customerId, 'STOP')
  await test.call('PUT', `/api/messages/customer/${customerId}/consent`, { body: { sms: false } })
  expect(await isWaiting(customerId)).toBe(false)
  await writes(customerId)
  expect(await isWaiting(customerId)).toBe(true)
  await writes(customerId, 'Stop')
  expect(await isWaiting(customerId)).toBe(true)
})

it('of merged records the latest word of either counts', async () => {
  const [loser, winner] = [await addCustomer(test), await addCustomer(test)]
  await writes(winner)
  await answers(loser)
  await mergeCustomers(test, loser, winner)
  expect(await isWaiting(winner)).toBe(false)
  await writes(loser)
  expect(await isWaiting(winner)).toBe(true)
})
