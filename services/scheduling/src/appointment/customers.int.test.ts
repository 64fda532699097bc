import { setTimeout as sleep } from 'node:timers/promises'
import { eraseSubjects } from '@plumbline/platform/encryption'
import { startServiceForTest, testKeyring, testMetadata } from '@plumbline/platform/testing'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { customers } from '../customers.ts'
import { scheduling } from '../service.ts'
import {
  addCustomer,
  appendCustomerEvent,
  applyCustomerEvent,
  customerRegistered,
  getAppointment,
  listAppointments,
  merge,
  nextCustomerId,
  type SchedulingTest,
  sampleForm,
  schedule,
  testOptions,
} from '../testing.ts'
import { appointments } from './projection.ts'

let test: SchedulingTest
beforeAll(async () => {
  test = await startServiceForTest(scheduling, { ...testOptions, waitTimeoutMs: 30_000 })
})
afterAll(() => test.stop())

const idsOfCustomer = async (customerId: number) => {
  const { json } = await test.call<{ id: number }[]>('GET', `/api/customers/${customerId}/appointments`)
  return json.map(({ id }) => id)
}

describe('a customer who was just created', () => {
  const scheduleAt = (customerId: number, minPosition?: string, { call } = test) =>
    call('POST', '/api/appointments', {
      body: { ...sampleForm, customerId },
      caller: { minPosition },
    })

  it('can be scheduled for by a caller with a consistency token, once the read model has caught up', async () => {
    const customerId = nextCustomerId()
    const position = await appendCustomerEvent(test, customerRegistered(customerId))
    const answer = scheduleAt(customerId, String(position))
    const first = await Promise.race([answer, sleep(150, 'waits' as const)])
    expect(first).toBe('waits')
    await test.project()
    expect((await answer).status).toBe(201)
  })

  it('is unknown to a caller without a consistency token until the read model has caught up', async () => {
    const customerId = nextCustomerId()
    await appendCustomerEvent(test, customerRegistered(customerId))
    expect((await scheduleAt(customerId)).status).toBe(400)
  })

  it('is answered with 503 for a caller with a consistency token when the read model stays behind', async () => {
    const hurried = await startServiceForTest(scheduling, { ...testOptions, waitTimeoutMs: 200 })
    const customerId = nextCustomerId()
    const position = await appendCustomerEvent(hurried, customerRegistered(customerId))
    expect((await scheduleAt(customerId, String(position), hurried)).status).toBe(503)
    await hurried.stop()
  })
})

describe('a merge', () => {
  it('leaves a job without an address of its own where it was made for, and one with an address at that', async () => {
    const [from, into] = [await addCustomer(test), await addCustomer(test)]
    const moved = (customerId: number, address: string) =>
      applyCustomerEvent(test, {
        type: 'CustomerDetailsChanged',
        data: { customerId, address, changedAt: '2026-11-01T00:00:00.000Z' },
      })
    await moved(from, '1 Elm Street')
    await moved(into, '9 Old Oak Lane')
    const { id } = await schedule(test, { customerId: from })
    const { id: own } = await schedule(test, { customerId: from, address: '5 Lake View' })
    const { id: other } = await schedule(test, { customerId: into })
    await merge(test, from, into)
    const addressOf = async (id: number) => (await getAppointment(test, id)).address
    expect(await addressOf(id)).toBe('1 Elm Street')
    expect(await addressOf(own)).toBe('5 Lake View')
    expect(await addressOf(other)).toBe('9 Old Oak Lane')
    const listed = (await listAppointments(test)).filter((it) => [id, own, other].includes(it.id))
    expect(new Map(listed.map((it) => [it.id, it.address])).get(id)).toBe('1 Elm Street')

    // an answer that is sent back unchanged gives no address, and says the same
    const edit = (body: object) => test.call<{ address: string }>('PUT', `/api/appointments/${id}`, { body })
    expect((await edit({ address: '1 Elm Street', notes: 'Dog' })).json.address).toBe('1 Elm Street')
    expect((await edit({ address: '2 Elm Street' })).json.address).toBe('2 Elm Street')
    expect((await edit({ address: '' })).json.address).toBe('1 Elm Street')
    expect(
      (await test.call<{ address: string }>('PATCH', `/api/appointments/${id}/cancel`)).json.address,
    ).toBe('1 Elm Street')
    expect((await edit({ customerId: await addCustomer(test) })).json.address).not.toBe('1 Elm Street')
  })
})

describe('a change of a customer in CRM', () => {
  it('shows on appointments and changes their ETag', async () => {
    const customerId = await addCustomer(test)
    const { id } = await schedule(test, { customerId })
    const etag = async () => (await test.call('GET', `/api/appointments/${id}`)).headers.get('etag')
    const before = await etag()
    await applyCustomerEvent(test, {
      type: 'CustomerDetailsChanged',
      data: { customerId, lastName: 'Park', address: '5 New Road', changedAt: '2026-11-01T00:00:00.000Z' },
    })
    expect(await getAppointment(test, id)).toMatchObject({
      customerName: 'Ann Park',
      customerEmail: 'ann@example.test',
      address: '5 New Road',
    })
    expect(await etag()).not.toBe(before)
  })

  it('does not change the own address of an appointment', async () => {
    const customerId = await addCustomer(test)
    const { id } = await schedule(test, { customerId, address: '9 Site Road' })
    await applyCustomerEvent(test, {
      type: 'CustomerDetailsChanged',
      data: { customerId, address: null, changedAt: '2026-11-01T00:00:00.000Z' },
    })
    expect(await getAppointment(test, id)).toMatchObject({ address: '9 Site Road' })
  })

  it("leaves a job at the house that it was booked for, also when that was the customer's own", async () => {
    const customerId = await addCustomer(test, { address: '1 Elm Street' })
    const booked = await schedule(test, { customerId, address: '1 Elm Street' })
    const edited = await schedule(test, { customerId, address: '5 Site Road' })
    await test.call('PUT', `/api/appointments/${edited.id}`, { body: { address: '1 Elm Street' } })
    await applyCustomerEvent(test, {
      type: 'CustomerDetailsChanged',
      data: { customerId, address: '99 New Road', changedAt: '2026-11-01T00:00:00.000Z' },
    })
    const other = await addCustomer(test, { address: '9 Old Oak Lane' })
    for (const { id } of [booked, edited])
      expect(await getAppointment(test, id)).toMatchObject({ customerId, address: '1 Elm Street' })
    await merge(test, customerId, other)
    for (const { id } of [booked, edited])
      expect(await getAppointment(test, id)).toMatchObject({ customerId: other, address: '1 Elm Street' })
  })

  it('to removed makes the customer unknown and keeps the appointment', async () => {
    const customerId = await addCustomer(test)
    const { id } = await schedule(test, { customerId })
    await applyCustomerEvent(test, {
      type: 'CustomerRemoved',
      data: { customerId, removedAt: '2026-11-01T00:00:00.000Z' },
    })
    expect(await getAppointment(test, id)).toMatchObject({ customerId, customerName: null, address: null })
    expect((await test.call('GET', `/api/customers/${customerId}/appointments`)).status).toBe(404)
    expect(
      (await test.call('PUT', `/api/appointments/${id}`, { body: { customerId, duration: 5 } })).status,
    ).toBe(200)
  })
})

describe('a merged customer', () => {
  it('has its appointments under the surviving customer, over a chain of merges', async () => {
    const first = await addCustomer(test, { firstName: 'Old' })
    const second = await addCustomer(test, { firstName: 'Older' })
    const last = await addCustomer(test, { firstName: 'Now', address: '3 Ash Street' })
    const a = await schedule(test, { customerId: first, scheduledDate: '2026-12-01' })
    const b = await schedule(test, { customerId: second, scheduledDate: '2026-12-02' })
    const c = await schedule(test, { customerId: last, scheduledDate: '2026-12-03' })
    await merge(test, first, second)
    expect(await idsOfCustomer(second)).toEqual([a.id, b.id])
    await merge(test, second, last)
    for (const id of [first, second, last]) expect(await idsOfCustomer(id)).toEqual([a.id, b.id, c.id])
    expect(await getAppointment(test, a.id)).toMatchObject({
      customerId: last,
      customerName: 'Now Lee',
      // where it was made for
      address: '1 Oak Street',
    })
    for (const customerId of [first, second, last])
      for (const limit of ['', '&limit=10']) {
        const list = await listAppointments(test, `?customerId=${customerId}${limit}`)
        expect(list.map(({ id }) => id)).toEqual([a.id, b.id, c.id])
        expect(list.map(({ customerName }) => customerName)).toEqual(['Now Lee', 'Now Lee', 'Now Lee'])
      }
    expect((await schedule(test, { customerId: first })).customerId).toBe(last)
  })

  it('is found by the name of the surviving customer and not by its own', async () => {
    const loser = await addCustomer(test, { firstName: 'Formerly', address: '8 Gone Street' })
    const between = await addCustomer(test, { firstName: 'Meanwhile', address: '7 Between Street' })
    const winner = await addCustomer(test, { firstName: 'Nowadays', address: '9 Here Street' })
    const { id } = await schedule(test, { customerId: loser })
    await merge(test, loser, between)
    await merge(test, between, winner)
    const search = async (q: string) => (await listAppointments(test, `?q=${q}`)).map((it) => it.id)
    for (const q of ['nowadays', 'here%20street', 'repairs%20nowadays', 'nowadays&limit=5'])
      expect(await search(q)).toEqual([id])
    for (const q of ['formerly', 'gone%20street', 'meanwhile', 'between%20street', 'formerly&limit=5'])
      expect(await search(q)).toEqual([])
  })

  it('schedules for the surviving customer, and an edit that names either record changes nothing', async () => {
    const loser = await addCustomer(test)
    const winner = await addCustomer(test, { firstName: 'Now' })
    const before = await schedule(test, { customerId: loser })
    await merge(test, loser, winner)
    expect(await schedule(test, { customerId: loser })).toMatchObject({ customerId: winner })
    const answer = await getAppointment(test, before.id)
    const etag = async () => (await test.call('GET', `/api/appointments/${before.id}`)).headers.get('etag')
    const etagBefore = await etag()
    for (const customerId of [loser, winner])
      expect(
        (await test.call('PUT', `/api/appointments/${before.id}`, { body: { customerId } })).json,
      ).toEqual(answer)
    expect(await etag()).toBe(etagBefore)
  })
})

it('lists of every kind show an appointment as its own address does, with merged and removed customers', async () => {
  const customer = (firstName: string) => addCustomer(test, { firstName, address: `${firstName} Street` })
  const [loser, between, winner] = [await customer('One'), await customer('Two'), await customer('Three')]
  const [removed, active] = [await customer('Gone'), await customer('Kept')]
  const at = (customerId: number, hour: number, more: object = {}) =>
    schedule(test, { customerId, scheduledDate: `2031-05-05T${hour}:00:00-04:00`, ...more })
  await at(loser, 10)
  await at(between, 11, { address: '9 Site Road' })
  await at(removed, 12)
  await at(active, 13)
  await at(active, 14)
  await merge(test, loser, between)
  await merge(test, between, winner)
  await applyCustomerEvent(test, {
    type: 'CustomerRemoved',
    data: { customerId: removed, removedAt: '2026-11-01T00:00:00.000Z' },
  })
  // ranges and complete lists join customers in different ways
  for (const query of [
    '?from=2031-05-05&to=2031-05-05',
    '?from=2031-05-01&to=2031-05-31',
    '?from=2031-05-05',
  ]) {
    const list = await listAppointments(test, query)
    expect(list.map(({ customerId }) => customerId)).toEqual([winner, winner, removed, active, active])
    const names = ['Three Lee', 'Three Lee', null, 'Kept Lee', 'Kept Lee']
    expect(list.map(({ customerName }) => customerName)).toEqual(names)
    for (const row of list) {
      const { customerEmail, ...single } = await getAppointment(test, row.id)
      expect(row).toEqual(single)
    }
  }
})

it('appointments of an erased customer show [erased], and accept no more personal text', async () => {
  const customerId = await addCustomer(test)
  const unrelated = await schedule(test, { customerId: await addCustomer(test) })
  const { id } = await schedule(test, { customerId, address: '9 Site Road' })
  const plain = await schedule(test, { customerId, scheduledDate: '2026-12-24' })
  await eraseSubjects([`customer-${customerId}`], {
    pool: test.owner,
    keyring: testKeyring,
    targets: [
      { projection: appointments, schema: 'scheduling', role: 'plumbline_scheduling' },
      { projection: customers.projection, schema: 'scheduling', role: 'plumbline_scheduling', async: true },
    ],
    metadata: testMetadata,
    now: new Date(),
  })
  expect(await getAppointment(test, id)).toMatchObject({
    title: 'General Repairs',
    description: '[erased]',
    notes: '[erased]',
    address: '[erased]',
    customerName: '[erased]',
    customerEmail: '[erased]',
    customerPhone: '[erased]',
    estimatedPrice: '112.50',
  })
  expect(await getAppointment(test, plain.id)).toMatchObject({ address: '[erased]' })
  const thatDay = await listAppointments(test, '?from=2026-12-24&to=2026-12-24')
  expect(thatDay.find(({ id }) => id === plain.id)).toMatchObject({
    address: '[erased]',
    customerName: '[erased]',
  })
  expect(await getAppointment(test, unrelated.id)).toEqual(unrelated)
  expect((await test.call('PUT', `/api/appointments/${id}`, { body: { notes: 'again' } })).status).toBe(409)
  expect((await test.call('POST', '/api/appointments', { body: { ...sampleForm, customerId } })).status).toBe(
    409,
  )
  expect((await test.call('PUT', `/api/appointments/${id}`, { body: { status: 'completed' } })).status).toBe(
    200,
  )
})
