import { startServiceForTest, statementsOf } from '@plumbline/platform/testing'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { consoleChannel } from '../channel/console.ts'
import { messaging } from '../service.ts'
import {
  addCustomer,
  deliveryOf,
  foreignPersonal,
  type MessagingTest,
  sendEmail,
  sendSms,
  settings,
  workerOver,
} from '../testing.ts'
import { deliver } from './worker.ts'

let test: MessagingTest
let statements: string[]
let customerId: number
beforeAll(async () => {
  test = await startServiceForTest(messaging, { settings, foreignPersonal })
  statements = statementsOf(test.pool)
  customerId = await addCustomer(test)
})
afterAll(() => test.stop())

it.each([
  ['SMS', sendSms, 11],
  ['email', sendEmail, 10],
])(
  'an %s is written without repeating a statement, and with a bounded number of them',
  async (_name, send, max) => {
    // the first SMS of a day begins its quota
    await send(test, customerId)
    statements.length = 0
    expect((await send(test, customerId)).status).toBe(201)
    expect(new Set(statements).size, statements.join('\n')).toBe(statements.length)
    expect(statements.length, statements.join('\n')).toBeLessThanOrEqual(max)
  },
)

it('a message is delivered with three reads and one transaction that records the outcome', async () => {
  const { json } = await sendSms(test, customerId)
  const { id } = await deliveryOf(test, json.id)
  statements.length = 0
  await deliver(
    workerOver(
      test,
      consoleChannel(() => {}),
    ),
    id,
  )
  const keywords = statements.map((text) => /^\w+/.exec(text)?.[0])
  // lease, customer and consent; then the stream of the message, its outcome and the ledger
  expect(keywords).toEqual(['WITH', 'SELECT', 'SELECT', 'BEGIN', 'SELECT', 'WITH', 'UPDATE', 'COMMIT'])
  expect(await deliveryOf(test, json.id)).toMatchObject({ status: 'sent' })
})
