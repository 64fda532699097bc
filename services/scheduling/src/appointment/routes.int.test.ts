import { run, sql } from '@plumbline/platform/db'
import { positionHeader } from '@plumbline/platform/http'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { AppointmentDetails } from '../api.ts'
import { booking, type Scheduling, startScheduling } from '../testing.ts'

let app: Scheduling
let ann: number
beforeAll(async () => {
  app = await startScheduling()
  ann = await app.customer()
})
afterAll(() => app.stop())

const post = (form: object, headers?: Record<string, string>) =>
  app.call('POST', '/api/appointments', { ...booking, customerId: ann, ...form }, { headers })
const ids = (list: { id: number }[]) => list.map(({ id }) => id)

describe('POST /api/appointments', () => {
  it('answers the whole record', async () => {
    const { status, text, headers } = await post({})
    const made = JSON.parse(text) as AppointmentDetails
    expect(status).toBe(201)
    expect(made).toEqual({
      id: made.id,
      customerId: ann,
      title: 'General Repairs',
      serviceType: 'General Repairs',
      description: 'Mend the porch',
      notes: 'Dog bites',
      scheduledDate: '2026-11-23T14:00:00.000Z',
      duration: 90,
      status: 'scheduled',
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
    expect(headers.get('etag')).toMatch(/^"1-[0-9a-f]{8}"$/)
    expect(headers.get(positionHeader)).toMatch(/^\d+$/)
    expect(await app.get(made.id)).toEqual(made)
  })

  it('fills in what is left out, and always schedules', async () => {
    const made = await app.book({
      customerId: ann,
      duration: undefined,
      estimatedPrice: undefined,
      description: ' ',
      notes: null,
      status: 'completed',
      actualPrice: '5',
      id: 9_999,
    })
    expect(made).toMatchObject({
      duration: 120,
      estimatedPrice: null,
      totalAmount: null,
      description: null,
      notes: null,
      status: 'scheduled',
      actualPrice: null,
    })
    expect(made.id).not.toBe(9_999)
  })

  it.each([
    ['2026-12-01', '2026-12-01T05:00:00.000Z'],
    ['2026-03-08T02:30', '2026-03-08T07:30:00.000Z'],
    ['2026-11-01T01:30', '2026-11-01T05:30:00.000Z'],
    ['2026-12-01T09:00:00-08:00', '2026-12-01T17:00:00.000Z'],
    ['1999-12-31T23:00:00Z', '1999-12-31T23:00:00.000Z'],
  ])('understands %s', async (scheduledDate, instant) => {
    expect((await app.book({ customerId: ann, scheduledDate })).scheduledDate).toBe(instant)
  })

  it.each([
    ['112.50', '112.50'],
    ['49.995', '50.00'],
    ['0', '0.00'],
    ['99999999.99', '99999999.99'],
    [null, null],
  ])('takes the price %s as %s', async (estimatedPrice, shown) => {
    expect((await app.book({ customerId: ann, estimatedPrice })).estimatedPrice).toBe(shown)
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
  ])('refuses %j in words for people', async (change, message) => {
    expect(await post(change)).toMatchObject({ status: 400, text: message })
  })

  it('takes words up to a length', async () => {
    const description = 'x'.repeat(5_001)
    expect(await post({ description })).toMatchObject({ status: 400, text: 'At most 5000 characters' })
    expect((await post({ description: description.slice(1) })).status).toBe(201)
  })

  it('honours an Idempotency-Key', async () => {
    const key = { 'idempotency-key': 'once' }
    const first = await post({}, key)
    expect(await post({}, key)).toMatchObject({ status: 201, text: first.text })
    expect((await post({ title: 'Other' }, key)).status).toBe(422)
  })

  it('accepts appointments that overlap', async () => {
    await app.book({ customerId: ann, scheduledDate: '2027-01-04T15:00:00Z' })
    await app.book({ customerId: ann, scheduledDate: '2027-01-04T15:00:00Z' })
  })
})

describe('GET /api/appointments', () => {
  let a: AppointmentDetails
  let b: AppointmentDetails
  let c: AppointmentDetails
  let bea: number
  const range = 'from=2030-01-01&to=2030-12-31'
  beforeAll(async () => {
    bea = await app.customer({ firstName: 'Bea', lastName: '50%_\\off', address: null })
    c = await app.book({ customerId: bea, scheduledDate: '2030-03-03T01:00', title: 'Painting & Finishing' })
    a = await app.book({ customerId: ann, scheduledDate: '2030-01-01' })
    b = await app.book({ customerId: ann, scheduledDate: '2030-02-02', address: '9 Site Road' })
    await app.call('PUT', `/api/appointments/${b.id}`, { status: 'completed' })
  })

  it('is everything, soonest first', async () => {
    const dates = (await app.list()).map(({ scheduledDate }) => scheduledDate)
    expect(dates).toEqual([...dates].sort())
    expect(dates).toContain('1999-12-31T23:00:00.000Z')
    expect(ids(await app.list(`?${range}`))).toEqual([a.id, b.id, c.id])
  })

  it('shows of the customer no more than a card needs', async () => {
    const [first] = await app.list(`?${range}`)
    expect(first).toMatchObject({ customerName: 'Ann Lee', address: '1 Oak Street' })
    expect(Object.keys(first ?? {})).not.toContain('customerPhone')
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
  ])('narrows by %s', async (query, expected) => {
    expect(ids(await app.list(`?${range}&${query}`))).toEqual(ids(expected()))
  })

  it('finds letters in any case, with and without accents, in names, titles and addresses', async () => {
    const alvarez = await app.customer({ firstName: 'José', lastName: 'ÁLVAREZ', address: '5 Über Straße' })
    const petrov = await app.customer({ firstName: 'ИВАН', lastName: 'ПЕТРОВ', address: null })
    const one = await app.book({ customerId: alvarez, title: 'Café Ölwechsel' })
    const other = await app.book({ customerId: petrov, address: '9 RUE DE L’ÉGLISE' })
    for (const q of ['álvarez', 'ÁLVAREZ', 'alvarez', 'jose', 'über', 'cafe ölwechsel'])
      expect([q, ids(await app.list(`?q=${encodeURIComponent(q)}`))]).toEqual([q, [one.id]])
    for (const q of ['петров', 'Иван', 'église', 'EGLISE петров'])
      expect([q, ids(await app.list(`?q=${encodeURIComponent(q)}`))]).toEqual([q, [other.id]])
  })

  it('carries what a change is sent with, so that nothing is read again before', async () => {
    const [first] = await app.list(`?${range}`)
    const path = `/api/appointments/${a.id}`
    expect(first?.etag).toBe((await app.call('GET', path)).headers.get('etag'))
    const change = (duration: number) =>
      app.call('PUT', path, { duration }, { headers: { 'if-match': first?.etag ?? '' } })
    expect((await change(45)).status).toBe(200)
    expect((await change(50)).status).toBe(412)
    expect((await change(45)).status).toBe(200)
  })

  it('narrows by customer', async () => {
    expect(ids(await app.list(`?${range}&customerId=${bea}`))).toEqual([c.id])
  })

  it.each([
    ['from=2030-01-01&to=2030-01-01', () => [a]],
    ['from=2030-01-01T05:00:00.001Z&to=2030-02-02', () => [b]],
    ['from=2030-01-01T05:00:00Z&to=2030-02-02T05:00:00Z', () => [a]],
    ['from=2030-03-02&to=2030-03-02', () => []],
  ])('takes a day whole and a moment exactly: %s', async (query, expected) => {
    expect(ids(await app.list(`?${query}`))).toEqual(ids(expected()))
  })

  it('of many weeks or years is whole, and in order', async () => {
    const days = ['01', '09', '17', '24', '25', '31'].map((day) => `2034-05-${day}T04:00:00.000Z`)
    for (const scheduledDate of days.toReversed()) await app.book({ customerId: ann, scheduledDate })
    const dates = async (query: string) =>
      (await app.list(`?${query}`)).map(({ scheduledDate }) => scheduledDate)
    expect(await dates('from=2034-05-01&to=2034-05-31')).toEqual(days)
    expect(await dates('from=2034-05-01T04:00:00Z&to=2034-05-31T04:00:00Z')).toEqual(days.slice(0, -1))
    const always = await dates('from=1990-01-01&to=2099-12-31')
    expect(always).toEqual(await dates(''))
    expect(await dates('from=2034-05-31&to=2034-05-01')).toEqual([])
  })

  it('comes in pages, joined by the Link header, and misses nothing', async () => {
    const seen: number[] = []
    let path: string | undefined = `/api/appointments?${range}&limit=2`
    while (path) {
      const { text, headers } = await app.call('GET', path)
      const page = JSON.parse(text) as AppointmentDetails[]
      expect(page.length).toBeLessThanOrEqual(2)
      seen.push(...ids(page))
      path = /<(.+)>; rel="next"/.exec(headers.get('link') ?? '')?.[1]
    }
    expect(seen).toEqual([a.id, b.id, c.id])
  })

  it('pages through appointments of one moment', async () => {
    const twins = [
      await app.book({ customerId: ann, scheduledDate: '2031-01-01' }),
      await app.book({ customerId: ann, scheduledDate: '2031-01-01' }),
    ]
    const first = await app.call('GET', '/api/appointments?from=2031-01-01&limit=1')
    const next = /<(.+)>/.exec(first.headers.get('link') ?? '')?.[1] ?? ''
    expect([...JSON.parse(first.text), ...(await app.json<[]>('GET', next))]).toMatchObject(
      twins.map(({ id }) => ({ id })),
    )
  })

  it.each(['status=lost', 'limit=0', 'limit=1001', 'from=soon', 'to=2026-02-30', 'cursor=x', 'customerId=x'])(
    'refuses %s',
    async (query) => expect((await app.call('GET', `/api/appointments?${query}`)).status).toBe(400),
  )

  it('is 304 when nothing changed', async () => {
    const range = '/api/appointments?from=2026-11-01&to=2026-11-30'
    const { headers } = await app.call('GET', range)
    const again = { 'if-none-match': headers.get('etag') ?? '', 'cache-control': 'max-age=0' }
    expect((await app.call('GET', range, undefined, { headers: again })).status).toBe(304)
  })
})

describe('GET /api/appointments/overlaps', () => {
  const overlaps = async (query: string) => ids(await app.json('GET', `/api/appointments/overlaps?${query}`))

  it('finds what shares time with a range, but for cancelled ones', async () => {
    const at = (scheduledDate: string) => app.book({ customerId: ann, scheduledDate, duration: 60 })
    const early = await at('2032-05-05T13:00:00Z')
    const late = await at('2032-05-05T14:00:00Z')
    const gone = await at('2032-05-05T14:00:00Z')
    await app.call('PATCH', `/api/appointments/${gone.id}/cancel`)
    const range = (from: string, to: string) => `from=2032-05-05T${from}Z&to=2032-05-05T${to}Z`
    expect(await overlaps(range('13:30', '14:30'))).toEqual([early.id, late.id])
    expect(await overlaps(range('14:00', '14:30'))).toEqual([late.id])
    expect(await overlaps(range('15:00', '16:00'))).toEqual([])
    expect(await overlaps(range('13:10', '13:20'))).toEqual([early.id])
    expect(await overlaps(`${range('13:00', '15:00')}&exceptId=${early.id}`)).toEqual([late.id])
    expect(await overlaps('from=2032-05-05&to=2032-05-05')).toEqual([early.id, late.id])
  })

  it.each(['', 'from=2026-01-01', 'from=2026-01-02&to=2026-01-01', 'from=x&to=y'])(
    'refuses %j',
    async (query) => expect((await app.call('GET', `/api/appointments/overlaps?${query}`)).status).toBe(400),
  )
})

describe('GET /api/customers/:id/appointments', () => {
  it('is theirs alone, soonest first', async () => {
    const cid = await app.customer()
    const later = await app.book({ customerId: cid, scheduledDate: '2026-12-02' })
    const sooner = await app.book({ customerId: cid, scheduledDate: '2026-12-01' })
    expect(ids(await app.json('GET', `/api/customers/${cid}/appointments`))).toEqual([sooner.id, later.id])
  })

  it('is empty for who has none, 404 for who is not known', async () => {
    expect(await app.json('GET', `/api/customers/${await app.customer()}/appointments`)).toEqual([])
    expect(await app.call('GET', '/api/customers/424242/appointments')).toMatchObject({
      status: 404,
      text: 'Customer not found',
    })
  })
})

describe('an id', () => {
  it.each(['424242', '0', '-1', '1.5', 'x', '99999999999', '1%00'])('%s that leads nowhere', async (id) => {
    const status = id === '1%00' ? 400 : 404
    expect((await app.call('GET', `/api/appointments/${id}`)).status).toBe(status)
    expect((await app.call('DELETE', `/api/appointments/${id}`)).status).toBe(status)
    expect((await app.call('PATCH', `/api/appointments/${id}/cancel`)).status).toBe(status)
    expect((await app.call('PUT', `/api/appointments/${id}`, {})).status).toBe(status)
  })
})

it('everything is for staff', async () => {
  const calls = [
    ['GET', '/api/appointments'],
    ['POST', '/api/appointments'],
    ['GET', '/api/appointments/1'],
    ['PUT', '/api/appointments/1'],
    ['DELETE', '/api/appointments/1'],
    ['PATCH', '/api/appointments/1/cancel'],
    ['GET', '/api/appointments/overlaps'],
    ['GET', '/api/customers/1/appointments'],
    ['POST', '/api/calendar/feeds'],
    ['GET', '/api/calendar/feeds'],
    ['DELETE', '/api/calendar/feeds/1'],
  ] as const
  for (const [method, path] of calls)
    expect([path, (await app.call(method, path, undefined, { user: null })).status]).toEqual([path, 401])
})

it('the log holds no word that can be read', async () => {
  await app.book({ customerId: ann, notes: 'ZZSECRETZZ', address: 'ZZSITEZZ', description: 'ZZWORKZZ' })
  const rows = await run(app.owner, sql`SELECT 1 FROM es.events WHERE data::text ~ 'ZZ(SECRET|SITE|WORK)ZZ'`)
  expect(rows).toEqual([])
})
