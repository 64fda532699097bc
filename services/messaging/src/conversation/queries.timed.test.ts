import type { Db, SqlStatement } from '@plumbline/platform/db'
import { startServiceForTest } from '@plumbline/platform/testing'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { ListedMessage } from '../api.ts'
import { refusalsOf } from '../consent/queries.ts'
import { customerIdsByNumber, customers, recordIdsOf } from '../customers.ts'
import { newestUnread } from '../readMark/queries.ts'
import { messaging } from '../service.ts'
import { addCustomer, foreignPersonal, type MessagingTest, settings } from '../testing.ts'
import { conversationCounts, conversations } from './inbox.ts'
import { conversationOf, messageById, messageList } from './queries.ts'

const customerCount = 1_000
const messageCount = 50_000

let test: MessagingTest
beforeAll(async () => {
  test = await startServiceForTest(messaging, { settings, foreignPersonal })
  await addCustomer(test)
  await test.owner.query(
    `INSERT INTO messaging.customers (id, first_name, last_name, name, email, phone, search_text, tag)
     SELECT n, 'Ann', 'Lee', 'Ann Lee ' || n, 'ann@example.test', '', 'ann lee ' || n, '' FROM generate_series(2, $1) n`,
    [customerCount],
  )
  await test.owner.query(
    `INSERT INTO messaging.messages
       (id, customer_id, type, direction, content, status, cause, created_at, search_text, unread_from,
        is_cancelled, version, asks)
     SELECT n, 1 + n % $2, 'sms', CASE WHEN n % 3 = 0 THEN 'inbound' ELSE 'outbound' END,
       repeat('What was said. ', 10), 'sent', 'staff', timestamptz '2026-01-01' + n * interval '1 minute',
       'what was said', CASE WHEN n % 3 = 0 THEN timestamptz '2026-01-01' + n * interval '1 minute' END, false, 1, n % 3 = 0 FROM generate_series(1, $1) n`,
    [messageCount, customerCount],
  )
  // all but the newest fifth is read
  await test.owner.query(
    `INSERT INTO messaging.read_marks (customer_id, message_id, received_at)
     SELECT customer_id, max(id), max(created_at) FROM messaging.messages WHERE id < $1 GROUP BY customer_id`,
    [messageCount * 0.8],
  )
})
afterAll(() => test.stop())

async function p95(path: string): Promise<number> {
  const durations: number[] = []
  for (let times = 0; times < 40; times++) {
    const started = performance.now()
    expect((await test.call('GET', path)).status).toBe(200)
    durations.push(performance.now() - started)
  }
  return durations.sort((a, b) => a - b)[37] as number
}

it('with fifty thousand messages the list of conversations and a conversation are answered quickly', async () => {
  const list = (await test.call<ListedMessage[]>('GET', '/api/messages/conversations')).json
  expect(list).toHaveLength(customerCount)
  expect(list[0]).toMatchObject({ id: messageCount, customerId: 1 + (messageCount % customerCount) })
  const measured = {
    conversations: await p95('/api/messages/conversations'),
    counts: await p95('/api/messages/counts'),
    conversation: await p95('/api/messages/customer/7'),
    page: await p95('/api/messages?limit=50'),
  }
  // far more than they take, far less than a scan of every message takes
  expect(measured.conversations, JSON.stringify(measured)).toBeLessThan(400)
  expect(measured.counts, JSON.stringify(measured)).toBeLessThan(200)
  expect(measured.conversation, JSON.stringify(measured)).toBeLessThan(200)
  expect(measured.page, JSON.stringify(measured)).toBeLessThan(200)
})

const page = (db: Db, filter: object = {}) => db.query(messageList.statement({ limit: 50, ...filter }))

it.each<[string, (db: Db) => Promise<unknown>, tables?: string]>([
  // of all customers, of whom and of whose read marks each is needed
  ['the latest message of each conversation', (db) => conversations(db, null), 'messages'],
  ['how many conversations are unread or wait', (db) => conversationCounts(db, null), 'messages'],
  ['what is unread of a conversation', (db) => newestUnread(db, 7, 42), 'messages|customers|read_marks'],
  ['a conversation', (db) => conversationOf(db, 7, new Date())],
  ['a page of messages', (db) => page(db)],
  ['a page of one status and type', (db) => page(db, { status: 'sent', type: 'sms' })],
  ['a message', (db) => messageById(db, 7)],
  ['a customer', (db) => customers.find(db, 7)],
  ['the customers of a number', (db) => customerIdsByNumber(db, '+19195550101')],
  ['the records of a customer', (db) => recordIdsOf(db, 7)],
  ['what a customer refused', (db) => refusalsOf(db, [7]), 'customers|consents'],
])(
  'without statistics, %s is found by index with a statement that is planned once',
  async (_name, read, tables = 'messages|customers') => {
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
