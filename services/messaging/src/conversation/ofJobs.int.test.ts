import type { Caller } from '@plumbline/platform/http'
import { startServiceForTest } from '@plumbline/platform/testing'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Conversation, ConversationCounts } from '../api.ts'
import { messaging } from '../service.ts'
import {
  addCustomer,
  appointmentScheduled,
  foreignPersonal,
  type MessagingTest,
  sendSms,
  settings,
} from '../testing.ts'

let test: MessagingTest
let [own, others] = [0, 0]
beforeAll(async () => {
  test = await startServiceForTest(messaging, { settings, foreignPersonal })
  ;[own, others] = [await addCustomer(test), await addCustomer(test)]
  // it is 2026-11-21
  await test.appendForeign('appointment-1', appointmentScheduled(1, own, { assigneeIds: [7] }))
  await test.appendForeign('appointment-2', appointmentScheduled(2, others, { assigneeIds: [8] }))
  const later = { assigneeIds: [7], startsAt: '2026-12-24T15:00:00.000Z' }
  await test.appendForeign('appointment-3', appointmentScheduled(3, others, later))
  await test.project()
  await sendSms(test, own)
  await sendSms(test, others)
})
afterAll(() => test.stop())

const maria: Partial<Caller> = { user: { id: 7, username: 'maria', email: 'm@x.io', role: 'worker' } }
const ask = <T = unknown>(method: string, path: string, body?: object) =>
  test.call<T>(method, path, { caller: maria, ...(body && { body }) })

it('a member with own conversations alone lists those with customers of own jobs', async () => {
  const { json } = await ask<Conversation[]>('GET', '/api/messages/conversations')
  expect(json.map(({ customerId }) => customerId)).toEqual([own])
  const all = await test.call<Conversation[]>('GET', '/api/messages/conversations')
  expect(all.json.map(({ customerId }) => customerId).toSorted()).toEqual([own, others])
})

it('and counts what waits in them, and no unknown numbers', async () => {
  const origin = {
    metadata: { actor: 'customer', requestId: 'r' },
    now: new Date('2026-11-21T16:00:00.000Z'),
  }
  for (const customerId of [own, others])
    await test.commands.receiveMessage(origin, {
      customerId,
      channel: 'sms',
      content: 'Hi',
      providerId: `SM${customerId}`,
    })
  const counts = async (caller?: Partial<Caller>) =>
    (await test.call<ConversationCounts>('GET', '/api/messages/counts', caller ? { caller } : {})).json
  expect(await counts(maria)).toEqual({ unread: 1, waiting: 1 })
  expect((await counts()).unread).toBe(2)
})

it('and reads, writes and asks about none of another', async () => {
  const paths = (id: number) => [
    ['GET', `/api/messages/customer/${id}`],
    ['GET', `/api/messages/customer/${id}/consent`],
  ]
  for (const [method = '', path = ''] of paths(own)) expect((await ask(method, path)).status).toBe(200)
  for (const [method = '', path = ''] of paths(others)) expect((await ask(method, path)).status).toBe(404)
  const write = (customerId: number) =>
    ask('POST', '/api/messages', { customerId, type: 'sms', content: 'On my way' })
  expect([(await write(own)).status, (await write(others)).status]).toEqual([201, 404])
  expect((await ask('POST', `/api/messages/customer/${others}/read`, { messageId: 1 })).status).toBe(404)
  expect((await ask('GET', '/api/messages')).status).toBe(403)
})
