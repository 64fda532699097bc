import { run, sql } from '@plumbline/platform/db'
import { centsOf, dollars, moneyText } from '@plumbline/platform/money'
import { startServiceForTest } from '@plumbline/platform/testing'
import { dayIn, defaultTimeZone } from '@plumbline/platform/time'
import fc from 'fast-check'
import { extractText, getDocumentProxy } from 'unpdf'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Invoice, InvoiceDetails, Reports, Totals } from '../api.ts'
import { billing } from '../service.ts'
import { type BillingTest, customerRegistered, markOverdue, testOptions } from '../testing.ts'
import { readInvoiceEvents } from './asOf.ts'

let test: BillingTest
beforeAll(async () => {
  test = await startServiceForTest(billing, testOptions)
})
afterAll(() => test.stop())

const hourMs = 3_600_000
const sum = <T>(items: readonly T[], of: (item: T) => string) =>
  items.reduce((total, item) => total + centsOf(of(item)), 0)

const which = fc.nat({ max: 4 })
const money = fc.integer({ min: 1, max: 400 }).map(moneyText)
const maybe = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: undefined })
const dueDate = maybe(fc.integer({ min: 1, max: 28 }).map((n) => `2026-12-${String(n).padStart(2, '0')}`))
type Step =
  | { create: { status: 'draft' | 'pending'; amount: string; tax: string; dueDate?: string } }
  | { to: number; method: 'POST' | 'PATCH'; path: string; body: object }
  | { hours: number }

const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({
    create: fc.record({
      status: fc.constantFrom('draft' as const, 'pending' as const),
      amount: money,
      tax: money,
      dueDate,
    }),
  }),
  fc.record({
    to: which,
    method: fc.constant('POST' as const),
    path: fc.constant('/payments'),
    body: fc.record({ method: fc.constantFrom('cash', 'zelle'), amount: maybe(money) }),
  }),
  fc.record({
    to: which,
    method: fc.constant('POST' as const),
    path: fc.constantFrom('/payments/1/refund', '/payments/2/refund'),
    body: fc.record({ amount: maybe(money) }),
  }),
  fc.record({
    to: which,
    method: fc.constant('POST' as const),
    path: fc.constantFrom('/issue', '/void', '/issue'),
    body: fc.constant({}),
  }),
  fc.record({
    to: which,
    method: fc.constant('PATCH' as const),
    path: fc.constant(''),
    body: fc.record({ amount: maybe(money), tax: maybe(money), dueDate }),
  }),
  fc.record({
    to: which,
    method: fc.constant('POST' as const),
    path: fc.constantFrom('/reminders', '/send'),
    body: fc.constant({ channel: 'sms' }),
  }),
  fc.record({ hours: fc.integer({ min: 1, max: 200 }) }),
)

async function perform(customerId: number, ids: number[], steps: readonly Step[]): Promise<void> {
  await Promise.all(
    steps.map(async (it) => {
      if ('hours' in it) {
        test.clock.now = new Date(test.clock.now.getTime() + it.hours * hourMs)
      } else if ('create' in it) {
        const body = { customerId, description: 'Doors', ...it.create }
        ids.push((await test.call<InvoiceDetails>('POST', '/api/invoices', { body })).json.id)
      } else if (ids.length > 0) {
        const id = ids[it.to % ids.length]
        const { status, text } = await test.call<InvoiceDetails>(it.method, `/api/invoices/${id}${it.path}`, {
          body: it.body,
        })
        expect([200, 201, 400, 404, 409], text).toContain(status)
      }
    }),
  )
}

async function check(customerId: number, ids: readonly number[]): Promise<void> {
  await markOverdue(test, test.clock.now)
  const list = (await test.call<Invoice[]>('GET', `/api/invoices?customerId=${customerId}`)).json
  const page = (await test.call<Invoice[]>('GET', `/api/customers/${customerId}/invoices`)).json
  expect(page).toEqual(list)
  expect(list.map(({ id }) => id).sort()).toEqual([...ids].sort())
  const now = dayIn(defaultTimeZone, test.clock.now)
  const asOfNow = (await test.call<Invoice[]>('GET', `/api/invoices?asOf=${now}`)).json
  expect(asOfNow.filter((it) => it.customerId === customerId)).toEqual(list)
  for (const row of list) {
    const { json: details } = await test.call<InvoiceDetails>('GET', `/api/invoices/${row.id}`)
    const today = dayIn(defaultTimeZone, test.clock.now)
    expect((await test.call<InvoiceDetails>('GET', `/api/invoices/${row.id}?asOf=${today}`)).json).toEqual(
      details,
    )
    expect(details).toMatchObject(row)
    expect(sum(details.payments, (it) => it.amount) - sum(details.refunds, (it) => it.amount)).toBe(
      centsOf(row.paidAmount),
    )
    expect(centsOf(row.balance)).toBeGreaterThanOrEqual(0)
    await expectEventsToAgree(row, details)
  }
  for (const { id } of list.slice(0, 2)) await expectSumsInPdf(id)
}

async function expectSumsInPdf(id: number): Promise<void> {
  const { json } = await test.call<InvoiceDetails>('GET', `/api/invoices/${id}`)
  const pdf = await (await test.send('GET', `/api/invoices/${id}/pdf`)).arrayBuffer()
  const { text } = await extractText(await getDocumentProxy(new Uint8Array(pdf)), { mergePages: true })
  for (const [name, amount] of [
    // without tax the total is no sum
    ...(centsOf(json.tax) > 0
      ? ([
          ['Subtotal', json.amount],
          ['Tax', json.tax],
        ] as const)
      : []),
    ['Total', json.totalAmount],
    ['Paid', json.paidAmount],
    ['Balance due', json.balance],
  ] as const)
    expect(text.replace(/\s+/g, ' ')).toContain(`${name} ${dollars(centsOf(amount))}`)
}

/** Folded here on its own: by what was issued, voided, moved and marked. */
async function expectEventsToAgree(row: Invoice, { lines }: InvoiceDetails): Promise<void> {
  const total = centsOf(row.totalAmount)
  let [status, overdue, paid] = ['draft', false, 0]
  for (const { type, data } of await readInvoiceEvents(test.pool, row.id)) {
    if (type === 'InvoiceIssued') status = 'issued'
    if (type === 'InvoiceVoided') status = 'void'
    if (type === 'PaymentReceived') paid += data.amountCents
    if (type === 'PaymentRefunded') paid -= data.amountCents
    if (type === 'InvoiceOverdue') overdue = true
    if ((type === 'InvoiceChanged' && data.dueOn) || paid === total) overdue = false
  }
  if (status === 'issued') status = paid === total ? 'paid' : overdue ? 'overdue' : 'pending'
  expect(row.status).toBe(status)
  expect(centsOf(row.paidAmount)).toBe(paid)
  expect(centsOf(row.balance)).toBe(status === 'void' ? 0 : total - paid)
  expect(sum(lines, (it) => it.amount) + sum(lines, (it) => it.tax)).toBe(total)
}

it('after any commands in any order, concurrent ones included, money adds up and all views agree', async () => {
  let customerId = 0
  const steps = fc.array(fc.array(step, { minLength: 1, maxLength: 3 }), { minLength: 4, maxLength: 20 })
  await fc.assert(
    fc.asyncProperty(steps, async (rounds) => {
      customerId += 1
      test.clock.now = new Date('2026-12-01T15:00:00Z')
      await test.appendForeign(`customer-${customerId}`, customerRegistered(customerId))
      await test.project()
      const ids: number[] = []
      for (const round of rounds) await perform(customerId, ids, round)
      await check(customerId, ids)
    }),
    { numRuns: 25, endOnFailure: true },
  )
  const numbers = await run<{ number: number }>(
    test.owner,
    sql`SELECT (data->>'number')::int AS number FROM es.events WHERE type = 'InvoiceIssued' ORDER BY position`,
  )
  expect(numbers.length).toBeGreaterThan(20)
  expect(numbers.map(({ number }) => number)).toEqual(numbers.map((_, i) => i + 1))
  expect(await test.differences()).toEqual([])

  test.clock.now = new Date('2027-06-01T15:00:00Z')
  await markOverdue(test, test.clock.now)
  const owed = (await test.call<Invoice[]>('GET', '/api/invoices')).json.filter(
    ({ status }) => status !== 'draft' && status !== 'void',
  )
  const { json: totals } = await test.call<Totals>('GET', '/api/billing/totals')
  expect(centsOf(totals.invoiced)).toBe(sum(owed, (it) => it.totalAmount))
  expect(centsOf(totals.paid)).toBe(sum(owed, (it) => it.paidAmount))
  expect(centsOf(totals.outstanding)).toBe(centsOf(totals.invoiced) - centsOf(totals.paid))
  expect(totals.overdue).toBe(totals.outstanding)
  await expectFiguresToMatchTheirInvoices(totals)
})

/** Each figure of the reports is the sum of the parts in its list, and the figures add up to the totals. */
async function expectFiguresToMatchTheirInvoices(totals: Totals): Promise<void> {
  const { json } = await test.call<Reports>('GET', '/api/billing/reports?from=2026-01-01')
  const figures = [
    ...json.revenue.map((it) => ({ ...it, query: { month: it.month } })),
    ...json.receivables.map((it) => ({ ...it, query: { age: it.age } })),
    ...json.services.map((it) => ({ ...it, query: { service: it.serviceType ?? '' } })),
    ...json.sources.map((it) => ({ ...it, query: { source: it.source ?? '' } })),
  ]
  for (const { amount, invoiceIds, query } of figures) {
    const search = new URLSearchParams({ from: '2026-01-01', ...query } as Record<string, string>)
    const { json: list } = await test.call<Invoice[]>('GET', `/api/invoices?${search}`)
    expect(list.map(({ id }) => id).sort((a, b) => a - b)).toEqual(invoiceIds)
    expect(sum(list, (it) => it.counted ?? '')).toBe(centsOf(amount))
  }
  expect(sum(json.receivables, (it) => it.amount)).toBe(centsOf(totals.outstanding))
  for (const revenue of [json.revenue, json.services, json.sources])
    expect(sum<{ amount: string }>(revenue, (it) => it.amount)).toBe(centsOf(totals.paid))
}
