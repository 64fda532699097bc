import { type Db, run, type SqlStatement } from '@plumbline/platform/db'
import { statementsOf } from '@plumbline/platform/testing'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Customer, Lead } from '../api.ts'
import { ann, type CrmUnderTest, startCrm } from '../testing.ts'
import { customerById, matchingCustomers, personRecords } from './queries.ts'

let crm: CrmUnderTest
/** Merged one after the other: the first into the second, the second into the third. */
let chain: [Customer, Customer, Customer]
let lead: Lead

beforeAll(async () => {
  crm = await startCrm()
  const add = async (email: string) =>
    (await crm.call<Customer>('POST', '/api/customers', { body: { ...ann, email } })).json
  const merge = (id: number, intoCustomerId: number) =>
    crm.call('POST', `/api/customers/${id}/merge`, { body: { intoCustomerId } })
  chain = [await add('one@chain.test'), await add('two@chain.test'), await add('three@chain.test')]
  const [first, second, third] = chain
  lead = (await crm.call<Lead>('POST', '/api/leads', { body: ann })).json
  await crm.call('POST', `/api/leads/${lead.id}/convert`, { body: { customerId: first.id } })
  await merge(first.id, second.id)
  await merge(second.id, third.id)
})
afterAll(() => crm.stop())

describe('a chain of merged customers', () => {
  it('is one hop long in the read model, also after a rebuild', async () => {
    const mergedInto = async () =>
      run(crm.owner, {
        text: 'SELECT id, merged_into AS "into" FROM crm.customers WHERE merged_into IS NOT NULL ORDER BY id',
        values: [],
      })
    const [first, second, third] = chain
    const expected = [first, second].map(({ id }) => ({ id, into: third.id }))
    expect(await mergedInto()).toEqual(expected)
    expect(await crm.differences()).toEqual([])
    await crm.rebuild()
    expect(await mergedInto()).toEqual(expected)
  })

  it('is found by every id and every e-mail address as its survivor', async () => {
    const survivor = chain[2].id
    for (const { id, email } of chain) {
      expect((await customerById(crm.pool, id))?.id).toBe(survivor)
      expect((await matchingCustomers(crm.pool, null, email)).map((it) => it.id)).toEqual([survivor])
    }
  })

  it('takes one statement to read, as a customer who was never merged does', async () => {
    const pool = crm.database.pool({ role: 'plumbline_crm', schema: 'crm', max: 1 })
    const statements = statementsOf(pool)
    await customerById(pool, chain[2].id)
    expect(statements).toHaveLength(1)
    await customerById(pool, chain[0].id)
    expect(statements).toHaveLength(2)
  })

  it('is one person with all its records and leads, whichever id is given', async () => {
    const other = await crm.call<Customer>('POST', '/api/customers', { body: ann })
    const customerIds = chain.map(({ id }) => id)
    for (const id of customerIds)
      expect(await personRecords(crm.owner, id)).toEqual({ customerIds, leadIds: [lead.id] })
    const { id } = other.json
    expect(await personRecords(crm.owner, id)).toEqual({ customerIds: [id], leadIds: [] })
    expect(await personRecords(crm.owner, 999_999)).toEqual({ customerIds: [], leadIds: [] })
  })
})

it('customers are found by index where the planner has no statistics of the table', async () => {
  await crm.owner.query(`ALTER TABLE customers SET (autovacuum_enabled = off);
    INSERT INTO crm.customers (id, first_name, last_name, email, phone, status, source, created_at, updated_at, search, sort_name, merged_into, version)
    SELECT 100000 + n, 'A', 'B', 'p' || n || '@x.test', '', 'lead', 'phone', now(), now(), '', '', CASE WHEN n % 10 = 1 THEN 100000 + n - 1 END, 1
    FROM generate_series(1, 10000) n;
    DELETE FROM pg_statistic WHERE starelid = 'customers'::regclass`)
  const plans: string[] = []
  const explaining = {
    query: async ({ text, values }: SqlStatement) => {
      const rows = await run<{ 'QUERY PLAN': string }>(crm.pool, { text: `EXPLAIN ${text}`, values })
      plans.push(rows.map((row) => row['QUERY PLAN']).join('\n'))
      return crm.pool.query({ text, values })
    },
  } as unknown as Db
  await customerById(explaining, 100_011)
  await matchingCustomers(explaining, '+19195550118', 'p11@x.test')
  expect(plans).toHaveLength(2)
  for (const plan of plans) {
    expect(plan).toMatch(/Index (Only )?Scan/)
    expect(plan).not.toMatch(/Seq Scan on customers/)
  }
})
