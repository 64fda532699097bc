import { runSubscription } from '@plumbline/platform/subscriptions'
import { startServiceForTest } from '@plumbline/platform/testing'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Invoice, InvoiceDetails } from '../api.ts'
import { billing } from '../service.ts'
import {
  appointmentScheduled,
  type BillingTest,
  customerMerged,
  customerRegistered,
  testOptions,
} from '../testing.ts'

let test: BillingTest
beforeAll(async () => {
  test = await startServiceForTest(billing, { ...testOptions, waitTimeoutMs: 30_000 })
})
afterAll(() => test.stop())

const at = '2026-11-01T12:00:00.000Z'
const create = (customerId: number, more: object = {}) =>
  test.call<InvoiceDetails>('POST', '/api/invoices', {
    body: { customerId, description: 'Doors', amount: '10', ...more },
  })
const ofCustomer = async (id: number) =>
  (await test.call<Invoice[]>('GET', `/api/customers/${id}/invoices`)).json
const get = (id: number) => test.call<InvoiceDetails>('GET', `/api/invoices/${id}`)

it('invoices of merged customers belong to the surviving customer, over a chain of merges', async () => {
  for (const id of [1, 2, 3]) await test.appendForeign(`customer-${id}`, customerRegistered(id, `Ann ${id}`))
  await test.appendForeign('appointment-5', appointmentScheduled(5, 1))
  await test.project()
  const { json: first } = await create(1)
  await test.appendForeign('customer-1', customerMerged(1, 2))
  await test.appendForeign('customer-2', customerMerged(2, 3))
  await test.project()
  expect((await get(first.id)).json).toMatchObject({ customerId: 3, customerName: 'Ann 3 Lee' })
  const { json: next, status } = await create(2, { appointmentId: 5 })
  expect([status, next.customerId]).toEqual([201, 3])
  for (const id of [1, 2, 3]) {
    expect((await ofCustomer(id)).map((it) => it.id)).toEqual([next.id, first.id])
    const { json } = await test.call<Invoice[]>('GET', `/api/invoices?customerId=${id}`)
    expect(json).toEqual(await ofCustomer(id))
    expect(json.map(({ customerName }) => customerName)).toEqual(['Ann 3 Lee', 'Ann 3 Lee'])
  }
})

it('the invoices of a customer are narrowed by status and words, and answered in pages', async () => {
  await test.appendForeign('customer-41', customerRegistered(41, 'Cleo'))
  await test.project()
  const path = '/api/customers/41/invoices'
  const created: number[] = []
  for (const description of ['Doors', 'Windows', 'Gutters'])
    created.unshift(
      (await create(41, { description, status: description === 'Doors' ? 'draft' : 'pending' })).json.id,
    )
  const ids = async (query: string) => (await test.call<Invoice[]>('GET', query)).json.map(({ id }) => id)
  expect(await ids(`${path}?status=draft`)).toEqual([created[2]])
  expect(await ids(`${path}?q=gutt`)).toEqual([created[0]])
  const { json, headers } = await test.call<Invoice[]>('GET', `${path}?limit=2&count=true`)
  expect([json.map(({ id }) => id), headers.get('x-total-count')]).toEqual([created.slice(0, 2), '3'])
  const next = /<(.+)>; rel="next"/.exec(headers.get('link') ?? '')?.[1] as string
  expect(next.startsWith(`${path}?`)).toBe(true)
  expect(await ids(next)).toEqual([created[2]])
  expect((await test.call('GET', '/api/customers/4242/invoices')).status).toBe(404)
})

it('a new name of the customer changes the ETag of an invoice', async () => {
  await test.appendForeign('customer-4', customerRegistered(4, 'Bea'))
  await test.project()
  const { id } = (await create(4)).json
  const etag = (await get(id)).headers.get('etag') as string
  const headers = { 'if-none-match': etag }
  const again = () => test.send('GET', `/api/invoices/${id}`, { headers })
  expect((await again()).status).toBe(304)
  const changed = { customerId: 4, lastName: 'Ray', changedAt: at }
  await test.appendForeign('customer-4', { type: 'CustomerDetailsChanged', data: changed })
  await test.project()
  expect((await again()).status).toBe(200)
  expect((await get(id)).json.customerName).toBe('Bea Ray')
})

it('a removed customer has no name on existing invoices and gets no new ones', async () => {
  await test.appendForeign('customer-6', customerRegistered(6))
  await test.project()
  const { id } = (await create(6)).json
  await test.appendForeign('customer-6', { type: 'CustomerRemoved', data: { customerId: 6, removedAt: at } })
  await test.project()
  expect((await create(6)).status).toBe(400)
  expect((await test.call<InvoiceDetails>('GET', '/api/customers/6/invoices')).status).toBe(404)
  const { json } = await get(id)
  expect(json).toMatchObject({ customerId: 6, customerName: null })
  const { json: list } = await test.call<Invoice[]>('GET', '/api/invoices')
  expect(list.find((it) => it.id === id)).toMatchObject({ customerId: 6, customerName: null })
})

it('a deleted appointment stays on its invoices and is refused for new ones', async () => {
  await test.appendForeign('customer-7', customerRegistered(7))
  await test.appendForeign('appointment-8', appointmentScheduled(8, 7))
  await test.project()
  const { id } = (await create(7, { appointmentId: 8 })).json
  await test.appendForeign('appointment-8', {
    type: 'AppointmentDeleted',
    data: { appointmentId: 8, deletedAt: at },
  })
  await test.project()
  expect((await get(id)).json.appointmentId).toBe(8)
  expect((await create(7, { appointmentId: 8 })).text).toBe('Appointment not found')
})

it('a draft whose appointment was deleted or given to another customer since can be changed', async () => {
  for (const customerId of [21, 22])
    await test.appendForeign(`customer-${customerId}`, customerRegistered(customerId))
  for (const appointmentId of [23, 24])
    await test.appendForeign(`appointment-${appointmentId}`, appointmentScheduled(appointmentId, 21))
  await test.project()
  const drafts = [23, 24].map((appointmentId) => create(21, { appointmentId, status: 'draft' }))
  const [deleted, reassigned] = (await Promise.all(drafts)).map(({ json }) => json.id)
  await test.appendForeign('appointment-23', {
    type: 'AppointmentDeleted',
    data: { appointmentId: 23, deletedAt: at },
  })
  await test.appendForeign('appointment-24', {
    type: 'AppointmentReassigned',
    data: { appointmentId: 24, customerId: 22, changedAt: at },
  })
  await test.project()
  const patch = (id: number | undefined, body: object) =>
    test.call<Invoice>('PATCH', `/api/invoices/${id}`, { body })
  for (const [id, appointmentId] of [
    [deleted, 23],
    [reassigned, 24],
  ] as const) {
    const changed = await patch(id, { description: 'Another text', appointmentId })
    expect(changed.json).toMatchObject({ description: 'Another text', appointmentId })
    expect((await patch(id, { appointmentId: null })).json.appointmentId).toBeNull()
    // a new reference is judged
    expect((await patch(id, { appointmentId })).status).toBe(400)
  }
})

it('an invoice that another release has issued is not issued again', async () => {
  await test.appendForeign('customer-25', customerRegistered(25))
  await test.project()
  const { id } = (await create(25, { status: 'draft' })).json
  const last = async () =>
    (await test.owner.query(`SELECT max(version) AS last FROM es.events WHERE stream_id = 'invoice-numbers'`))
      .rows[0].last
  const before = await last()
  // in the log, and not yet in the rows of this release
  await test.appendForeign(`invoice-${id}`, {
    type: 'InvoiceIssued',
    data: { invoiceId: id, number: 900, issuedOn: '2026-11-21', issuedAt: at },
  })
  const issued = await test.call<Invoice>('POST', `/api/invoices/${id}/issue`)
  expect(issued).toMatchObject({ status: 200, json: { invoiceNumber: 'INV-000900' } })
  expect(await last()).toBe(before)
})

it('the invoices of a job are found by the job, whichever customer they are of, and without void ones', async () => {
  for (const id of [31, 32]) await test.appendForeign(`customer-${id}`, customerRegistered(id))
  await test.appendForeign('appointment-31', appointmentScheduled(31, 31))
  await test.project()
  const ofJob = async () =>
    (await test.call<Invoice[]>('GET', '/api/appointments/31/invoices')).json.map((it) => it.id)
  expect(await ofJob()).toEqual([])
  const { json: first } = await create(31, { appointmentId: 31 })
  const { json: second } = await create(31, { appointmentId: 31 })
  await create(32)
  await test.call('POST', `/api/invoices/${second.id}/void`)
  await test.appendForeign('appointment-31', {
    type: 'AppointmentReassigned',
    data: { appointmentId: 31, customerId: 32 },
  })
  await test.project()
  expect(await ofJob()).toEqual([first.id])
})

it('a call with a consistency token waits for a new customer, and answers 503 when the read model stays behind', async () => {
  const stop = new AbortController()
  const running = billing
    .subscriptions({ ...test, clock: () => test.clock.now })
    .map((subscription) =>
      runSubscription(subscription, { ...test, signal: stop.signal, pollIntervalMs: 50 }),
    )
  for (const id of [20, 21, 22]) {
    const event = await test.appendForeign(`customer-${id}`, customerRegistered(id))
    const caller = { minPosition: String(event?.position) }
    const body = { customerId: id, description: 'Doors', amount: '10' }
    expect((await test.call<InvoiceDetails>('POST', '/api/invoices', { body, caller })).status).toBe(201)
  }
  stop.abort()
  await Promise.all(running)
  const hurried = await startServiceForTest(billing, { ...testOptions, waitTimeoutMs: 200 })
  const event = await hurried.appendForeign('customer-23', customerRegistered(23))
  const caller = { minPosition: String(event?.position) }
  expect((await hurried.call<InvoiceDetails>('GET', '/api/invoices', { caller })).status).toBe(200)
  const body = { customerId: 23, description: 'Doors', amount: '10' }
  expect((await hurried.call<InvoiceDetails>('POST', '/api/invoices', { body, caller })).status).toBe(503)
  await hurried.stop()
})

it('a rebuild of the read models changes no row', async () => {
  await test.project()
  expect(await test.differences()).toEqual([])
})
