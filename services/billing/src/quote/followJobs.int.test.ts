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

it('what was invoiced before its job was planned is of that job, which is not invoiced again', async () => {
  const approved = async () => {
    const { id } = await post('/api/quotes', quoteForm)
    await post(`/api/quotes/${id}/send`, { channel: 'in_person' })
    await post(`/api/quotes/${id}/approve`, { revision: 1, optionId: 1 })
    return id
  }
  const invoice = async (quoteId: number, part: 'deposit' | 'rest') =>
    ((await post(`/api/quotes/${quoteId}/invoice`, { part })) as unknown as { invoiceId: number }).invoiceId
  const jobOf = async (id: number) =>
    (await test.call<{ appointmentId: number | null }>('GET', `/api/invoices/${id}`)).json.appointmentId
  const uninvoiced = async () =>
    (await test.call<{ id: number }[]>('GET', '/api/invoices/uninvoiced')).json.map(({ id }) => id)
  const complete = async (id: number) => {
    const completedAt = '2026-11-21T16:00:00.000Z'
    const event = { type: 'AppointmentCompleted', data: { appointmentId: id, completedAt } }
    await test.appendForeign(`appointment-${id}`, event)
    await test.project()
  }

  const quoteId = await approved()
  const deposit = await invoice(quoteId, 'deposit')
  await test.call('POST', `/api/invoices/${deposit}/issue`)
  const rest = await invoice(quoteId, 'rest')
  expect(await jobOf(rest)).toBeNull()
  const job = await plan(quoteId)
  expect([await jobOf(rest), await jobOf(deposit)]).toEqual([job, null])
  await complete(job)
  expect(await uninvoiced()).not.toContain(job)
  // a second job is more work, and does not take the invoice away
  const second = await plan(quoteId)
  expect(await jobOf(rest)).toBe(job)
  await complete(second)
  expect(await uninvoiced()).toContain(second)

  const other = await approved()
  const void_ = await invoice(other, 'rest')
  await test.call('POST', `/api/invoices/${void_}/void`)
  const third = await plan(other)
  expect(await jobOf(void_)).toBeNull()
  await complete(third)
  expect(await uninvoiced()).toContain(third)
})

it('an invoice is not given the job of another customer', async () => {
  await test.appendForeign('customer-2', customerRegistered(2))
  await test.project()
  const { id } = await post('/api/quotes', quoteForm)
  await post(`/api/quotes/${id}/send`, { channel: 'in_person' })
  await post(`/api/quotes/${id}/approve`, { revision: 1, optionId: 1 })
  const { invoiceId } = (await post(`/api/quotes/${id}/invoice`, { part: 'rest' })) as unknown as {
    invoiceId: number
  }
  const event = appointmentScheduled(++jobs, 2)
  await test.appendForeign(`appointment-${jobs}`, { ...event, data: { ...event.data, quoteId: id } })
  await test.react('followJobs')
  const { json } = await test.call<{ appointmentId: number | null }>('GET', `/api/invoices/${invoiceId}`)
  expect(json.appointmentId).toBeNull()
})

it('a job that names a quote which is not there is a job like any other', async () => {
  await plan(404_404)
  await test.react('followJobs')
  expect((await test.owner.query(`SELECT 1 FROM es.parked`)).rowCount).toBe(0)
})
