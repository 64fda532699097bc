import { type QuoteEvent, quoteNumberText } from '@plumbline/billing/events'
import { linkToken } from '@plumbline/platform/customer-links'
import { findDataKey } from '@plumbline/platform/encryption'
import { startServiceForTest } from '@plumbline/platform/testing'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { messaging } from '../service.ts'
import {
  addCustomer,
  conversationOf,
  deliverFirstTo,
  foreignPersonal,
  type MessagingTest,
  settings,
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
/** As CRM issues it. */
async function issueLink(customerId: number, quoteId: number): Promise<string> {
  const linkId = quoteId + 100
  const scope = { kind: 'quote' as const, id: quoteId }
  await test.appendForeign(`customer-link-${linkId}`, {
    type: 'CustomerLinkIssued',
    data: { linkId, customerId, scope, expiresAt: '2026-12-21T15:00:00.000Z', issuedAt: at },
  })
  await test.project()
  const dataKey = await findDataKey(test.pool, test.keyring, `customer-${customerId}`)
  return `https://plumbline.example/c/${linkToken(test.keyring, dataKey, { linkId, customerId, scope })}`
}

const append = (quoteId: number, event: QuoteEvent) => test.appendForeign(`quote-${quoteId}`, event)
const approve = (quoteId: number, customerId: number, totalCents = 96_471) =>
  append(quoteId, {
    type: 'QuoteApproved',
    data: {
      ...{ quoteId, customerId, revision: 1, optionId: 1, addOnIds: [], lines: [], totalCents },
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
        subject: channel === 'email' ? `Your quote ${quoteNumberText(quoteId)}: New deck` : null,
        content: expect.stringContaining('approve it or ask for a change here: [link]'),
      },
    ])
  },
)

it.each(['email', 'sms'] as const)(
  'by %s it has the address when it goes out, and nothing stored has',
  async (channel) => {
    const customerId = await addCustomer(test)
    const quoteId = await sendQuote(customerId, channel)
    const url = await issueLink(customerId, quoteId)
    const [sent] = await deliverFirstTo(test, customerId)
    expect(sent?.text).toContain(`ask for a change here: ${url}`)
    if (channel === 'email') expect(sent?.html).toContain(`<a href="${url}">${url}</a>`)
    expect(JSON.stringify(sent)).not.toContain('customer-link:')
    expect(await conversationOf(test, customerId)).toMatchObject([{ status: 'sent' }])
    const code = url.slice(-43)
    const tables = ['es.events', 'messages', 'deliveries', 'customer_links']
    for (const table of tables) {
      const { rows } = await test.owner.query(`SELECT 1 FROM ${table} t WHERE t::text LIKE $1`, [`%${code}%`])
      expect([table, rows.length]).toEqual([table, 0])
    }
  },
)

it('a message waits for the link of its customer, and is not sent with that of another one', async () => {
  const [customerId, other] = [await addCustomer(test), await addCustomer(test)]
  const quoteId = await sendQuote(customerId, 'sms')
  await issueLink(other, quoteId)
  expect(await deliverFirstTo(test, customerId)).toEqual([])
})

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
    await issueLink(customerId, quoteId)
    await deliverFirstTo(test, customerId)
    const [after] = await conversationOf(test, customerId)
    outcomes.push([after?.status, after?.reason])
  }
  expect(outcomes).toEqual([
    ['failed', 'The quote changed before this went out.'],
    ['sent', null],
  ])
})

it('a message that is sent again is answered as conversations show it', async () => {
  const customerId = await addCustomer(test)
  const quoteId = await sendQuote(customerId, 'sms')
  await issueLink(customerId, quoteId)
  await approve(quoteId, customerId)
  await deliverFirstTo(test, customerId)
  const [message] = await conversationOf(test, customerId)
  const { json } = await test.call<{ content: string }>('POST', `/api/messages/${message?.id}/retry`)
  expect(json.content).toContain('here: [link]')
})

it('who approves a quote gets a copy of it by email', async () => {
  const customerId = await addCustomer(test)
  const quoteId = await sendQuote(customerId, 'in_person')
  await approve(quoteId, customerId)
  await test.react('tellCustomer')
  expect(await conversationOf(test, customerId)).toMatchObject([
    {
      type: 'email',
      subject: `You approved quote ${quoteNumberText(quoteId)}`,
      content: expect.stringContaining('New deck, $964.71'),
      attachment: { name: `${quoteNumberText(quoteId)}.pdf`, quoteId },
    },
  ])
})

it('who approves a change order that takes something off reads of a credit', async () => {
  const customerId = await addCustomer(test)
  const quoteId = await sendQuote(customerId, 'in_person')
  await approve(quoteId, customerId, -5_000)
  await test.react('tellCustomer')
  expect(await conversationOf(test, customerId)).toMatchObject([
    { content: expect.stringContaining('New deck, a credit of $50.00') },
  ])
})
