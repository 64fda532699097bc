import { eraseSubjects } from '@plumbline/platform/encryption'
import { readStream } from '@plumbline/platform/event-store'
import { verifyProjection } from '@plumbline/platform/projections'
import { plainText } from '@plumbline/platform/search'
import { readLog } from '@plumbline/platform/subscriptions'
import { testKeyring as keyring, readPages, testMetadata } from '@plumbline/platform/testing'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Customer } from '../api.ts'
import { leads } from '../lead/projection.ts'
import { crm as crmService } from '../service.ts'
import { ann, type CrmUnderTest, startCrm } from '../testing.ts'
import { customers } from './projection.ts'

let crm: CrmUnderTest

beforeAll(async () => {
  crm = await startCrm()
})
afterAll(() => crm.stop())

const add = async (more: object = {}) =>
  (await crm.call<Customer>('POST', '/api/customers', { body: { ...ann, ...more } })).json
const get = (id: number) => crm.call<Customer>('GET', `/api/customers/${id}`)
const list = async (query = '') => (await crm.call<Customer[]>('GET', `/api/customers${query}`)).json
const patch = (id: number, body: object, headers = {}) =>
  crm.call<Customer>('PATCH', `/api/customers/${id}`, { body, headers })
const merge = (id: number, intoCustomerId: number, changes?: object) =>
  crm.call<Customer>('POST', `/api/customers/${id}/merge`, { body: { intoCustomerId, changes } })
const history = async (id: number) =>
  (await readStream(crm.owner, `customer-${id}`, { keyring })).map(({ type, data }) => ({ type, data }))

describe('POST /api/customers', () => {
  it('answers the whole record, with the defaults of the page', async () => {
    const { status, json } = await crm.call<Customer>('POST', '/api/customers', {
      body: { ...ann, firstName: ' Ann ', address: ' 12 Elm St ', id: 99_999, createdAt: 'x' },
    })
    expect(status).toBe(201)
    expect(json).toEqual({
      id: json.id,
      ...ann,
      address: '12 Elm St',
      status: 'lead',
      source: 'website',
      notes: null,
      createdAt: crm.clock.now.toISOString(),
      updatedAt: crm.clock.now.toISOString(),
      phoneDialable: true,
    })
    expect(json.id).not.toBe(99_999)
    expect((await get(json.id)).json).toEqual(json)
    expect((await list())[0]).toEqual(json)
  })

  it('stores the fields of the dialog, and marks a number that cannot be dialled', async () => {
    const dialog = { status: 'active', source: 'direct', notes: 'Dog', phone: 'ask at the desk' }
    expect(await add(dialog)).toMatchObject({ ...dialog, phoneDialable: false, address: null })
  })

  it.each([
    [{ firstName: ' ' }, 'First name is required'],
    [{ lastName: undefined }, 'Last name is required'],
    [{ email: 'ann@' }, 'Please enter a valid email'],
    [{ phone: '555 0101' }, 'Please enter a valid phone number'],
  ])('refuses %j with a message for people', async (change, message) => {
    const before = await list()
    const { status, text } = await crm.call('POST', '/api/customers', { body: { ...ann, ...change } })
    expect([status, text]).toEqual([400, message])
    expect(await list()).toEqual(before)
  })

  it('refuses an unknown status', async () => {
    expect((await crm.call('POST', '/api/customers', { body: { ...ann, status: 'vip' } })).status).toBe(400)
  })

  it('creates one customer per idempotency key', async () => {
    const twice = { body: ann, headers: { 'idempotency-key': 'one' } }
    const answers = await Promise.all(
      [1, 2, 3].map(() => crm.call<Customer>('POST', '/api/customers', twice)),
    )
    expect(new Set(answers.map(({ json }) => json.id)).size).toBe(1)
  })
})

it('every call about customers requires a signed-in user', async () => {
  const visitor = { caller: { user: null } }
  const { id } = await add()
  for (const [method, path] of [
    ['GET', '/api/customers'],
    ['GET', `/api/customers/${id}`],
    ['POST', '/api/customers'],
    ['PATCH', `/api/customers/${id}`],
    ['POST', `/api/customers/${id}/merge`],
    ['POST', '/api/customers/imports'],
  ] as const)
    expect((await crm.call(method, path, visitor)).status, path).toBe(401)
})

describe('GET /api/customers/:id', () => {
  it.each(['999999', '0', '1.5', 'abc', '-1', '2147483648', '1e3'])(
    'answers 404 for the id %s',
    async (id) => {
      const { status } = await crm.call('GET', `/api/customers/${id}`)
      expect(status).toBe(404)
    },
  )
  it('says that there is no such customer', async () => {
    expect((await get(999_999)).text).toBe('Customer not found')
  })
})

describe('PATCH /api/customers/:id', () => {
  it('records only what changed', async () => {
    const { id } = await add({ notes: 'Dog' })
    const { status, json } = await patch(id, { ...ann, phone: '(919) 555-0119', notes: '', status: 'active' })
    expect(status).toBe(200)
    expect(json).toMatchObject({ phone: '(919) 555-0119', notes: null, status: 'active' })
    const changedAt = crm.clock.now.toISOString()
    expect((await history(id)).slice(1)).toEqual([
      {
        type: 'CustomerDetailsChanged',
        data: { customerId: id, phone: '(919) 555-0119', notes: null, changedAt },
      },
      { type: 'CustomerStatusChanged', data: { customerId: id, status: 'active', changedAt } },
    ])
    expect((await get(id)).json).toEqual(json)
  })

  it('records no event without a difference', async () => {
    const { id } = await add()
    expect((await patch(id, { ...ann, status: 'lead' })).status).toBe(200)
    expect((await patch(id, {})).status).toBe(200)
    expect(await history(id)).toHaveLength(1)
  })

  it('refuses an invalid change as a whole', async () => {
    const { id } = await add()
    const { status, text } = await patch(id, { notes: 'x', status: 'completed' })
    expect([status, text]).toEqual([409, "A customer can't change from lead to completed."])
    expect((await patch(id, { email: 'ann@' })).text).toBe('Please enter a valid email')
    expect((await patch(id, { firstName: null })).status).toBe(400)
    expect(await history(id)).toHaveLength(1)
    expect((await patch(999_999, { notes: 'x' })).status).toBe(404)
  })

  it('changes only the version that If-Match names', async () => {
    const { id } = await add()
    const etag = (await get(id)).headers.get('etag') as string
    const first = await patch(id, { notes: 'one' }, { 'if-match': etag })
    expect(first.status).toBe(200)
    expect(first.headers.get('etag')).not.toBe(etag)
    const late = await patch(id, { notes: 'two' }, { 'if-match': etag })
    expect(late.status).toBe(412)
    const list = `"x", ${first.headers.get('etag')}`
    expect((await patch(id, { notes: 'three' }, { 'if-match': list })).json.notes).toBe('three')
    expect((await patch(id, { notes: 'four' }, { 'if-match': '*' })).json.notes).toBe('four')
  })

  it('accepts one of eight concurrent changes of the same version', async () => {
    for (let round = 0; round < 10; round++) {
      const { id } = await add()
      const condition = { 'if-match': (await get(id)).headers.get('etag') as string }
      const answers = await Promise.all(
        Array.from({ length: 8 }, (_, n) => patch(id, { notes: `n${n}` }, condition)),
      )
      expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(7).fill(412)])
      expect(await history(id)).toHaveLength(2)
    }
  })

  it('answers 304 for an unchanged record', async () => {
    const { id } = await add()
    const etag = (await get(id)).headers.get('etag') as string
    // with it fetch says that it wants no cached answer
    const cached = { 'if-none-match': etag }
    const again = () => crm.call('GET', `/api/customers/${id}`, { headers: cached })
    expect((await again()).status).toBe(304)
    await patch(id, { notes: 'x' })
    expect((await again()).status).toBe(200)
  })
})

it.each([
  ['customer', '/api/customers', customers],
  ['lead', '/api/leads', leads],
] as const)(
  'who is erased is not taken for unchanged by who read their %s before',
  async (kind, path, projection) => {
    const { id } = (await crm.call<{ id: number }>('POST', path, { body: ann })).json
    const etag = (await crm.call('GET', `${path}/${id}`)).headers.get('etag') as string
    await eraseSubjects([`${kind}-${id}`], {
      ...{ pool: crm.owner, keyring, metadata: testMetadata, now: new Date() },
      targets: [{ projection, schema: 'crm', role: crmService.schema.role as string }],
    })
    const again = await crm.call('GET', `${path}/${id}`, { headers: { 'if-none-match': etag } })
    expect(again.status).toBe(200)
    expect(again.json).toMatchObject({ firstName: '[erased]' })
  },
)

describe('GET /api/customers/matches', () => {
  const matches = async (query: Record<string, string>) => {
    const path = `/api/customers/matches?${new URLSearchParams(query)}`
    return (await crm.call<Customer[]>('GET', path)).json.map(({ id }) => id)
  }

  it('finds customers by phone number in any format or by e-mail in any case', async () => {
    const one = await add({ phone: '(336) 555-0187', email: 'one@match.test' })
    const other = await add({ phone: '(336) 555-0188', email: 'other@match.test' })
    for (const phone of ['+1 336.555.0187', '3365550187', '1-336-555-0187'])
      expect(await matches({ phone })).toEqual([one.id])
    expect(await matches({ phone: '336 555 0188', email: 'ONE@match.test' })).toEqual([other.id, one.id])
    expect(await matches({ phone: 'nobody at all', email: '' })).toEqual([])
  })

  it('leaves out the customer being edited, also when the id belongs to a merged record', async () => {
    const [old, now] = [await add({ email: 'same@match.test' }), await add({ email: 'same@match.test' })]
    expect(await matches({ email: 'same@match.test', exceptId: String(old.id) })).toEqual([now.id])
    await merge(old.id, now.id)
    expect(await matches({ email: 'same@match.test', exceptId: String(old.id) })).toEqual([])
  })
})

describe('merging', () => {
  it('leaves one customer, which both ids answer with', async () => {
    const [loser, winner] = [await add(), await add({ lastName: 'Lee-Park' })]
    expect((await merge(loser.id, winner.id)).json).toEqual(winner)
    expect((await get(loser.id)).json).toEqual(winner)
    const ids = (await list()).map(({ id }) => id)
    expect([ids.includes(loser.id), ids.includes(winner.id)]).toEqual([false, true])
    expect((await merge(loser.id, winner.id)).status).toBe(200)
    expect(await history(loser.id)).toHaveLength(2)
    expect((await patch(loser.id, { notes: 'x' })).text).toBe(
      `This customer was merged into customer ${winner.id}.`,
    )
  })

  it('changes the survivor in the same transaction or not at all', async () => {
    const [loser, winner] = [await add({ address: '9 New Road' }), await add({ lastName: 'Lee-Park' })]
    const refused = await merge(loser.id, winner.id, { address: '9 New Road', status: 'completed' })
    expect(refused).toMatchObject({ status: 409, text: "A customer can't change from lead to completed." })
    expect((await get(loser.id)).json.id).toBe(loser.id)
    const { json } = await merge(loser.id, winner.id, { address: '9 New Road' })
    expect(json).toMatchObject({ id: winner.id, lastName: 'Lee-Park', address: '9 New Road' })
    expect((await history(winner.id)).map(({ type }) => type)).toEqual([
      'CustomerRegistered',
      'CustomerDetailsChanged',
    ])
  })

  it('is refused when the customer that stays has changed since the question showed it', async () => {
    const [loser, winner] = [await add(), await add()]
    const intoEtag = (await get(winner.id)).headers.get('etag')
    const asked = (etag: string | null, changes: object = { notes: 'Beware of the dog' }) =>
      crm.call<Customer>('POST', `/api/customers/${loser.id}/merge`, {
        body: { intoCustomerId: winner.id, intoEtag: etag, changes },
      })
    await patch(winner.id, { notes: 'Allergic to latex paint' })
    for (const changes of [{ notes: 'Beware of the dog' }, {}])
      expect((await asked(intoEtag, changes)).status).toBe(412)
    expect((await get(loser.id)).json.id).toBe(loser.id)
    const current = (await get(winner.id)).headers.get('etag')
    expect((await asked(current)).json).toMatchObject({ id: winner.id, notes: 'Beware of the dog' })
    // an answer that was lost: the repeat answers the same
    expect((await asked(current)).json).toMatchObject({ id: winner.id, notes: 'Beware of the dog' })
  })

  it('is refused with 412 before a rule refuses what the caller has not seen', async () => {
    const [loser, winner, other] = [await add(), await add(), await add()]
    const etagOf = async (id: number) => (await get(id)).headers.get('etag') as string
    const [etag, intoEtag] = [await etagOf(loser.id), await etagOf(winner.id)]
    const ask = (headers: Record<string, string>, intoEtag?: string) =>
      crm.call('POST', `/api/customers/${loser.id}/merge`, {
        body: { intoCustomerId: winner.id, ...(intoEtag && { intoEtag }) },
        headers,
      })
    await merge(winner.id, other.id)
    expect((await ask({ 'if-match': etag })).status).toBe(409)
    expect((await ask({}, intoEtag)).status).toBe(412)
    await patch(loser.id, { notes: 'x' })
    expect((await ask({ 'if-match': etag })).status).toBe(412)
    expect((await patch(winner.id, { notes: 'x' }, { 'if-match': intoEtag })).status).toBe(412)
    expect((await patch(winner.id, { notes: 'x' })).status).toBe(409)
  })

  it('changes the ETag of the merged record, although both were at one version', async () => {
    const [loser, winner] = [await add(), await add()]
    const before = (await get(loser.id)).headers.get('etag')
    await merge(loser.id, winner.id)
    const answer = await crm.send('GET', `/api/customers/${loser.id}`, {
      headers: { 'if-none-match': before ?? '' },
    })
    expect(answer.status).toBe(200)
    const ofOther = { 'if-match': before ?? '' }
    const changed = await crm.call('PATCH', `/api/customers/${winner.id}`, {
      body: { notes: 'of the other record' },
      headers: ofOther,
    })
    expect(changed.status).toBe(412)
  })

  it('resolves a chain of merges to its survivor', async () => {
    const [a, b, c] = [await add(), await add(), await add()]
    await merge(a.id, b.id)
    await merge(b.id, c.id)
    expect((await get(a.id)).json.id).toBe(c.id)
  })

  it('refuses an unknown customer, the customer itself, and a target that was merged', async () => {
    const [a, b] = [await add(), await add()]
    expect((await merge(a.id, 999_999)).status).toBe(400)
    expect((await merge(999_999, a.id)).status).toBe(404)
    expect((await merge(a.id, a.id)).status).toBe(400)
    await merge(a.id, b.id)
    expect((await merge(b.id, a.id)).status).toBe(409)
  })

  it('in both directions at once leaves one customer', async () => {
    for (let n = 0; n < 10; n++) {
      const [a, b] = [await add(), await add()]
      const answers = await Promise.all([merge(a.id, b.id), merge(b.id, a.id)])
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
      const survivors = [(await get(a.id)).json.id, (await get(b.id)).json.id]
      expect(new Set(survivors).size).toBe(1)
    }
  })
})

describe('GET /api/customers', () => {
  it.each(['newest', 'oldest', 'name'])(
    'answers every customer once in pages, ordered by %s',
    async (sort) => {
      const newest = await list()
      expect(newest.length).toBeGreaterThan(20)
      const nameOf = ({ lastName, firstName }: Customer) => plainText(`${lastName || firstName} ${firstName}`)
      const all = {
        newest,
        oldest: newest.toReversed(),
        name: newest
          .toReversed()
          .toSorted((a, b) => Number(nameOf(a) > nameOf(b)) - Number(nameOf(a) < nameOf(b))),
      }[sort]
      const pages = await readPages<Customer>(
        (path) => crm.call('GET', path),
        `/api/customers?limit=7&sort=${sort}`,
      )
      expect(pages.slice(0, -1).every(({ length }) => length === 7)).toBe(true)
      expect(pages.flat()).toEqual(all)
      expect((await crm.call('GET', '/api/customers')).headers.get('link')).toBeNull()
    },
  )

  it('keeps the filters in the address of the next page', async () => {
    for (let n = 0; n < 3; n++) await add({ lastName: 'Paged & more', status: 'active' })
    const first = await crm.call<Customer[]>('GET', '/api/customers?q=paged%20%26&status=active&limit=2')
    const next = /^<(.*)>/.exec(first.headers.get('link') ?? '')?.[1] as string
    const second = await crm.call<Customer[]>('GET', next)
    expect([first.json.length, second.json.length, second.headers.get('link')]).toEqual([2, 1, null])
  })

  it.each(['?limit=0', '?limit=x', '?limit=1001', '?cursor=nonsense', '?q=a&q=b', '?sort=size'])(
    'refuses %s',
    async (query) => {
      expect((await crm.call('GET', `/api/customers${query}`)).status).toBe(400)
    },
  )

  it('is filtered by status', async () => {
    const done = await add({ status: 'completed' })
    expect((await list('?status=completed')).map(({ id }) => id)).toEqual([done.id])
    expect(await list('?status=new')).toEqual([])
    expect(await list('?status=')).toEqual(await list())
  })

  it.each([
    'quill',
    'QUILLON',
    'zoe quillon',
    'Zoë Quill',
    'quillon, zoe',
    'zq@quill',
    '984 555',
    '(984) 555-0177',
    '+1 984 555 0177',
    '9845550177',
    '5550177',
    '77 pember',
    'pemberton zoe',
  ])('finds a customer by %s', async (q) => {
    const existing = (await list('?q=pemberton'))[0]
    const zoe =
      existing ??
      (await add({
        firstName: 'Zoë',
        lastName: 'Quillon',
        email: 'ZQ@quill.example',
        phone: '984.555.0177',
        address: '77 Pemberton Way',
      }))
    expect((await list(`?q=${encodeURIComponent(q)}`)).map(({ id }) => id)).toEqual([zoe.id])
  })

  it.each(['quilloon', '9845550178', '%', 'zoe lee', '78 pember'])('finds no customer by %s', async (q) => {
    expect(await list(`?q=${encodeURIComponent(q)}`)).toEqual([])
  })

  it('finds a changed name and no longer the one before', async () => {
    const { id } = await add({ lastName: 'Maidenname' })
    await patch(id, { lastName: 'Marriedname' })
    expect(await list('?q=maidenname')).toEqual([])
    expect((await list('?q=marriedname')).map((it) => it.id)).toEqual([id])
  })
})

it('the log contains names only encrypted', async () => {
  await add({ firstName: 'Xanthippe' })
  const encrypted = JSON.stringify((await readLog(crm.owner, 0n, 1_000_000n, 10_000)).map(({ data }) => data))
  expect(encrypted).not.toContain('Xanthippe')
  const decrypted = await readLog(crm.owner, 0n, 1_000_000n, 10_000, { keyring })
  expect(JSON.stringify(decrypted.map(({ data }) => data))).toContain('Xanthippe')
})

it('a rebuild makes the rows of customers that the appends wrote', async () => {
  for (const projection of [customers]) {
    const verified = await verifyProjection({ projection, schema: 'crm' }, { pool: crm.owner, keyring })
    expect(verified.differences).toEqual([])
    expect(verified.rows).toBeGreaterThan(10)
  }
})

describe('POST /api/customers/:id/changes/:version/restore', () => {
  const restore = (id: number, version: number) =>
    crm.call<Customer>('POST', `/api/customers/${id}/changes/${version}/restore`)

  it('sets what a change set to what it was, and leaves what was changed since', async () => {
    const { id } = await add({ status: 'active' })
    await patch(id, { phone: '919 555 0177', notes: 'Dog' })
    await patch(id, { address: '9 Oak Ave' })
    await patch(id, { status: 'completed' })
    expect((await restore(id, 2)).json).toMatchObject({
      ...{ phone: ann.phone, notes: null, address: '9 Oak Ave', status: 'completed' },
    })
    expect((await get(id)).json).toMatchObject({ phone: ann.phone, notes: null })
  })

  it('refuses what cannot be taken back', async () => {
    const { id } = await add()
    expect((await restore(id, 1)).status).toBe(409)
    expect((await restore(id, 2)).status).toBe(404)
    const { id: other } = await add()
    await patch(id, { notes: 'Dog' })
    await merge(id, other)
    expect((await restore(id, 2)).status).toBe(409)
  })
})
