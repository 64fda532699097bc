import { statementsOf } from '@plumbline/platform/testing'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Lead, LeadCounts } from '../api.ts'
import { ann, type CrmUnderTest, startCrm } from '../testing.ts'
import { leadCounts } from './queries.ts'

let crm: CrmUnderTest

beforeAll(async () => {
  crm = await startCrm()
  crm.clock.now = new Date('2026-11-23T15:00:00Z')
})
afterAll(() => crm.stop())

const listed = async (waiting: string) =>
  (await crm.call<Lead[]>('GET', `/api/leads?waiting=${waiting}`)).json.length
/** The counts, which lists of those who wait have to agree with. */
async function counts(): Promise<LeadCounts> {
  const { json } = await crm.call<LeadCounts>('GET', '/api/leads/counts')
  expect(json).toMatchObject({
    quotesOverdue: await listed('quote'),
    followUpsDue: await listed('follow-up'),
  })
  return json
}
const add = (body: object) => crm.call<Lead>('POST', '/api/leads/manual', { body })
const change = (id: number, body: object) => crm.call('PATCH', `/api/leads/${id}`, { body })

it('needs a signed-in user', async () => {
  const caller = { user: null }
  expect((await crm.call('GET', '/api/leads/counts', { caller })).status).toBe(401)
  expect(
    (await crm.call('POST', '/api/leads/manual', { body: { ...ann, source: 'phone' }, caller })).status,
  ).toBe(401)
})

it('staff add as many leads as call, each with where it came from', async () => {
  for (let n = 0; n < 8; n += 1) {
    const { status, json } = await add({ ...ann, source: 'phone', serviceNeeded: 'plumbing' })
    expect([status, json]).toMatchObject([
      201,
      { firstName: 'Ann', source: 'phone', status: 'new', serviceNeeded: 'plumbing' },
    ])
  }
  expect(await add({ ...ann, source: 'a hunch' })).toMatchObject({ status: 400 })
  expect(await add({ ...ann, source: 'phone', phone: '' })).toMatchObject({ status: 400 })
})

it('counts quotes that are overdue, and follow-ups that are due, until somebody acts', async () => {
  expect(await counts()).toEqual({
    quotesOverdue: 0,
    followUpsDue: 0,
    newest: { id: 8, firstName: 'Ann', createdAt: '2026-11-23T15:00:00.000Z' },
  })
  crm.clock.now = new Date('2026-11-24T14:59:00Z')
  expect(await counts()).toMatchObject({ quotesOverdue: 0 })
  crm.clock.now = new Date('2026-11-24T15:00:00Z')
  expect(await counts()).toMatchObject({ quotesOverdue: 8 })
  await change(1, { status: 'contacted', followUpOn: '2026-11-25' })
  await change(2, { followUpOn: '2026-11-24' })
  expect(await counts()).toMatchObject({ quotesOverdue: 7, followUpsDue: 1 })
  // the day in New York
  crm.clock.now = new Date('2026-11-25T04:59:00Z')
  expect(await counts()).toMatchObject({ followUpsDue: 1 })
  crm.clock.now = new Date('2026-11-25T05:00:00Z')
  expect(await counts()).toMatchObject({ followUpsDue: 2 })
  await change(2, { status: 'lost' })
  await change(1, { followUpOn: null })
  expect(await counts()).toMatchObject({ quotesOverdue: 6, followUpsDue: 0 })
  for (const id of [8, 7]) await change(id, { status: 'contacted' })
  expect((await counts()).newest).toMatchObject({ id: 6 })
})

it('counts by index however many leads there are, before any ANALYZE', async () => {
  const pool = crm.database.pool({ role: 'plumbline_crm', schema: 'crm', max: 1 })
  const statements = statementsOf(pool)
  await crm.owner.query(`ALTER TABLE leads SET (autovacuum_enabled = off);
    INSERT INTO crm.leads (id, first_name, last_name, email, phone, status, source, created_at, updated_at, search, sort_name, version)
    SELECT 1000 + n, 'A', 'B', 'a@b.test', '', 'quoted', 'phone', now(), now(), '', '', 1 FROM generate_series(1, 20000) n`)
  await leadCounts(pool, crm.clock.now)
  const [text] = statements
  const { rows } = await pool.query(`EXPLAIN (GENERIC_PLAN) ${text}`)
  expect(rows.map((row) => row['QUERY PLAN']).join('\n')).not.toContain('Seq Scan on leads')
})
