import { startServiceForTest, statementsOf } from '@plumbline/platform/testing'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import type { InvoiceCounts, InvoiceDetails, UninvoicedAppointment } from '../api.ts'
import { billing } from '../service.ts'
import {
  appointmentCompleted,
  appointmentScheduled,
  type BillingTest,
  customerMerged,
  customerRegistered,
  markOverdue,
  testOptions,
} from '../testing.ts'

let test: BillingTest
let statements: string[]

beforeAll(async () => {
  test = await startServiceForTest(billing, testOptions)
  statements = statementsOf(test.pool)
  for (const id of [1, 2]) await test.appendForeign(`customer-${id}`, customerRegistered(id, `Ann ${id}`))
  await test.project()
})
afterAll(() => test.stop())
beforeEach(() => {
  test.clock.now = new Date('2026-11-21T15:00:00Z')
})

const post = async (path: string, body: object = {}) =>
  (await test.call<InvoiceDetails>('POST', path, { body })).json
const create = (more: object = {}) =>
  post('/api/invoices', { customerId: 1, description: 'Doors', amount: '100', ...more })
const counts = async () => (await test.call<InvoiceCounts>('GET', '/api/invoices/counts')).json
const uninvoiced = async () =>
  (await test.call<UninvoicedAppointment[]>('GET', '/api/invoices/uninvoiced')).json
const append = async (id: number, ...events: { type: string; data: object }[]) => {
  for (const event of events) await test.appendForeign(`appointment-${id}`, event)
  await test.project()
}

it('without invoices everything is zero, with two decimals', async () => {
  const none = { count: 0, amount: '0.00' }
  expect(await counts()).toEqual({
    outstanding: none,
    overdue: none,
    drafts: { count: 0 },
    void: { count: 0 },
    uninvoiced: { count: 0 },
  })
  expect(await uninvoiced()).toEqual([])
})

it('pending and overdue invoices are outstanding with their balance; drafts and void ones are counted apart', async () => {
  const late = await create({ dueDate: '2026-11-10' })
  await create({ amount: '50.5', tax: '1.01' })
  await create({ status: 'draft' })
  await post(`/api/invoices/${(await create()).id}/payments`, { method: 'cash' })
  await post(`/api/invoices/${(await create()).id}/void`)
  await post(`/api/invoices/${late.id}/payments`, { method: 'cash', amount: '0.01' })
  await markOverdue(test)
  expect(await counts()).toEqual({
    outstanding: { count: 2, amount: '151.50' },
    overdue: { count: 1, amount: '99.99' },
    drafts: { count: 1 },
    void: { count: 1 },
    uninvoiced: { count: 0 },
  })
  const { json: totals } = await test.call<object>('GET', '/api/billing/totals')
  expect(totals).toMatchObject({ outstanding: '151.50', overdue: '99.99' })
})

it('a completed appointment is to be invoiced until it has an invoice that is not void', async () => {
  await append(5, appointmentScheduled(5, 1))
  expect(await uninvoiced()).toEqual([])
  await append(5, appointmentCompleted(5, '2026-11-20T18:00:00.000Z'))
  const job = {
    id: 5,
    title: 'General Repairs',
    customerId: 1,
    customerName: 'Ann 1 Lee',
    completedAt: '2026-11-20T18:00:00.000Z',
    price: '75.00',
  }
  expect([await uninvoiced(), (await counts()).uninvoiced.count]).toEqual([[job], 1])
  const { id } = await create({ appointmentId: 5, status: 'draft' })
  expect([await uninvoiced(), (await counts()).uninvoiced.count]).toEqual([[], 0])
  await post(`/api/invoices/${id}/void`)
  expect(await uninvoiced()).toEqual([job])
})

it('it shows the actual price and the surviving customer, the last completed first', async () => {
  const repriced = { appointmentId: 6, actualCents: 15_050, changedAt: '2026-11-21T12:00:00.000Z' }
  await append(
    6,
    appointmentScheduled(6, 2, 'Lawn Care & Irrigation'),
    appointmentCompleted(6, '2026-11-21T12:00:00.000Z'),
    { type: 'AppointmentRepriced', data: repriced },
  )
  await test.appendForeign('customer-2', customerMerged(2, 1))
  await test.project()
  expect(await uninvoiced()).toMatchObject([
    { id: 6, price: '150.50', customerId: 1, customerName: 'Ann 1 Lee' },
    { id: 5 },
  ])
})

it.each([
  ['reopened', 'AppointmentReopened', 'reopenedAt'],
  ['started again', 'AppointmentStarted', 'startedAt'],
  ['cancelled', 'AppointmentCancelled', 'cancelledAt'],
  ['deleted', 'AppointmentDeleted', 'deletedAt'],
])('an appointment that is %s is not to be invoiced', async (_, type, time) => {
  const before = (await counts()).uninvoiced.count
  const id = 100 + type.length
  await append(id, appointmentScheduled(id, 1), appointmentCompleted(id))
  expect((await counts()).uninvoiced.count).toBe(before + 1)
  const startsAt = '2026-11-20T15:00:00.000Z'
  const data = { appointmentId: id, customerId: 1, startsAt, notify: false, [time]: startsAt }
  await append(id, { type, data })
  expect((await counts()).uninvoiced.count).toBe(before)
})

type PlanNode = {
  'Actual Rows': number
  'Actual Loops': number
  'Rows Removed by Filter'?: number
  Plans?: PlanNode[]
}

/** How many rows the scans of a plan read, each of them. */
const rowsRead = ({ Plans = [], ...node }: PlanNode): number[] =>
  Plans.length > 0
    ? Plans.flatMap(rowsRead)
    : [(node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0)) * node['Actual Loops']]

it('counts and the jobs to invoice are one statement each that reads no row once per job, with statistics or without', async () => {
  const invoiceCount = 40_000
  await test.owner.query(`
    ALTER TABLE invoices SET (autovacuum_enabled = off);
    ALTER TABLE customers SET (autovacuum_enabled = off);
    ALTER TABLE appointments SET (autovacuum_enabled = off);
    INSERT INTO billing.customers (id, first_name, last_name, name, search_text, tag, source)
      SELECT i, 'Ann', 'Lee', 'Ann Lee', 'ann lee', 'abcd0123', 'direct' FROM generate_series(1001, 11000) i;
    INSERT INTO billing.appointments (id, customer_id, title, completed_at, deleted)
      SELECT i, i, 'Painting', now() - i * interval '1 minute', false FROM generate_series(1001, 11000) i;
    INSERT INTO billing.invoices (id, customer_id, appointment_id, description, amount, tax, total_amount, paid_amount, balance, status, due_date, created_at, updated_at, searched, version)
      SELECT i, 1, i, 'Doors', 10, 0, 10, 10, 0, 'paid', '2026-01-10', now(), now(), 'doors', 2 FROM generate_series(1001, ${1000 + invoiceCount}) i`)
  for (const prepare of ['', 'VACUUM ANALYZE'])
    for (const path of ['/api/invoices/counts', '/api/invoices/uninvoiced']) {
      await test.owner.query(prepare)
      statements.length = 0
      expect((await test.call('GET', path)).status).toBe(200)
      const reads = statements.filter((text) => /FROM (invoices|appointments)/.test(text))
      expect(reads).toHaveLength(1)
      const { rows } = await test.pool.query(`EXPLAIN (ANALYZE, FORMAT JSON) ${reads[0]}`)
      const [{ Plan: plan }] = rows[0]['QUERY PLAN'] as [{ Plan: PlanNode }]
      expect(Math.max(...rowsRead(plan)), JSON.stringify(plan)).toBeLessThan(invoiceCount + 1_000)
    }
})
