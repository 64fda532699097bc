import { readStream } from '@plumbline/platform/event-store'
import { testKeyring } from '@plumbline/platform/testing'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { AppointmentDetails } from '../api.ts'
import { type Scheduling, startScheduling } from '../testing.ts'

let app: Scheduling
let ann: number
beforeAll(async () => {
  app = await startScheduling()
  ann = await app.customer()
})
afterAll(() => app.stop())

const put = async (id: number, edit: object, headers?: Record<string, string>) => {
  const {
    status,
    text,
    headers: answered,
  } = await app.call('PUT', `/api/appointments/${id}`, edit, {
    headers,
  })
  return { status, text, etag: answered.get('etag') ?? '' }
}
const edited = async (id: number, edit: object) =>
  JSON.parse((await put(id, edit)).text) as AppointmentDetails
const eventsOf = async (id: number) =>
  (await readStream(app.owner, `appointment-${id}`, { keyring: testKeyring })).map(({ type }) => type)
const etagOf = async (id: number) =>
  (await app.call('GET', `/api/appointments/${id}`)).headers.get('etag') ?? ''

describe('PUT /api/appointments/:id', () => {
  it('leaves what is missing as it is', async () => {
    const before = await app.book({ customerId: ann })
    expect(await edited(before.id, {})).toEqual(before)
    app.clock.now = new Date('2026-11-21T16:00:00Z')
    expect(await edited(before.id, { duration: 60 })).toEqual({
      ...before,
      duration: 60,
      updatedAt: '2026-11-21T16:00:00.000Z',
      etag: await etagOf(before.id),
    })
  })

  it('records differences, and nothing for an answer that comes back as it was', async () => {
    const { id } = await app.book({ customerId: ann })
    expect((await put(id, await app.get(id))).status).toBe(200)
    expect(await eventsOf(id)).toEqual(['AppointmentScheduled'])
    await put(id, { ...(await app.get(id)), scheduledDate: '2026-12-24', estimatedPrice: '80.00' })
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
    expect(await app.get(id)).toMatchObject({
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
    'a change of something else never moves an appointment, in %s of the two hours from 1 to 2 AM',
    async (_which, scheduledDate) => {
      const { id } = await app.book({ customerId: ann, scheduledDate })
      expect(await edited(id, { notes: 'Two dogs' })).toMatchObject({ scheduledDate, notes: 'Two dogs' })
      await put(id, { ...(await app.get(id)), description: 'Both porches' })
      expect(await app.get(id)).toMatchObject({ scheduledDate, description: 'Both porches' })
      expect(await eventsOf(id)).toEqual([
        'AppointmentScheduled',
        'AppointmentDescribed',
        'AppointmentDescribed',
      ])
      // another length is another end, and no other beginning
      expect(await edited(id, { duration: 45 })).toMatchObject({ scheduledDate, duration: 45 })
    },
  )

  it('empties what is sent as null or as nothing but spaces', async () => {
    const { id } = await app.book({ customerId: ann, address: '9 Site Road' })
    const empty = { description: null, notes: ' ', address: '', estimatedPrice: null }
    expect(await edited(id, empty)).toMatchObject({
      description: null,
      notes: null,
      address: '1 Oak Street',
      totalAmount: null,
    })
  })

  it('accepts titles that are offered no more, and any status', async () => {
    const { id } = await app.book({ customerId: ann })
    expect(await edited(id, { title: 'Electrical Work' })).toMatchObject({ serviceType: 'Electrical Work' })
    for (const status of ['cancelled', 'scheduled', 'completed', 'in_progress', 'scheduled'])
      expect((await edited(id, { status })).status).toBe(status)
  })

  it('cancels without telling anybody', async () => {
    const { id } = await app.book({ customerId: ann })
    await put(id, { status: 'cancelled' })
    const history = await readStream(app.owner, `appointment-${id}`)
    expect(history.at(-1)).toMatchObject({ type: 'AppointmentCancelled', data: { notify: false } })
  })

  it('moves an appointment to another customer, whose address then counts', async () => {
    const bea = await app.customer({ firstName: 'Bea', address: '2 Elm Street' })
    const { id } = await app.book({ customerId: ann })
    expect(await edited(id, { customerId: bea })).toMatchObject({
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
  ])('refuses %j and changes nothing', async (edit, message) => {
    const before = await app.book({ customerId: ann })
    expect(await put(before.id, { notes: 'changed', ...edit })).toMatchObject({ status: 400, text: message })
    expect(await app.get(before.id)).toEqual(before)
  })
})

describe('two people at one appointment', () => {
  it('both keep their change when they changed different fields', async () => {
    const { id } = await app.book({ customerId: ann })
    const answers = await Promise.all([put(id, { notes: 'from one' }), put(id, { duration: 30 })])
    expect(answers.map(({ status }) => status)).toEqual([200, 200])
    expect(await app.get(id)).toMatchObject({ notes: 'from one', duration: 30 })
  })

  it('who saw an older version is told so, and changes nothing', async () => {
    const { id } = await app.book({ customerId: ann })
    const seen = await etagOf(id)
    await put(id, { duration: 30 })
    expect(await put(id, { duration: 45 }, { 'if-match': seen })).toMatchObject({
      status: 412,
      text: 'Someone else changed this meanwhile. Review their changes, then save again.',
    })
    expect(await app.get(id)).toMatchObject({ duration: 30 })
    expect(await put(id, { duration: 45 }, { 'if-match': await etagOf(id) })).toMatchObject({ status: 200 })
  })

  it('of many at once with the same version one gets through', async () => {
    for (let round = 0; round < 5; round++) {
      const { id } = await app.book({ customerId: ann })
      const seen = { 'if-match': await etagOf(id) }
      const answers = await Promise.all([31, 32, 33, 34].map((duration) => put(id, { duration }, seen)))
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 412, 412, 412])
      expect(await eventsOf(id)).toEqual(['AppointmentScheduled', 'AppointmentRescheduled'])
    }
  })

  it('a repeat of what was done already is no conflict', async () => {
    const { id } = await app.book({ customerId: ann })
    const seen = { 'if-match': await etagOf(id) }
    expect((await put(id, { duration: 30 }, seen)).status).toBe(200)
    expect((await put(id, { duration: 30 }, seen)).status).toBe(200)
  })

  it('an answer carries the version to go on with', async () => {
    const { id } = await app.book({ customerId: ann })
    const { etag } = await put(id, { duration: 30 })
    expect(etag).toBe(await etagOf(id))
    const headers = { 'if-none-match': etag, 'cache-control': 'max-age=0' }
    expect((await app.call('GET', `/api/appointments/${id}`, undefined, { headers })).status).toBe(304)
    expect((await put(id, { duration: 31 }, { 'if-match': etag })).status).toBe(200)
  })

  it('cancelling and deleting look at the version, too', async () => {
    const { id } = await app.book({ customerId: ann })
    const headers = { 'if-match': await etagOf(id) }
    await put(id, { duration: 30 })
    expect((await app.call('PATCH', `/api/appointments/${id}/cancel`, undefined, { headers })).status).toBe(
      412,
    )
    expect((await app.call('DELETE', `/api/appointments/${id}`, undefined, { headers })).status).toBe(412)
  })
})

describe('PATCH /api/appointments/:id/cancel', () => {
  const cancel = (id: number) => app.call('PATCH', `/api/appointments/${id}/cancel`)

  it('cancels and has the customer told, once', async () => {
    const { id } = await app.book({ customerId: ann })
    const { status, text } = await cancel(id)
    expect([status, JSON.parse(text)]).toEqual([200, await app.get(id)])
    expect(JSON.parse(text).status).toBe('cancelled')
    expect(await cancel(id)).toMatchObject({
      status: 409,
      text: 'Only a scheduled appointment can be cancelled.',
    })
    const history = await readStream(app.owner, `appointment-${id}`)
    expect(history.slice(1)).toMatchObject([
      {
        type: 'AppointmentCancelled',
        data: { customerId: ann, startsAt: '2026-11-23T14:00:00.000Z', notify: true },
      },
    ])
  })

  it('of two at once one gets through', async () => {
    const { id } = await app.book({ customerId: ann })
    const answers = await Promise.all([cancel(id), cancel(id)])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
  })

  it.each(['in_progress', 'completed', 'cancelled'])('is 409 while %s', async (status) => {
    const { id } = await app.book({ customerId: ann })
    await put(id, { status })
    expect((await cancel(id)).status).toBe(409)
  })
})

describe('DELETE /api/appointments/:id', () => {
  it('takes it from every list and read; the history keeps it', async () => {
    const { id } = await app.book({ customerId: ann, scheduledDate: '2040-01-01' })
    const path = `/api/appointments/${id}`
    expect(await app.call('DELETE', path)).toMatchObject({ status: 204, text: '' })
    expect(await app.call('GET', path)).toMatchObject({ status: 404, text: 'Appointment not found' })
    expect(await app.list('?from=2040-01-01')).toEqual([])
    const theirs = await app.json<{ id: number }[]>('GET', `/api/customers/${ann}/appointments`)
    expect(theirs.map((it) => it.id)).not.toContain(id)
    const overlaps = '/api/appointments/overlaps?from=2040-01-01&to=2040-01-01'
    expect(await app.json('GET', overlaps)).toEqual([])
    for (const method of ['PUT', 'DELETE', 'PATCH'])
      expect((await app.call(method, method === 'PATCH' ? `${path}/cancel` : path, {})).status).toBe(404)
    expect(await eventsOf(id)).toEqual(['AppointmentScheduled', 'AppointmentDeleted'])
  })

  it('does not free the number', async () => {
    const { id } = await app.book({ customerId: ann })
    await app.call('DELETE', `/api/appointments/${id}`)
    expect((await app.book({ customerId: ann })).id).toBeGreaterThan(id)
  })
})
