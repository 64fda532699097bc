import type { Db, SqlStatement } from '@plumbline/platform/db'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { ListedMessage } from '../api.ts'
import { customerById, customersByNumber, recordsOf } from '../customers.ts'
import { type MessagingTest, startMessagingTest } from '../testing.ts'
import { conversationOf, latestOfEach, listMessages, messageById } from './queries.ts'

const people = 1_000
const messages = 50_000

let test: MessagingTest
beforeAll(async () => {
  test = await startMessagingTest()
  await test.customer()
  await test.owner.query(
    `INSERT INTO messaging.customers (id, first_name, last_name, name, email, phone, searched)
     SELECT n, 'Ann', 'Lee', 'Ann Lee ' || n, 'ann@example.test', '', 'ann lee ' || n FROM generate_series(2, $1) n`,
    [people],
  )
  await test.owner.query(
    `INSERT INTO messaging.messages (id, customer_id, type, direction, content, status, cause, created_at, searched)
     SELECT n, 1 + n % $2, 'sms', 'outbound', repeat('What was said. ', 10), 'sent', 'staff',
       timestamptz '2026-01-01' + n * interval '1 minute', 'what was said' FROM generate_series(1, $1) n`,
    [messages, people],
  )
})
afterAll(() => test.stop())

async function p95(path: string): Promise<number> {
  const took: number[] = []
  for (let times = 0; times < 40; times++) {
    const began = performance.now()
    expect((await test.call('GET', path)).status).toBe(200)
    took.push(performance.now() - began)
  }
  return took.sort((a, b) => a - b)[37] as number
}

it('with fifty thousand messages the list of conversations and a conversation stay quick', async () => {
  const list = (await test.call<ListedMessage[]>('GET', '/api/messages/conversations')).json
  expect(list).toHaveLength(people)
  expect(list[0]).toMatchObject({ id: messages, customerId: 1 + (messages % people) })
  const measured = {
    conversations: await p95('/api/messages/conversations'),
    conversation: await p95('/api/messages/customer/7'),
    page: await p95('/api/messages?limit=50'),
  }
  // far from what they take, far below what a look at every message takes
  expect(measured.conversations, JSON.stringify(measured)).toBeLessThan(400)
  expect(measured.conversation, JSON.stringify(measured)).toBeLessThan(200)
  expect(measured.page, JSON.stringify(measured)).toBeLessThan(200)
})

it.each<[string, (db: Db) => Promise<unknown>, tables?: string]>([
  ['the latest message of each conversation', latestOfEach, 'messages'],
  ['a conversation', (db) => conversationOf(db, 7)],
  ['a page of messages', (db) => listMessages(db, { limit: 50 })],
  ['a page of one kind', (db) => listMessages(db, { limit: 50, status: 'sent', type: 'sms' })],
  ['a message', (db) => messageById(db, 7)],
  ['a customer', (db) => customerById(db, 7)],
  ['the customers of a number', (db) => customersByNumber(db, '+19195550101')],
  ['the records of a customer', (db) => recordsOf(db, 7)],
])(
  '%s is found by index without statistics, by a statement that is planned once',
  async (_what, read, tables = 'messages|customers') => {
    const names: unknown[] = []
    const plans: string[] = []
    const explain = async ({ name, text }: SqlStatement) => {
      names.push(name)
      const results = await test.owner.query(`SET search_path = messaging; EXPLAIN (GENERIC_PLAN) ${text}`)
      const [, explained] = results as unknown as [unknown, { rows: { 'QUERY PLAN': string }[] }]
      plans.push(...explained.rows.map((row) => row['QUERY PLAN']))
      return { rows: [] }
    }
    await read({ query: explain } as unknown as Db)
    expect(names).toEqual([expect.any(String)])
    expect(plans.join('\n')).toContain('Index')
    expect(plans.join('\n')).not.toMatch(new RegExp(`Seq Scan on (${tables})`))
  },
)
