import { afterAll, beforeAll, expect, it } from 'vitest'
import type { ListedMessage } from './api.ts'
import { type MessagingTest, startMessagingTest } from './testing.ts'

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
  await test.owner.query('ANALYZE messaging.messages, messaging.customers')
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
})

it('the list of conversations looks at no message but the latest of each', async () => {
  const { latestOfEach } = await import('./projections/messageQueries.ts')
  let plan = ''
  await latestOfEach({
    query: async (statement: { text: string }) => {
      const { rows } = await test.owner
        .query(`SET search_path = messaging; EXPLAIN (ANALYZE) ${statement.text}`)
        .then((results) => (results as unknown as { rows: { 'QUERY PLAN': string }[] }[])[1] ?? { rows: [] })
      plan = rows.map((row) => row['QUERY PLAN']).join('\n')
      return { rows: [] }
    },
  } as never)
  expect(plan).toContain('Index')
  expect(plan).not.toMatch(/Seq Scan on messages/)
})
