import { run, sql } from '@plumbline/platform/db'
import { createTimers } from '@plumbline/platform/jobs'
import { setTimer, startServiceForTest, testMetadata } from '@plumbline/platform/testing'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Invoice, InvoiceDetails } from '../api.ts'
import { billing } from '../service.ts'
import { type BillingTest, customerRegistered, markOverdue, testOptions } from '../testing.ts'

let test: BillingTest
beforeAll(async () => {
  test = await startServiceForTest(billing, testOptions)
  await test.appendForeign('customer-1', customerRegistered(1))
  await test.project()
})
afterAll(() => test.stop())

const noon = new Date('2026-11-21T17:00:00Z')
const issue = async (dueOn: string) => {
  const lines = [{ description: 'Doors', amountCents: 1_000, taxCents: 0 }]
  const { draftInvoice, issueInvoice } = test.commands
  const origin = { metadata: testMetadata, now: noon }
  const id = await draftInvoice(origin, { customerId: 1, description: 'Doors', lines, dueOn })
  await issueInvoice(origin, id)
  return id
}
const statusOf = async (id: number) =>
  (await test.call<InvoiceDetails>('GET', `/api/invoices/${id}`)).json.status
const overdueEvents = () =>
  run<{ id: number }>(
    test.owner,
    sql`SELECT (data->>'invoiceId')::int AS id FROM es.events WHERE type = 'InvoiceOverdue' ORDER BY position`,
  )

it('an invoice becomes overdue when its due day has ended in New York, and not a second before', async () => {
  const id = await issue('2026-11-21')
  expect(await markOverdue(test, new Date('2026-11-22T04:59:59Z'))).toBe(0)
  expect(await statusOf(id)).toBe('pending')
  expect(await markOverdue(test, new Date('2026-11-22T05:00:00Z'))).toBe(1)
  expect(await statusOf(id)).toBe('overdue')
  expect((await test.call<Invoice[]>('GET', '/api/invoices?status=overdue')).json).toMatchObject([{ id }])
})

it('the due day ends by New York time in summer too', async () => {
  await issue('2027-07-04')
  expect(await markOverdue(test, new Date('2027-07-05T03:59:59Z'))).toBe(0)
  expect(await markOverdue(test, new Date('2027-07-05T04:00:00Z'))).toBe(1)
})

it('invoices that became due while the timer was stopped are marked once by concurrent runs', async () => {
  const before = (await overdueEvents()).length
  const ids = [await issue('2027-08-01'), await issue('2027-08-02'), await issue('2027-08-03')]
  const paid = await issue('2027-08-02')
  await test.commands.recordPayment({ metadata: testMetadata, now: noon }, paid, { method: 'cash' })
  const later = new Date('2027-08-20T12:00:00Z')
  await Promise.all(Array.from({ length: 4 }, () => markOverdue(test, later)))
  expect((await overdueEvents()).slice(before).map(({ id }) => id)).toEqual(ids)
  expect(await statusOf(paid)).toBe('paid')
})

it('the timer of the worker marks an overdue invoice', async () => {
  const id = await issue('2027-09-01')
  const timers = await createTimers({ pool: test.owner, log: test.log, install: true })
  const clock = () => new Date('2027-09-02T04:00:30Z')
  const worker = await billing.startWorker({
    ...test,
    timers,
    backing: { kind: 'postgres', pool: test.owner },
    clock,
  })
  // starts the timer now instead of at the next full minute; the worker looks for it every ten seconds
  await setTimer(test.owner, 'markOverdue', new Date())
  await expect.poll(() => statusOf(id), { timeout: 20_000 }).toBe('overdue')
  await worker.stop()
  await timers.stop()
})
