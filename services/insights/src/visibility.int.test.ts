import type { Caller } from '@plumbline/platform/http'
import { type Right, rightsOf } from '@plumbline/platform/rights'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { ActivityItem, DashboardStats, SearchGroup } from './api.ts'
import { drafted, issued, job, lead, message, person, publishQuote, quoted } from './search/testing.ts'
import type { SourceEvent } from './source.ts'
import { type InsightsUnderTest, payment, publish, startInsights } from './testing.ts'

let test: InsightsUnderTest

// it is 2026-11-21
const at = '2026-11-20T12:00:00.000Z'
const assigned = (appointmentId: number, assigneeIds: number[]): SourceEvent => ({
  type: 'AppointmentAssigned',
  data: { appointmentId, assigneeIds, changedAt: at },
})
const repriced = (appointmentId: number): SourceEvent => ({
  type: 'AppointmentRepriced',
  data: { appointmentId, actualCents: 98_765, changedAt: at },
})

beforeAll(async () => {
  test = await startInsights()
  await publish(
    test,
    person(1, { firstName: 'Marta', lastName: 'Vogel' }),
    person(2, { firstName: 'Marta', lastName: 'Adler' }),
    lead(3, { firstName: 'Marta', lastName: 'Specht' }),
    job(4, 1),
    job(5, 1),
    job(6, 2),
    assigned(4, [7]),
    assigned(5, [8]),
    assigned(6, [8]),
    repriced(4),
    drafted(5, 1),
    issued(5, 12),
    payment(1, 98_765, '2026-11-20'),
    message(9, 1, 'Marta, $987.65 are due'),
  )
  await publishQuote(test, quoted(21, 1, 'Deck of Marta, $987.65'))
})
afterAll(() => test.stop())

const as = (role: string, id = 7): Partial<Caller> => ({
  user: { id, username: role, email: 'a@x.io', role },
})
const search = async (q: string, caller: Partial<Caller>) =>
  (await test.call<{ groups: SearchGroup[] }>('POST', '/api/search', { body: { q }, caller })).json.groups
    .flatMap(({ hits }) => hits.map(({ kind, id }) => `${kind} ${id}`))
    .toSorted()
const activity = (path: string, caller: Partial<Caller>) => test.call<ActivityItem[]>('GET', path, { caller })

it('a search finds what the caller may see', async () => {
  const everything = [
    'appointment 4',
    'appointment 5',
    'appointment 6',
    'customer 1',
    'customer 2',
    'invoice 5',
  ]
  expect(await search('marta', as('business_owner'))).toEqual([
    ...everything,
    'lead 3',
    'message 9',
    'quote 21',
  ])
  expect(await search('marta', as('bookkeeper'))).toEqual(everything)
  expect(await search('marta', as('worker'))).toEqual(['appointment 4', 'customer 1', 'message 9'])
  expect(await search('marta', as('limited_worker'))).toEqual(['appointment 4', 'customer 1'])
  expect(await search('marta', as('limited_worker', 99))).toEqual([])
})

it('a search in pages counts what the caller may see alone', async () => {
  const body = { q: 'marta', kinds: ['appointment'] }
  const { json } = await test.call<{ groups: SearchGroup[] }>('POST', '/api/search', {
    body,
    caller: as('worker'),
  })
  expect(json.groups).toMatchObject([{ count: 1, next: null }])
})

it('the timeline of a customer has the jobs and kinds that the caller may see', async () => {
  const kindsOf = async (caller: Partial<Caller>) =>
    new Set((await activity('/api/customers/1/timeline', caller)).json.map(({ kind, link }) => link ?? kind))
  expect(await kindsOf(as('limited_worker'))).toEqual(new Set(['/customers?customer=1', '/appointments/4']))
  expect(await kindsOf(as('business_owner'))).toContain('/appointments/5')
  expect((await activity('/api/customers/2/timeline', as('worker'))).status).toBe(404)
})

it('the history of a record is that of one the caller may see', async () => {
  const statusOf = async (record: string, caller: Partial<Caller>) =>
    (await activity(`/api/activity?record=${record}`, caller)).status
  expect(await statusOf('appointment-4', as('worker'))).toBe(200)
  expect(await statusOf('appointment-5', as('worker'))).toBe(404)
  expect(await statusOf('customer-2', as('worker'))).toBe(404)
  expect(await statusOf('invoice-5', as('worker'))).toBe(403)
  expect(await statusOf('lead-3', as('bookkeeper'))).toBe(403)
})

it('the history of an appointment has the numbers of those who do it, and no names', async () => {
  const { json } = await activity('/api/activity?record=appointment-4', as('worker'))
  expect(json.filter(({ assigneeIds }) => assigneeIds)).toMatchObject([
    { title: 'Appointment assigned', assigneeIds: [7] },
  ])
})

it('the activity of the business leaves out kinds that the caller may not see', async () => {
  const page = await activity('/api/activity?limit=2', as('bookkeeper'))
  expect(page.json).toHaveLength(2)
  const all = await activity('/api/activity', as('bookkeeper'))
  expect(new Set(all.json.map(({ kind }) => kind))).toEqual(
    new Set(['customer', 'appointment', 'invoice', 'payment']),
  )
  expect((await activity('/api/activity', as('worker'))).json).toEqual([])
})

it('no amount is in what a caller without prices reads', async () => {
  const paths = ['/api/customers/1/timeline', '/api/activity?record=appointment-4']
  for (const path of paths) {
    expect((await activity(path, as('limited_worker'))).text).not.toMatch(/987\.65|98765/)
    expect((await activity(path, as('business_owner'))).text).toMatch(/987\.65|98765/)
  }
})

it('a caller without prices reads neither the revenue nor its trend', async () => {
  const statsOf = async (denied: Right[]) => {
    const user = { id: 7, username: 'dispatcher', email: 'a@x.io', role: 'dispatcher' }
    const caller = { user: { ...user, rights: rightsOf({ role: user.role, denied }) } }
    return (await test.call<DashboardStats>('GET', '/api/dashboard/stats', { caller })).json
  }
  const { totalRevenue, trends } = await statsOf([])
  expect([totalRevenue, trends.totalRevenue]).toEqual(['987.65', null])
  const rest = await statsOf(['prices.view'])
  expect(rest).toMatchObject({ activeJobs: 3, trends: { activeJobs: expect.any(String) } })
  expect([rest, rest.trends].map((it) => 'totalRevenue' in it)).toEqual([false, false])
})
