import type { Caller } from '@plumbline/platform/http'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Customer, CustomerWithWork } from '../api.ts'
import { ann, type CrmUnderTest, startCrm } from '../testing.ts'

let crm: CrmUnderTest
beforeAll(async () => {
  crm = await startCrm()
})
afterAll(() => crm.stop())

const maria: Partial<Caller> = { user: { id: 7, username: 'maria', email: 'm@x.io', role: 'worker' } }

let count = 0
async function add(): Promise<number> {
  count += 1
  const body = { ...ann, email: `ann${count}@jobs.test`, phone: `(919) 555-${1000 + count}` }
  return (await crm.call<Customer>('POST', '/api/customers', { body })).json.id
}
async function schedule(customerId: number, startsAt: string, assigneeIds: number[]): Promise<void> {
  count += 1
  const texts = { title: 'Painting', description: null, notes: null, address: null }
  const plan = { customerId, startsAt, durationMinutes: 60, estimatedCents: null, assigneeIds }
  const data = { appointmentId: count, ...texts, ...plan, scheduledAt: '2026-11-01T12:00:00.000Z' }
  await crm.appendForeign(`appointment-${count}`, { type: 'AppointmentScheduled', data })
  await crm.project()
}
const list = async (query = '') =>
  (await crm.call<CustomerWithWork[]>('GET', `/api/customers${query}`, { caller: maria })).json
const get = (id: number, query = '') =>
  crm.call<CustomerWithWork>('GET', `/api/customers/${id}${query}`, { caller: maria })

// it is 2026-11-21
it('a member who sees customers of own jobs finds those of two weeks back and ahead', async () => {
  const [soon, past, later, others, none] = [await add(), await add(), await add(), await add(), await add()]
  await schedule(soon, '2026-12-04T15:00:00.000Z', [7])
  await schedule(past, '2026-11-08T15:00:00.000Z', [7, 8])
  await schedule(later, '2026-12-06T15:00:00.000Z', [7])
  await schedule(others, '2026-11-22T15:00:00.000Z', [8])
  expect((await list()).map(({ id }) => id).toSorted()).toEqual([soon, past])
  expect((await list('?limit=1')).length).toBe(1)
  const statuses = await Promise.all(
    [soon, past, later, others, none].map(async (id) => (await get(id)).status),
  )
  expect(statuses).toEqual([200, 200, 404, 404, 404])
})

it('and finds a customer whose record was merged, by what the customer is today', async () => {
  const [old, today] = [await add(), await add()]
  await schedule(old, '2026-11-22T15:00:00.000Z', [7])
  await crm.call('POST', `/api/customers/${old}/merge`, { body: { intoCustomerId: today } })
  await crm.project()
  expect((await list()).map(({ id }) => id)).toContain(today)
  expect((await get(today)).status).toBe(200)
})

it('and learns nothing of their work with others, nor who owes money', async () => {
  const [mine] = await list()
  expect((await get(mine?.id ?? 0, '?include=work')).json).not.toHaveProperty('work')
  expect((await list('?include=work'))[0]).not.toHaveProperty('work')
  expect(await list('?owes=true')).toEqual(await list())
})
