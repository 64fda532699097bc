import { statementsOf } from '@plumbline/platform/testing'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { consoleChannel } from '../channel/console.ts'
import { type MessagingTest, startMessagingTest } from '../testing.ts'
import { deliver } from './worker.ts'

let test: MessagingTest
let sent: string[]
let customerId: number
beforeAll(async () => {
  test = await startMessagingTest()
  sent = statementsOf(test.pool)
  customerId = await test.customer()
})
afterAll(() => test.stop())

const write = (type: string) =>
  test.call('POST', '/api/messages', { body: { customerId, type, content: 'On my way' } })

it.each([
  ['sms', 10],
  ['email', 9],
])('an %s is written with no statement asked twice, and %i in all', async (type, most) => {
  // the first of a day begins it
  await write(type)
  sent.length = 0
  expect((await write(type)).status).toBe(201)
  expect(new Set(sent).size, sent.join('\n')).toBe(sent.length)
  expect(sent.length, sent.join('\n')).toBeLessThanOrEqual(most)
})

it('a message is delivered with three reads and one transaction that records the outcome', async () => {
  const { json } = await write('sms')
  const [row] = await test.deliveries(json.id)
  sent.length = 0
  await deliver(test.sending(consoleChannel(() => {})), row?.id as string)
  const firstWords = sent.map((text) => /^\w+/.exec(text)?.[0])
  // claim, customer and consent; then the message's stream, its outcome and the ledger
  expect(firstWords).toEqual(['WITH', 'SELECT', 'WITH', 'BEGIN', 'SELECT', 'WITH', 'UPDATE', 'COMMIT'])
  expect((await test.deliveries(json.id))[0]).toMatchObject({ status: 'sent' })
})
