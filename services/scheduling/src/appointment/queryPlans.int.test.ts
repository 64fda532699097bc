import { startServiceForTest, statementsOf } from '@plumbline/platform/testing'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Appointment } from '../api.ts'
import { scheduling } from '../service.ts'
import { addCustomer, addMember, type SchedulingTest, schedule, testOptions } from '../testing.ts'

let test: SchedulingTest
let statements: string[]
let customerId: number
let id: number

beforeAll(async () => {
  test = await startServiceForTest(scheduling, testOptions)
  statements = statementsOf(test.pool)
  customerId = await addCustomer(test)
  await addMember(test, 7)
  id = (await schedule(test, { customerId, scheduledDate: '2026-11-23T14:00:00.000Z', assigneeIds: [7] })).id
  // the planner has no statistics of these rows
  await test.owner.query(`
    ALTER TABLE customers SET (autovacuum_enabled = off);
    ALTER TABLE appointments SET (autovacuum_enabled = off);
    INSERT INTO scheduling.customers (id, first_name, last_name, name, search_text, email, phone, tag)
      SELECT i, 'Ann', 'Lee', 'Ann Lee', 'ann lee', 'ann@example.test', '9195550101', 'abcd0123' FROM generate_series(1001, 21000) i;
    INSERT INTO scheduling.appointments (id, customer_id, title, starts_at, ends_at, duration_minutes, arrival_window_minutes, anytime, status, assignee_ids, created_at, updated_at, searched, version)
      SELECT i, 1001 + i % 20000, 'Painting', at, at + interval '1 hour', 60, 0, false, 'scheduled', to_jsonb(ARRAY[i % 5]), now(), now(), 'painting', 1
      FROM generate_series(1001, 41000) i, LATERAL (SELECT timestamptz '2024-01-01 14:00Z' + i % 700 * interval '1 day' AS at) day`)
})
afterAll(() => test.stop())

it.each([
  ['an appointment', () => `/api/appointments/${id}`],
  ['the appointments of a day', () => '/api/appointments?from=2026-11-23&to=2026-11-23'],
  ['the appointments of six weeks', () => '/api/appointments?from=2026-11-01&to=2026-12-12'],
  ['a page of appointments', () => '/api/appointments?from=2026-11-01&limit=5'],
  ['the appointments of a customer', () => `/api/customers/${customerId}/appointments`],
  ['the appointments of a member', () => '/api/appointments?from=2026-11-01&to=2026-12-12&assignee=7'],
  ['what is to come for a member', () => '/api/appointments?period=upcoming&assignee=7'],
])('reading %s uses indexes right after many rows were written, before any ANALYZE', async (_, path) => {
  statements.length = 0
  const { status, json } = await test.call<Appointment | Appointment[]>('GET', path())
  expect([status, [json].flat().map((it) => it.id)]).toEqual([200, [id]])
  const reads = statements.filter((text) => /FROM (appointments|customers)/.test(text))
  expect(reads.length).toBeGreaterThan(0)
  for (const text of reads) {
    const client = await test.pool.connect()
    const { rows } = await client.query(`EXPLAIN (GENERIC_PLAN) ${text}`)
    client.release()
    expect(rows.map((row) => row['QUERY PLAN']).join('\n')).not.toMatch(
      /Seq Scan on (appointments|customers)/,
    )
  }
})

it('the appointments of a year join all customers at once', async () => {
  await test.owner.query('ANALYZE customers; ANALYZE appointments')
  statements.length = 0
  await test.call('GET', '/api/appointments?from=2024-01-01&to=2024-12-31')
  const text = statements.find((it) => /FROM appointments/.test(it)) ?? ''
  const days = ['2024-01-01', '2025-01-01']
  const { rows } = await test.pool.query(`EXPLAIN ${text}`, days)
  const plan = rows.map((row) => row['QUERY PLAN']).join('\n')
  expect(plan).toMatch(/Hash .*Join/)
  expect(plan).not.toMatch(/Index Scan using customers_pkey/)
})
