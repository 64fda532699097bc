import { run, sql } from '@plumbline/platform/db'
import { moneyText } from '@plumbline/platform/money'
import { plainText } from '@plumbline/platform/search'
import { dayLater } from '@plumbline/platform/time'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type FigureQuery, type Invoice, type ReceivableAge, receivableAges } from '../api.ts'
import { endOfDay, type InvoiceEvents, invoiceEvents, rowOf } from '../invoice/asOf.ts'
import { numberText } from '../invoice/numbers.ts'
import type { InvoiceRow } from '../invoice/projection.ts'
import { billingSchema, createBilling } from '../service.ts'
import { merged, registered, scheduled, startBillingTest } from '../testing.ts'

const start = () => startBillingTest(billingSchema, createBilling)
let billing: Awaited<ReturnType<typeof start>>
beforeAll(async () => {
  billing = await start()
})
afterAll(() => billing.stop())

const firstDay = '2026-01-20'
const now = '2026-04-30T15:00:00.000Z'
const sources = ['direct', 'referral', 'phone']
const titles = ['General Repairs', 'Painting & Finishing', 'Plumbing']

/** What the model knows of other services: it follows their events on its own. */
const others = {
  customers: new Map<number, { name: string; source: string; mergedInto: number | null }>(),
  appointments: new Map<number, { customerId: number; title: string }>(),
}

function leadsTo(id: number): number {
  const into = others.customers.get(id)?.mergedInto
  return into ? leadsTo(into) : id
}

// ---- the model: every figure as a fold over every event of every invoice

type Part = { invoiceId: number; cents: number; key: Record<'month' | 'service' | 'source', string | null> }
type Moved = Part & { position: bigint }
type Period = { from: string; to: string; asOf: string }

const centsOf = (text: string) => Math.round(Number(text) * 100)
const isOwed = ({ status }: InvoiceRow) => status !== 'draft' && status !== 'void'

function movedOf(all: InvoiceEvents, { from, to, asOf }: Period): Moved[] {
  const events = endOfDay(asOf).known(all)
  const row = rowOf(events)
  return events.flatMap(({ type, data, position }) => {
    if (type !== 'PaymentReceived' && type !== 'PaymentRefunded') return []
    const [day, cents] =
      type === 'PaymentReceived' ? [data.paidOn, data.amountCents] : [data.refundedOn, -data.amountCents]
    if (day < from || day > to) return []
    const appointment = row?.appointmentId ? others.appointments.get(row.appointmentId) : undefined
    const source = row ? (others.customers.get(leadsTo(row.customerId))?.source ?? null) : null
    const key = { month: day.slice(0, 7), service: appointment?.title ?? null, source }
    return [{ invoiceId: data.invoiceId, cents, position, key }]
  })
}

function owedOf(all: InvoiceEvents, { to, asOf }: Period) {
  const day = to < asOf ? to : asOf
  const row = endOfDay(day).row(endOfDay(asOf).known(all))
  if (!row || !isOwed(row) || centsOf(row.balance) <= 0) return []
  const ages: [ReceivableAge, number][] = [
    ['0-30', 30],
    ['31-60', 60],
    ['61-90', 90],
  ]
  const [age] = ages.find(([, days]) => row.dueDate >= dayLater(day, -days)) ?? ['90+' as const]
  return [{ invoiceId: row.id, cents: centsOf(row.balance), age }]
}

const figureOf = (parts: readonly { invoiceId: number; cents: number }[]) => ({
  amount: moneyText(parts.reduce((sum, { cents }) => sum + cents, 0)),
  invoiceIds: [...new Set(parts.map(({ invoiceId }) => invoiceId))].sort((a, b) => a - b),
})

function expectedReports(invoices: readonly InvoiceEvents[], period: Period) {
  const moved = invoices.flatMap((events) => movedOf(events, period))
  const owed = invoices.flatMap((events) => owedOf(events, period))
  const by = (name: keyof Part['key']) => [...Map.groupBy(moved, ({ key }) => key[name])]
  const sumOf = (parts: Moved[]) => parts.reduce((sum, { cents }) => sum + cents, 0)
  const firstOf = (parts: Moved[]) => Math.min(...parts.map(({ position }) => Number(position)))
  const largestFirst = (name: keyof Part['key']) =>
    by(name).sort(([, a], [, b]) => sumOf(b) - sumOf(a) || firstOf(a) - firstOf(b))
  return {
    from: period.from,
    to: period.to,
    revenue: by('month')
      .map(([month, parts]) => ({ month, ...figureOf(parts) }))
      .sort((a, b) => (a.month ?? '').localeCompare(b.month ?? '')),
    receivables: receivableAges.map((age) => ({ age, ...figureOf(owed.filter((it) => it.age === age)) })),
    services: largestFirst('service').map(([serviceType, parts]) => ({ serviceType, ...figureOf(parts) })),
    sources: largestFirst('source').map(([source, parts]) => ({ source, ...figureOf(parts) })),
  }
}

function expectedTotals(invoices: readonly InvoiceEvents[], asOf: string) {
  const rows = invoices.flatMap((events) => endOfDay(asOf).row(events) ?? []).filter(isOwed)
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
  const partsOf = (events: InvoiceEvents) => {
    if (age !== undefined) return owedOf(events, period).filter((it) => it.age === age)
    const moved = movedOf(events, period)
    if (month !== undefined) return moved.filter(({ key }) => key.month === month)
    if (service !== undefined) return moved.filter(({ key }) => (key.service ?? '') === service)
    return source === undefined ? undefined : moved.filter(({ key }) => (key.source ?? '') === source)
  }
  return invoices
    .flatMap((events): Invoice[] => {
      const parts = partsOf(events)
      const row = endOfDay(period.asOf).row(events)
      if (!row || parts?.length === 0) return []
      if ((status && row.status !== status) || !row.searched.includes(plainText(q))) return []
      const { number, searched: _, version: __, ...shown } = row
      const customerId = leadsTo(row.customerId)
      const customerName = others.customers.get(customerId)?.name ?? null
      const invoice = { ...shown, customerId, customerName, invoiceNumber: numberText(row.id, number) }
      return [parts ? { ...invoice, counted: figureOf(parts).amount } : invoice]
    })
    .sort((a, b) => b.createdAt.localeCompare(a.createdAt) || b.id - a.id)
}
type ListFilter = { status?: string; q?: string }

// ---- what happens

const which = fc.nat({ max: 5 })
const day = fc.nat({ max: 100 }).map((days) => dayLater(firstDay, days))
// few amounts, so that figures are equal now and then
const amount = fc.constantFrom('10', '20', '40')
const maybe = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: undefined })

/** Clocks of several processes differ: times do not always follow the order in which events are stored. */
const time = fc
  .record({ day, hour: fc.constantFrom('03', '04', '05', '15') })
  .map((it) => `${it.day}T${it.hour}:30:00.000Z`)
const step = fc.oneof(
  fc.record({
    ...{ kind: fc.constant('create' as const), time, amount, dueDate: maybe(day) },
    ...{ customer: which, status: fc.constantFrom('draft', 'pending'), appointment: maybe(which) },
    description: fc.constantFrom('Doors', 'Café tables'),
  }),
  fc.record({
    ...{ kind: fc.constant('change' as const), time, invoice: which },
    body: fc.record(
      { dueDate: day, amount, description: fc.constant('Gate') },
      { requiredKeys: [], noNullPrototype: true },
    ),
    appointment: maybe(fc.option(which)),
  }),
  fc.record({
    ...{ kind: fc.constant('pay' as const), time, invoice: which, date: maybe(day), amount: maybe(amount) },
  }),
  fc.record({
    ...{
      kind: fc.constant('refund' as const),
      time,
      invoice: which,
      date: maybe(day),
      amount: maybe(amount),
    },
    payment: fc.integer({ min: 1, max: 2 }),
  }),
  fc.record({
    ...{ kind: fc.constant('do' as const), time, invoice: which },
    what: fc.constantFrom('issue', 'void', 'issue'),
  }),
  fc.record({ kind: fc.constant('markOverdue' as const), time }),
  fc.record({ kind: fc.constant('merge' as const), from: which, into: which }),
  fc.record({ kind: fc.constant('rename' as const), appointment: which, title: fc.constantFrom(...titles) }),
)
type Step = typeof step extends fc.Arbitrary<infer It> ? It : never

/** Six customers with a job each, so that runs do not share any; and the invoices of the run. */
type Run = { customers: number[]; appointments: number[]; invoices: number[] }

async function beginRun(number: number): Promise<Run> {
  const ids = Array.from({ length: 6 }, (_, i) => number * 10 + i)
  for (const [i, id] of ids.entries()) {
    const source = sources[i % sources.length] as string
    const title = titles[i % titles.length] as string
    const { type, data } = registered(id, `Ann ${id}`)
    await billing.tell(`customer-${id}`, { type, data: { ...data, source } })
    await billing.tell(`appointment-${id}`, scheduled(id, id, title))
    others.customers.set(id, { name: `Ann ${id} Lee`, source, mergedInto: null })
    others.appointments.set(id, { customerId: id, title })
  }
  await billing.follow()
  return { customers: ids, appointments: ids, invoices: [] }
}

const oneOf = <T>(items: readonly T[], index: number): T => items[index % items.length] as T

async function send(at: string, method: string, path: string, body: object = {}): Promise<number> {
  billing.clock.now = new Date(at)
  const { status, text, json } = await billing.call(method, path, { body })
  expect([200, 201, 400, 404, 409], text).toContain(status)
  return status === 201 ? json.id : 0
}

async function perform(happened: Step, { customers, appointments, invoices }: Run): Promise<void> {
  if (happened.kind === 'merge')
    return merge(oneOf(customers, happened.from), oneOf(customers, happened.into))
  if (happened.kind === 'rename') {
    const id = oneOf(appointments, happened.appointment)
    const data = { appointmentId: id, customerId: id, title: happened.title, changedAt: now }
    await billing.tell(`appointment-${id}`, { type: 'AppointmentDescribed', data })
    others.appointments.set(id, { customerId: id, title: happened.title })
    return billing.follow()
  }
  if (happened.kind === 'markOverdue')
    return void (await billing.billing.markOverdue(new Date(happened.time)))
  const { time } = happened
  if (happened.kind === 'create') {
    const { customer, appointment, kind: _, time: __, ...form } = happened
    const customerId = oneOf(customers, customer)
    const appointmentId = appointment === undefined ? undefined : oneOf(appointments, appointment)
    const id = await send(time, 'POST', '/api/invoices', { ...form, customerId, appointmentId })
    if (id) invoices.push(id)
    return
  }
  if (invoices.length === 0) return
  const path = `/api/invoices/${oneOf(invoices, happened.invoice)}`
  if (happened.kind === 'change') {
    const { appointment } = happened
    const appointmentId = typeof appointment === 'number' ? oneOf(appointments, appointment) : appointment
    await send(time, 'PATCH', path, { ...happened.body, appointmentId })
  } else if (happened.kind === 'do') {
    await send(time, 'POST', `${path}/${happened.what}`)
  } else {
    const { amount, date, kind } = happened
    const to = kind === 'pay' ? `${path}/payments` : `${path}/payments/${happened.payment}/refund`
    await send(time, 'POST', to, { amount, date, ...(kind === 'pay' && { method: 'cash' }) })
  }
}

async function merge(from: number, into: number): Promise<void> {
  if (leadsTo(from) !== from || leadsTo(into) === from) return
  await billing.tell(`customer-${from}`, merged(from, into))
  const customer = others.customers.get(from)
  if (customer) customer.mergedInto = into
  await billing.follow()
}

// ---- what is answered

const get = async (path: string, query: Record<string, string | undefined>) => {
  const search = new URLSearchParams(
    Object.entries(query).flatMap(([name, it]) => (it === undefined ? [] : [[name, it] as [string, string]])),
  )
  const { status, json, text } = await billing.call<unknown>('GET', `${path}?${search}`)
  expect(status, text).toBe(200)
  return json
}

async function everyInvoice(): Promise<InvoiceEvents[]> {
  const ids = await run<{ id: number }>(billing.pool, sql`SELECT id FROM invoices ORDER BY id`)
  return Promise.all(ids.map(({ id }) => invoiceEvents(billing.pool, id)))
}

async function compare(period: Period, filter: ListFilter): Promise<void> {
  billing.clock.now = new Date(now)
  const invoices = await everyInvoice()
  const { asOf } = period
  expect(await get('/api/billing/totals', { asOf })).toEqual(expectedTotals(invoices, asOf))
  const reports = expectedReports(invoices, period)
  expect(await get('/api/billing/reports', period)).toEqual(reports)
  const figures: FigureQuery[] = [
    {},
    ...reports.revenue.slice(0, 1).map(({ month }) => ({ month: month ?? '' })),
    ...receivableAges.map((age) => ({ age })),
    ...reports.services.map(({ serviceType }) => ({ service: serviceType ?? '' })),
    ...reports.sources.map(({ source }) => ({ source: source ?? '' })),
  ]
  for (const figure of figures)
    expect(await get('/api/invoices', { ...period, ...figure, ...filter }), JSON.stringify(figure)).toEqual(
      expectedList(invoices, period, { ...figure, ...filter }),
    )
}

it('reports, totals and past lists say what a fold over all events says, for any history and any days', async () => {
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
        for (const happened of steps) await perform(happened, run)
        for (const period of [...periods, { from: firstDay, to: now.slice(0, 10), asOf: now.slice(0, 10) }])
          await compare(period, filter)
      },
    ),
    { numRuns: 40, endOnFailure: true },
  )
  expect(await billing.differences()).toEqual([])
}, 240_000)
