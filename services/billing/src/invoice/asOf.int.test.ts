import { startServiceForTest } from '@plumbline/platform/testing'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { InvoiceDetails, Reports, Totals } from '../api.ts'
import { billing } from '../service.ts'
import {
  appointmentScheduled,
  type BillingTest,
  customerRegistered,
  markOverdue,
  testOptions,
} from '../testing.ts'

let test: BillingTest

const post = async (when: string, path: string, body: object = {}) => {
  test.clock.now = new Date(when)
  const { status, json } = await test.call<InvoiceDetails>('POST', path, { body })
  expect(status).toBeLessThan(300)
  return json.id
}
const asOf = async (id: number, day: string) =>
  (await test.call<InvoiceDetails>('GET', `/api/invoices/${id}?asOf=${day}`)).json
const totals = async (day = '') =>
  (await test.call<Totals>('GET', `/api/billing/totals${day && `?asOf=${day}`}`)).json
const reports = async (query = '') => (await test.call<Reports>('GET', `/api/billing/reports${query}`)).json

let doors: number
let paint: number
let draft: number

beforeAll(async () => {
  test = await startServiceForTest(billing, testOptions)
  await test.appendForeign('customer-1', customerRegistered(1))
  await test.appendForeign('appointment-5', appointmentScheduled(5, 1, 'Painting & Finishing'))
  await test.project()
  const form = { customerId: 1, description: 'Doors', amount: '100', tax: '10' }
  doors = await post('2026-01-10T15:00:00Z', '/api/invoices', form)
  paint = await post('2026-02-01T15:00:00Z', '/api/invoices', {
    ...form,
    description: 'Paint',
    amount: '200',
    tax: '0',
    appointmentId: 5,
    dueDate: '2026-02-15',
  })
  // half an hour before and after the end of January in New York
  await post('2026-02-01T04:30:00Z', `/api/invoices/${doors}/payments`, { method: 'cash', amount: '60' })
  await post('2026-02-01T05:30:00Z', `/api/invoices/${doors}/payments`, { method: 'zelle' })
  await post('2026-03-05T15:00:00Z', `/api/invoices/${doors}/payments/2/refund`, { amount: '20' })
  await post('2026-03-06T15:00:00Z', `/api/invoices/${paint}/payments`, { method: 'cash', amount: '50' })
  draft = await post('2026-03-07T15:00:00Z', '/api/invoices', { ...form, status: 'draft' })
  const gone = await post('2026-03-07T15:00:00Z', '/api/invoices', form)
  await post('2026-03-08T15:00:00Z', `/api/invoices/${gone}/void`)
  test.clock.now = new Date('2026-05-20T15:00:00Z')
  await markOverdue(test, test.clock.now)
})
afterAll(() => test.stop())

it('an invoice is answered as it was when a day ended in New York', async () => {
  expect((await test.call<InvoiceDetails>('GET', `/api/invoices/${doors}?asOf=2026-01-09`)).status).toBe(404)
  expect(await asOf(doors, '2026-01-10')).toMatchObject({
    status: 'pending',
    balance: '110.00',
    payments: [],
  })
  expect(await asOf(doors, '2026-01-11')).toMatchObject({ status: 'overdue', balance: '110.00' })
  expect(await asOf(doors, '2026-01-31')).toMatchObject({ balance: '50.00', payments: [{ amount: '60.00' }] })
  expect(await asOf(doors, '2026-02-01')).toMatchObject({ status: 'paid', balance: '0.00' })
  expect(await asOf(doors, '2026-03-05')).toMatchObject({ status: 'overdue', balance: '20.00' })
  const { json } = await test.call<InvoiceDetails>('GET', `/api/invoices/${doors}`)
  expect(await asOf(doors, '2026-05-20')).toEqual(json)
})

it('totals of a past day count what was known then, without drafts and void invoices', async () => {
  const total = (day: string, invoiced: string, paid: string, outstanding: string, overdue: string) => ({
    asOf: day,
    invoiced,
    paid,
    outstanding,
    overdue,
  })
  expect(await totals('2026-01-09')).toEqual(total('2026-01-09', '0.00', '0.00', '0.00', '0.00'))
  expect(await totals('2026-01-31')).toEqual(total('2026-01-31', '110.00', '60.00', '50.00', '50.00'))
  expect(await totals('2026-02-15')).toEqual(total('2026-02-15', '310.00', '110.00', '200.00', '0.00'))
  expect(await totals('2026-03-07')).toEqual(total('2026-03-07', '420.00', '140.00', '280.00', '170.00'))
  expect(await totals()).toEqual(total('2026-05-20', '310.00', '140.00', '170.00', '170.00'))
})

it.each(['2026-05-21', '2026-02-30', 'soon', '0001-01-01'])(
  'a day that is invalid or in the future is answered with 400: %s',
  async (day) => {
    expect((await test.call<InvoiceDetails>('GET', `/api/billing/totals?asOf=${day}`)).status).toBe(400)
    expect((await test.call<InvoiceDetails>('GET', `/api/invoices/${doors}?asOf=${day}`)).status).toBe(400)
  },
)

it('reports have revenue and receivables with the invoices of each figure', async () => {
  expect(await reports()).toEqual({
    from: '2025-06-01',
    to: '2026-05-20',
    revenue: [
      { month: '2026-01', amount: '60.00', invoiceIds: [doors] },
      { month: '2026-02', amount: '50.00', invoiceIds: [doors] },
      { month: '2026-03', amount: '30.00', invoiceIds: [doors, paint] },
    ],
    unpaid: [
      { age: 'not-due', amount: '0.00', invoiceIds: [] },
      { age: '1-30', amount: '0.00', invoiceIds: [] },
      { age: '31-60', amount: '0.00', invoiceIds: [] },
      { age: '61-90', amount: '0.00', invoiceIds: [] },
      { age: '90+', amount: '170.00', invoiceIds: [doors, paint] },
    ],
    receivables: [
      { age: '0-30', amount: '0.00', invoiceIds: [] },
      { age: '31-60', amount: '0.00', invoiceIds: [] },
      { age: '61-90', amount: '0.00', invoiceIds: [] },
      { age: '90+', amount: '170.00', invoiceIds: [doors, paint] },
    ],
    services: [
      { serviceType: null, amount: '90.00', invoiceIds: [doors] },
      { serviceType: 'Painting & Finishing', amount: '50.00', invoiceIds: [paint] },
    ],
    sources: [{ source: 'direct', amount: '140.00', invoiceIds: [doors, paint] }],
  })
})

it('reports contain only the days of the query', async () => {
  const february = await reports('?from=2026-02-01&to=2026-02-28')
  expect(february.revenue).toEqual([{ month: '2026-02', amount: '50.00', invoiceIds: [doors] }])
  expect(february.receivables[0]).toEqual({ age: '0-30', amount: '200.00', invoiceIds: [paint] })
  const march = await reports('?from=2026-03-01&to=2026-03-31')
  expect(march.receivables.map(({ amount }) => amount)).toEqual(['0.00', '150.00', '20.00', '0.00'])
  expect(
    (await test.call<InvoiceDetails>('GET', '/api/billing/reports?from=2026-03-02&to=2026-03-01')).status,
  ).toBe(400)
})

it('a draft is in no figure of the reports', async () => {
  const all = await reports()
  const ids = [...all.revenue, ...all.receivables, ...all.services].flatMap(({ invoiceIds }) => invoiceIds)
  expect(ids).not.toContain(draft)
})
