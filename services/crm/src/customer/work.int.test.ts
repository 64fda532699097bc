import type { InvoiceEvent } from '@plumbline/billing/events'
import type { AppointmentEvent } from '@plumbline/scheduling/events'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Customer, CustomerWithWork } from '../api.ts'
import { ann, type CrmUnderTest, startCrm } from '../testing.ts'

let crm: CrmUnderTest
beforeAll(async () => {
  crm = await startCrm()
})
afterAll(() => crm.stop())

let count = 0
const at = '2026-11-01T12:00:00.000Z'
const add = async () => {
  count += 1
  const body = { ...ann, firstName: `Ann${count}`, email: `ann${count}@work.test` }
  return (await crm.call<Customer>('POST', '/api/customers', { body })).json
}
const list = async (query: string) =>
  (await crm.call<CustomerWithWork[]>('GET', `/api/customers?${query}`)).json
const workOf = async ({ id }: Customer) =>
  (await list('include=work&limit=50')).find((it) => it.id === id)?.work

async function schedule(customerId: number, startsAt: string, promise: object = {}): Promise<number> {
  count += 1
  const data = {
    appointmentId: count,
    customerId,
    title: 'Painting',
    description: null,
    notes: null,
    startsAt,
    durationMinutes: 60,
    estimatedCents: 0,
    address: null,
    ...promise,
    scheduledAt: at,
  }
  await happens(count, { type: 'AppointmentScheduled', data })
  return count
}
const happens = (id: number, event: AppointmentEvent) => crm.appendForeign(`appointment-${id}`, event)

async function issue(customerId: number, cents: number): Promise<number> {
  count += 1
  const lines = [{ description: 'Work', amountCents: cents, taxCents: 0 }]
  const drafted = { invoiceId: count, customerId, appointmentId: null, description: 'Work', lines }
  await bills(count, {
    type: 'InvoiceDrafted',
    data: { ...drafted, dueOn: '2026-12-01', draftedAt: at },
  })
  await bills(count, {
    type: 'InvoiceIssued',
    data: { invoiceId: count, number: count, issuedOn: '2026-11-01', issuedAt: at },
  })
  return count
}
const bills = (id: number, event: InvoiceEvent) => crm.appendForeign(`invoice-${id}`, event)

const pay = (customerId: number, invoiceId: number, amountCents: number) =>
  bills(invoiceId, {
    type: 'PaymentReceived',
    data: {
      invoiceId,
      customerId,
      paymentId: 1,
      amountCents,
      method: 'cash',
      paidOn: '2026-11-02',
      recordedAt: at,
    },
  })

it('a list has the jobs and the balance of customers where they are asked for, and is as before where not', async () => {
  const [busy, idle] = [await add(), await add()]
  const done = await schedule(busy.id, '2026-11-03T14:00:00.000Z')
  await happens(done, {
    type: 'AppointmentCompleted',
    data: { appointmentId: done, completedAt: at },
  })
  // not done, and not to come
  await schedule(busy.id, '2026-11-20T14:00:00.000Z')
  await schedule(busy.id, '2026-12-09T14:00:00.000Z')
  const next = await schedule(busy.id, '2026-11-28T14:00:00.000Z', { arrivalWindowMinutes: 60 })
  await issue(busy.id, 20_000)
  await pay(busy.id, await issue(busy.id, 17_500), 5_000)
  await crm.project()

  const exact = { arrivalWindow: 0, anytime: false }
  expect(await workOf(busy)).toEqual({
    nextJob: {
      id: next,
      title: 'Painting',
      startsAt: '2026-11-28T14:00:00.000Z',
      ...exact,
      arrivalWindow: 60,
    },
    lastJob: { id: done, title: 'Painting', startsAt: '2026-11-03T14:00:00.000Z', ...exact },
    balance: '325.00',
    openInvoices: 2,
  })
  const [one, without] = await Promise.all(
    ['?include=work', ''].map(
      async (query) => (await crm.call('GET', `/api/customers/${busy.id}${query}`)).json,
    ),
  )
  expect(one).toEqual({ ...busy, work: await workOf(busy) })
  expect(without).toEqual(busy)
  expect(await workOf(idle)).toEqual({ nextJob: null, lastJob: null, balance: '0.00', openInvoices: 0 })
  const [plain] = await list('limit=1')
  expect(Object.keys(plain as object)).not.toContain('work')
  expect(await list('')).toContainEqual(busy)
})

it('is read again when the work is another, though the record is not', async () => {
  const customer = await add()
  const read = (etag = '') =>
    crm.call<CustomerWithWork>('GET', `/api/customers/${customer.id}?include=work`, {
      headers: { 'if-none-match': etag },
    })
  const etag = (await read()).headers.get('etag') as string
  expect((await read(etag)).status).toBe(304)
  const invoiceId = await issue(customer.id, 5_000)
  await crm.project()
  const { status, json, headers } = await read(etag)
  expect([status, json.work?.balance]).toEqual([200, '50.00'])
  await pay(customer.id, invoiceId, 5_000)
  await crm.project()
  expect((await read(headers.get('etag') as string)).json.work?.balance).toBe('0.00')
})

it('a job that is under way is the next one', async () => {
  const customer = await add()
  const id = await schedule(customer.id, '2026-11-21T14:00:00.000Z')
  await happens(id, {
    type: 'AppointmentStarted',
    data: { appointmentId: id, startedAt: at },
  })
  await crm.project()
  expect((await workOf(customer))?.nextJob?.id).toBe(id)
})

it('a job of today is the next one until its day is over, also when it should have begun', async () => {
  const customer = await add()
  const id = await schedule(customer.id, '2026-11-21T13:00:00.000Z', { arrivalWindowMinutes: 240 })
  await schedule(customer.id, '2026-11-24T14:00:00.000Z')
  await crm.project()
  const nextAt = async (now: string) => {
    crm.clock.now = new Date(now)
    return (await workOf(customer))?.nextJob?.id
  }
  expect(await nextAt('2026-11-21T13:05:00Z')).toBe(id)
  // 11:59 PM in New York, and a minute later
  expect(await nextAt('2026-11-22T04:59:00Z')).toBe(id)
  expect(await nextAt('2026-11-22T05:00:00Z')).toBe(id + 1)
  crm.clock.now = new Date('2026-11-21T15:00:00Z')
})

it('lists who owes money, with jobs and invoices of records that were merged into them', async () => {
  const [merged, stays, paid] = [await add(), await add(), await add()]
  const next = await schedule(merged.id, '2026-11-29T14:00:00.000Z')
  await issue(merged.id, 1_000)
  await issue(stays.id, 2_000)
  const full = await issue(paid.id, 3_000)
  await pay(paid.id, full, 3_000)
  await crm.call('POST', `/api/customers/${merged.id}/merge`, { body: { intoCustomerId: stays.id } })
  await crm.project()

  const { headers, json } = await crm.call<CustomerWithWork[]>(
    'GET',
    '/api/customers?owes=true&include=work&limit=1&count=true',
  )
  expect(json).toMatchObject([
    { id: stays.id, work: { balance: '30.00', openInvoices: 2, nextJob: { id: next } } },
  ])
  expect(headers.get('x-total-count')).toBe('2')
  expect(headers.get('link')).toContain('owes=true&include=work')
  expect((await list('owes=true')).map(({ id }) => id)).not.toContain(paid.id)

  await bills(full, {
    type: 'PaymentRefunded',
    data: {
      invoiceId: full,
      customerId: paid.id,
      paymentId: 1,
      amountCents: 500,
      refundedOn: '2026-11-03',
      recordedAt: at,
    },
  })
  await crm.project()
  expect((await list('owes=true')).map(({ id }) => id)).toContain(paid.id)
  expect((await workOf(paid))?.balance).toBe('5.00')
  expect(await crm.differences()).toEqual([])
})
