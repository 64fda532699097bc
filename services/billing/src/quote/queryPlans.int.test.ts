import { startServiceForTest, statementsOf } from '@plumbline/platform/testing'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Quote, QuoteDetails } from '../api.ts'
import { billing } from '../service.ts'
import { type BillingTest, customerMerged, customerRegistered, quoteForm, testOptions } from '../testing.ts'

let test: BillingTest
let statements: string[]
let id: number

beforeAll(async () => {
  test = await startServiceForTest(billing, testOptions)
  statements = statementsOf(test.pool)
  for (const customer of [1, 2])
    await test.appendForeign(`customer-${customer}`, customerRegistered(customer))
  await test.appendForeign('customer-1', customerMerged(1, 2))
  await test.project()
  const body = { ...quoteForm, customerId: 2, leadId: 7 }
  id = (await test.call<QuoteDetails>('POST', '/api/quotes', { body })).json.id
  // the planner has no statistics of these rows
  await test.owner.query(`
    ALTER TABLE quotes SET (autovacuum_enabled = off);
    ALTER TABLE invoices SET (autovacuum_enabled = off);
    ALTER TABLE customers SET (autovacuum_enabled = off);
    INSERT INTO billing.customers (id, first_name, last_name, name, search_text, merged_into, tag, source)
      SELECT i, 'Ann', 'Lee', 'Ann Lee', 'ann lee', CASE WHEN i % 50 = 0 THEN i + 1 END, 'abcd0123', 'direct' FROM generate_series(1001, 21000) i;
    INSERT INTO billing.quotes (id, customer_id, lead_id, status, revision, title, total_from, total_to, deposit, job_ids, created_at, updated_at, searched, version)
      SELECT i, 1001 + i % 20000, i, 'draft', 1, 'Deck', 10, 10, 0, '[]', now(), now(), 'deck', 2 FROM generate_series(1001, 41000) i;
    INSERT INTO billing.invoices (id, customer_id, quote_id, description, amount, tax, total_amount, paid_amount, balance, status, due_date, created_at, updated_at, searched, version)
      SELECT i, 1001 + i % 20000, i, 'Deck', 10, 0, 10, 0, 10, 'pending', '2026-01-10', now(), now(), 'deck', 2 FROM generate_series(1001, 41000) i`)
})
afterAll(() => test.stop())

it.each([
  ['a quote', () => `/api/quotes/${id}`],
  ['the quotes of a customer', () => '/api/quotes?customerId=2'],
  ['a page of the quotes of a lead', () => '/api/quotes?leadId=7&limit=5'],
])('reading %s uses indexes right after many rows were written, before any ANALYZE', async (_, path) => {
  statements.length = 0
  const { status, json } = await test.call<Quote | Quote[]>('GET', path())
  expect([status, [json].flat().map((it) => it.id)]).toEqual([200, [id]])
  const reads = statements.filter((text) => /FROM (quotes|invoices|customers|es\.events)/.test(text))
  await expectIndexes(reads)
})

it('comparing what was approved with what was invoiced uses indexes', async () => {
  statements.length = 0
  expect((await test.call('GET', `/api/invoices/comparison?quoteId=${id}`)).status).toBe(200)
  await expectIndexes(statements.filter((text) => /FROM (quotes|invoices)/.test(text)))
})

async function expectIndexes(reads: readonly string[]) {
  expect(reads.length).toBeGreaterThan(0)
  for (const text of reads) {
    const client = await test.pool.connect()
    const { rows } = await client.query(`EXPLAIN (GENERIC_PLAN) ${text}`)
    client.release()
    expect(rows.map((row) => row['QUERY PLAN']).join('\n')).not.toMatch(
      /Seq Scan on (quotes|invoices|customers|events)/,
    )
  }
}
