import { startServiceForTest, testMetadata } from '@plumbline/platform/testing'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { InvoiceDetails, Totals } from '../api.ts'
import { billing } from '../service.ts'
import { type BillingTest, customerRegistered, markOverdue, testOptions } from '../testing.ts'

const setZone = (test: BillingTest, timeZone: string, from: string, changedAt: string) =>
  test.appendForeign('business-1', { type: 'TimeZoneSet', data: { from, timeZone, changedAt } })

async function start() {
  const test = await startServiceForTest(billing, testOptions)
  await test.appendForeign('customer-1', customerRegistered(1))
  await test.project()
  const at = (now: string) => {
    test.clock.now = new Date(now)
  }
  const send = async <T>(method: 'GET' | 'POST', path: string, body?: object) => {
    const { status, json } = await test.call<T>(method, path, body ? { body } : {})
    expect(status).toBeLessThan(300)
    return json
  }
  return { test, at, send }
}
type Started = Awaited<ReturnType<typeof start>>
const form = { customerId: 1, description: 'Doors', amount: '100', tax: '0' }

describe.each([
  // the clocks go forward in the morning, so the day has 23 hours
  ['Pacific/Auckland', '2026-09-26T12:30:00Z', '2026-09-27', '2026-09-27T11:00:00Z'],
  // the clocks go back in the morning, so the day has 25 hours
  ['America/Denver', '2026-11-01T06:30:00Z', '2026-11-01', '2026-11-02T07:00:00Z'],
])('a business in %s', (zone, early, day, midnight) => {
  let started: Started
  let id: number
  beforeAll(async () => {
    started = await start()
    await setZone(started.test, zone, '2026-01-01', '2026-01-01T12:00:00.000Z')
  })
  afterAll(() => started.test.stop())

  it(`issues at ${early} an invoice of ${day} that is due on that day`, async () => {
    started.at(early)
    const invoice = await started.send<InvoiceDetails>('POST', '/api/invoices', form)
    expect(invoice).toMatchObject({ issueDate: day, dueDate: day, status: 'pending' })
    id = invoice.id
  })

  it('takes a payment of that day until its midnight', async () => {
    started.at(new Date(Date.parse(midnight) - 1).toISOString())
    await started.send('POST', `/api/invoices/${id}/payments`, { method: 'cash', amount: '10' })
    expect((await started.send<InvoiceDetails>('GET', `/api/invoices/${id}`)).payments[0]?.date).toBe(day)
    started.at(midnight)
    await started.send('POST', `/api/invoices/${id}/payments`, { method: 'cash', amount: '20' })
    const { payments } = await started.send<InvoiceDetails>('GET', `/api/invoices/${id}?asOf=${day}`)
    expect(payments.map(({ amount }) => amount)).toEqual(['10.00'])
    expect(await started.send<Totals>('GET', `/api/billing/totals?asOf=${day}`)).toMatchObject({
      paid: '10.00',
    })
    expect(await started.send<Totals>('GET', '/api/billing/totals')).toMatchObject({ paid: '30.00' })
  })

  it('has an overdue invoice at that midnight, and not a second before', async () => {
    const other = await started.test.commands.draftInvoice(
      { metadata: testMetadata, now: new Date(early) },
      {
        customerId: 1,
        description: 'Doors',
        lines: [{ description: 'Doors', amountCents: 100, taxCents: 0 }],
      },
    )
    await started.test.commands.issueInvoice({ metadata: testMetadata, now: new Date(early) }, other)
    const second = 1_000
    expect(await markOverdue(started.test, new Date(Date.parse(midnight) - second))).toBe(0)
    expect(await markOverdue(started.test, new Date(midnight))).toBe(1)
  })
})

it('a report of a past day is the same after the time zone was changed', async () => {
  const { test, at, send } = await start()
  try {
    await setZone(test, 'Pacific/Auckland', '2026-01-01', '2026-01-01T12:00:00.000Z')
    at('2026-05-30T00:00:00Z')
    const { id } = await send<InvoiceDetails>('POST', '/api/invoices', form)
    // in the first hour of June in Auckland it is still May in New York
    at('2026-05-31T12:30:00Z')
    await send('POST', `/api/invoices/${id}/payments`, { method: 'cash', amount: '40' })
    at('2026-07-01T12:00:00Z')
    const reports = () =>
      Promise.all(
        ['2026-05-31', '2026-06-01'].flatMap((day) => [
          send<Totals>('GET', `/api/billing/totals?asOf=${day}`),
          send<object>('GET', `/api/billing/reports?asOf=${day}&from=2026-01-01&to=2026-06-30`),
          send<object>('GET', `/api/billing/payments/totals?asOf=${day}&from=2026-01-01&to=2026-06-30`),
        ]),
      )
    const before = await reports()
    expect(before[0]).toMatchObject({ paid: '0.00' })
    expect(before[3]).toMatchObject({ paid: '40.00' })
    await setZone(test, 'America/New_York', '2026-07-01', '2026-07-01T12:00:00.000Z')
    at('2026-07-03T12:00:00Z')
    expect(await reports()).toEqual(before)
  } finally {
    await test.stop()
  }
})
