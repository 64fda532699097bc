import { statementsOf } from '@plumbline/platform/testing'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Invoice } from '../api.ts'
import { billingSchema, createBilling } from '../service.ts'
import { merged, registered, startBillingTest } from '../testing.ts'

const start = () => startBillingTest(billingSchema, createBilling)
let billing: Awaited<ReturnType<typeof start>>
let statements: string[]
let id: number

beforeAll(async () => {
  billing = await start()
  statements = statementsOf(billing.pool)
  for (const customer of [1, 2, 3]) await billing.tell(`customer-${customer}`, registered(customer))
  await billing.tell('customer-1', merged(1, 2))
  await billing.tell('customer-2', merged(2, 3))
  await billing.follow()
  const body = { customerId: 3, description: 'Doors', amount: '10' }
  id = (await billing.call('POST', '/api/invoices', { body })).json.id
  // the planner has statistics of none of these rows
  await billing.owner.query(`
    ALTER TABLE billing.customers SET (autovacuum_enabled = off);
    ALTER TABLE billing.invoices SET (autovacuum_enabled = off);
    INSERT INTO billing.customers (id, first_name, last_name, source, merged_into, removed, version)
      SELECT i, 'Ann', 'Lee', 'direct', CASE WHEN i % 50 = 0 THEN i + 1 END, false, 1 FROM generate_series(1001, 21000) i;
    INSERT INTO billing.invoices (id, customer_id, description, amount, tax, total_amount, paid_amount, balance, status, due_date, created_at, updated_at, searched, version)
      SELECT i, 1001 + i % 20000, 'Doors', 10, 0, 10, 0, 10, 'pending', '2026-01-10', now(), now(), 'doors', 2 FROM generate_series(1001, 41000) i`)
})
afterAll(() => billing.stop())

it.each([
  ['an invoice', () => `/api/invoices/${id}`],
  ['the invoices of a customer', () => '/api/customers/1/invoices'],
  ['a page of the invoices of a customer', () => '/api/invoices?customerId=3&limit=5'],
])('reading %s uses indexes right after many rows were written, before any ANALYZE', async (_, path) => {
  statements.length = 0
  const { status, json } = await billing.call<Invoice | Invoice[]>('GET', path())
  expect([status, [json].flat().map((it) => it.id)]).toEqual([200, [id]])
  const reads = statements.filter((text) => /FROM (invoices|customers|es\.events)/.test(text))
  expect(reads.length).toBeGreaterThan(0)
  for (const text of reads) {
    const client = await billing.pool.connect()
    const { rows } = await client.query(`EXPLAIN (GENERIC_PLAN) ${text}`)
    client.release()
    expect(rows.map((row) => row['QUERY PLAN']).join('\n')).not.toMatch(
      /Seq Scan on (invoices|customers|events)/,
    )
  }
})
