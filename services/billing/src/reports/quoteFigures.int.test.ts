import { startServiceForTest } from '@plumbline/platform/testing'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { QuoteDetails, QuoteFigures } from '../api.ts'
import { billing } from '../service.ts'
import {
  appointmentScheduled,
  type BillingTest,
  customerRegistered,
  quoteForm,
  testOptions,
} from '../testing.ts'

let test: BillingTest
const setClock = (now: string) => {
  test.clock.now = new Date(now)
}
const post = async (path: string, body: object = {}) => {
  const { status, json } = await test.call<QuoteDetails>('POST', path, { body })
  expect(status).toBeLessThan(300)
  return json
}
const figures = async (query = '') =>
  (await test.call<QuoteFigures>('GET', `/api/billing/quote-figures${query}`)).json

async function quote(sentAt: string, more: object = {}): Promise<number> {
  setClock(sentAt)
  const { id } = await post('/api/quotes', { ...quoteForm, ...more })
  await post(`/api/quotes/${id}/send`, { channel: 'in_person' })
  return id
}
const at = async (now: string, id: number, how: string, body: object) => {
  setClock(now)
  return post(`/api/quotes/${id}/${how}`, body)
}
const view = (now: string, id: number) => {
  setClock(now)
  const caller = { user: null, link: { linkId: 5, customerId: 1, scope: { kind: 'quote' as const, id } } }
  return test.call('POST', `/customer-pages/quote/${id}/opened`, { caller })
}
const leadReceived = (leadId: number, receivedAt: string) =>
  test.appendForeign(`lead-${leadId}`, {
    type: 'LeadReceived',
    data: {
      ...{ leadId, firstName: 'Ann', lastName: 'Lee', email: 'ann@example.test', phone: '919 555 0101' },
      ...{ serviceNeeded: null, projectDescription: null, source: 'website', receivedAt },
    },
  })

beforeAll(async () => {
  test = await startServiceForTest(billing, testOptions)
  await test.appendForeign('customer-1', customerRegistered(1))
  await leadReceived(1, '2026-10-01T12:00:00.000Z')
  await leadReceived(2, '2026-10-01T12:00:00.000Z')
  await test.project()
  const won = await quote('2026-10-01T15:00:00Z', { leadId: 1 })
  await view('2026-10-02T15:00:00Z', won)
  await at('2026-10-05T15:00:00Z', won, 'approve', { revision: 1, optionId: 1 })
  const lost = await quote('2026-10-02T12:00:00Z', { leadId: 2 })
  await view('2026-10-02T16:00:00Z', lost)
  await at('2026-10-10T15:00:00Z', lost, 'decline', { revision: 1 })
  // declined, sent again and won
  const late = await quote('2026-10-20T15:00:00Z')
  await at('2026-10-21T15:00:00Z', late, 'decline', { revision: 1 })
  await at('2026-10-22T15:00:00Z', late, 'send', { channel: 'in_person' })
  await at('2026-11-02T15:00:00Z', late, 'approve', { revision: 1, optionId: 2 })
  const withdrawn = await quote('2026-10-25T15:00:00Z')
  await at('2026-10-26T15:00:00Z', withdrawn, 'withdraw', {})
  await quote('2026-10-31T15:00:00Z')
  await test.appendForeign('appointment-1', appointmentScheduled(1, 1))
  await test.project()
  // a change order is no new business
  await quote('2026-10-28T15:00:00Z', { appointmentId: 1 })
  // of the next month, and one that never went out
  await quote('2026-11-03T15:00:00Z')
  await post('/api/quotes', quoteForm)
  setClock('2026-11-20T15:00:00Z')
})
afterAll(() => test.stop())

const october = 'from=2026-10-01&to=2026-10-31'

describe('the figures of quotes', () => {
  it('count those that first went out in the period, and what became of them since', async () => {
    expect(await figures(`?${october}`)).toEqual({
      ...{ from: '2026-10-01', to: '2026-10-31', sent: { count: 5 }, viewed: { count: 2 } },
      approved: { count: 2, amount: '431.09' },
      ...{ declined: { count: 1 }, lapsed: { count: 1 }, open: { count: 1 } },
      // 2 of 4, and the median of 3 and 24 hours
      ...{ winRate: 50, hoursToQuote: 13.5 },
    })
  })

  it('of a past day are what was known when it ended', async () => {
    expect(await figures(`?${october}&asOf=2026-10-21`)).toMatchObject({
      ...{ sent: { count: 3 }, approved: { count: 1 }, declined: { count: 2 }, open: { count: 0 } },
      winRate: 33.3,
    })
    expect(await figures(`?${october}&asOf=2026-10-22`)).toMatchObject({
      ...{ declined: { count: 1 }, open: { count: 1 }, winRate: 50 },
    })
    expect(await figures('?from=2026-10-01&to=2026-10-01&asOf=2026-10-01')).toMatchObject({
      ...{ sent: { count: 1 }, viewed: { count: 0 }, approved: { count: 0, amount: '0.00' } },
      ...{ open: { count: 1 }, winRate: null, hoursToQuote: 3 },
    })
  })

  it('of a period without quotes are none', async () => {
    expect(await figures('?from=2026-01-01&to=2026-01-31')).toMatchObject({
      ...{ sent: { count: 0 }, winRate: null, hoursToQuote: null },
    })
  })

  it('are the same when they are counted anew', async () => {
    const before = await figures(`?${october}`)
    await test.rebuild()
    expect(await figures(`?${october}`)).toEqual(before)
  })
})
