import { run, sql } from '@plumbline/platform/db'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Lead } from '../api.ts'
import { createCrm, crmSchema } from '../service.ts'
import { type Started, startService } from '../testing.ts'

let crm: Started
let address = 0

beforeAll(async () => {
  crm = await startService(crmSchema, createCrm)
})
afterAll(() => crm.stop())
beforeEach(() => {
  address += 1
})

const form = { firstName: 'Ann', lastName: 'Lee', email: 'ann@example.test', phone: '555 555 0101' }

const post = (body: object) =>
  crm.call<Lead>('POST', '/api/leads', { body, caller: { user: null, addressHash: `address-${address}` } })
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
  ])('refuses %j in words for people', async (change, message) => {
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
  })

  it('stores nothing for a bot that fills in the hidden field, and does not tell it', async () => {
    const before = (await list()).length
    const { status, json: lead } = await post({ ...form, website: 'https://spam.example' })
    expect([status, lead.firstName]).toEqual([201, 'Ann'])
    expect(await list()).toHaveLength(before)
    const [events] = await run<{ n: number }>(crm.owner, sql`SELECT count(*)::int AS n FROM es.events`)
    expect(events?.n).toBe(before)
  })

  it('asks whoever sends within two seconds to send it again', async () => {
    expect((await post({ ...form, openForMs: 1_200 })).status).toBe(429)
    expect((await post({ ...form, openForMs: 2_100 })).status).toBe(201)
  })

  it('takes five an hour from one address', async () => {
    const statuses: number[] = []
    for (let n = 0; n < 9; n++) statuses.push((await post(form)).status)
    expect(statuses).toEqual([201, 201, 201, 201, 201, 429, 429, 429, 429])
  })

  it('takes a hundred an hour from everybody together', async () => {
    await crm.owner.query('DELETE FROM crm.rate_limits')
    const statuses: number[] = []
    for (let n = 0; n < 103; n++) {
      address += 1
      statuses.push((await post(form)).status)
    }
    expect(statuses).toEqual([...Array(100).fill(201), 429, 429, 429])
  })
})

it('GET /api/leads is for staff', async () => {
  expect((await crm.call('GET', '/api/leads', { caller: { user: null } })).status).toBe(401)
})
