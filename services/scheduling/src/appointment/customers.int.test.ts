import { setTimeout as sleep } from 'node:timers/promises'
import { eraseSubjects } from '@plumbline/platform/encryption'
import { testKeyring } from '@plumbline/platform/testing'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { customers } from '../customers.ts'
import { booking, metadata, type Scheduling, startScheduling } from '../testing.ts'
import { appointments } from './projection.ts'

let app: Scheduling
beforeAll(async () => {
  app = await startScheduling()
})
afterAll(() => app.stop())

const theirs = async (customerId: number) =>
  (await app.json<{ id: number }[]>('GET', `/api/customers/${customerId}/appointments`)).map(({ id }) => id)
const merge = async (customerId: number, intoCustomerId: number) => {
  await app.tell({
    type: 'CustomerMerged',
    data: { customerId, intoCustomerId, mergedAt: '2026-11-01T00:00:00.000Z' },
  })
  await app.follow()
}

describe('a customer made a moment ago', () => {
  const book = (customerId: number, seen?: string) =>
    app.call('POST', '/api/appointments', { ...booking, customerId }, { minPosition: seen })

  it('can be booked by whoever saw them made, as soon as the news is here', async () => {
    const customerId = app.nextCustomer()
    const position = await app.tell(app.registered(customerId))
    const booked = book(customerId, String(position))
    const first = await Promise.race([booked, sleep(150, 'waits' as const)])
    expect(first).toBe('waits')
    await app.follow()
    expect((await booked).status).toBe(201)
  })

  it('is not known to whoever did not', async () => {
    const customerId = app.nextCustomer()
    await app.tell(app.registered(customerId))
    expect((await book(customerId)).status).toBe(400)
  })

  it('is 503, and no wrong answer, while the news does not come', async () => {
    const customerId = app.nextCustomer()
    const position = await app.tell(app.registered(customerId))
    expect((await book(customerId, String(position))).status).toBe(503)
    await app.follow()
  })
})

describe('what the CRM changes', () => {
  it('shows on appointments, and in their ETag', async () => {
    const customerId = await app.customer()
    const { id } = await app.book({ customerId })
    const etag = async () => (await app.call('GET', `/api/appointments/${id}`)).headers.get('etag')
    const before = await etag()
    await app.tell({
      type: 'CustomerDetailsChanged',
      data: { customerId, lastName: 'Park', address: '5 New Road', changedAt: '2026-11-01T00:00:00.000Z' },
    })
    await app.follow()
    expect(await app.get(id)).toMatchObject({
      customerName: 'Ann Park',
      customerEmail: 'ann@example.test',
      address: '5 New Road',
    })
    expect(await etag()).not.toBe(before)
  })

  it('leaves a job site of its own alone', async () => {
    const customerId = await app.customer()
    const { id } = await app.book({ customerId, address: '9 Site Road' })
    await app.tell({
      type: 'CustomerDetailsChanged',
      data: { customerId, address: null, changedAt: '2026-11-01T00:00:00.000Z' },
    })
    await app.follow()
    expect(await app.get(id)).toMatchObject({ address: '9 Site Road' })
  })

  it('a removed customer is known no more; the appointment stays', async () => {
    const customerId = await app.customer()
    const { id } = await app.book({ customerId })
    await app.tell({
      type: 'CustomerRemoved',
      data: { customerId, removedAt: '2026-11-01T00:00:00.000Z' },
    })
    await app.follow()
    expect(await app.get(id)).toMatchObject({ customerId, customerName: null, address: null })
    expect((await app.call('GET', `/api/customers/${customerId}/appointments`)).status).toBe(404)
    expect((await app.call('PUT', `/api/appointments/${id}`, { customerId, duration: 5 })).status).toBe(200)
  })
})

describe('a merged customer', () => {
  it('shows their appointments under the one they became, over several merges', async () => {
    const first = await app.customer({ firstName: 'Old' })
    const second = await app.customer({ firstName: 'Older' })
    const last = await app.customer({ firstName: 'Now', address: '3 Ash Street' })
    const a = await app.book({ customerId: first, scheduledDate: '2026-12-01' })
    const b = await app.book({ customerId: second, scheduledDate: '2026-12-02' })
    const c = await app.book({ customerId: last, scheduledDate: '2026-12-03' })
    await merge(first, second)
    expect(await theirs(second)).toEqual([a.id, b.id])
    await merge(second, last)
    for (const id of [first, second, last]) expect(await theirs(id)).toEqual([a.id, b.id, c.id])
    expect(await app.get(a.id)).toMatchObject({
      customerId: last,
      customerName: 'Now Lee',
      address: '3 Ash Street',
    })
    expect((await app.list(`?customerId=${first}`)).map(({ id }) => id)).toEqual([a.id, b.id, c.id])
  })

  it('is found by the name of the one they became, and no longer by their own', async () => {
    const loser = await app.customer({ firstName: 'Formerly', address: '8 Gone Street' })
    const winner = await app.customer({ firstName: 'Nowadays', address: '9 Here Street' })
    const { id } = await app.book({ customerId: loser })
    await merge(loser, winner)
    const found = async (q: string) => (await app.list(`?q=${q}`)).map((it) => it.id)
    for (const q of ['nowadays', 'here%20street', 'repairs%20nowadays']) expect(await found(q)).toEqual([id])
    for (const q of ['formerly', 'gone%20street']) expect(await found(q)).toEqual([])
  })

  it('is booked as the one they became; naming either is no change', async () => {
    const loser = await app.customer()
    const winner = await app.customer({ firstName: 'Now' })
    const before = await app.book({ customerId: loser })
    await merge(loser, winner)
    expect(await app.book({ customerId: loser })).toMatchObject({ customerId: winner })
    const shown = await app.get(before.id)
    const etag = async () => (await app.call('GET', `/api/appointments/${before.id}`)).headers.get('etag')
    const seen = await etag()
    for (const customerId of [loser, winner])
      expect(await app.json('PUT', `/api/appointments/${before.id}`, { customerId })).toEqual(shown)
    expect(await etag()).toBe(seen)
  })
})

it('a list of some days shows each appointment as it shows alone, whoever its customer became', async () => {
  const customer = (firstName: string) => app.customer({ firstName, address: `${firstName} Street` })
  const [loser, between, winner] = [await customer('One'), await customer('Two'), await customer('Three')]
  const [gone, kept] = [await customer('Gone'), await customer('Kept')]
  const at = (customerId: number, hour: number, more: object = {}) =>
    app.book({ customerId, scheduledDate: `2031-05-05T${hour}:00:00-04:00`, ...more })
  await at(loser, 10)
  await at(between, 11, { address: '9 Site Road' })
  await at(gone, 12)
  await at(kept, 13)
  await at(kept, 14)
  await merge(loser, between)
  await merge(between, winner)
  await app.tell({
    type: 'CustomerRemoved',
    data: { customerId: gone, removedAt: '2026-11-01T00:00:00.000Z' },
  })
  await app.follow()
  // a day is read in another way than a month, and both in another than all there is
  for (const query of [
    '?from=2031-05-05&to=2031-05-05',
    '?from=2031-05-01&to=2031-05-31',
    '?from=2031-05-05',
  ]) {
    const list = await app.list(query)
    expect(list.map(({ customerId }) => customerId)).toEqual([winner, winner, gone, kept, kept])
    const names = ['Three Lee', 'Three Lee', null, 'Kept Lee', 'Kept Lee']
    expect(list.map(({ customerName }) => customerName)).toEqual(names)
    for (const row of list) {
      const { customerEmail, customerPhone, ...alone } = await app.get(row.id)
      expect(row).toEqual(alone)
    }
  }
})

it('of an erased customer only [erased] is left, and nothing new can be written', async () => {
  const customerId = await app.customer()
  const kept = await app.book({ customerId: await app.customer() })
  const { id } = await app.book({ customerId, address: '9 Site Road' })
  const plain = await app.book({ customerId, scheduledDate: '2026-12-24' })
  await eraseSubjects([`customer-${customerId}`], {
    pool: app.owner,
    keyring: testKeyring,
    targets: [
      { projection: appointments, schema: 'scheduling', role: 'plumbline_scheduling' },
      { projection: customers, schema: 'scheduling', role: 'plumbline_scheduling', async: true },
    ],
    metadata,
    now: new Date(),
  })
  expect(await app.get(id)).toMatchObject({
    title: 'General Repairs',
    description: '[erased]',
    notes: '[erased]',
    address: '[erased]',
    customerName: '[erased]',
    customerEmail: '[erased]',
    customerPhone: '[erased]',
    estimatedPrice: '112.50',
  })
  expect(await app.get(plain.id)).toMatchObject({ address: '[erased]' })
  const thatDay = await app.list('?from=2026-12-24&to=2026-12-24')
  expect(thatDay.find(({ id }) => id === plain.id)).toMatchObject({
    address: '[erased]',
    customerName: '[erased]',
  })
  expect(await app.get(kept.id)).toEqual(kept)
  expect((await app.call('PUT', `/api/appointments/${id}`, { notes: 'again' })).status).toBe(409)
  expect((await app.call('POST', '/api/appointments', { ...booking, customerId })).status).toBe(409)
  expect((await app.call('PUT', `/api/appointments/${id}`, { status: 'completed' })).status).toBe(200)
})
