import { readStream } from '@plumbline/platform/event-store'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Customer, ImportedRow, Undone } from '../api.ts'
import { type CrmUnderTest, startCrm } from '../testing.ts'

let crm: CrmUnderTest
let file = 0

beforeAll(async () => {
  crm = await startCrm()
})
afterAll(() => crm.stop())

const start = async () => (await crm.call<{ id: number }>('POST', '/api/customers/imports')).json.id
const send = (id: number, rows: object[], more: object = {}, headers = {}) =>
  crm.call<{ rows: ImportedRow[] }>('POST', `/api/customers/imports/${id}/rows`, {
    body: { rows, ...more },
    headers,
  })
const undo = (id: number) => crm.call<Undone>('POST', `/api/customers/imports/${id}/undo`)
const all = async () => (await crm.call<Customer[]>('GET', '/api/customers')).json
const outcomes = ({ json }: { json: { rows: ImportedRow[] } }) => json.rows.map(({ outcome }) => outcome)

/** Rows of a new file; no other file has their contacts. */
function rowsOf(count: number) {
  file += 1
  return Array.from({ length: count }, (_, n) => ({
    firstName: 'Row',
    lastName: `N${n}`,
    email: `r${n}@file${file}.test`,
    phone: `(919) ${200 + file}-${String(n).padStart(4, '0')}`,
  }))
}

describe('rows of an import', () => {
  it('can be previewed without writing anything', async () => {
    const id = await start()
    const before = await all()
    const rows = rowsOf(2)
    const { status, json } = await send(id, [...rows, { ...rows[0] }, { email: 'x' }], { dryRun: true })
    expect(status).toBe(201)
    const base = { customerId: null, matchedBy: null, problems: {} }
    const keys = rows.map(({ phone, email }) => [`+1${phone.replace(/\D/g, '')}`, email])
    expect(json.rows).toEqual([
      { row: 0, outcome: 'created', ...base, keys: keys[0] },
      { row: 1, outcome: 'created', ...base, keys: keys[1] },
      { row: 2, outcome: 'matched', ...base, matchedBy: 'phone', keys: keys[0] },
      {
        row: 3,
        outcome: 'refused',
        ...base,
        keys: [],
        problems: {
          firstName: 'First name is required',
          email: 'Please enter a valid email',
          phone: 'Please enter a valid phone number',
        },
      },
    ])
    expect(await all()).toEqual(before)
    expect(await readStream(crm.owner, `customer-import-${id}`)).toHaveLength(1)
  })

  it('are active customers who came directly, unless the file says otherwise', async () => {
    const [none, empty, told] = rowsOf(3)
    const rows = [
      none as object,
      { ...empty, status: '', source: ' ' },
      { ...told, status: 'lead', source: 'website' },
    ]
    const { json } = await send(await start(), rows)
    const ids = json.rows.map(({ customerId }) => customerId)
    const customers = (await all()).filter(({ id }) => ids.includes(id)).toSorted((a, b) => a.id - b.id)
    expect(customers.map(({ status, source }) => [status, source])).toEqual([
      ['active', 'direct'],
      ['active', 'direct'],
      ['lead', 'website'],
    ])
  })

  it('become customers once: the same file again matches them by phone or by e-mail', async () => {
    const rows = rowsOf(30)
    const before = (await all()).length
    const first = await send(await start(), [...rows, { ...rows[3], email: 'else@where.test' }])
    expect(outcomes(first)).toEqual([...Array(30).fill('created'), 'matched'])
    expect(first.json.rows[30]?.customerId).toBe(first.json.rows[3]?.customerId)
    expect(await all()).toHaveLength(before + 30)
    const second = await send(await start(), rows)
    expect(outcomes(second)).toEqual(Array(30).fill('matched'))
    expect(second.json.rows.map(({ customerId }) => customerId)).toEqual(
      first.json.rows.slice(0, 30).map(({ customerId }) => customerId),
    )
    const byEmail = await send(
      await start(),
      rows.map((row, n) => ({ ...row, phone: `(984) ${200 + file}-${String(n).padStart(4, '0')}` })),
    )
    expect(new Set(byEmail.json.rows.map(({ matchedBy }) => matchedBy))).toEqual(new Set(['email']))
    expect(await all()).toHaveLength(before + 30)
  })

  it('match the survivor of a customer that was merged twice', async () => {
    const rows = rowsOf(3)
    const { json } = await send(await start(), rows)
    const [first, second, third] = json.rows.map(({ customerId }) => customerId as number)
    const merge = (id = 0, intoCustomerId = 0) =>
      crm.call('POST', `/api/customers/${id}/merge`, { body: { intoCustomerId } })
    await merge(first, second)
    await merge(second, third)
    const again = await send(await start(), rows)
    expect(again.json.rows.map(({ customerId }) => customerId)).toEqual([third, third, third])
  })

  it('are created once by concurrent requests', async () => {
    const rows = rowsOf(20)
    const before = (await all()).length
    const ids = await Promise.all([start(), start(), start()])
    const answers = await Promise.all(ids.map((id) => send(id, rows)))
    expect(answers.flatMap(outcomes).filter((it) => it === 'created')).toHaveLength(20)
    expect(await all()).toHaveLength(before + 20)
  })

  it('are imported once per idempotency key, and match with another key', async () => {
    const id = await start()
    const rows = rowsOf(3)
    const first = await send(id, rows, {}, { 'idempotency-key': 'chunk-1' })
    const again = await send(id, rows, {}, { 'idempotency-key': 'chunk-1' })
    expect(again.json).toEqual(first.json)
    expect(outcomes(again)).toEqual(Array(3).fill('created'))
    expect(outcomes(await send(id, rows, {}, { 'idempotency-key': 'chunk-2' }))).toEqual(
      Array(3).fill('matched'),
    )
    expect((await readStream(crm.owner, `customer-import-${id}`)).map(({ type }) => type)).toEqual([
      'CustomerImportStarted',
      'CustomersImported',
      'CustomersImported',
    ])
  })

  it('are at most 500 and must belong to an import', async () => {
    const id = await start()
    const tiny = { firstName: 'A' }
    expect(await send(id, Array(501).fill(tiny))).toMatchObject({
      status: 400,
      text: 'At most 500 rows at once',
    })
    expect(await send(id, [])).toMatchObject({ status: 400, text: 'There are no rows' })
    expect(await send(404_404, [tiny])).toMatchObject({ status: 404, text: 'Import not found' })
    expect((await send(404_404, [tiny], { dryRun: true })).status).toBe(404)
  })
})

describe('a customer who is known by a phone number alone', () => {
  const add = async (firstName: string, phone: string) => {
    const { json } = await send(await start(), [{ firstName, phone }])
    return json.rows[0]?.customerId as number
  }

  it('has an empty e-mail address, is found, matches no other one without, and can be changed and given an address', async () => {
    const id = await add('Dale Flats LLC', '(919) 555-0601')
    const other = await add('Onyx Rentals', '(919) 555-0602')
    const path = `/api/customers/${id}`
    expect((await crm.call<Customer>('GET', path)).json).toMatchObject({
      lastName: '',
      email: '',
      phoneDialable: true,
    })
    expect(
      (await crm.call<Customer[]>('GET', '/api/customers?q=dale+flats')).json.map((it) => it.id),
    ).toEqual([id])
    const matches = await crm.call<Customer[]>('GET', '/api/customers/matches?phone=9195550601&email=')
    expect(matches.json.map((it) => it.id)).toEqual([id])
    expect(
      (await crm.call('PATCH', path, { body: { notes: 'Gate 4', email: '', lastName: '' } })).status,
    ).toBe(200)
    const changed = await crm.call<Customer>('PATCH', path, { body: { email: 'dale@flats.test' } })
    expect(changed.json).toMatchObject({ email: 'dale@flats.test', notes: 'Gate 4' })
    expect(await crm.call('PATCH', path, { body: { email: 'dale@' } })).toMatchObject({
      status: 400,
      text: 'Please enter a valid email',
    })
    const merged = await crm.call<Customer>('POST', `/api/customers/${other}/merge`, {
      body: { intoCustomerId: id },
    })
    expect(merged.json.email).toBe('dale@flats.test')
  })

  it('matches a lead by its number, and the forms still ask for an address', async () => {
    const id = await add('Elm Court', '(919) 555-0603')
    const form = { ...rowsOf(1)[0], phone: '919 555 0603' }
    const lead = (await crm.call<{ id: number }>('POST', '/api/leads', { body: form })).json
    const matches = await crm.call<Customer[]>('GET', `/api/leads/${lead.id}/matches`)
    expect(matches.json.map((it) => it.id)).toEqual([id])
    const customerOf = async (id: number) => (await crm.call<Customer>('GET', `/api/customers/${id}`)).json
    const converted = await crm.call(`POST`, `/api/leads/${lead.id}/convert`, { body: { customerId: id } })
    expect(converted.status).toBe(201)
    // the lead knows what the customer lacks
    expect(await customerOf(id)).toMatchObject({ firstName: 'Elm Court', email: form.email })
    const { email: _, ...without } = form
    for (const path of ['/api/customers', '/api/leads'])
      expect(await crm.call('POST', path, { body: without })).toMatchObject({
        status: 400,
        text: 'Please enter a valid email',
      })
  })
})

describe('undoing an import', () => {
  it('removes the customers it created, except those changed, merged or converted into since', async () => {
    const id = await start()
    const before = await all()
    const { json } = await send(id, rowsOf(6))
    const [changed, winner, used, loser, ...rest] = json.rows.map(({ customerId }) => customerId as number)
    await crm.call('PATCH', `/api/customers/${changed}`, { body: { notes: 'Dog' } })
    await crm.call('POST', `/api/customers/${loser}/merge`, { body: { intoCustomerId: winner } })
    const lead = await crm.call<{ id: number }>('POST', '/api/leads', { body: { ...rowsOf(1)[0] } })
    await crm.call('POST', `/api/leads/${lead.json.id}/convert`, { body: { customerId: used } })

    const keptIds = [changed, winner, used, loser]
    expect((await undo(id)).json).toEqual({ removed: 2, kept: 4, keptIds, remaining: 0 })
    const left = (await all()).filter((it) => !before.some((old) => old.id === it.id)).map((it) => it.id)
    expect(left.sort()).toEqual([changed, winner, used].sort())
    for (const gone of rest) expect((await crm.call('GET', `/api/customers/${gone}`)).status).toBe(404)
    expect((await crm.call<Customer>('GET', `/api/customers/${loser}`)).json.id).toBe(winner)

    expect((await undo(id)).json).toEqual({ removed: 2, kept: 4, keptIds: [], remaining: 0 })
    expect(await send(id, rowsOf(1))).toMatchObject({ status: 409, text: 'This import has been undone.' })
    expect((await undo(404_404)).status).toBe(404)
  })

  it('keeps customers that an appointment, a quote or an invoice names since, and lists them', async () => {
    const id = await start()
    const { json } = await send(id, rowsOf(4))
    const [booked, quoted, billed, untouched] = json.rows.map(({ customerId }) => customerId as number)
    for (const [stream, type, customerId] of [
      [`appointment-${id}`, 'AppointmentScheduled', booked],
      [`quote-${id}`, 'QuoteDrafted', quoted],
      [`invoice-${id}`, 'InvoiceDrafted', billed],
    ] as const)
      await crm.appendForeign(stream, { type, data: { customerId } })
    expect((await undo(id)).json).toEqual({
      ...{ removed: 1, kept: 3, keptIds: [booked, quoted, billed], remaining: 0 },
    })
    expect((await crm.call('GET', `/api/customers/${booked}`)).status).toBe(200)
    expect((await crm.call('GET', `/api/customers/${untouched}`)).status).toBe(404)
  })

  it('lets the file be imported again', async () => {
    const rows = rowsOf(3)
    const id = await start()
    await send(id, rows)
    await undo(id)
    expect(outcomes(await send(await start(), rows))).toEqual(Array(3).fill('created'))
  })

  it('removes 500 customers at a time, and each once for concurrent requests', async () => {
    const id = await start()
    const before = (await all()).length
    for (const rows of [rowsOf(400), rowsOf(400)])
      expect(new Set(outcomes(await send(id, rows)))).toEqual(new Set(['created']))
    const [one, other] = await Promise.all([undo(id), undo(id)])
    const steps = [one.json, other.json].sort((a, b) => b.remaining - a.remaining)
    expect(steps).toEqual([
      { removed: 500, kept: 0, keptIds: [], remaining: 300 },
      { removed: 800, kept: 0, keptIds: [], remaining: 0 },
    ])
    expect(await all()).toHaveLength(before)
  })
})
