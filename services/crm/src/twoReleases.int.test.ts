import { appendEvents, readStream } from '@plumbline/platform/event-store'
import { startServiceForTest, testMetadata } from '@plumbline/platform/testing'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Conversion, Customer, ImportedRow, Lead, Undone } from './api.ts'
import { personal } from './events.ts'
import { crm as service } from './service.ts'
import { ann, type CrmUnderTest } from './testing.ts'

// What `appendForeign` appends is what another release of the service does: it is in the log, and not yet in the rows of
// this release.
let crm: CrmUnderTest
let count = 0
const at = '2026-11-21T14:00:00.000Z'

beforeAll(async () => {
  crm = await startServiceForTest(service, {
    settings: undefined,
    foreignPersonal: personal,
    isMixed: true,
    waitTimeoutMs: 30_000,
  })
})
afterAll(() => crm.stop())

const person = () => {
  count += 1
  return { ...ann, email: `ann${count}@example.test`, phone: `(919) 555-${String(count).padStart(4, '0')}` }
}
const add = async () => (await crm.call<Customer>('POST', '/api/customers', { body: person() })).json
const receive = async () =>
  (await crm.call<Lead>('POST', '/api/leads/manual', { body: { ...person(), source: 'phone' } })).json
const convert = (id: number, customerId?: number) =>
  crm.call<Conversion>('POST', `/api/leads/${id}/convert`, { body: { customerId } })
const merge = (id: number, intoCustomerId: number) =>
  crm.call<Customer>('POST', `/api/customers/${id}/merge`, { body: { intoCustomerId } })
const customersOfOther = () => [9_001 + count, 9_002 + count]

const registerElsewhere = (customerId: number, contact = person()) =>
  crm.appendForeign(`customer-${customerId}`, {
    type: 'CustomerRegistered',
    data: {
      customerId,
      ...contact,
      address: null,
      notes: null,
      source: 'phone',
      status: 'active',
      registeredAt: at,
    },
  })
const mergeElsewhere = (customerId: number, intoCustomerId: number) =>
  crm.appendForeign(`customer-${customerId}`, {
    type: 'CustomerMerged',
    data: { customerId, intoCustomerId, mergedAt: at },
  })
const convertElsewhere = (leadId: number, customerId: number) =>
  crm.appendForeign(`lead-${leadId}`, {
    type: 'LeadConverted',
    data: { leadId, customerId, convertedAt: at },
  })

describe('while another release of the service runs', () => {
  it('a chain of merges of both releases is one hop long, whichever comes first', async () => {
    const mergedInto = async (id: number) =>
      (await crm.owner.query('SELECT merged_into FROM crm.customers WHERE id = $1', [id])).rows[0].merged_into
    const [a, b, c, d] = [await add(), await add(), await add(), await add()]
    await merge(a.id, b.id)
    await mergeElsewhere(b.id, c.id)
    await crm.follow()
    expect([await mergedInto(a.id), await mergedInto(b.id)]).toEqual([c.id, c.id])
    await merge(c.id, d.id)
    expect([await mergedInto(a.id), await mergedInto(b.id), await mergedInto(c.id)]).toEqual([
      d.id,
      d.id,
      d.id,
    ])

    const [e, f, g] = [await add(), await add(), await add()]
    await mergeElsewhere(e.id, f.id)
    await merge(f.id, g.id)
    await crm.follow()
    expect([await mergedInto(e.id), await mergedInto(f.id)]).toEqual([g.id, g.id])
    expect(await crm.differences()).toEqual([])
  })

  it('a lead that was converted there answers its customer and becomes no second one', async () => {
    const lead = await receive()
    const [customerId = 0] = customersOfOther()
    await registerElsewhere(customerId)
    await convertElsewhere(lead.id, customerId)
    const { status, json } = await convert(lead.id)
    expect(status).toBe(201)
    expect(json).toMatchObject({ customer: { id: customerId }, lead: { customerId, status: 'converted' } })
  })

  it('a conversion waits for one that is being stored there', async () => {
    const lead = await receive()
    const [customerId = 0] = customersOfOther()
    await registerElsewhere(customerId)
    const other = await crm.owner.connect()
    try {
      await other.query('BEGIN')
      await other.query('SELECT es.lock_stream($1)', [`lead-${lead.id}`])
      const converting = convert(lead.id)
      const isWaiting = `SELECT count(*)::int AS waiting FROM pg_locks WHERE locktype = 'advisory' AND NOT granted
        AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`
      await expect.poll(async () => (await crm.owner.query(isWaiting)).rows[0].waiting).toBe(1)
      await appendEvents(other, {
        stream: `lead-${lead.id}`,
        expectedVersion: 1,
        events: [{ type: 'LeadConverted', data: { leadId: lead.id, customerId, convertedAt: at } }],
        metadata: testMetadata,
      })
      await other.query('COMMIT')
      expect((await converting).json).toMatchObject({ customer: { id: customerId } })
    } finally {
      other.release()
    }
  })

  it('a customer that was merged there into this one is not merged into it', async () => {
    const [one, other] = [await add(), await add()]
    await mergeElsewhere(one.id, other.id)
    const { status, text } = await merge(other.id, one.id)
    expect([status, text]).toEqual([409, `That customer was merged into customer ${other.id} already.`])
    expect(await readStream(crm.owner, `customer-${other.id}`)).toHaveLength(1)
  })

  it('a lead is converted into the customer that its choice was merged into there', async () => {
    const [lead, one, other] = [await receive(), await add(), await add()]
    await mergeElsewhere(one.id, other.id)
    expect((await convert(lead.id, one.id)).json.customer.id).toBe(other.id)
  })

  it('a lead whose customers were merged into each other is refused instead of searched for ever', async () => {
    const [lead, one, other] = [await receive(), await add(), await add()]
    await mergeElsewhere(one.id, other.id)
    await mergeElsewhere(other.id, one.id)
    expect(await convert(lead.id, one.id)).toMatchObject({ status: 400, text: 'Customer not found' })
  })

  it('undoing an import keeps customers that were merged into or converted into there', async () => {
    const { id } = (await crm.call<{ id: number }>('POST', '/api/customers/imports')).json
    const rows = [person(), person(), person()]
    await crm.follow()
    const imported = await crm.call<{ rows: ImportedRow[] }>('POST', `/api/customers/imports/${id}/rows`, {
      body: { rows },
    })
    const [merged, converted, changed] = imported.json.rows.map((row) => row.customerId as number)
    const [lead, loser] = [await receive(), await add()]
    await mergeElsewhere(loser.id, merged as number)
    await convertElsewhere(lead.id, converted as number)
    await crm.appendForeign(`customer-${changed}`, {
      type: 'CustomerDetailsChanged',
      data: { customerId: changed, notes: 'Has a dog', changedAt: at },
    })
    const { json } = await crm.call<Undone>('POST', `/api/customers/imports/${id}/undo`)
    expect(json).toMatchObject({ removed: 0, kept: 3 })
  })

  it('an import waits for the rows of customers that were imported there', async () => {
    const contact = person()
    const [customerId = 0] = customersOfOther()
    await registerElsewhere(customerId, contact)
    const { id } = (await crm.call<{ id: number }>('POST', '/api/customers/imports')).json
    const importing = crm.call<{ rows: ImportedRow[] }>('POST', `/api/customers/imports/${id}/rows`, {
      body: { rows: [contact] },
    })
    await crm.follow()
    expect((await importing).json.rows).toMatchObject([{ outcome: 'matched', customerId }])
  })
})
