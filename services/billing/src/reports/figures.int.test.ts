import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Invoice, Reports } from '../api.ts'
import { billingSchema, createBilling } from '../service.ts'
import { merged, registered, scheduled, startBillingTest } from '../testing.ts'

const start = () => startBillingTest(billingSchema, createBilling)
let billing: Awaited<ReturnType<typeof start>>
let doors: number
let paint: number

const post = async (when: string, path: string, body: object = {}) => {
  billing.clock.now = new Date(when)
  const { status, json } = await billing.call('POST', path, { body })
  expect(status).toBeLessThan(300)
  return json.id
}
const listed = async (query: string) => (await billing.call<Invoice[]>('GET', `/api/invoices${query}`)).json
const counted = async (query: string) => (await listed(query)).map((it) => [it.id, it.counted])

beforeAll(async () => {
  billing = await start()
  await billing.tell('customer-1', registered(1))
  await billing.tell('customer-2', registered(2, 'Bea', 'Ray'))
  await billing.tell('customer-2', {
    type: 'CustomerDetailsChanged',
    data: { customerId: 2, source: 'referral', changedAt: '2026-01-06T15:00:00.000Z' },
  })
  await billing.tell('appointment-5', scheduled(5, 2, 'Painting & Finishing'))
  await billing.follow()
  const form = { description: 'Doors', amount: '100', tax: '10' }
  doors = await post('2026-01-10T15:00:00Z', '/api/invoices', { customerId: 1, ...form })
  paint = await post('2026-02-01T15:00:00Z', '/api/invoices', {
    ...{ customerId: 2, appointmentId: 5, description: 'Paint', amount: '200' },
    dueDate: '2026-02-15',
  })
  await post('2026-02-02T15:00:00Z', `/api/invoices/${doors}/payments`, { method: 'cash', amount: '60' })
  await post('2026-02-03T15:00:00Z', `/api/invoices/${doors}/payments/1/refund`, { amount: '15.5' })
  await post('2026-03-06T15:00:00Z', `/api/invoices/${paint}/payments`, { method: 'cash', amount: '50' })
  billing.clock.now = new Date('2026-03-20T15:00:00Z')
})
afterAll(() => billing.stop())

it('a figure leads to its invoices, each with its part', async () => {
  expect(await counted('?month=2026-02')).toEqual([[doors, '44.50']])
  expect(await counted('?age=31-60')).toEqual([[paint, '150.00']])
  expect(await counted('?age=61-90')).toEqual([[doors, '65.50']])
  expect(await counted('?age=0-30')).toEqual([])
  expect(await counted('?age=0-30&to=2026-03-10')).toEqual([[paint, '150.00']])
  expect(await counted('?service=Painting+%26+Finishing')).toEqual([[paint, '50.00']])
  expect(await counted('?service=')).toEqual([[doors, '44.50']])
  expect(await counted('?source=referral')).toEqual([[paint, '50.00']])
  expect(await counted('?source=referral&to=2026-02-28')).toEqual([])
  expect(await counted('?source=referral&status=paid')).toEqual([])
  expect(await counted('?month=2026-02&q=DOOR')).toEqual([[doors, '44.50']])
})

it('what was not asked for is in no answer', async () => {
  for (const invoice of await listed('')) expect(invoice).not.toHaveProperty('counted')
})

it('the list of a past day is what was known then', async () => {
  expect(await listed('?asOf=2026-01-31')).toMatchObject([
    { id: doors, status: 'overdue', balance: '110.00' },
  ])
  expect(await listed('?asOf=2026-02-02')).toMatchObject([
    { id: paint, status: 'pending', balance: '200.00' },
    { id: doors, status: 'overdue', balance: '50.00' },
  ])
  await billing.billing.markOverdue(billing.clock.now)
  expect(await listed('?asOf=2026-03-20')).toEqual(await listed(''))
})

it('reports of a past day know nothing of what was said later, and nor do their lists', async () => {
  const then = '?asOf=2026-02-02&from=2026-01-01'
  const { json } = await billing.call<Reports>('GET', `/api/billing/reports${then}`)
  expect(json.revenue).toEqual([{ month: '2026-02', amount: '60.00', invoiceIds: [doors] }])
  expect(await counted(`${then}&month=2026-02`)).toEqual([[doors, '60.00']])
  expect(await counted(`${then}&age=0-30`)).toEqual([
    [paint, '200.00'],
    [doors, '50.00'],
  ])
})

it('revenue follows a customer to the record theirs was merged into', async () => {
  await billing.tell('customer-2', merged(2, 1))
  await billing.follow()
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
  ['?asOf=2027-01-01', 'This day has not come yet.'],
  ['?month=2026-01&from=2026-03-01&to=2026-02-01', 'The first day comes after the last'],
])('%s is refused in words for people', async (query, message) => {
  expect(await billing.call('GET', `/api/invoices${query}`)).toMatchObject({ status: 400, text: message })
})
