import type { QuoteEvent } from '@plumbline/billing/events'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { ActivityItem } from '../api.ts'
import { type InsightsUnderTest, publish, startInsights } from '../testing.ts'
import { drafted, issued, person, publishQuote, questionsTo, quoted } from './testing.ts'

let test: InsightsUnderTest
const at = '2026-11-08T12:00:00.000Z'
const ids = { quoteId: 21, customerId: 1 }
const sent: QuoteEvent = {
  type: 'QuoteSent',
  data: { ...ids, revision: 1, channel: 'email', documentHash: 'ab', sentOn: '2026-11-08', sentAt: at },
}
const approved: QuoteEvent = {
  type: 'QuoteApproved',
  data: {
    ...{ ...ids, revision: 1, optionId: 2, addOnIds: [], lines: [], totalCents: 250_00, depositCents: 0 },
    ...{ documentHash: 'ab', by: 'customer', signerName: 'Ann Lee', approvedOn: '2026-11-09' },
    approvedAt: '2026-11-09T12:00:00.000Z',
  },
}
const declined: QuoteEvent = {
  type: 'QuoteDeclined',
  data: { quoteId: 22, customerId: 2, revision: 1, by: 'customer', reason: 'Too dear', declinedAt: at },
}

beforeAll(async () => {
  test = await startInsights()
  await publish(
    test,
    person(1, { firstName: 'Marta', lastName: 'Vogel' }),
    person(2, { firstName: 'Otto', lastName: 'Adler' }),
    drafted(5, 2),
    issued(5, 21),
  )
  await publishQuote(test, quoted(21, 1, 'Gazebo of cedar', [sent, approved]))
  await publishQuote(
    test,
    quoted(22, 2, 'Fence', [
      { ...sent, data: { ...sent.data, quoteId: 22, customerId: 2 } },
      declined,
    ] as QuoteEvent[]),
  )
})
afterAll(() => test.stop())

it.each([
  ['gazebo', ['quote 21']],
  ['gazebo vogel', ['quote 21']],
  ['QUO-000021', ['quote 21']],
  ['quo-22', ['quote 22']],
  ['#22', ['quote 22']],
  ['INV-21', ['invoice 5']],
  ['fence marta', []],
])('a search for %j finds %j', async (q, found) => expect(await questionsTo(test).find(q)).toEqual(found))

it('a number finds the quote and the invoice that have it', async () => {
  expect((await questionsTo(test).find('21')).toSorted()).toEqual(['invoice 5', 'quote 21'])
})

it('a hit says the customer, the work, the amount and what became of it', async () => {
  const hits = (await questionsTo(test).search('quo', { kinds: ['quote'] })).flatMap((it) => it.hits)
  expect(hits.map(({ title, subtitle }) => [title, subtitle]).toSorted()).toEqual([
    ['QUO-000021 · Marta Vogel', 'Gazebo of cedar · $250.00 · Approved'],
    ['QUO-000022 · Otto Adler', 'Fence · $100.00 to $250.00 · Declined'],
  ])
})

it('the timeline of a customer and the history of a quote say what happened to it', async () => {
  const read = async (path: string) => (await test.call<ActivityItem[]>('GET', path)).json
  const history = await read('/api/activity?record=quote-21')
  expect(history.map(({ title, kind, link, person: name }) => [title, kind, link, name])).toEqual([
    ['Quote QUO-000021 approved by Ann Lee: $250.00', 'quote', '/quotes/21', 'Marta Vogel'],
    ['Quote QUO-000021 sent by email', 'quote', '/quotes/21', 'Marta Vogel'],
    ['Quote QUO-000021 drafted', 'quote', '/quotes/21', 'Marta Vogel'],
  ])
  const timeline = await read('/api/customers/2/timeline')
  expect(timeline.map(({ title }) => title)).toContain('Quote QUO-000022 declined: Too dear')
})
