import { startServiceForTest, statementsOf } from '@plumbline/platform/testing'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Invoice, InvoiceDetails } from '../api.ts'
import { billing } from '../service.ts'
import { type BillingTest, customerMerged, customerRegistered, testOptions } from '../testing.ts'

let test: BillingTest
let statements: string[]
let id: number

beforeAll(async () => {
  test = await startServiceForTest(billing, testOptions)
  statements = statementsOf(test.pool)
  for (const customer of [1, 2, 3])
    await test.appendForeign(`customer-${customer}`, customerRegistered(customer))
  await test.appendForeign('customer-1', customerMerged(1, 2))
  await test.appendForeign('customer-2', customerMerged(2, 3))
  await test.project()
  const body = { customerId: 3, description: 'Doors', amount: '10' }
  id = (await test.call<InvoiceDetails>('POST', '/api/invoices', { body })).json.id
  // the planner has no statistics of these rows
  await test.owner.query(`
    ALTER TABLE customers SET (autovacuum_enabled = off);
    ALTER TABLE invoices SET (autovacuum_enabled = off);
    INSERT INTO billing.customers (id, first_name, last_name, name, search_text, merged_into, tag, source)
      SELECT i, 'Ann', 'Lee', 'Ann Lee', 'ann lee', CASE WHEN i % 50 = 0 THEN i + 1 END, 'abcd0123', 'direct' FROM generate_series(1001, 21000) i;
    INSERT INTO billing.invoices (id, customer_id, description, amount, tax, total_amount, paid_amount, balance, status, due_date, created_at, updated_at, searched, version)
      SELECT i, 1001 + i % 20000, 'Doors', 10, 0, 10, 0, 10, 'pending', '2026-01-10', now(), now(), 'doors', 2 FROM generate_series(1001, 41000) i`)
})
afterAll(() => test.stop())

it.each([
  ['an invoice', () => `/api/invoices/${id}`],
  ['the invoices of a customer', () => '/api/customers/1/invoices'],
  ['a page of the invoices of a customer', () => '/api/invoices?customerId=3&limit=5'],
])('reading %s uses indexes right after many rows were written, before any ANALYZE', async (_, path) => {
  statements.length = 0
  const { status, json } = await test.call<Invoice | Invoice[]>('GET', path())
  expect([status, [json].flat().map((it) => it.id)]).toEqual([200, [id]])
  const reads = statements.filter((text) => /FROM (invoices|customers|es\.events)/.test(text))
  expect(reads.length).toBeGreaterThan(0)
  for (const text of reads) {
    const client = await test.pool.connect()
    const { rows } = await client.query(`EXPLAIN (GENERIC_PLAN) ${text}`)
    client.release()
    expect(rows.map((row) => row['QUERY PLAN']).join('\n')).not.toMatch(
      /Seq Scan on (invoices|customers|events)/,
    )
  }
})
