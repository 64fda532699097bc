import { readStream } from '@plumbline/platform/event-store'
import { verifyProjection } from '@plumbline/platform/projections'
import { testKeyring as keyring } from '@plumbline/platform/testing'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Conversion, Customer, Lead, LeadMatch } from '../api.ts'
import { customers } from '../customer/projection.ts'
import { ann, type CrmUnderTest, startCrm } from '../testing.ts'
import { leads } from './projection.ts'

let crm: CrmUnderTest
let count = 0

beforeAll(async () => {
  crm = await startCrm()
})
afterAll(() => crm.stop())

async function receive(more: object = {}): Promise<Lead> {
  count += 1
  const caller = { user: null, addressHash: `address-${count}` }
  return (await crm.call<Lead>('POST', '/api/leads', { body: { ...ann, ...more }, caller })).json
}
const add = async (more: object = {}) =>
  (await crm.call<Customer>('POST', '/api/customers', { body: { ...ann, ...more } })).json
const patch = (id: number, body: object) => crm.call<Lead>('PATCH', `/api/leads/${id}`, { body })
const convert = (id: number, body: object = {}) =>
  crm.call<Conversion>('POST', `/api/leads/${id}/convert`, { body })
const leadNow = async (id: number) =>
  (await crm.call<Lead[]>('GET', '/api/leads')).json.find((lead) => lead.id === id)
const allCustomers = async () => (await crm.call<Customer[]>('GET', '/api/customers')).json

describe('PATCH /api/leads/:id', () => {
  it('changes status, value and follow-up day', async () => {
    const { id } = await receive()
    const body = { status: 'contacted', estimatedValue: '112.5', followUpOn: '2026-12-01' }
    const { status, json } = await patch(id, body)
    expect(status).toBe(200)
    expect(json).toMatchObject({ ...body, estimatedValue: '112.50', lostReason: null })
    expect(await leadNow(id)).toEqual(json)
    const events = (await readStream(crm.owner, `lead-${id}`)).length
    expect((await patch(id, { ...body, estimatedValue: '112.50' })).json).toEqual(json)
    expect(await readStream(crm.owner, `lead-${id}`)).toHaveLength(events)
    const cleared = await patch(id, { estimatedValue: null, followUpOn: null })
    expect(cleared.json).toMatchObject({ estimatedValue: null, followUpOn: null, status: 'contacted' })
  })

  it('gives its notes to a customer who exists, and as much of them as their notes may hold', async () => {
    const { id } = await receive()
    await patch(id, { notes: `Gate on the left ${'x'.repeat(5_000 - 17)}` })
    const known = await add({ notes: 'Dog' })
    const { json } = await convert(id, { customerId: known.id })
    expect(json.customer.notes).toMatch(/^Dog\n\nGate on the left x/)
    expect(json.customer.notes).toHaveLength(5_000)
  })

  it('stores notes encrypted, and gives them to the customer below what was asked for', async () => {
    const { id, projectDescription } = await receive({ projectDescription: 'Porch' })
    expect((await patch(id, { notes: 'Gate on the left' })).json).toMatchObject({ notes: 'Gate on the left' })
    const stored = await crm.owner.query(`SELECT data::text FROM es.events WHERE stream_id = 'lead-${id}'`)
    expect(JSON.stringify(stored.rows)).not.toContain('Gate')
    const { json } = await convert(id)
    expect(json.customer.notes).toBe(`${projectDescription}\n\nGate on the left`)
  })

  it('stores the reason for a loss encrypted', async () => {
    const { id } = await receive()
    expect((await patch(id, { status: 'lost', lostReason: 'Ann moved away' })).json).toMatchObject({
      status: 'lost',
      lostReason: 'Ann moved away',
    })
    const stored = await crm.owner.query(`SELECT data::text FROM es.events WHERE stream_id = 'lead-${id}'`)
    expect(JSON.stringify(stored.rows)).not.toContain('moved away')
  })

  it.each([
    [{ status: 'converted' }, 409, "A lead can't change from new to converted."],
    [{ status: 'won' }, 400, /./],
    [{ estimatedValue: '1.234' }, 400, 'Please enter an amount with at most two decimals'],
    [{ estimatedValue: '-1' }, 400, 'Please enter an amount with at most two decimals'],
    [{ estimatedValue: 5 }, 400, 'Please enter an amount with at most two decimals'],
    [{ followUpOn: '2026-02-30' }, 400, 'Please enter a date'],
    [{ lostReason: 'x' }, 400, 'Only a lost lead has a reason for it.'],
  ])('refuses %j', async (body, expected, message) => {
    const { id } = await receive()
    const { status, text } = await patch(id, body)
    expect(status).toBe(expected)
    expect(text).toMatch(message)
  })

  it('answers 404 for an unknown lead', async () => {
    expect(await patch(404_404, { status: 'contacted' })).toMatchObject({
      status: 404,
      text: 'Lead not found',
    })
  })
})

describe('GET /api/leads/:id/matches', () => {
  it('finds customers by phone number in any format or e-mail in any case, and the survivors of merged ones', async () => {
    const byPhone = await add({ email: 'p@match.test', phone: '+1 984.555.0142' })
    const byEmail = await add({ email: 'M@Match.test', phone: '(984) 555-0143' })
    const old = await add({ email: 'm@match.test', phone: '(984) 555-0144' })
    const winner = await add({ email: 'w@match.test', phone: '(984) 555-0145' })
    await crm.call('POST', `/api/customers/${old.id}/merge`, { body: { intoCustomerId: winner.id } })
    const lead = await receive({ email: 'm@match.TEST', phone: '984-555-0142' })
    const { json } = await crm.call<LeadMatch[]>('GET', `/api/leads/${lead.id}/matches`)
    expect(json.map(({ id }) => id)).toEqual([winner.id, byEmail.id, byPhone.id])
    expect(json[2]).toEqual({ ...byPhone, isLinked: false })
  })

  it('does not match phone numbers that cannot be dialled', async () => {
    await add({ email: 'x@desk.test', phone: 'ask at the desk' })
    const lead = await receive({ email: 'y@desk.test', phone: 'ask at the desk' })
    expect((await crm.call<LeadMatch[]>('GET', `/api/leads/${lead.id}/matches`)).json).toEqual([])
    expect((await crm.call('GET', '/api/leads/404404/matches')).status).toBe(404)
  })
})

describe('POST /api/leads/:id/convert', () => {
  it('creates an active customer with the source of the lead and its description as notes', async () => {
    const lead = await receive({
      source: 'referral',
      serviceNeeded: 'plumbing',
      projectDescription: 'The tap drips',
    })
    const { status, json } = await convert(lead.id)
    expect(status).toBe(201)
    expect(json).toEqual({
      lead: { ...lead, status: 'converted', customerId: json.customer.id },
      customer: {
        id: json.customer.id,
        ...ann,
        address: null,
        status: 'active',
        source: 'referral',
        notes: 'The tap drips',
        createdAt: crm.clock.now.toISOString(),
        updatedAt: crm.clock.now.toISOString(),
        phoneDialable: true,
      },
      serviceType: 'General Repairs',
    })
    expect(await leadNow(lead.id)).toEqual(json.lead)
    expect((await patch(lead.id, { status: 'lost' })).status).toBe(409)
  })

  it.each([
    ['general-repair', 'General Repairs'],
    ['electrical', 'General Repairs'],
    ['other', 'General Repairs'],
    ['painting', 'Painting & Finishing'],
    ['installation', 'Installation Services'],
    [null, null],
  ])('answers the service %s with the job %s', async (serviceNeeded, serviceType) => {
    const { id } = await receive({ serviceNeeded })
    expect((await convert(id)).json.serviceType).toBe(serviceType)
  })

  it('links an existing customer, or the survivor of a merged one, without changing it', async () => {
    const [old, winner] = [await add(), await add({ notes: 'Dog' })]
    await crm.call('POST', `/api/customers/${old.id}/merge`, { body: { intoCustomerId: winner.id } })
    const before = (await allCustomers()).length
    const { id } = await receive({ projectDescription: 'Porch' })
    const { json } = await convert(id, { customerId: old.id })
    expect(json.customer).toEqual(winner)
    expect(json.lead.customerId).toBe(winner.id)
    expect(await allCustomers()).toHaveLength(before)
  })

  it('answers the same customer when it is repeated, whatever the repetition names', async () => {
    const other = await add()
    const { id } = await receive()
    const first = await convert(id)
    expect((await convert(id)).json).toEqual(first.json)
    expect((await convert(id, { customerId: other.id })).json).toEqual(first.json)
  })

  it('creates one customer for eight concurrent requests', async () => {
    for (let round = 0; round < 5; round++) {
      const { id } = await receive()
      const before = (await allCustomers()).length
      const answers = await Promise.all(Array.from({ length: 8 }, () => convert(id)))
      expect(answers.map(({ status }) => status)).toEqual(Array(8).fill(201))
      expect(new Set(answers.map(({ json }) => json.customer.id)).size).toBe(1)
      expect(await allCustomers()).toHaveLength(before + 1)
    }
  })

  it('refuses a lost lead, an unknown lead and an unknown customer, and creates no customer', async () => {
    const { id } = await receive()
    const before = await allCustomers()
    expect(await convert(id, { customerId: 999_999 })).toMatchObject({
      status: 400,
      text: 'Customer not found',
    })
    expect((await leadNow(id))?.status).toBe('new')
    await patch(id, { status: 'lost' })
    expect(await convert(id)).toMatchObject({ status: 409, text: 'A lost lead cannot be converted.' })
    expect((await convert(404_404)).status).toBe(404)
    expect(await allCustomers()).toEqual(before)
  })
})

it('a rebuild makes the rows of leads and customers that the appends wrote', async () => {
  for (const projection of [customers, leads]) {
    const verified = await verifyProjection({ projection, schema: 'crm' }, { pool: crm.owner, keyring })
    expect(verified.differences).toEqual([])
    expect(verified.rows).toBeGreaterThan(10)
  }
})

it('the job of a service that visitors choose is that of the settings', async () => {
  const changedAt = '2026-11-21T15:00:00.000Z'
  const set = (type: string, data: object) =>
    crm.appendForeign('business-1', { type, data: { ...data, changedAt } })
  await set('ServiceChanged', { serviceId: 2, title: 'Roofing' })
  await set('EstimateOptionsSet', { options: [{ value: 'roof', label: 'Roof', serviceId: 2 }] })
  const jobOf = async (serviceNeeded: string) =>
    (await convert((await receive({ serviceNeeded })).id)).json.serviceType
  expect(await jobOf('roof')).toBe('Roofing')
  // as one that was given up: the first service
  expect(await jobOf('painting')).toBe('General Repairs')
})

describe('POST /api/leads/:id/customer', () => {
  const link = (id: number, body: object = {}) =>
    crm.call<Conversion>('POST', `/api/leads/${id}/customer`, { body })

  it('registers who asked as a customer of status lead once, and the lead stays open', async () => {
    const lead = await receive({ projectDescription: 'Porch' })
    const before = (await allCustomers()).length
    const answers = await Promise.all(Array.from({ length: 4 }, () => link(lead.id)))
    expect(answers.map(({ status }) => status)).toEqual([201, 201, 201, 201])
    const { customer, lead: linked } = (await link(lead.id)).json
    expect(customer).toMatchObject({ status: 'lead', notes: 'Porch' })
    expect(linked).toMatchObject({ status: 'new', customerId: customer.id })
    expect(await allCustomers()).toHaveLength(before + 1)
    const converted = (await convert(lead.id)).json
    expect(converted.lead.status).toBe('converted')
    expect(converted.customer).toMatchObject({ id: customer.id, status: 'active' })
    expect(await allCustomers()).toHaveLength(before + 1)
  })

  it('links an existing customer, who gets the notes of the lead once', async () => {
    const known = await add({ notes: 'Dog' })
    const { id } = await receive()
    await patch(id, { notes: 'Gate on the left' })
    expect((await link(id, { customerId: known.id })).json.customer).toMatchObject({
      ...{ id: known.id, status: 'lead', notes: 'Dog\n\nGate on the left' },
    })
    expect((await convert(id)).json.customer).toMatchObject({
      id: known.id,
      notes: 'Dog\n\nGate on the left',
    })
  })

  it('offers who is linked whatever their number is by now, and makes a new customer where that is said', async () => {
    const neighbour = await add({ firstName: 'Bob', phone: '919 555 0177', email: 'bob@example.com' })
    const { id } = await receive({ phone: '919 555 0178', email: 'asked@example.com' })
    await link(id, { customerId: neighbour.id })
    const matches = await crm.call<LeadMatch[]>('GET', `/api/leads/${id}/matches`)
    expect(matches.json.map((it) => [it.id, it.isLinked])).toEqual([[neighbour.id, true]])
    const { customer, lead } = (await convert(id, { customerId: null })).json
    expect(customer).toMatchObject({ email: 'asked@example.com', status: 'active' })
    expect(customer.id).not.toBe(neighbour.id)
    expect(lead.customerId).toBe(customer.id)
  })

  it('links a new customer where that is said', async () => {
    const neighbour = await add()
    const { id } = await receive()
    await link(id, { customerId: neighbour.id })
    const { customer } = (await link(id, { customerId: null })).json
    expect(customer.id).not.toBe(neighbour.id)
    expect((await link(id)).json.customer.id).toBe(customer.id)
  })

  it('gives the survivor of who is linked the notes of the lead once', async () => {
    const [linked, survivor] = [await add(), await add()]
    const { id } = await receive()
    await patch(id, { notes: 'Gate on the left' })
    await link(id, { customerId: linked.id })
    const body = { intoCustomerId: survivor.id, changes: { notes: 'Gate on the left' } }
    await crm.call('POST', `/api/customers/${linked.id}/merge`, { body })
    const matches = await crm.call<LeadMatch[]>('GET', `/api/leads/${id}/matches`)
    expect(matches.json.filter(({ isLinked }) => isLinked).map((it) => it.id)).toEqual([survivor.id])
    const { customer } = (await convert(id, { customerId: survivor.id })).json
    expect(String(customer.notes).match(/Gate on the left/g)).toHaveLength(1)
  })

  it('is forgotten when the lead is deleted and restored', async () => {
    const { id } = await receive()
    await link(id)
    const { json } = await crm.call<{ version: number }>('DELETE', `/api/leads/${id}`)
    await crm.call('POST', `/api/leads/${id}/changes/${json.version}/restore`)
    expect((await leadNow(id))?.customerId).toBeNull()
    expect((await link(id)).json.lead.customerId).not.toBeNull()
  })

  it('refuses a lost lead, an unknown customer and an unknown lead', async () => {
    const { id } = await receive()
    expect((await link(id, { customerId: 999_999 })).status).toBe(400)
    await patch(id, { status: 'lost' })
    expect(await link(id)).toMatchObject({ status: 409, text: 'A lost lead cannot be converted.' })
    expect((await link(404_404)).status).toBe(404)
  })
})

describe('a lead with a quote', () => {
  const at = '2026-11-21T15:00:00.000Z'
  const draft = async (quoteId: number, customerId: number, leadId: number | null) =>
    crm.appendForeign(`quote-${quoteId}`, {
      type: 'QuoteDrafted',
      data: { quoteId, customerId, leadId, appointmentId: null, draftedAt: at },
    })
  const happens = (type: 'QuoteSent' | 'QuoteApproved', quoteId: number, customerId: number) =>
    crm
      .appendForeign(
        `quote-${quoteId}`,
        { type, data: { quoteId, customerId, revision: 1 } },
        { actor: 'user-1', actorName: 'owner' },
      )
      .then(() => crm.react('followQuotes'))
  const linked = async () => {
    const { id } = await receive()
    const { json } = await crm.call<Conversion>('POST', `/api/leads/${id}/customer`, { body: {} })
    return { leadId: id, customerId: json.customer.id }
  }
  const customerNow = async (id: number) => (await crm.call<Customer>('GET', `/api/customers/${id}`)).json

  it('is quoted when it is sent, and converted into an active customer when it is approved', async () => {
    const { leadId, customerId } = await linked()
    await draft(901, customerId, leadId)
    await happens('QuoteSent', 901, customerId)
    expect((await leadNow(leadId))?.status).toBe('quoted')
    expect((await customerNow(customerId)).status).toBe('lead')
    await happens('QuoteApproved', 901, customerId)
    expect(await leadNow(leadId)).toMatchObject({ status: 'converted', customerId })
    expect((await customerNow(customerId)).status).toBe('active')
    const events = (await readStream(crm.owner, `lead-${leadId}`)).length
    await happens('QuoteSent', 901, customerId)
    await happens('QuoteApproved', 901, customerId)
    expect(await readStream(crm.owner, `lead-${leadId}`)).toHaveLength(events)
  })

  it('stays lost, though its customer becomes active', async () => {
    const { leadId, customerId } = await linked()
    await draft(902, customerId, leadId)
    await patch(leadId, { status: 'lost' })
    await happens('QuoteSent', 902, customerId)
    await happens('QuoteApproved', 902, customerId)
    expect((await leadNow(leadId))?.status).toBe('lost')
    expect((await customerNow(customerId)).status).toBe('active')
  })

  it('of a customer without a lead, an approval makes the customer active', async () => {
    const { id } = await add()
    await draft(903, id, null)
    await happens('QuoteSent', 903, id)
    expect((await customerNow(id)).status).toBe('lead')
    await happens('QuoteApproved', 903, id)
    expect((await customerNow(id)).status).toBe('active')
  })
})
