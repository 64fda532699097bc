import { run, sql } from '@plumbline/platform/db'
import { startServiceForTest } from '@plumbline/platform/testing'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Conversation, ConversationCounts } from '../api.ts'
import { messaging } from '../service.ts'
import {
  addCustomer,
  foreignPersonal,
  type MessagingTest,
  mergeCustomers,
  sendSms,
  settings,
} from '../testing.ts'

let test: MessagingTest
beforeAll(async () => {
  test = await startServiceForTest(messaging, { settings, foreignPersonal })
})
afterAll(() => test.stop())

let count = 0
/** A message from a customer, a second after the last one; answers its id. */
async function receive(customerId: number, content = 'Hello?'): Promise<number> {
  test.clock.now = new Date(test.clock.now.getTime() + 1_000)
  const origin = { metadata: { actor: 'customer', requestId: 'test' }, now: test.clock.now }
  const message = { customerId, channel: 'sms', content, providerId: `SM${++count}` } as const
  return (await test.commands.receiveMessage(origin, message)).id
}
const read = (customerId: number, messageId: unknown) =>
  test.call('POST', `/api/messages/customer/${customerId}/read`, { body: { messageId } })
const unreadOf = async (customerId: number) =>
  (await test.call<Conversation[]>('GET', '/api/messages/conversations')).json.find(
    (it) => it.customerId === customerId,
  )?.unread
const counts = async () => (await test.call<ConversationCounts>('GET', '/api/messages/counts')).json
const readEvents = (customerId: number) =>
  run(test.owner, sql`SELECT data FROM es.events WHERE stream_id = ${`conversation-${customerId}`}`)

it('messages from a customer are unread until staff read the conversation, and then for nobody', async () => {
  const id = await addCustomer(test)
  const before = await counts()
  await receive(id)
  const second = await receive(id)
  expect(await unreadOf(id)).toBe(2)
  expect(await counts()).toEqual({ unread: before.unread + 1, waiting: before.waiting + 1 })
  expect((await read(id, second)).status).toBe(204)
  expect(await unreadOf(id)).toBe(0)
  expect(await counts()).toEqual({ unread: before.unread, waiting: before.waiting + 1 })
})

it('a message that arrives while the conversation is read stays unread', async () => {
  const id = await addCustomer(test)
  const messageId = await receive(id)
  await receive(id)
  await read(id, messageId)
  expect(await unreadOf(id)).toBe(1)
})

it('reading again, or less than before, stores nothing, and neither does reading a message of others', async () => {
  const [id, other] = [await addCustomer(test), await addCustomer(test)]
  const [first, second] = [await receive(id), await receive(id)]
  const receivedAt = test.clock.now.toISOString()
  const foreign = await receive(other)
  for (const messageId of [foreign, 99_999]) await read(id, messageId)
  expect(await readEvents(id)).toEqual([])
  for (const messageId of [second, second, first]) expect((await read(id, messageId)).status).toBe(204)
  expect(await readEvents(id)).toEqual([
    {
      data: {
        customerId: id,
        messageId: second,
        receivedAt,
        readAt: test.clock.now.toISOString(),
      },
    },
  ])
})

it('two members of staff who read at the same time store it once', async () => {
  const id = await addCustomer(test)
  const messageId = await receive(id)
  const answers = await Promise.all(Array.from({ length: 5 }, () => read(id, messageId)))
  expect(answers.map(({ status }) => status)).toEqual(Array(5).fill(204))
  expect(await readEvents(id)).toHaveLength(1)
})

it('a message that staff write reads what came before, and one that the product writes does not', async () => {
  const id = await addCustomer(test)
  const { waiting } = await counts()
  await receive(id)
  const origin = { metadata: { actor: 'messaging', requestId: 'test' }, now: test.clock.now }
  const customer = { id, email: 'ann@example.test', smsNumber: '+19195550101' }
  const reminder = { customer, channel: 'sms', content: 'Tomorrow', causeId: 'appointment-1@1' } as const
  await test.commands.writeMessage(origin, { ...reminder, cause: 'appointment-reminder' })
  expect(await unreadOf(id)).toBe(1)
  expect((await counts()).waiting).toBe(waiting + 1)
  await sendSms(test, id)
  expect(await unreadOf(id)).toBe(0)
  expect((await counts()).waiting).toBe(waiting)
})

it('what is unread of merged records is unread for the customer who is left, and is read with theirs', async () => {
  const [loser, winner] = [await addCustomer(test), await addCustomer(test)]
  const { unread } = await counts()
  await receive(loser, 'old')
  const messageId = await receive(winner)
  await read(winner, messageId)
  await mergeCustomers(test, loser, winner)
  // the mark of the other record says nothing about this one
  expect(await unreadOf(winner)).toBe(1)
  const last = await receive(winner)
  expect(await unreadOf(winner)).toBe(2)
  expect((await counts()).unread).toBe(unread + 1)
  await read(loser, last)
  expect(await unreadOf(winner)).toBe(0)
  expect((await counts()).unread).toBe(unread)
})

it('a message from before there were read marks counts as read', async () => {
  const id = await addCustomer(test)
  const at = test.clock.now.toISOString()
  const data = { messageId: 70_000, customerId: id, channel: 'sms', content: 'Old', providerId: 'SMold' }
  await test.appendForeign('message-70000', { type: 'MessageReceived', data: { ...data, receivedAt: at } })
  await test.rebuild()
  expect(await unreadOf(id)).toBe(0)
})

it('an unknown customer is not found, a body without a message is refused, and a session is needed', async () => {
  expect((await read(9_999, 1)).status).toBe(404)
  const id = await addCustomer(test)
  expect(await read(id, undefined)).toMatchObject({ status: 400, text: 'Up to which message?' })
  for (const path of ['/api/messages/counts', '/api/messages/conversations'])
    expect((await test.call('GET', path, { caller: { user: null } })).status).toBe(401)
})

it('the read model is the same after a rebuild', async () => {
  expect(await test.differences()).toEqual([])
})
