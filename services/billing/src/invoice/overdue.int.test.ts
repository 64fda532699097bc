import { run, sql } from '@plumbline/platform/db'
import { createTimers } from '@plumbline/platform/jobs'
import { testKeyring } from '@plumbline/platform/testing'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Invoice } from '../api.ts'
import { billingSchema, createBilling, startBilling } from '../service.ts'
import { business, metadata, registered, startBillingTest } from '../testing.ts'

const start = () => startBillingTest(billingSchema, createBilling)
let billing: Awaited<ReturnType<typeof start>>
beforeAll(async () => {
  billing = await start()
  await billing.tell('customer-1', registered(1))
  await billing.follow()
})
afterAll(() => billing.stop())

const noon = new Date('2026-11-21T17:00:00Z')
const owe = async (dueOn: string) => {
  const lines = [{ description: 'Doors', amountCents: 1_000, taxCents: 0 }]
  const { draftInvoice, issueInvoice } = billing.billing
  const id = await draftInvoice({ customerId: 1, description: 'Doors', lines, dueOn }, metadata, noon)
  await issueInvoice(id, metadata, noon)
  return id
}
const statusOf = async (id: number) => (await billing.call('GET', `/api/invoices/${id}`)).json.status
const marks = () =>
  run<{ id: number }>(
    billing.owner,
    sql`SELECT (data->>'invoiceId')::int AS id FROM es.events WHERE type = 'InvoiceOverdue' ORDER BY position`,
  )

it('an invoice is overdue when its day has ended in New York, and not a second before', async () => {
  const id = await owe('2026-11-21')
  expect(await billing.billing.markOverdue(new Date('2026-11-22T04:59:59Z'))).toBe(0)
  expect(await statusOf(id)).toBe('pending')
  expect(await billing.billing.markOverdue(new Date('2026-11-22T05:00:00Z'))).toBe(1)
  expect(await statusOf(id)).toBe('overdue')
  expect((await billing.call<Invoice[]>('GET', '/api/invoices?status=overdue')).json).toMatchObject([{ id }])
})

it('the day is New York’s in summer too', async () => {
  await owe('2027-07-04')
  expect(await billing.billing.markOverdue(new Date('2027-07-05T03:59:59Z'))).toBe(0)
  expect(await billing.billing.markOverdue(new Date('2027-07-05T04:00:00Z'))).toBe(1)
})

it('what fell due while nobody looked is found later, once, by however many look', async () => {
  const before = (await marks()).length
  const ids = [await owe('2027-08-01'), await owe('2027-08-02'), await owe('2027-08-03')]
  const paid = await owe('2027-08-02')
  await billing.billing.recordPayment(paid, { method: 'cash' }, metadata, noon)
  const later = new Date('2027-08-20T12:00:00Z')
  await Promise.all(Array.from({ length: 4 }, () => billing.billing.markOverdue(later)))
  expect((await marks()).slice(before).map(({ id }) => id)).toEqual(ids)
  expect(await statusOf(paid)).toBe('paid')
})

it('the worker’s clock finds it by itself', async () => {
  const { owner, pool, notifier, database } = billing
  const id = await owe('2027-09-01')
  const timers = await createTimers({ pool: owner, log: database.log, timers: [], install: true })
  const clock = () => new Date('2027-09-02T04:00:30Z')
  await startBilling({ pool, notifier, business, keyring: testKeyring, timers, clock })
  // the next full minute is long in a test
  await timers.set(owner, { name: 'markOverdue' }, 'now', new Date(), {})
  await expect.poll(() => statusOf(id), { timeout: 8_000 }).toBe('overdue')
  await timers.stop()
})
