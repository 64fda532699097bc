import { projectionSubscription, runSubscription } from '@plumbline/platform/subscriptions'
import { testKeyring } from '@plumbline/platform/testing'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Invoice } from '../api.ts'
import { billingSchema, createBilling } from '../service.ts'
import { merged, registered, scheduled, startBillingTest } from '../testing.ts'

const start = () => startBillingTest(billingSchema, createBilling)
let billing: Awaited<ReturnType<typeof start>>
beforeAll(async () => {
  billing = await start()
})
afterAll(() => billing.stop())

const at = '2026-11-01T12:00:00.000Z'
const create = (customerId: number, more: object = {}) =>
  billing.call('POST', '/api/invoices', {
    body: { customerId, description: 'Doors', amount: '10', ...more },
  })
const ofCustomer = async (id: number) =>
  (await billing.call<Invoice[]>('GET', `/api/customers/${id}/invoices`)).json
const get = (id: number) => billing.call('GET', `/api/invoices/${id}`)

it('the invoices of merged customers show under the one they became, however often they were merged', async () => {
  for (const id of [1, 2, 3]) await billing.tell(`customer-${id}`, registered(id, `Ann ${id}`))
  await billing.tell('appointment-5', scheduled(5, 1))
  await billing.follow()
  const { json: old } = await create(1)
  await billing.tell('customer-1', merged(1, 2))
  await billing.tell('customer-2', merged(2, 3))
  await billing.follow()
  expect((await get(old.id)).json).toMatchObject({ customerId: 3, customerName: 'Ann 3 Lee' })
  const { json: next, status } = await create(2, { appointmentId: 5 })
  expect([status, next.customerId]).toEqual([201, 3])
  for (const id of [1, 2, 3]) expect((await ofCustomer(id)).map((it) => it.id)).toEqual([next.id, old.id])
  const { json } = await billing.call<Invoice[]>('GET', '/api/invoices?customerId=3')
  expect(json).toHaveLength(2)
})

it('a customer’s new name is news to those who hold an older answer', async () => {
  await billing.tell('customer-4', registered(4, 'Bea'))
  await billing.follow()
  const { id } = (await create(4)).json
  const etag = (await get(id)).headers.get('etag') as string
  // without max-age fetch asks for an answer that nobody has seen
  const headers = { 'if-none-match': etag, 'cache-control': 'max-age=0' }
  const again = () => billing.send('GET', `/api/invoices/${id}`, { headers })
  expect((await again()).status).toBe(304)
  const changed = { customerId: 4, lastName: 'Ray', changedAt: at }
  await billing.tell('customer-4', { type: 'CustomerDetailsChanged', data: changed })
  await billing.follow()
  expect((await again()).status).toBe(200)
  expect((await get(id)).json.customerName).toBe('Bea Ray')
})

it('a customer who was taken away keeps the invoices there are and gets no more', async () => {
  await billing.tell('customer-6', registered(6))
  await billing.follow()
  const { id } = (await create(6)).json
  await billing.tell('customer-6', { type: 'CustomerRemoved', data: { customerId: 6, removedAt: at } })
  await billing.follow()
  expect((await create(6)).status).toBe(400)
  expect((await billing.call('GET', '/api/customers/6/invoices')).status).toBe(404)
  expect((await get(id)).json.customerName).toBe('Ann Lee')
})

it('an appointment that was deleted is kept by its invoices and takes no more', async () => {
  await billing.tell('customer-7', registered(7))
  await billing.tell('appointment-8', scheduled(8, 7))
  await billing.follow()
  const { id } = (await create(7, { appointmentId: 8 })).json
  await billing.tell('appointment-8', {
    type: 'AppointmentDeleted',
    data: { appointmentId: 8, deletedAt: at },
  })
  await billing.follow()
  expect((await get(id)).json.appointmentId).toBe(8)
  expect((await create(7, { appointmentId: 8 })).text).toBe('Appointment not found')
})

it('a customer who was just added can be billed: the call waits for them, and asks to try again when they do not arrive', async () => {
  const stop = new AbortController()
  const { pool, notifier, database } = billing
  const running = (billingSchema.asyncProjections ?? []).map((projection) =>
    runSubscription(projectionSubscription('billing', projection), {
      ...{ pool, notifier, keyring: testKeyring, log: database.log },
      signal: stop.signal,
      pollIntervalMs: 50,
    }),
  )
  for (const id of [20, 21, 22]) {
    const [event] = await billing.tell(`customer-${id}`, registered(id))
    const caller = { minPosition: String(event?.position) }
    const body = { customerId: id, description: 'Doors', amount: '10' }
    expect((await billing.call('POST', '/api/invoices', { body, caller })).status).toBe(201)
  }
  stop.abort()
  await Promise.all(running)
  const [event] = await billing.tell('customer-23', registered(23))
  const caller = { minPosition: String(event?.position) }
  expect((await billing.call('GET', '/api/invoices', { caller })).status).toBe(200)
  const body = { customerId: 23, description: 'Doors', amount: '10' }
  expect((await billing.call('POST', '/api/invoices', { body, caller })).status).toBe(503)
})

it('the read models are what a rebuild makes of the log', async () => {
  await billing.follow()
  expect(await billing.differences()).toEqual([])
})
