import { run, sql } from '@plumbline/platform/db'
import { readStream } from '@plumbline/platform/event-store'
import { positionHeader } from '@plumbline/platform/http'
import { readPages, startServiceForTest } from '@plumbline/platform/testing'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { AppointmentDetails } from '../api.ts'
import { scheduling } from '../service.ts'
import {
  addCustomer,
  applyCustomerEvent,
  getAppointment,
  listAppointments,
  type SchedulingTest,
  sampleForm,
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

const post = (form: object, headers?: Record<string, string>) =>
  test.call<AppointmentDetails>('POST', '/api/appointments', {
    body: { ...sampleForm, customerId: ann, ...form },
    headers,
  })
const ids = (list: { id: number }[]) => list.map(({ id }) => id)

describe('POST /api/appointments', () => {
  it('answers 201 with the whole record', async () => {
    const { status, json: created, headers } = await post({})
    expect(status).toBe(201)
    expect(created).toEqual({
      id: created.id,
      customerId: ann,
      title: 'General Repairs',
      serviceType: 'General Repairs',
      description: 'Mend the porch',
      notes: 'Dog bites',
      scheduledDate: '2026-11-23T14:00:00.000Z',
      duration: 90,
      arrivalWindow: 0,
      anytime: false,
      status: 'scheduled',
      assigneeIds: [],
      onTheWaySince: null,
      estimatedPrice: '112.50',
      actualPrice: null,
      totalAmount: '112.50',
      address: '1 Oak Street',
      customerName: 'Ann Lee',
      customerEmail: 'ann@example.test',
      customerPhone: '919 555 0101',
      createdAt: '2026-11-21T15:00:00.000Z',
      updatedAt: '2026-11-21T15:00:00.000Z',
      etag: headers.get('etag'),
    })
    expect(headers.get('etag')).toMatch(/^"1-\d+\.\d+-[0-9a-f]{8}"$/)
    expect(headers.get(positionHeader)).toMatch(/^\d+$/)
    expect(await getAppointment(test, created.id)).toEqual(created)
  })

  it('uses defaults for missing fields and always answers status scheduled', async () => {
    const created = await schedule(test, {
      customerId: ann,
      duration: undefined,
      estimatedPrice: undefined,
      description: ' ',
      notes: null,
      status: 'completed',
      actualPrice: '5',
      id: 9_999,
    })
    expect(created).toMatchObject({
      duration: 120,
      estimatedPrice: null,
      totalAmount: null,
      description: null,
      notes: null,
      status: 'scheduled',
      actualPrice: null,
    })
    expect(created.id).not.toBe(9_999)
  })

  it.each([
    ['2026-12-01', '2026-12-01T05:00:00.000Z'],
    ['2026-03-08T02:30', '2026-03-08T07:30:00.000Z'],
    ['2026-11-01T01:30', '2026-11-01T05:30:00.000Z'],
    ['2026-12-01T09:00:00-08:00', '2026-12-01T17:00:00.000Z'],
    ['1999-12-31T23:00:00Z', '1999-12-31T23:00:00.000Z'],
  ])('reads the time %s as New York time unless it has an offset', async (scheduledDate, instant) => {
    expect((await schedule(test, { customerId: ann, scheduledDate })).scheduledDate).toBe(instant)
  })

  it.each([
    ['112.50', '112.50'],
    ['49.995', '50.00'],
    ['0', '0.00'],
    ['99999999.99', '99999999.99'],
    [null, null],
  ])('answers the price %s as %s', async (estimatedPrice, shown) => {
    expect((await schedule(test, { customerId: ann, estimatedPrice })).estimatedPrice).toBe(shown)
  })

  it.each([
    [{ customerId: 0 }, 'Please select a customer'],
    [{ customerId: undefined }, 'Please select a customer'],
    [{ customerId: 424_242 }, 'There is no such customer.'],
    [{ customerId: 4_242_424_242 }, 'Please select a customer'],
    [{ title: ' ' }, 'Service type is required'],
    [{ scheduledDate: undefined }, 'Date is required'],
    [{ scheduledDate: '' }, 'Date is required'],
    [{ scheduledDate: 'soon' }, 'Invalid date'],
    [{ scheduledDate: '2026-02-30' }, 'Invalid date'],
    [{ scheduledDate: '0000-01-01T00:00:00Z' }, 'Invalid date'],
    [{ duration: 0 }, 'Please enter a length in whole minutes'],
    [{ duration: 1.5 }, 'Please enter a length in whole minutes'],
    [{ duration: 3_000_000_000 }, 'Please enter a length in whole minutes'],
    [{ estimatedPrice: '-1' }, 'Please enter a price, such as 112.50'],
    [{ estimatedPrice: 'NaN' }, 'Please enter a price, such as 112.50'],
    [{ estimatedPrice: '99999999.995' }, 'That price is too high.'],
    [{ estimatedPrice: 5 }, 'Please write the price as text'],
  ])('answers 400 with a readable sentence for %j', async (change, message) => {
    expect(await post(change)).toMatchObject({ status: 400, text: message })
  })

  it('accepts a description of up to 5000 characters', async () => {
    const description = 'x'.repeat(5_001)
    expect(await post({ description })).toMatchObject({ status: 400, text: 'At most 5000 characters' })
    expect((await post({ description: description.slice(1) })).status).toBe(201)
  })

  it('answers a repeated Idempotency-Key with the first response, and 422 for another body', async () => {
    const key = { 'idempotency-key': 'once' }
    const first = await post({}, key)
    expect(await post({}, key)).toMatchObject({ status: 201, text: first.text })
    expect((await post({ title: 'Other' }, key)).status).toBe(422)
  })

  it('accepts overlapping appointments', async () => {
    await schedule(test, { customerId: ann, scheduledDate: '2027-01-04T15:00:00Z' })
    await schedule(test, { customerId: ann, scheduledDate: '2027-01-04T15:00:00Z' })
  })
})

describe('GET /api/appointments', () => {
  let a: AppointmentDetails
  let b: AppointmentDetails
  let c: AppointmentDetails
  let bea: number
  const range = 'from=2030-01-01&to=2030-12-31'
  beforeAll(async () => {
    bea = await addCustomer(test, { firstName: 'Bea', lastName: '50%_\\off', address: null })
    c = await schedule(test, {
      customerId: bea,
      scheduledDate: '2030-03-03T01:00',
      title: 'Painting & Finishing',
    })
    a = await schedule(test, { customerId: ann, scheduledDate: '2030-01-01' })
    b = await schedule(test, { customerId: ann, scheduledDate: '2030-02-02', address: '9 Site Road' })
    await test.call('PUT', `/api/appointments/${b.id}`, { body: { status: 'completed' } })
  })

  it('answers all appointments, soonest first', async () => {
    const dates = (await listAppointments(test)).map(({ scheduledDate }) => scheduledDate)
    expect(dates).toEqual([...dates].sort())
    expect(dates).toContain('1999-12-31T23:00:00.000Z')
    expect(ids(await listAppointments(test, `?${range}`))).toEqual([a.id, b.id, c.id])
  })

  it('shows the name, address and phone number of the customer, but no email', async () => {
    const [first] = await listAppointments(test, `?${range}`)
    expect(first).toMatchObject({
      customerName: 'Ann Lee',
      address: '1 Oak Street',
      customerPhone: '919 555 0101',
    })
    expect(Object.keys(first ?? {})).not.toContain('customerEmail')
  })

  it.each([
    ['status=completed', () => [b]],
    ['q=painting', () => [c]],
    ['q=ann%20LEE', () => [a, b]],
    ['q=site%20ann', () => [b]],
    ['q=oak', () => [a]],
    ['q=oak%20ann%20general', () => [a]],
    ['q=oak%20site', () => []],
    ['q=an', () => [a, b]],
    ['q=50%25_%5C', () => [c]],
    ['q=_nn', () => []],
    ['customerId=424242', () => []],
  ])('filters by %s', async (query, expected) => {
    expect(ids(await listAppointments(test, `?${range}&${query}`))).toEqual(ids(expected()))
  })

  it('searches names, titles and addresses without regard to case and accents', async () => {
    const alvarez = await addCustomer(test, {
      firstName: 'José',
      lastName: 'ÁLVAREZ',
      address: '5 Über Straße',
    })
    const petrov = await addCustomer(test, { firstName: 'ИВАН', lastName: 'ПЕТРОВ', address: null })
    const one = await schedule(test, { customerId: alvarez, title: 'Café Ölwechsel' })
    const other = await schedule(test, { customerId: petrov, address: '9 RUE DE L’ÉGLISE' })
    for (const q of ['álvarez', 'ÁLVAREZ', 'alvarez', 'jose', 'über', 'cafe ölwechsel'])
      expect([q, ids(await listAppointments(test, `?q=${encodeURIComponent(q)}`))]).toEqual([q, [one.id]])
    for (const q of ['петров', 'Иван', 'église', 'EGLISE петров'])
      expect([q, ids(await listAppointments(test, `?q=${encodeURIComponent(q)}`))]).toEqual([q, [other.id]])
  })

  it('carries an etag per appointment that works as If-Match', async () => {
    const [first] = await listAppointments(test, `?${range}`)
    const path = `/api/appointments/${a.id}`
    expect(first?.etag).toBe((await test.call('GET', path)).headers.get('etag'))
    const change = (duration: number) =>
      test.call('PUT', path, { body: { duration }, headers: { 'if-match': first?.etag ?? '' } })
    expect((await change(45)).status).toBe(200)
    expect((await change(50)).status).toBe(412)
    expect((await change(45)).status).toBe(200)
  })

  it('filters by customer', async () => {
    expect(ids(await listAppointments(test, `?${range}&customerId=${bea}`))).toEqual([c.id])
  })

  it.each([
    ['from=2030-01-01&to=2030-01-01', () => [a]],
    ['from=2030-01-01T05:00:00.001Z&to=2030-02-02', () => [b]],
    ['from=2030-01-01T05:00:00Z&to=2030-02-02T05:00:00Z', () => [a]],
    ['from=2030-03-02&to=2030-03-02', () => []],
  ])('includes whole days and excludes the moment of `to`: %s', async (query, expected) => {
    expect(ids(await listAppointments(test, `?${query}`))).toEqual(ids(expected()))
  })

  it('includes on request what begins before `from` and still runs then, cancelled or not', async () => {
    const at = (scheduledDate: string) => schedule(test, { customerId: ann, scheduledDate, duration: 60 })
    const [ended, cancelled, running, begun] = [
      await at('2033-06-01T22:30'),
      await at('2033-06-01T23:15'),
      await at('2033-06-01T23:30'),
      await at('2033-06-02T10:00'),
    ]
    await test.call('PATCH', `/api/appointments/${cancelled.id}/cancel`)
    const list = async (query: string) => ids(await listAppointments(test, `?from=2033-06-02&${query}`))
    expect(await list('to=2033-06-02')).toEqual([begun.id])
    expect(await list('to=2033-06-02&includeRunning=true')).toEqual([cancelled.id, running.id, begun.id])
    expect(await list('includeRunning=true&limit=2')).toEqual([cancelled.id, running.id])
    expect(ids(await listAppointments(test, '?from=2033-06-01&to=2033-06-01&includeRunning=true'))).toContain(
      ended.id,
    )
  })

  it('is complete and in order for ranges of weeks and of decades', async () => {
    const days = ['01', '09', '17', '24', '25', '31'].map((day) => `2034-05-${day}T04:00:00.000Z`)
    for (const scheduledDate of days.toReversed()) await schedule(test, { customerId: ann, scheduledDate })
    const dates = async (query: string) =>
      (await listAppointments(test, `?${query}`)).map(({ scheduledDate }) => scheduledDate)
    expect(await dates('from=2034-05-01&to=2034-05-31')).toEqual(days)
    expect(await dates('from=2034-05-01T04:00:00Z&to=2034-05-31T04:00:00Z')).toEqual(days.slice(0, -1))
    const always = await dates('from=1990-01-01&to=2099-12-31')
    expect(always).toEqual(await dates(''))
    expect(await dates('from=2034-05-31&to=2034-05-01')).toEqual([])
  })

  it.each([
    ['date', () => [a, b, c]],
    ['latest', () => [c, b, a]],
    ['customer', () => [a, b, c]],
  ])('answers pages that contain every appointment once, ordered by %s', async (sort, expected) => {
    const read = (query: string) =>
      readPages<AppointmentDetails>((path) => test.call('GET', path), `/api/appointments?${range}${query}`)
    const pages = await read(`&limit=2&sort=${sort}`)
    expect(pages.map(ids)).toEqual([ids(expected().slice(0, 2)), ids(expected().slice(2))])
    expect((await read(`&q=e&limit=1&sort=${sort}`)).flat()).toEqual((await read(`&q=e&sort=${sort}`)).flat())
  })

  it('splits all appointments into what is past and what is upcoming, where a job that runs is not past', async () => {
    const yesterday = new Date(test.clock.now.getTime() - 86_400_000).toISOString()
    const [over, running] = [
      await schedule(test, { customerId: ann, scheduledDate: yesterday }),
      await schedule(test, { customerId: ann, scheduledDate: yesterday }),
    ]
    const today = await schedule(test, { customerId: ann, scheduledDate: test.clock.now.toISOString() })
    await test.call('PUT', `/api/appointments/${running.id}`, { body: { status: 'in_progress' } })
    const [past, upcoming] = [
      ids(await listAppointments(test, '?period=past')),
      ids(await listAppointments(test, '?period=upcoming')),
    ]
    expect(past).toContain(over.id)
    expect(upcoming).toEqual(expect.arrayContaining([running.id, today.id]))
    expect([...past, ...upcoming].toSorted()).toEqual(ids(await listAppointments(test, '')).toSorted())
  })

  it('pages through appointments with the same start', async () => {
    const both = [
      await schedule(test, { customerId: ann, scheduledDate: '2031-01-01' }),
      await schedule(test, { customerId: ann, scheduledDate: '2031-01-01' }),
    ]
    const first = await test.call<AppointmentDetails[]>('GET', '/api/appointments?from=2031-01-01&limit=1')
    const next = /<(.+)>/.exec(first.headers.get('link') ?? '')?.[1] ?? ''
    const second = await test.call<AppointmentDetails[]>('GET', next)
    expect([...first.json, ...second.json]).toMatchObject(both.map(({ id }) => ({ id })))
  })

  it.each([
    'status=lost',
    'limit=0',
    'limit=1001',
    'from=soon',
    'to=2026-02-30',
    'cursor=x',
    'customerId=x',
    'includeRunning=yes',
    'sort=size',
    'period=now',
  ])('answers 400 for %s', async (query) =>
    expect((await test.call('GET', `/api/appointments?${query}`)).status).toBe(400),
  )

  it('answers 304 for a range that has not changed', async () => {
    const range = '/api/appointments?from=2026-11-01&to=2026-11-30'
    const { headers } = await test.call('GET', range)
    const again = { 'if-none-match': headers.get('etag') ?? '' }
    expect((await test.call('GET', range, { headers: again })).status).toBe(304)
  })
})

describe('GET /api/appointments/counts', () => {
  it('counts what begins after now, whatever its status', async () => {
    const upcoming = async () =>
      (await test.call<{ upcoming: number }>('GET', '/api/appointments/counts')).json.upcoming
    const before = await upcoming()
    await schedule(test, { customerId: ann, scheduledDate: '2019-05-05T10:00' })
    const { id } = await schedule(test, { customerId: ann, scheduledDate: '2039-05-05T10:00' })
    await test.call('PATCH', `/api/appointments/${id}/cancel`)
    expect(await upcoming()).toBe(before + 1)
  })

  it('counts a job for any time of today until its day is over', async () => {
    const upcoming = async () =>
      (await test.call<{ upcoming: number }>('GET', '/api/appointments/counts')).json.upcoming
    const before = await upcoming()
    const day = (ahead: number) =>
      new Date(test.clock.now.getTime() + ahead * 86_400_000).toLocaleDateString('en-CA', {
        timeZone: 'America/New_York',
      })
    const anytimeOn = (date: string) =>
      schedule(test, { customerId: ann, scheduledDate: `${date}T00:00`, anytime: true })
    await anytimeOn(day(0))
    await anytimeOn(day(-1))
    expect(await upcoming()).toBe(before + 1)
  })
})

describe('GET /api/appointments/overlaps', () => {
  const overlaps = async (query: string) =>
    ids((await test.call<AppointmentDetails[]>('GET', `/api/appointments/overlaps?${query}`)).json)

  it('answers appointments that share time with the range, without cancelled ones', async () => {
    const at = (scheduledDate: string) => schedule(test, { customerId: ann, scheduledDate, duration: 60 })
    const early = await at('2032-05-05T13:00:00Z')
    const late = await at('2032-05-05T14:00:00Z')
    const gone = await at('2032-05-05T14:00:00Z')
    await test.call('PATCH', `/api/appointments/${gone.id}/cancel`)
    const range = (from: string, to: string) => `from=2032-05-05T${from}Z&to=2032-05-05T${to}Z`
    expect(await overlaps(range('13:30', '14:30'))).toEqual([early.id, late.id])
    expect(await overlaps(range('14:00', '14:30'))).toEqual([late.id])
    expect(await overlaps(range('15:00', '16:00'))).toEqual([])
    expect(await overlaps(range('13:10', '13:20'))).toEqual([early.id])
    expect(await overlaps(`${range('13:00', '15:00')}&exceptId=${early.id}`)).toEqual([late.id])
    expect(await overlaps('from=2032-05-05&to=2032-05-05')).toEqual([early.id, late.id])
  })

  it.each(['', 'from=2026-01-01', 'from=2026-01-02&to=2026-01-01', 'from=x&to=y'])(
    'answers 400 for the range %j',
    async (query) => expect((await test.call('GET', `/api/appointments/overlaps?${query}`)).status).toBe(400),
  )
})

describe('GET /api/customers/:id/appointments', () => {
  it('answers the appointments of this customer only, soonest first', async () => {
    const cid = await addCustomer(test)
    const later = await schedule(test, { customerId: cid, scheduledDate: '2026-12-02' })
    const sooner = await schedule(test, { customerId: cid, scheduledDate: '2026-12-01' })
    const { json } = await test.call<AppointmentDetails[]>('GET', `/api/customers/${cid}/appointments`)
    expect(ids(json)).toEqual([sooner.id, later.id])
  })

  it('is narrowed by status and words, and answered in pages', async () => {
    const cid = await addCustomer(test)
    const path = `/api/customers/${cid}/appointments`
    const all: number[] = []
    for (const day of ['2026-12-01', '2026-12-02', '2026-12-03'])
      all.push((await schedule(test, { customerId: cid, scheduledDate: day, title: `Fence of ${day}` })).id)
    await test.call('PUT', `/api/appointments/${all[1]}`, { body: { status: 'cancelled' } })
    const get = (query: string) => test.call<AppointmentDetails[]>('GET', query)
    expect(ids((await get(`${path}?status=cancelled`)).json)).toEqual([all[1]])
    expect(ids((await get(`${path}?q=2026-12-03`)).json)).toEqual([all[2]])
    const first = await get(`${path}?limit=2&count=true`)
    expect([ids(first.json), first.headers.get('x-total-count')]).toEqual([all.slice(0, 2), '3'])
    const next = /<(.+)>; rel="next"/.exec(first.headers.get('link') ?? '')?.[1] as string
    expect(next.startsWith(`${path}?`)).toBe(true)
    expect(ids((await get(next)).json)).toEqual([all[2]])
  })

  it('answers an empty list for a customer without appointments and 404 for an unknown customer', async () => {
    const { json } = await test.call('GET', `/api/customers/${await addCustomer(test)}/appointments`)
    expect(json).toEqual([])
    expect(await test.call('GET', '/api/customers/424242/appointments')).toMatchObject({
      status: 404,
      text: 'Customer not found',
    })
  })
})

describe('an id in a path', () => {
  it.each(['424242', '0', '-1', '1.5', 'x', '99999999999', '1%00'])(
    '%s that does not exist is answered with 404 by every method',
    async (id) => {
      const status = id === '1%00' ? 400 : 404
      expect((await test.call('GET', `/api/appointments/${id}`)).status).toBe(status)
      expect((await test.call('DELETE', `/api/appointments/${id}`)).status).toBe(status)
      expect((await test.call('PATCH', `/api/appointments/${id}/cancel`)).status).toBe(status)
      expect((await test.call('PUT', `/api/appointments/${id}`, { body: {} })).status).toBe(status)
    },
  )
})

it('every call without a session is answered with 401', async () => {
  const calls = [
    ['GET', '/api/appointments'],
    ['POST', '/api/appointments'],
    ['GET', '/api/appointments/1'],
    ['PUT', '/api/appointments/1'],
    ['DELETE', '/api/appointments/1'],
    ['PATCH', '/api/appointments/1/cancel'],
    ['PATCH', '/api/appointments/1/depart'],
    ['GET', '/api/appointments/overlaps'],
    ['GET', '/api/customers/1/appointments'],
    ['POST', '/api/calendar/feeds'],
    ['GET', '/api/calendar/feeds'],
    ['DELETE', '/api/calendar/feeds/1'],
  ] as const
  for (const [method, path] of calls)
    expect([path, (await test.call(method, path, { caller: { user: null } })).status]).toEqual([path, 401])
})

it('notes, addresses and descriptions are encrypted in the event log', async () => {
  await schedule(test, { customerId: ann, notes: 'ZZSECRETZZ', address: 'ZZSITEZZ', description: 'ZZWORKZZ' })
  const rows = await run(test.owner, sql`SELECT 1 FROM es.events WHERE data::text ~ 'ZZ(SECRET|SITE|WORK)ZZ'`)
  expect(rows).toEqual([])
})

describe('POST /api/appointments/:id/changes/:version/restore', () => {
  const edit = async (id: number, body: object) =>
    expect((await test.call('PUT', `/api/appointments/${id}`, { body })).status).toBe(200)
  const restore = (id: number, version: number) =>
    test.call<AppointmentDetails>('POST', `/api/appointments/${id}/changes/${version}/restore`)

  it('sets what a change set to what it was, and leaves what was changed since', async () => {
    const { id } = await schedule(test, { customerId: ann, actualPrice: null })
    await edit(id, { title: 'Painting & Finishing', notes: 'Bring a ladder' })
    await edit(id, { estimatedPrice: '80' })
    await edit(id, { scheduledDate: '2026-12-01T15:00:00Z' })
    await edit(id, { status: 'completed', actualPrice: '90' })
    const { status, json } = await restore(id, 2)
    expect(status).toBe(200)
    expect(json).toMatchObject({
      ...{ title: 'General Repairs', notes: 'Dog bites', estimatedPrice: '80.00' },
      ...{ status: 'completed', actualPrice: '90.00', scheduledDate: '2026-12-01T15:00:00.000Z' },
    })
    expect((await restore(id, 4)).json).toMatchObject({ scheduledDate: '2026-11-23T14:00:00.000Z' })
    expect((await restore(id, 6)).json).toMatchObject({ status: 'scheduled', actualPrice: '90.00' })
    expect(await getAppointment(test, id)).toMatchObject({ status: 'scheduled' })
  })

  it('brings a demonstration back as one', async () => {
    const { id } = await schedule(test, { customerId: ann })
    const stream = [`appointment-${id}`]
    const setDemo = `UPDATE es.events SET metadata = metadata || '{"demo": true}' WHERE stream_id = $1`
    await test.owner.query(setDemo, stream)
    await test.call('DELETE', `/api/appointments/${id}`)
    await restore(id, 2)
    const isDemo = `SELECT type, metadata->'demo' AS demo FROM es.events WHERE stream_id = $1 ORDER BY version`
    expect((await test.owner.query(isDemo, stream)).rows).toEqual([
      { type: 'AppointmentScheduled', demo: true },
      { type: 'AppointmentDeleted', demo: null },
      { type: 'AppointmentRestored', demo: true },
    ])
  })

  it('brings a deleted appointment back as it was, and what it was before can be restored then', async () => {
    const before = await schedule(test, { customerId: ann, title: 'Fence' })
    await edit(before.id, { status: 'completed', actualPrice: '90.5' })
    const changed = await getAppointment(test, before.id)
    await test.call('DELETE', `/api/appointments/${before.id}`)
    expect((await test.call('GET', `/api/appointments/${before.id}`)).status).toBe(404)
    const { json } = await restore(before.id, 4)
    const { etag: _, ...restored } = json
    expect(restored).toEqual({ ...changed, etag: undefined })
    expect(await getAppointment(test, before.id)).toEqual(json)
    expect((await listAppointments(test)).filter(({ id }) => id === before.id)).toHaveLength(1)
    expect((await restore(before.id, 2)).json).toMatchObject({ actualPrice: null })
    expect(await test.differences()).toEqual([])
  })

  it('brings it back with the time that was agreed before, of which its customer was told', async () => {
    const { id } = await schedule(test, { customerId: ann })
    await edit(id, { scheduledDate: '2026-12-01T15:00:00Z' })
    await edit(id, { notes: 'Bring a ladder' })
    const agreed = async (deletion: number) => {
      await test.call('DELETE', `/api/appointments/${id}`)
      expect((await restore(id, deletion)).status).toBe(200)
      const events = await readStream(test.owner, `appointment-${id}`)
      return events.at(-1)?.data
    }
    for (const deletion of [4, 6]) expect(await agreed(deletion)).toMatchObject({ agreedVersion: 2 })
  })

  it('keeps what was changed after an older deletion was taken back', async () => {
    const { id } = await schedule(test, { customerId: ann })
    const remove = () => test.call('DELETE', `/api/appointments/${id}`)
    await remove()
    expect((await restore(id, 2)).status).toBe(200)
    await edit(id, { title: 'Fence' })
    // what is there is left as it is
    expect((await restore(id, 2)).json).toMatchObject({ title: 'Fence' })
    await remove()
    const { status, text } = await restore(id, 2)
    expect([status, text]).toEqual([409, 'This change cannot be taken back.'])
    expect((await restore(id, 5)).json).toMatchObject({ title: 'Fence' })
  })

  it('answers with the customer that the job has then, also when the former one is gone', async () => {
    const [former, bea] = [await addCustomer(test), await addCustomer(test, { firstName: 'Bea' })]
    const { id } = await schedule(test, { customerId: former })
    await edit(id, { title: 'Fence' })
    await edit(id, { customerId: bea })
    const { json } = await restore(id, 2)
    expect(json).toMatchObject({ title: 'General Repairs', customerId: bea, customerName: 'Bea Lee' })
    expect(await getAppointment(test, id)).toEqual(json)
    expect((await restore(id, 3)).json).toMatchObject({ customerId: former, customerName: 'Ann Lee' })
    await edit(id, { customerId: bea })
    await applyCustomerEvent(test, {
      type: 'CustomerRemoved',
      data: { customerId: former, removedAt: '2026-11-21T15:00:00.000Z' },
    })
    await edit(id, { notes: 'Two cats' })
    expect((await restore(id, 7)).json).toMatchObject({ notes: 'Dog bites', customerId: bea })
    // the customer that it would have again
    expect((await restore(id, 6)).status).toBe(400)
  })

  it('refuses what it cannot take back', async () => {
    const { id } = await schedule(test, { customerId: ann })
    expect((await restore(id, 1)).status).toBe(409)
    expect((await restore(id, 2)).status).toBe(404)
    expect((await restore(999_999, 1)).status).toBe(404)
    const today = await schedule(test, { customerId: ann, scheduledDate: '2026-11-21T18:00:00.000Z' })
    await test.call('PATCH', `/api/appointments/${today.id}/depart`)
    expect((await restore(today.id, 2)).status).toBe(409)
  })
})
