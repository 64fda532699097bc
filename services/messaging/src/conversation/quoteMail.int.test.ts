import type { QuoteEvent } from '@plumbline/billing/events'
import { startServiceForTest } from '@plumbline/platform/testing'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { messaging } from '../service.ts'
import {
  addCustomer,
  conversationOf,
  deliverWhenDue,
  deliveryOf,
  foreignPersonal,
  type MessagingTest,
  settings,
  workerOver,
} from '../testing.ts'

let test: MessagingTest
beforeAll(async () => {
  test = await startServiceForTest(messaging, { settings, foreignPersonal })
})
afterAll(() => test.stop())

const at = '2026-11-21T15:00:00.000Z'
let quotes = 0

/** A quote of a customer, sent through a channel. */
async function sendQuote(customerId: number, channel: 'email' | 'sms' | 'in_person'): Promise<number> {
  const quoteId = ++quotes
  const drafted = { quoteId, customerId, leadId: null, appointmentId: null, draftedAt: at }
  await append(quoteId, { type: 'QuoteDrafted', data: drafted })
  const content = {
    ...{ title: 'New deck', options: [], addOns: [], discount: null, taxPercent: '0', deposit: null },
    ...{ validUntil: null, message: '', terms: '' },
  }
  await append(quoteId, {
    type: 'QuoteRevised',
    data: { quoteId, customerId, revision: 1, ...content, revisedAt: at },
  })
  await append(quoteId, {
    type: 'QuoteSent',
    data: { quoteId, customerId, revision: 1, channel, documentHash: 'x', sentOn: '2026-11-21', sentAt: at },
  })
  await test.react('tellCustomer')
  return quoteId
}
const append = (quoteId: number, event: QuoteEvent) => test.appendForeign(`quote-${quoteId}`, event)
const approve = (quoteId: number, customerId: number) =>
  append(quoteId, {
    type: 'QuoteApproved',
    data: {
      ...{ quoteId, customerId, revision: 1, optionId: 1, addOnIds: [], lines: [], totalCents: 96_471 },
      ...{ depositCents: 0, documentHash: 'x', by: 'customer', approvedOn: '2026-11-21', approvedAt: at },
    },
  })

it.each(['email', 'sms'] as const)(
  'a quote goes out by %s, with the place of its address',
  async (channel) => {
    const customerId = await addCustomer(test)
    const quoteId = await sendQuote(customerId, channel)
    expect(await conversationOf(test, customerId)).toMatchObject([
      {
        type: channel,
        subject: channel === 'email' ? `Your quote QUO-00000${quoteId}: New deck` : null,
        content: expect.stringContaining(
          `approve it or ask for a change here: {{customer-link:quote:${quoteId}}}`,
        ),
      },
    ])
  },
)

it('a quote that was handed over is not written about', async () => {
  const customerId = await addCustomer(test)
  await sendQuote(customerId, 'in_person')
  expect(await conversationOf(test, customerId)).toEqual([])
})

it('a quote that was answered meanwhile is not sent any more, one that was only looked at is', async () => {
  const outcomes = []
  for (const isAnswered of [true, false]) {
    const customerId = await addCustomer(test)
    const quoteId = await sendQuote(customerId, 'sms')
    if (isAnswered) await approve(quoteId, customerId)
    else
      await append(quoteId, {
        type: 'QuoteViewed',
        data: { quoteId, revision: 1, viewedOn: '2026-11-21', viewedAt: at },
      })
    const [message] = await conversationOf(test, customerId)
    const { id } = await deliveryOf(test, message?.id as number)
    await deliverWhenDue(workerOver(test, { send: async () => 'sent', close: async () => {} }), id)
    const [after] = await conversationOf(test, customerId)
    outcomes.push([after?.status, after?.reason])
  }
  expect(outcomes).toEqual([
    ['failed', 'The quote changed before this went out.'],
    ['sent', null],
  ])
})

it('who approves a quote gets a copy of it by email', async () => {
  const customerId = await addCustomer(test)
  const quoteId = await sendQuote(customerId, 'in_person')
  await approve(quoteId, customerId)
  await test.react('tellCustomer')
  expect(await conversationOf(test, customerId)).toMatchObject([
    {
      type: 'email',
      subject: `You approved quote QUO-00000${quoteId}`,
      content: expect.stringContaining('New deck, $964.71'),
      attachment: { name: `QUO-00000${quoteId}.pdf`, quoteId },
    },
  ])
})
