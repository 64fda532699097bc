import { startServiceForTest } from '@plumbline/platform/testing'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Invoice, InvoiceDetails, Reports } from '../api.ts'
import { billing } from '../service.ts'
import {
  appointmentScheduled,
  type BillingTest,
  customerMerged,
  customerRegistered,
  markOverdue,
  testOptions,
} from '../testing.ts'

let test: BillingTest
let doors: number
let paint: number

const post = async (when: string, path: string, body: object = {}) => {
  test.clock.now = new Date(when)
  const { status, json } = await test.call<InvoiceDetails>('POST', path, { body })
  expect(status).toBeLessThan(300)
  return json.id
}
const listed = async (query: string) => (await test.call<Invoice[]>('GET', `/api/invoices${query}`)).json
const counted = async (query: string) => (await listed(query)).map((it) => [it.id, it.counted])

beforeAll(async () => {
  test = await startServiceForTest(billing, testOptions)
  await test.appendForeign('customer-1', customerRegistered(1))
  await test.appendForeign('customer-2', customerRegistered(2, 'Bea', 'Ray'))
  await test.appendForeign('customer-2', {
    type: 'CustomerDetailsChanged',
    data: { customerId: 2, source: 'referral', changedAt: '2026-01-06T15:00:00.000Z' },
  })
  await test.appendForeign('appointment-5', appointmentScheduled(5, 2, 'Painting & Finishing'))
  await test.project()
  const form = { description: 'Doors', amount: '100', tax: '10' }
  doors = await post('2026-01-10T15:00:00Z', '/api/invoices', { customerId: 1, ...form })
  paint = await post('2026-02-01T15:00:00Z', '/api/invoices', {
    customerId: 2,
    appointmentId: 5,
    description: 'Paint',
    amount: '200',
    dueDate: '2026-02-15',
  })
  await post('2026-02-02T15:00:00Z', `/api/invoices/${doors}/payments`, { method: 'cash', amount: '60' })
  await post('2026-02-03T15:00:00Z', `/api/invoices/${doors}/payments/1/refund`, { amount: '15.5' })
  await post('2026-03-06T15:00:00Z', `/api/invoices/${paint}/payments`, { method: 'cash', amount: '50' })
  test.clock.now = new Date('2026-03-20T15:00:00Z')
})
afterAll(() => test.stop())

it.each([
  '/api/invoices?month=2026-13',
  '/api/invoices?month=2026-00',
  '/api/invoices?month=2026-02-01',
  '/api/invoices?age=0-30&to=2026-02-30',
  '/api/invoices?month=2026-02&from=0000-01-01',
  '/api/invoices?asOf=2026-13-01',
  '/api/invoices/1?asOf=2026-02-30',
  '/api/billing/reports?from=2026-13-01',
  '/api/billing/reports?to=2026-00-10',
  '/api/billing/reports?asOf=2026-02-30',
  '/api/billing/totals?asOf=2026-13-01',
  '/api/billing/totals?asOf=0000-01-01',
])('a month or a day that no calendar has is refused with a sentence: %s', async (path) => {
  const { status, text } = await test.call('GET', path)
  expect(status).toBe(400)
  expect(text).toMatch(/^Please enter a (month|date)/)
})

it('the list for a figure has its invoices, each with its part', async () => {
  expect(await counted('?month=2026-02')).toEqual([[doors, '44.50']])
  expect(await counted('?age=31-60')).toEqual([[paint, '150.00']])
  expect(await counted('?age=61-90')).toEqual([[doors, '65.50']])
  expect(await counted('?age=0-30')).toEqual([])
  expect(await counted('?age=not-due&to=2026-02-15')).toEqual([[paint, '200.00']])
  expect(await counted('?age=1-30&to=2026-02-16')).toEqual([[paint, '200.00']])
  expect(await counted('?age=not-due&to=2026-02-16')).toEqual([])
  expect(await counted('?age=0-30&to=2026-03-10')).toEqual([[paint, '150.00']])
  expect(await counted('?service=Painting+%26+Finishing')).toEqual([[paint, '50.00']])
  expect(await counted('?service=')).toEqual([[doors, '44.50']])
  expect(await counted('?source=referral')).toEqual([[paint, '50.00']])
  expect(await counted('?source=referral&to=2026-02-28')).toEqual([])
  expect(await counted('?source=referral&status=paid')).toEqual([])
  expect(await counted('?month=2026-02&q=DOOR')).toEqual([[doors, '44.50']])
})

it('lists without a figure have no counted part', async () => {
  for (const invoice of await listed('')) expect(invoice).not.toHaveProperty('counted')
})

it('the list of a past day has the invoices as they were known then', async () => {
  expect(await listed('?asOf=2026-01-31')).toMatchObject([
    { id: doors, status: 'overdue', balance: '110.00' },
  ])
  expect(await listed('?asOf=2026-02-02')).toMatchObject([
    { id: paint, status: 'pending', balance: '200.00' },
    { id: doors, status: 'overdue', balance: '50.00' },
  ])
  await markOverdue(test, test.clock.now)
  expect(await listed('?asOf=2026-03-20')).toEqual(await listed(''))
})

it('reports of a past day and their lists ignore later events', async () => {
  const then = '?asOf=2026-02-02&from=2026-01-01'
  const { json } = await test.call<Reports>('GET', `/api/billing/reports${then}`)
  expect(json.revenue).toEqual([{ month: '2026-02', amount: '60.00', invoiceIds: [doors] }])
  expect(await counted(`${then}&month=2026-02`)).toEqual([[doors, '60.00']])
  expect(await counted(`${then}&age=0-30`)).toEqual([
    [paint, '200.00'],
    [doors, '50.00'],
  ])
})

it('revenue counts for the source of the surviving customer, over a chain of merges', async () => {
  await test.appendForeign('customer-3', customerRegistered(3))
  await test.appendForeign('customer-2', customerMerged(2, 3))
  await test.appendForeign('customer-3', customerMerged(3, 1))
  await test.project()
  expect(await counted('?source=referral')).toEqual([])
  expect(await counted('?source=direct')).toEqual([
    [paint, '50.00'],
    [doors, '44.50'],
  ])
})

it.each([
  ['?month=2026-13', 'Please enter a month'],
  ['?age=old', 'There is no such age'],
  ['?month=2026-01&source=phone', 'Please ask for one figure at a time'],
  ['?month=2026-01&limit=5', 'A figure or a past day is answered whole'],
  ['?asOf=2026-01-01&customerId=1', 'A figure or a past day is answered whole'],
  ['?asOf=2027-01-01', 'Choose today or an earlier date.'],
  ['?month=2026-01&from=2026-03-01&to=2026-02-01', 'The first day comes after the last'],
])('%s is answered with 400 and a readable sentence', async (query, message) => {
  expect(await test.call<InvoiceDetails>('GET', `/api/invoices${query}`)).toMatchObject({
    status: 400,
    text: message,
  })
})
