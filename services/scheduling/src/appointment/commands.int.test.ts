import { readStream } from '@plumbline/platform/event-store'
import { startServiceForTest, testKeyring } from '@plumbline/platform/testing'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { AppointmentDetails } from '../api.ts'
import { scheduling } from '../service.ts'
import {
  addCustomer,
  getAppointment,
  listAppointments,
  type SchedulingTest,
  schedule,
  testOptions,
} from '../testing.ts'

let test: SchedulingTest
let ann: number
beforeAll(async () => {
  test = await startServiceForTest(scheduling, testOptions)
  ann = await addCustomer(test)
})
afterAll(() => test.stop())

const put = async (id: number, edit: object, headers?: Record<string, string>) => {
  const answer = await test.call<AppointmentDetails>('PUT', `/api/appointments/${id}`, {
    body: edit,
    headers,
  })
  const { status, text, json } = answer
  return { status, text, json, etag: answer.headers.get('etag') ?? '' }
}
const edit = async (id: number, fields: object) => (await put(id, fields)).json
const eventsOf = async (id: number) =>
  (await readStream(test.owner, `appointment-${id}`, { keyring: testKeyring })).map(({ type }) => type)
const etagOf = async (id: number) =>
  (await test.call('GET', `/api/appointments/${id}`)).headers.get('etag') ?? ''

it('a job of a quote says so in its event, and no edit changes it', async () => {
  const quoteIdOf = async (id: number) =>
    (await readStream(test.owner, `appointment-${id}`, { keyring: testKeyring })).map(
      ({ data }) => (data as { quoteId?: number }).quoteId,
    )
  const { id } = await schedule(test, { customerId: ann, quoteId: 7 })
  await put(id, { quoteId: 8, notes: 'Two cats' })
  expect(await quoteIdOf(id)).toEqual([7, undefined])
  expect(await quoteIdOf((await schedule(test, { customerId: ann })).id)).toEqual([undefined])
})

describe('PUT /api/appointments/:id', () => {
  it('leaves missing fields unchanged', async () => {
    const before = await schedule(test, { customerId: ann })
    expect(await edit(before.id, {})).toEqual(before)
    test.clock.now = new Date('2026-11-21T16:00:00Z')
    expect(await edit(before.id, { duration: 60 })).toEqual({
      ...before,
      duration: 60,
      updatedAt: '2026-11-21T16:00:00.000Z',
      etag: await etagOf(before.id),
    })
  })

  it('records differences as events, and none when an answer is sent back unchanged', async () => {
    const { id } = await schedule(test, { customerId: ann })
    expect((await put(id, await getAppointment(test, id))).status).toBe(200)
    expect(await eventsOf(id)).toEqual(['AppointmentScheduled'])
    await put(id, {
      ...(await getAppointment(test, id)),
      scheduledDate: '2026-12-24',
      estimatedPrice: '80.00',
    })
    await put(id, { status: 'in_progress' })
    await put(id, { status: 'completed', actualPrice: '85' })
    expect(await eventsOf(id)).toEqual([
      'AppointmentScheduled',
      'AppointmentRescheduled',
      'AppointmentRepriced',
      'AppointmentStarted',
      'AppointmentRepriced',
      'AppointmentCompleted',
    ])
    expect(await getAppointment(test, id)).toMatchObject({
      scheduledDate: '2026-12-24T05:00:00.000Z',
      status: 'completed',
      estimatedPrice: '80.00',
      actualPrice: '85.00',
      totalAmount: '85.00',
    })
  })

  it.each([
    ['the first', '2026-11-01T05:30:15.000Z'],
    ['the second', '2026-11-01T06:30:15.000Z'],
  ])(
    'an edit of other fields keeps a start in %s of the two hours from 1 to 2 AM when clocks change',
    async (_hour, scheduledDate) => {
      const { id } = await schedule(test, { customerId: ann, scheduledDate })
      expect(await edit(id, { notes: 'Two dogs' })).toMatchObject({ scheduledDate, notes: 'Two dogs' })
      await put(id, { ...(await getAppointment(test, id)), description: 'Both porches' })
      expect(await getAppointment(test, id)).toMatchObject({ scheduledDate, description: 'Both porches' })
      expect(await eventsOf(id)).toEqual([
        'AppointmentScheduled',
        'AppointmentDescribed',
        'AppointmentDescribed',
      ])
      // another duration changes the end and not the start
      expect(await edit(id, { duration: 45 })).toMatchObject({ scheduledDate, duration: 45 })
    },
  )

  it('clears fields that are sent as null or blank', async () => {
    const { id } = await schedule(test, { customerId: ann, address: '9 Site Road' })
    const empty = { description: null, notes: ' ', address: '', estimatedPrice: null }
    expect(await edit(id, empty)).toMatchObject({
      description: null,
      notes: null,
      address: '1 Oak Street',
      totalAmount: null,
    })
  })

  it('accepts titles that forms no longer offer, and any status', async () => {
    const { id } = await schedule(test, { customerId: ann })
    expect(await edit(id, { title: 'Electrical Work' })).toMatchObject({ serviceType: 'Electrical Work' })
    for (const status of ['cancelled', 'scheduled', 'completed', 'in_progress', 'scheduled'])
      expect((await edit(id, { status })).status).toBe(status)
  })

  it('does not notify the customer when the status is set to cancelled', async () => {
    const { id } = await schedule(test, { customerId: ann })
    await put(id, { status: 'cancelled' })
    const history = await readStream(test.owner, `appointment-${id}`)
    expect(history.at(-1)).toMatchObject({ type: 'AppointmentCancelled', data: { notify: false } })
  })

  it('reassigns an appointment to another customer and answers that address', async () => {
    const bea = await addCustomer(test, { firstName: 'Bea', address: '2 Elm Street' })
    const { id } = await schedule(test, { customerId: ann })
    expect(await edit(id, { customerId: bea })).toMatchObject({
      customerId: bea,
      customerName: 'Bea Lee',
      address: '2 Elm Street',
      notes: 'Dog bites',
    })
  })

  it.each([
    [{ customerId: 424_242 }, 'There is no such customer.'],
    [{ status: 'lost' }, 'Status is required'],
    [{ duration: 0 }, 'Please enter a length in whole minutes'],
    [{ actualPrice: '1e3' }, 'Please enter a price, such as 112.50'],
    [{ title: '' }, 'Service type is required'],
    [{ scheduledDate: 'soon' }, 'Invalid date'],
  ])('answers 400 for %j and changes nothing', async (edit, message) => {
    const before = await schedule(test, { customerId: ann })
    expect(await put(before.id, { notes: 'changed', ...edit })).toMatchObject({ status: 400, text: message })
    expect(await getAppointment(test, before.id)).toEqual(before)
  })
})

describe('concurrent changes of an appointment', () => {
  it('are both kept when they change different fields', async () => {
    const { id } = await schedule(test, { customerId: ann })
    const answers = await Promise.all([put(id, { notes: 'from one' }), put(id, { duration: 30 })])
    expect(answers.map(({ status }) => status)).toEqual([200, 200])
    expect(await getAppointment(test, id)).toMatchObject({ notes: 'from one', duration: 30 })
  })

  it('are answered with 412 and change nothing when If-Match names an older version', async () => {
    const { id } = await schedule(test, { customerId: ann })
    const etag = await etagOf(id)
    await put(id, { duration: 30 })
    expect(await put(id, { duration: 45 }, { 'if-match': etag })).toMatchObject({
      status: 412,
      text: 'Someone else changed this meanwhile. Review their changes, then save again.',
    })
    expect(await getAppointment(test, id)).toMatchObject({ duration: 30 })
    expect(await put(id, { duration: 45 }, { 'if-match': await etagOf(id) })).toMatchObject({ status: 200 })
  })

  it('succeed once when several have the same If-Match', async () => {
    for (let round = 0; round < 5; round++) {
      const { id } = await schedule(test, { customerId: ann })
      const ifMatch = { 'if-match': await etagOf(id) }
      const answers = await Promise.all([31, 32, 33, 34].map((duration) => put(id, { duration }, ifMatch)))
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 412, 412, 412])
      expect(await eventsOf(id)).toEqual(['AppointmentScheduled', 'AppointmentRescheduled'])
    }
  })

  it('are no conflict when a change is repeated with the same If-Match', async () => {
    const { id } = await schedule(test, { customerId: ann })
    const ifMatch = { 'if-match': await etagOf(id) }
    expect((await put(id, { duration: 30 }, ifMatch)).status).toBe(200)
    expect((await put(id, { duration: 30 }, ifMatch)).status).toBe(200)
  })

  it('answer the ETag for the next change', async () => {
    const { id } = await schedule(test, { customerId: ann })
    const { etag } = await put(id, { duration: 30 })
    expect(etag).toBe(await etagOf(id))
    const headers = { 'if-none-match': etag }
    expect((await test.call('GET', `/api/appointments/${id}`, { headers })).status).toBe(304)
    expect((await put(id, { duration: 31 }, { 'if-match': etag })).status).toBe(200)
  })

  it('are answered with 412 before a rule refuses what the caller has not seen', async () => {
    const { id } = await schedule(test, { customerId: ann })
    const headers = { 'if-match': await etagOf(id) }
    const cancel = (headers?: Record<string, string>) =>
      test.call('PATCH', `/api/appointments/${id}/cancel`, { headers })
    await put(id, { status: 'completed' })
    expect((await cancel(headers)).status).toBe(412)
    expect((await cancel({ 'if-match': await etagOf(id) })).status).toBe(409)
    expect((await cancel()).status).toBe(409)
    await test.call('DELETE', `/api/appointments/${id}`)
    expect((await cancel(headers)).status).toBe(404)
  })

  it('are checked with If-Match by cancel and delete too', async () => {
    const { id } = await schedule(test, { customerId: ann })
    const headers = { 'if-match': await etagOf(id) }
    await put(id, { duration: 30 })
    expect((await test.call('PATCH', `/api/appointments/${id}/cancel`, { headers })).status).toBe(412)
    expect((await test.call('DELETE', `/api/appointments/${id}`, { headers })).status).toBe(412)
  })
})

describe('PATCH /api/appointments/:id/cancel', () => {
  const cancel = (id: number) => test.call<AppointmentDetails>('PATCH', `/api/appointments/${id}/cancel`)

  it('cancels and requests the notification of the customer, once', async () => {
    const { id } = await schedule(test, { customerId: ann })
    const { status, json } = await cancel(id)
    expect([status, json]).toEqual([200, await getAppointment(test, id)])
    expect(json.status).toBe('cancelled')
    expect(await cancel(id)).toMatchObject({
      status: 409,
      text: 'Only a scheduled appointment can be cancelled.',
    })
    const history = await readStream(test.owner, `appointment-${id}`)
    expect(history.slice(1)).toMatchObject([
      {
        type: 'AppointmentCancelled',
        data: { customerId: ann, startsAt: '2026-11-23T14:00:00.000Z', notify: true },
      },
    ])
  })

  it('succeeds for one of two concurrent requests', async () => {
    const { id } = await schedule(test, { customerId: ann })
    const answers = await Promise.all([cancel(id), cancel(id)])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
  })

  it.each(['in_progress', 'completed', 'cancelled'])(
    'answers 409 for an appointment that is %s',
    async (status) => {
      const { id } = await schedule(test, { customerId: ann })
      await put(id, { status })
      expect((await cancel(id)).status).toBe(409)
    },
  )
})

describe('DELETE /api/appointments/:id', () => {
  it('removes an appointment from every list and read, and keeps its events', async () => {
    const { id } = await schedule(test, { customerId: ann, scheduledDate: '2040-01-01' })
    const path = `/api/appointments/${id}`
    expect(await test.call('DELETE', path)).toMatchObject({ status: 204, text: '' })
    expect(await test.call('GET', path)).toMatchObject({ status: 404, text: 'Appointment not found' })
    expect(await listAppointments(test, '?from=2040-01-01&to=2040-01-01')).toEqual([])
    const { json } = await test.call<{ id: number }[]>('GET', `/api/customers/${ann}/appointments`)
    expect(json.map((it) => it.id)).not.toContain(id)
    const overlaps = '/api/appointments/overlaps?from=2040-01-01&to=2040-01-01'
    expect((await test.call('GET', overlaps)).json).toEqual([])
    for (const [method, url] of [
      ['PUT', path],
      ['DELETE', path],
      ['PATCH', `${path}/cancel`],
    ] as const)
      expect((await test.call(method, url, { body: {} })).status).toBe(404)
    expect(await eventsOf(id)).toEqual(['AppointmentScheduled', 'AppointmentDeleted'])
  })

  it('does not make the id available again', async () => {
    const { id } = await schedule(test, { customerId: ann })
    await test.call('DELETE', `/api/appointments/${id}`)
    expect((await schedule(test, { customerId: ann })).id).toBeGreaterThan(id)
  })
})
