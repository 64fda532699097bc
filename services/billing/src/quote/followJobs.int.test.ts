import { startServiceForTest } from '@plumbline/platform/testing'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { QuoteDetails } from '../api.ts'
import { billing } from '../service.ts'
import {
  appointmentScheduled,
  type BillingTest,
  customerRegistered,
  quoteForm,
  testOptions,
} from '../testing.ts'

let test: BillingTest
beforeAll(async () => {
  test = await startServiceForTest(billing, testOptions)
  await test.appendForeign('customer-1', customerRegistered(1))
  await test.project()
})
afterAll(() => test.stop())

const post = async (path: string, body: object) =>
  (await test.call<QuoteDetails>('POST', path, { body })).json
const get = async (id: number) => (await test.call<QuoteDetails>('GET', `/api/quotes/${id}`)).json

let jobs = 0
async function plan(quoteId: number): Promise<number> {
  const id = ++jobs
  const event = appointmentScheduled(id, 1)
  await test.appendForeign(
    `appointment-${id}`,
    { ...event, data: { ...event.data, quoteId } },
    { actor: 'user-1', actorName: 'owner' },
  )
  await test.react('followJobs')
  return id
}

it('an approved quote knows its jobs, each once, in the name of who planned them', async () => {
  const { id } = await post('/api/quotes', quoteForm)
  await plan(id)
  expect(await get(id)).toMatchObject({ status: 'draft', scheduledId: null })
  await post(`/api/quotes/${id}/send`, { channel: 'in_person' })
  await post(`/api/quotes/${id}/approve`, { revision: 1, optionId: 1 })
  const first = await plan(id)
  await plan(id)
  await test.owner.query(`UPDATE es.subscriptions SET position = 0 WHERE name = 'followJobs'`)
  await test.react('followJobs')
  const { scheduledId, history } = await get(id)
  expect(scheduledId).toBe(first)
  // the one that was planned too early is found, too, now that the log is read again
  const scheduled = history.filter(({ text }) => text === 'Scheduled')
  expect(scheduled.map(({ actor, actorName }) => [actor, actorName])).toEqual(
    Array(3).fill(['user-1', 'owner']),
  )
})

it('a job that names a quote which is not there is a job like any other', async () => {
  await plan(404_404)
  await test.react('followJobs')
  expect((await test.owner.query(`SELECT 1 FROM es.parked`)).rowCount).toBe(0)
})
