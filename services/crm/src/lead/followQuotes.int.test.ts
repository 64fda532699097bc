import { run, sql } from '@plumbline/platform/db'
import { recordErasures } from '@plumbline/platform/encryption'
import { readStream } from '@plumbline/platform/event-store'
import { testMetadata } from '@plumbline/platform/testing'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Conversion, Customer, Lead } from '../api.ts'
import { ann, type CrmUnderTest, startCrm } from '../testing.ts'

let crm: CrmUnderTest
let quotes = 0

beforeAll(async () => {
  crm = await startCrm()
})
afterAll(() => crm.stop())

const post = async <T>(path: string, body: object = {}) => (await crm.call<T>('POST', path, { body })).json
const receive = () => post<Lead>('/api/leads/manual', { ...ann, source: 'phone' })
const add = (more: object = {}) => post<Customer>('/api/customers', { ...ann, ...more })
const link = (lead: Lead, customerId?: number) =>
  post<Conversion>(`/api/leads/${lead.id}/customer`, { customerId })
const leadNow = async ({ id }: Lead) => (await crm.call<Lead>('GET', `/api/leads/${id}`)).json
const customerNow = async ({ id }: { id: number }) =>
  (await crm.call<Customer>('GET', `/api/customers/${id}`)).json
const eventsOf = async ({ id }: Lead) => (await readStream(crm.owner, `lead-${id}`)).length

/** A quote for a request that goes out to a customer, who approves it. */
async function approveQuote({ id: leadId }: Lead, { id: customerId }: Pick<Customer, 'id'>): Promise<void> {
  const quoteId = ++quotes
  const drafted = { quoteId, customerId, leadId, appointmentId: null, draftedAt: '2026-11-21T15:00:00.000Z' }
  await crm.appendForeign(`quote-${quoteId}`, { type: 'QuoteDrafted', data: drafted })
  for (const type of ['QuoteSent', 'QuoteApproved']) {
    await crm.appendForeign(`quote-${quoteId}`, { type, data: { quoteId, customerId, revision: 1 } })
    await crm.react('followQuotes')
  }
}

it('a request of one customer is not converted into another for whom its quote was written', async () => {
  const lead = await receive()
  await crm.call('PATCH', `/api/leads/${lead.id}`, { body: { notes: 'Gate on the left' } })
  await link(lead)
  const linked = await leadNow(lead)
  const bob = await crm.commands.registerCustomer(
    { metadata: testMetadata, now: crm.clock.now },
    { ...ann, firstName: 'Bob', email: '', source: 'import', status: 'lead' },
  )
  const events = await eventsOf(lead)
  await approveQuote(lead, bob)
  expect(await leadNow(lead)).toEqual(linked)
  expect(await eventsOf(lead)).toBe(events)
  // of the approval Bob becomes active, and has nothing of hers
  expect(await customerNow(bob)).toMatchObject({ status: 'active', email: '', notes: null })
})

it('a request of nobody, or of a record merged into the customer, is converted', async () => {
  const [ofNobody, ofMerged] = [await receive(), await receive()]
  const customer = await add({ firstName: 'Cleo', notes: 'Dog' })
  await approveQuote(ofNobody, customer)
  expect(await leadNow(ofNobody)).toMatchObject({ status: 'converted', customerId: customer.id })

  await crm.call('PATCH', `/api/leads/${ofMerged.id}`, { body: { notes: 'Gate on the left' } })
  const { customer: merged } = await link(ofMerged)
  await post(`/api/customers/${merged.id}/merge`, { intoCustomerId: customer.id })
  const { notes } = await customerNow(customer)
  await approveQuote(ofMerged, customer)
  expect(await leadNow(ofMerged)).toMatchObject({ status: 'converted', customerId: customer.id })
  // they have of the notes what the merge gave them
  expect(await customerNow(customer)).toMatchObject({ status: 'active', notes })
})

it('a request whose data was deleted stays as it is, and holds up no other', async () => {
  const [lead, next] = [await receive(), await receive()]
  const customer = await add()
  const client = await crm.owner.connect()
  await recordErasures(client as never, [`lead-${lead.id}`], testMetadata, new Date())
  client.release()
  await crm.rebuild()
  await approveQuote(lead, customer)
  expect(await leadNow(lead)).toMatchObject({ status: 'new', customerId: null })
  expect((await customerNow(customer)).status).toBe('active')
  await approveQuote(next, customer)
  expect((await leadNow(next)).status).toBe('converted')
  expect(await run(crm.owner, sql`SELECT stream_id, error FROM es.parked`)).toEqual([])
})
