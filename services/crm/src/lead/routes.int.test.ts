import { run, sql } from '@plumbline/platform/db'
import { plainText } from '@plumbline/platform/search'
import { readPages } from '@plumbline/platform/testing'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Lead } from '../api.ts'
import { type CrmUnderTest, startCrm } from '../testing.ts'

let crm: CrmUnderTest
let address = 0

beforeAll(async () => {
  crm = await startCrm()
})
afterAll(() => crm.stop())
beforeEach(() => {
  address += 1
})

const form = { firstName: 'Ann', lastName: 'Lee', email: 'ann@example.test', phone: '555 555 0101' }

const post = (body: object, headers?: Record<string, string>) =>
  crm.call<Lead>('POST', '/api/leads', {
    body,
    headers,
    caller: { user: null, addressHash: `address-${address}` },
  })
const list = async () => (await crm.call<Lead[]>('GET', '/api/leads')).json

describe('POST /api/leads', () => {
  it('answers the whole record, and the list shows it first', async () => {
    await post(form)
    crm.clock.now = new Date('2026-11-21T16:00:00Z')
    const body = {
      ...form,
      firstName: ' Bea ',
      serviceNeeded: 'painting',
      projectDescription: 'Porch',
      source: 'website',
      status: 'new',
    }
    const { status, json: lead } = await post(body)
    expect(status).toBe(201)
    expect(lead).toEqual({
      id: lead.id,
      ...form,
      firstName: 'Bea',
      serviceNeeded: 'painting',
      projectDescription: 'Porch',
      status: 'new',
      source: 'website',
      estimatedValue: null,
      lostReason: null,
      followUpOn: null,
      notes: null,
      customerId: null,
      createdAt: '2026-11-21T16:00:00.000Z',
      updatedAt: '2026-11-21T16:00:00.000Z',
    })
    expect((await list())[0]).toEqual(lead)
  })

  it.each([
    [{ firstName: ' ' }, 'First name is required'],
    [{ lastName: undefined }, 'Last name is required'],
    [{ email: 'ann@' }, 'Please enter a valid email'],
    [{ email: 'a@x.io, evil@x.io' }, 'Please enter a valid email'],
    [{ email: 'a@x.io\r\nBcc: b@x.io' }, 'Please enter a valid email'],
    [{ phone: '555 0101' }, 'Please enter a valid phone number'],
    [{ projectDescription: 'x'.repeat(5_001) }, 'At most 5000 characters'],
  ])('refuses %j with a message for visitors', async (change, message) => {
    expect(await post({ ...form, ...change })).toMatchObject({ status: 400, text: message })
  })

  it('sets status and source itself', async () => {
    const { json: lead } = await post({
      ...form,
      status: 'converted',
      source: 'mars',
      id: 9_999,
      estimatedValue: '5',
    })
    expect(lead).toMatchObject({ status: 'new', source: 'website', estimatedValue: null })
    expect(lead.id).not.toBe(9_999)
    expect((await post({ ...form, source: 'referral' })).json.source).toBe('referral')
    for (const source of ['carrier pigeon'.repeat(9), null, 7]) {
      const { status, json } = await post({ ...form, source })
      expect([status, json.source]).toEqual([201, 'website'])
    }
  })

  it('stores nothing for a bot that fills in the hidden field, and answers as usual', async () => {
    const before = (await list()).length
    const { status, json: lead } = await post({ ...form, website: 'https://spam.example' })
    expect([status, lead.firstName]).toEqual([201, 'Ann'])
    expect(await list()).toHaveLength(before)
    const [events] = await run<{ n: number }>(crm.owner, sql`SELECT count(*)::int AS n FROM es.events`)
    expect(events?.n).toBe(before)
  })

  it('asks to send a form again that was filled in within two seconds', async () => {
    expect((await post(form, { 'x-open-for-ms': '1200' })).status).toBe(429)
    expect((await post(form, { 'x-open-for-ms': '2100' })).status).toBe(201)
  })

  it('accepts five requests an hour from one address', async () => {
    const statuses: number[] = []
    for (let n = 0; n < 9; n++) statuses.push((await post(form)).status)
    expect(statuses).toEqual([201, 201, 201, 201, 201, 429, 429, 429, 429])
  })

  it('accepts a hundred requests an hour from all addresses together', async () => {
    await crm.owner.query('DELETE FROM crm.rate_limits')
    const statuses: number[] = []
    for (let n = 0; n < 103; n++) {
      address += 1
      statuses.push((await post(form)).status)
    }
    expect(statuses).toEqual([...Array(100).fill(201), 429, 429, 429])
  })

  it('counts bots that fill in the hidden field towards the five of their address, but not towards the hundred', async () => {
    await crm.owner.query('DELETE FROM crm.rate_limits')
    const statuses = new Set<number>()
    for (let n = 0; n < 105; n++) {
      address += 1
      statuses.add((await post({ ...form, website: 'https://spam.test' })).status)
    }
    expect([...statuses]).toEqual([201])
    address += 1
    expect((await post(form)).status).toBe(201)
    address += 1
    const bot: number[] = []
    for (let n = 0; n < 6; n++) bot.push((await post({ ...form, website: 'https://spam.test' })).status)
    expect(bot).toEqual([201, 201, 201, 201, 201, 429])
  })
})

it('the reason of a lost lead can be corrected, and the lead has a new version only if it differs', async () => {
  address += 1
  const { id } = (await post(form)).json
  const lose = (lostReason: string) =>
    crm.call<Lead>('PATCH', `/api/leads/${id}`, { body: { status: 'lost', lostReason } })
  const first = await lose('Too dear')
  const second = await lose('Chose another')
  expect(second.json).toMatchObject({ status: 'lost', lostReason: 'Chose another' })
  expect((await list()).find((it) => it.id === id)?.lostReason).toBe('Chose another')
  expect(second.headers.get('etag')).not.toBe(first.headers.get('etag'))
  expect((await lose('Chose another')).headers.get('etag')).toBe(second.headers.get('etag'))
})

it('GET /api/leads requires a signed-in user', async () => {
  expect((await crm.call('GET', '/api/leads', { caller: { user: null } })).status).toBe(401)
})

describe('GET /api/leads', () => {
  const read = (query = '', headers = {}) => crm.call<Lead[]>('GET', `/api/leads${query}`, { headers })
  const ids = async (query: string) => (await read(query)).json.map(({ id }) => id)
  let leads: Lead[]
  beforeAll(async () => {
    await crm.owner.query('DELETE FROM crm.rate_limits')
    leads = []
    for (const [n, person] of [
      { lastName: 'ÁLVAREZ', email: 'jose@narrow.test', phone: '(919) 555-0771' },
      { lastName: 'Narrow', email: 'one@narrow.test', phone: '555 555 0772' },
      { lastName: '100%', email: 'two@narrow.test', phone: '555 555 0773' },
    ].entries()) {
      crm.clock.now = new Date(`2026-11-22T1${n}:00:00Z`)
      address += 1
      leads.unshift((await post({ ...form, firstName: 'José', ...person })).json)
    }
    await crm.call('PATCH', `/api/leads/${leads[1]?.id}`, { body: { status: 'quoted' } })
  })

  it.each([
    ['?q=álvarez', [2]],
    ['?q=alvarez%20JOSE', [2]],
    ['?q=narrow.test', [0, 1, 2]],
    ['?q=100%25', [0]],
    ['?q=%2B1%20919-555-0771', [2]],
    ['?q=5550772', [1]],
    ['?q=narrow.test&status=quoted', [1]],
    ['?q=narrow.test&status=new', [0, 2]],
    ['?q=nobody', []],
  ])('finds leads by %s, newest first', async (query, expected) => {
    expect(await ids(query)).toEqual(expected.map((n) => leads[n]?.id))
  })

  const nameOf = ({ lastName, firstName }: Lead) => plainText(`${lastName} ${firstName}`)
  it.each([
    ['newest', (a: Lead, b: Lead) => b.id - a.id],
    ['oldest', (a: Lead, b: Lead) => a.id - b.id],
    ['name', (a: Lead, b: Lead) => (nameOf(a) === nameOf(b) ? a.id - b.id : nameOf(a) < nameOf(b) ? -1 : 1)],
    [
      'follow-up',
      (a: Lead, b: Lead) => (a.followUpOn ?? '9').localeCompare(b.followUpOn ?? '9') || a.id - b.id,
    ],
  ] as const)('answers every lead once in pages, ordered by %s', async (sort, compare) => {
    await crm.call('PATCH', `/api/leads/${leads[1]?.id}`, { body: { followUpOn: '2026-12-24' } })
    const pages = await readPages<Lead>((path) => crm.call('GET', path), `/api/leads?limit=40&sort=${sort}`)
    expect(pages.slice(0, -1).every(({ length }) => length === 40)).toBe(true)
    const all = (await read()).json.toSorted(compare)
    expect(pages.flat().map(({ id }) => id)).toEqual(all.map(({ id }) => id))
    await crm.call('PATCH', `/api/leads/${leads[1]?.id}`, { body: { followUpOn: null } })
    expect((await read('?q=narrow.test&limit=2')).headers.get('link')).toMatch(
      /q=narrow\.test&limit=2&cursor=/,
    )
    expect((await read('?q=narrow.test&limit=3')).headers.get('link')).toBeNull()
  })

  it('answers 304 while the list is unchanged', async () => {
    for (const query of ['', '?q=narrow.test&limit=20', '?limit=2']) {
      const etag = (await read(query)).headers.get('etag') as string
      expect(etag).toBeTruthy()
      const cached = { 'if-none-match': etag }
      expect([query, (await read(query, cached)).status]).toEqual([query, 304])
    }
    const etag = (await read('?limit=2')).headers.get('etag') as string
    await crm.call('PATCH', `/api/leads/${leads[0]?.id}`, { body: { followUpOn: '2026-12-01' } })
    expect((await read('?limit=2', { 'if-none-match': etag })).status).toBe(200)
  })

  it.each([
    ['?status=lost-and-found', 'There is no such status'],
    ['?limit=0', 'The limit is at least 1'],
    ['?limit=ten', 'The limit is a number'],
    ['?cursor=x', 'Invalid cursor.'],
    ['?sort=size', 'There is no such order'],
    ['?waiting=soon', 'Leads wait for a quote or a follow-up'],
    ['?limit=1&count=yes', 'count is true or left out'],
  ])('refuses %s with a message', async (query, text) => {
    expect(await read(query)).toMatchObject({ status: 400, text })
  })
})

describe('PATCH /api/leads/:id', () => {
  it('changes contact and request, by which the lead is then found', async () => {
    const { json: lead } = await post({ ...form, projectDescription: 'Porch', serviceNeeded: 'painting' })
    const body = {
      firstName: 'Zenobia',
      email: 'zenobia@changed.test',
      phone: '919 555 0999',
      serviceNeeded: '',
      projectDescription: null,
    }
    const { json: changed } = await crm.call<Lead>('PATCH', `/api/leads/${lead.id}`, { body })
    expect(changed).toMatchObject({ ...body, lastName: 'Lee', serviceNeeded: null, status: 'new' })
    for (const q of ['zenobia', 'changed.test', '9195550999'])
      expect((await crm.call<Lead[]>('GET', `/api/leads?q=${q}`)).json.map(({ id }) => id)).toEqual([lead.id])
    expect(await crm.call('PATCH', `/api/leads/${lead.id}`, { body: { email: 'nobody' } })).toMatchObject({
      status: 400,
      text: 'Please enter a valid email',
    })
    expect(await crm.differences()).toEqual([])
  })

  it('stores what people wrote encrypted', async () => {
    const { json: lead } = await post(form)
    await crm.call('PATCH', `/api/leads/${lead.id}`, { body: { firstName: 'Secretia' } })
    const stored = await run<{ data: object }>(
      crm.owner,
      sql`SELECT data FROM es.events WHERE stream_id = ${`lead-${lead.id}`} AND type = 'LeadDetailsChanged'`,
    )
    expect(stored).toHaveLength(1)
    expect(JSON.stringify(stored)).not.toContain('Secretia')
  })
})

describe('DELETE /api/leads/:id', () => {
  const remove = (id: number) => crm.call<{ id: number; version: number }>('DELETE', `/api/leads/${id}`)
  const restore = (id: number, version: number) =>
    crm.call<Lead>('POST', `/api/leads/${id}/changes/${version}/restore`)

  it('takes a lead from lists, counts and searches, and its restoration brings all of it back', async () => {
    const { json: lead } = await post({ ...form, email: 'spam@spam.test' })
    const body = { status: 'contacted', notes: 'Odd', estimatedValue: '75.00' }
    const { json: before } = await crm.call<Lead>('PATCH', `/api/leads/${lead.id}`, { body })
    const count = (await list()).length
    const { status, json } = await remove(lead.id)
    expect([status, json]).toEqual([200, { id: lead.id, version: 5 }])
    expect(await list()).toHaveLength(count - 1)
    expect((await crm.call<Lead[]>('GET', '/api/leads?q=spam.test')).json).toEqual([])
    expect((await crm.call('GET', `/api/leads/${lead.id}`)).status).toBe(404)
    expect((await crm.call('PATCH', `/api/leads/${lead.id}`, { body: { notes: 'x' } })).status).toBe(404)
    // the same person asks again
    const { json: later } = await post({ ...form, email: 'spam@spam.test' })
    expect((await crm.call<Lead[]>('GET', '/api/leads?q=spam.test')).json).toEqual([later])

    const { updatedAt: _, ...restored } = (await restore(lead.id, json.version)).json
    expect(before).toMatchObject(restored)
    expect(await list()).toHaveLength(count + 1)
    expect(await crm.differences()).toEqual([])
  })

  it('refuses a lead that is a customer', async () => {
    const { json: lead } = await post(form)
    await crm.call('POST', `/api/leads/${lead.id}/convert`)
    expect((await remove(lead.id)).status).toBe(409)
  })

  it('a change of a lead is taken back, a step is not', async () => {
    const { json: lead } = await post(form)
    await crm.call('PATCH', `/api/leads/${lead.id}`, { body: { phone: '919 555 0888', status: 'quoted' } })
    expect((await restore(lead.id, 2)).json).toMatchObject({ phone: form.phone, status: 'quoted' })
    expect((await restore(lead.id, 3)).status).toBe(409)
    expect((await restore(lead.id, 1)).status).toBe(409)
    expect((await restore(lead.id, 99)).status).toBe(404)
  })

  it('its restoration is not taken back', async () => {
    const { json: lead } = await post(form)
    const { json: removed } = await remove(lead.id)
    await restore(lead.id, removed.version)
    expect((await restore(lead.id, removed.version + 1)).status).toBe(409)
  })
})

it('orders leads by who waits longest for a quote', async () => {
  const add = async (day: number, status?: string) => {
    crm.clock.now = new Date(`2027-01-0${day}T12:00:00Z`)
    const { id } = (await post({ ...form, email: 'due@due.test' })).json
    if (status) await crm.call('PATCH', `/api/leads/${id}`, { body: { status } })
    return id
  }
  const [quoted, first, second, contacted] = [
    await add(1, 'quoted'),
    await add(2),
    await add(3),
    await add(4, 'contacted'),
  ]
  const pages = await readPages<Lead>(
    (path) => crm.call('GET', path),
    '/api/leads?q=due.test&sort=quote-due&limit=1',
  )
  expect(pages.flat().map(({ id }) => id)).toEqual([first, second, contacted, quoted])
})
