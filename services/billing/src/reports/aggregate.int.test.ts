import { run, sql } from '@plumbline/platform/db'
import { centsOf, moneyText } from '@plumbline/platform/money'
import { plainText } from '@plumbline/platform/search'
import { startServiceForTest } from '@plumbline/platform/testing'
import { clockAt, dayLater, defaultTimeZone } from '@plumbline/platform/time'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { InvoiceDetails } from '../api.ts'
import {
  type FigureQuery,
  type Invoice,
  type JournalEntry,
  listPayments,
  type PaymentTotals,
  receivableAges,
  type UnpaidAge,
  unpaidAges,
} from '../api.ts'
import { draftNumberText, invoiceNumberText } from '../events.ts'
import {
  type AsOf,
  eventsAsOf,
  type InvoiceEvents,
  readInvoiceEvents,
  rowAsOf,
  rowFromEvents,
} from '../invoice/asOf.ts'
import type { InvoiceRow } from '../invoice/projection.ts'
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
beforeAll(async () => {
  test = await startServiceForTest(billing, testOptions)
})
afterAll(() => test.stop())

const firstDay = '2026-01-20'
const now = '2026-04-30T15:00:00.000Z'
const sources = ['direct', 'referral', 'phone']
const titles = ['General Repairs', 'Painting & Finishing', 'Plumbing']

/** The data of other services, kept by the model itself. */
const expected = {
  customers: new Map<number, { name: string; source: string; mergedInto: number | null }>(),
  appointments: new Map<number, { customerId: number; title: string }>(),
}

function survivorOf(id: number): number {
  const into = expected.customers.get(id)?.mergedInto
  return into ? survivorOf(into) : id
}

// ---- the model: a fold over all events of all invoices

type Contribution = {
  invoiceId: number
  cents: number
  key: Record<'month' | 'service' | 'source', string | null>
}
type Movement = Contribution & { position: bigint }
type Period = { from: string; to: string; asOf: string }

const endOf = (day: string): AsOf => ({
  day,
  end: clockAt(defaultTimeZone, dayLater(day), '00:00').toISOString(),
})

const isOwed = ({ status }: InvoiceRow) => status !== 'draft' && status !== 'void'

function movementsOf(all: InvoiceEvents, { from, to, asOf }: Period): Movement[] {
  const events = eventsAsOf(all, endOf(asOf))
  const row = rowFromEvents(events)
  return events.flatMap(({ type, data, position }) => {
    if (type !== 'PaymentReceived' && type !== 'PaymentRefunded') return []
    const [day, cents] =
      type === 'PaymentReceived' ? [data.paidOn, data.amountCents] : [data.refundedOn, -data.amountCents]
    if (day < from || day > to) return []
    const appointment = row?.appointmentId ? expected.appointments.get(row.appointmentId) : undefined
    const source = row ? (expected.customers.get(survivorOf(row.customerId))?.source ?? null) : null
    const key = { month: day.slice(0, 7), service: appointment?.title ?? null, source }
    return [{ invoiceId: data.invoiceId, cents, position, key }]
  })
}

function unpaidOf(all: InvoiceEvents, { to, asOf }: Period) {
  const day = to < asOf ? to : asOf
  const row = rowAsOf(eventsAsOf(all, endOf(asOf)), endOf(day))
  if (!row || !isOwed(row) || centsOf(row.balance) <= 0) return []
  const ages: [UnpaidAge, number][] = [
    ['not-due', 0],
    ['1-30', 30],
    ['31-60', 60],
    ['61-90', 90],
  ]
  const [age] = ages.find(([, days]) => row.dueDate >= dayLater(day, -days)) ?? ['90+' as const]
  return [{ invoiceId: row.id, cents: centsOf(row.balance), age }]
}

const isOfAge = (age: UnpaidAge, asked: string) =>
  asked === '0-30' ? age === 'not-due' || age === '1-30' : age === asked

const figureOf = (parts: readonly { invoiceId: number; cents: number }[]) => ({
  amount: moneyText(parts.reduce((sum, { cents }) => sum + cents, 0)),
  invoiceIds: [...new Set(parts.map(({ invoiceId }) => invoiceId))].sort((a, b) => a - b),
})

function expectedReports(invoices: readonly InvoiceEvents[], period: Period) {
  const moved = invoices.flatMap((events) => movementsOf(events, period))
  const owed = invoices.flatMap((events) => unpaidOf(events, period))
  const by = (name: keyof Contribution['key']) => [...Map.groupBy(moved, ({ key }) => key[name])]
  const sumOf = (parts: Movement[]) => parts.reduce((sum, { cents }) => sum + cents, 0)
  const firstOf = (parts: Movement[]) => Math.min(...parts.map(({ position }) => Number(position)))
  const largestFirst = (name: keyof Contribution['key']) =>
    by(name).sort(([, a], [, b]) => sumOf(b) - sumOf(a) || firstOf(a) - firstOf(b))
  return {
    from: period.from,
    to: period.to,
    revenue: by('month')
      .map(([month, parts]) => ({ month, ...figureOf(parts) }))
      .sort((a, b) => (a.month ?? '').localeCompare(b.month ?? '')),
    unpaid: unpaidAges.map((age) => ({ age, ...figureOf(owed.filter((it) => it.age === age)) })),
    receivables: receivableAges.map((age) => ({
      age,
      ...figureOf(owed.filter((it) => isOfAge(it.age, age))),
    })),
    services: largestFirst('service').map(([serviceType, parts]) => ({ serviceType, ...figureOf(parts) })),
    sources: largestFirst('source').map(([source, parts]) => ({ source, ...figureOf(parts) })),
  }
}

function expectedTotals(invoices: readonly InvoiceEvents[], asOf: string) {
  const rows = invoices.flatMap((events) => rowAsOf(events, endOf(asOf)) ?? []).filter(isOwed)
  const sum = (some: InvoiceRow[], name: 'totalAmount' | 'paidAmount' | 'balance') =>
    moneyText(some.reduce((total, row) => total + centsOf(row[name]), 0))
  return {
    asOf,
    invoiced: sum(rows, 'totalAmount'),
    paid: sum(rows, 'paidAmount'),
    outstanding: sum(rows, 'balance'),
    overdue: sum(
      rows.filter(({ status }) => status === 'overdue'),
      'balance',
    ),
  }
}

function expectedList(invoices: readonly InvoiceEvents[], period: Period, query: FigureQuery & ListFilter) {
  const { month, age, service, source, status, q = '' } = query
  const contributions = (events: InvoiceEvents) => {
    if (age !== undefined) return unpaidOf(events, period).filter((it) => isOfAge(it.age, age))
    const moved = movementsOf(events, period)
    if (month !== undefined) return moved.filter(({ key }) => key.month === month)
    if (service !== undefined) return moved.filter(({ key }) => (key.service ?? '') === service)
    return source === undefined ? undefined : moved.filter(({ key }) => (key.source ?? '') === source)
  }
  return invoices
    .flatMap((events): Invoice[] => {
      const parts = contributions(events)
      const row = rowAsOf(events, endOf(period.asOf))
      if (!row || parts?.length === 0) return []
      if ((status && row.status !== status) || !row.searched.includes(plainText(q))) return []
      const { number, undone, searched: _, version: __, ...fields } = row
      const customerId = survivorOf(row.customerId)
      const customerName = expected.customers.get(customerId)?.name ?? null
      const invoiceNumber = number === null ? draftNumberText(row.id) : invoiceNumberText(number)
      const invoice = { ...fields, customerId, customerName, invoiceNumber, ...(undone && { undone }) }
      return [parts ? { ...invoice, counted: figureOf(parts).amount } : invoice]
    })
    .sort((a, b) => b.createdAt.localeCompare(a.createdAt) || b.id - a.id)
}
type ListFilter = { status?: string; q?: string }

// ---- random histories

const which = fc.nat({ max: 5 })
const day = fc.nat({ max: 100 }).map((days) => dayLater(firstDay, days))
// few amounts, so that some figures are equal
const amount = fc.constantFrom('10', '20', '40')
const maybe = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: undefined })

/** Clocks of processes differ, so times need not follow the order in which events are stored. */
const time = fc
  .record({ day, hour: fc.constantFrom('03', '04', '05', '15') })
  .map((it) => `${it.day}T${it.hour}:30:00.000Z`)
const step = fc.oneof(
  fc.record({
    kind: fc.constant('create' as const),
    time,
    amount,
    tax: fc.constantFrom('0', '0.33', '7'),
    dueDate: maybe(day),
    customer: which,
    status: fc.constantFrom('draft', 'pending'),
    appointment: maybe(which),
    description: fc.constantFrom('Doors', 'Café tables'),
  }),
  fc.record({
    kind: fc.constant('change' as const),
    time,
    invoice: which,
    body: fc.record(
      { dueDate: day, amount, description: fc.constant('Gate') },
      { requiredKeys: [], noNullPrototype: true },
    ),
    appointment: maybe(fc.option(which)),
  }),
  fc.record({
    kind: fc.constant('pay' as const),
    time,
    invoice: which,
    date: maybe(day),
    amount: maybe(amount),
  }),
  fc.record({
    kind: fc.constant('refund' as const),
    time,
    invoice: which,
    date: maybe(day),
    amount: maybe(amount),
    payment: fc.integer({ min: 1, max: 2 }),
  }),
  fc.record({
    kind: fc.constant('transition' as const),
    time,
    invoice: which,
    action: fc.constantFrom('issue', 'void', 'undo', 'issue'),
  }),
  fc.record({ kind: fc.constant('markOverdue' as const), time }),
  fc.record({ kind: fc.constant('merge' as const), from: which, into: which }),
  fc.record({ kind: fc.constant('rename' as const), appointment: which, title: fc.constantFrom(...titles) }),
)
type Step = typeof step extends fc.Arbitrary<infer It> ? It : never

/** Six customers with an appointment each, which no other run shares, and the invoices of the run. */
type Run = { customers: number[]; appointments: number[]; invoices: number[] }

async function beginRun(number: number): Promise<Run> {
  const ids = Array.from({ length: 6 }, (_, i) => number * 10 + i)
  for (const [i, id] of ids.entries()) {
    const source = sources[i % sources.length] as string
    const title = titles[i % titles.length] as string
    const { type, data } = customerRegistered(id, `Ann ${id}`)
    await test.appendForeign(`customer-${id}`, { type, data: { ...data, source } })
    await test.appendForeign(`appointment-${id}`, appointmentScheduled(id, id, title))
    expected.customers.set(id, { name: `Ann ${id} Lee`, source, mergedInto: null })
    expected.appointments.set(id, { customerId: id, title })
  }
  await test.project()
  return { customers: ids, appointments: ids, invoices: [] }
}

const oneOf = <T>(items: readonly T[], index: number): T => items[index % items.length] as T

const methodOf = (amount: string | undefined) => (amount === '10' ? 'venmo' : 'cash')

async function send(at: string, method: string, path: string, body: object = {}): Promise<number> {
  test.clock.now = new Date(at)
  const { status, text, json } = await test.call<InvoiceDetails>(method, path, { body })
  expect([200, 201, 400, 404, 409], text).toContain(status)
  return status === 201 ? json.id : 0
}

async function perform(step: Step, { customers, appointments, invoices }: Run): Promise<void> {
  if (step.kind === 'merge') return merge(oneOf(customers, step.from), oneOf(customers, step.into))
  if (step.kind === 'rename') {
    const id = oneOf(appointments, step.appointment)
    const data = { appointmentId: id, customerId: id, title: step.title, changedAt: now }
    await test.appendForeign(`appointment-${id}`, { type: 'AppointmentDescribed', data })
    expected.appointments.set(id, { customerId: id, title: step.title })
    return test.project()
  }
  if (step.kind === 'markOverdue') return void (await markOverdue(test, new Date(step.time)))
  const { time } = step
  if (step.kind === 'create') {
    const { customer, appointment, kind: _, time: __, ...form } = step
    const customerId = oneOf(customers, customer)
    const appointmentId = appointment === undefined ? undefined : oneOf(appointments, appointment)
    const id = await send(time, 'POST', '/api/invoices', { ...form, customerId, appointmentId })
    if (id) invoices.push(id)
    return
  }
  if (invoices.length === 0) return
  const path = `/api/invoices/${oneOf(invoices, step.invoice)}`
  if (step.kind === 'change') {
    const { appointment } = step
    const appointmentId = typeof appointment === 'number' ? oneOf(appointments, appointment) : appointment
    await send(time, 'PATCH', path, { ...step.body, appointmentId })
  } else if (step.kind === 'transition') {
    await send(time, 'POST', `${path}/${step.action}`)
  } else {
    const { amount, date, kind } = step
    const to = kind === 'pay' ? `${path}/payments` : `${path}/payments/${step.payment}/refund`
    await send(time, 'POST', to, {
      amount,
      date,
      ...(kind === 'pay' ? { method: methodOf(amount) } : amount === '20' && { reason: 'undone' }),
    })
  }
}

async function merge(from: number, into: number): Promise<void> {
  if (survivorOf(from) !== from || survivorOf(into) === from) return
  await test.appendForeign(`customer-${from}`, customerMerged(from, into))
  const customer = expected.customers.get(from)
  if (customer) customer.mergedInto = into
  await test.project()
}

// ---- comparison

const get = async (path: string, query: Record<string, string | undefined>) => {
  const search = new URLSearchParams(
    Object.entries(query).flatMap(([name, it]) => (it === undefined ? [] : [[name, it] as [string, string]])),
  )
  const { status, json, text } = await test.call<unknown>('GET', `${path}?${search}`)
  expect(status, text).toBe(200)
  return json
}

async function everyInvoice(): Promise<InvoiceEvents[]> {
  const ids = await run<{ id: number }>(test.pool, sql`SELECT id FROM invoices ORDER BY id`)
  return Promise.all(ids.map(({ id }) => readInvoiceEvents(test.pool, id)))
}

async function compare(period: Period, filter: ListFilter): Promise<void> {
  test.clock.now = new Date(now)
  const invoices = await everyInvoice()
  const { asOf } = period
  expect(await get('/api/billing/totals', { asOf })).toEqual(expectedTotals(invoices, asOf))
  const reports = expectedReports(invoices, period)
  expect(await get('/api/billing/reports', period)).toEqual(reports)
  await comparePayments(invoices, period, reports.revenue)
  const figures: FigureQuery[] = [
    {},
    ...reports.revenue.slice(0, 1).map(({ month }) => ({ month: month ?? '' })),
    ...[...unpaidAges, '0-30'].map((age) => ({ age })),
    ...reports.services.map(({ serviceType }) => ({ service: serviceType ?? '' })),
    ...reports.sources.map(({ source }) => ({ source: source ?? '' })),
  ]
  for (const figure of figures)
    expect(await get('/api/invoices', { ...period, ...figure, ...filter }), JSON.stringify(figure)).toEqual(
      expectedList(invoices, period, { ...figure, ...filter }),
    )
}

/** The journal page by page, the totals, and the revenue of the reports are of the same movements. */
async function comparePayments(
  invoices: readonly InvoiceEvents[],
  period: Period,
  revenue: readonly { amount: string }[],
): Promise<void> {
  const entries: JournalEntry[] = []
  const search = new URLSearchParams({ ...period, limit: '7' })
  for (let path: string | undefined = `${listPayments.path}?${search}`; path; ) {
    const page: Awaited<ReturnType<typeof test.call<JournalEntry[]>>> = await test.call('GET', path)
    entries.push(...page.json)
    path = /<(.+)>/.exec(page.headers.get('link') ?? '')?.[1]
  }
  const moved = invoices.flatMap((events) => movementsOf(events, period))
  const amounts = (all: readonly { amount: string }[]) =>
    all.reduce((sum, { amount }) => sum + centsOf(amount), 0)
  expect(entries.map((it) => centsOf(it.amount)).sort((a, b) => a - b)).toEqual(
    moved.map(({ cents }) => cents).sort((a, b) => a - b),
  )
  expect(entries.map(({ date }) => date)).toEqual(
    entries
      .map(({ date }) => date)
      .sort()
      .reverse(),
  )
  const totals = (await get('/api/billing/payments/totals', period)) as PaymentTotals
  expect(centsOf(totals.total)).toBe(amounts(revenue))
  for (const { method, count, amount } of totals.methods) {
    const own = entries.filter((it) => it.method === method)
    expect([own.length, amounts(own)]).toEqual([count, centsOf(amount)])
  }
  expect(totals.methods.reduce((sum, { count }) => sum + count, 0)).toBe(entries.length)
  expect(Object.fromEntries(totals.tax.map(({ month, ...tax }) => [month, tax]))).toEqual(
    expectedTax(invoices, period),
  )
}

/** Tax by month, of invoices issued and of the share of each that was paid. */
function expectedTax(invoices: readonly InvoiceEvents[], { from, to, asOf }: Period) {
  const months = new Map<string, { invoiced: number; collected: number }>()
  const add = (day: string, name: 'invoiced' | 'collected', cents: number) => {
    if (day < from || day > to) return
    const month = months.get(day.slice(0, 7)) ?? { invoiced: 0, collected: 0 }
    months.set(day.slice(0, 7), { ...month, [name]: month[name] + cents })
  }
  for (const all of invoices) {
    const events = eventsAsOf(all, endOf(asOf))
    const row = rowAsOf(events, endOf(asOf))
    if (row && isOwed(row) && row.tax !== '0.00') add(row.issueDate ?? '', 'invoiced', centsOf(row.tax))
    // what has payments was issued, and its tax does not change any more, whenever it is looked at
    const paidRow = rowFromEvents(all)
    if (!paidRow || paidRow.tax === '0.00') continue
    const taxOf = (paid: number) => Math.round((paid * centsOf(paidRow.tax)) / centsOf(paidRow.totalAmount))
    let paid = 0
    for (const { type, data } of events) {
      if (type !== 'PaymentReceived' && type !== 'PaymentRefunded') continue
      const [day, cents] =
        type === 'PaymentReceived' ? [data.paidOn, data.amountCents] : [data.refundedOn, -data.amountCents]
      add(day, 'collected', taxOf(paid + cents) - taxOf(paid))
      paid += cents
    }
  }
  return Object.fromEntries(
    [...months].map(([month, { invoiced, collected }]) => [
      month,
      { invoiced: moneyText(invoiced), collected: moneyText(collected) },
    ]),
  )
}

it('reports, totals, the journal and lists of past days equal a fold over all events, for any history and any days', async () => {
  let runs = 0
  const period = fc
    .tuple(day, day, day)
    .map(([a, b, asOf]) => ({ from: a < b ? a : b, to: a < b ? b : a, asOf }))
  const filter = fc.record(
    { status: fc.constantFrom('pending', 'overdue', 'paid'), q: fc.constantFrom('CAFE', 'gate') },
    { requiredKeys: [], noNullPrototype: true },
  )
  await fc.assert(
    fc.asyncProperty(
      fc.array(step, { minLength: 8, maxLength: 30 }),
      fc.array(period, { minLength: 3, maxLength: 3 }),
      filter,
      async (steps, periods, filter) => {
        runs += 1
        const run = await beginRun(runs)
        for (const step of steps) await perform(step, run)
        for (const period of [...periods, { from: firstDay, to: now.slice(0, 10), asOf: now.slice(0, 10) }])
          await compare(period, filter)
      },
    ),
    { numRuns: 40, endOnFailure: true },
  )
  expect(await test.differences()).toEqual([])
}, 240_000)
