import type { QuoteEvent } from '@plumbline/billing/events'
import { startServiceForTest } from '@plumbline/platform/testing'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { PlannedFollowUp } from '../api.ts'
import { messaging } from '../service.ts'
import {
  addCustomer,
  conversationOf,
  foreignPersonal,
  type MessagingTest,
  mergeCustomers,
  setConsent,
  settings,
  timerContext,
} from '../testing.ts'
import { followUpOfToday } from './followUp.ts'

let test: MessagingTest
beforeAll(async () => {
  test = await startServiceForTest(messaging, { settings, foreignPersonal })
})
afterAll(() => test.stop())

// Wednesday morning in New York; three days later is Saturday
const sentAt = '2026-11-18T15:00:00.000Z'
const day3 = '2026-11-21T15:00:00Z'
const day7 = '2026-11-25T15:00:00Z'
const setClock = (now: string) => {
  test.clock.now = new Date(now)
}
beforeEach(() => setClock(day3))

let quotes = 0
const append = async (quoteId: number, event: QuoteEvent, metadata = {}) => {
  await test.appendForeign(`quote-${quoteId}`, event, metadata)
  await test.project()
}
async function sendQuote(
  customerId: number,
  { channel = 'sms', metadata = {} }: { channel?: 'email' | 'sms' | 'in_person'; metadata?: object } = {},
): Promise<number> {
  const quoteId = ++quotes
  const drafted = { quoteId, customerId, leadId: null, appointmentId: null, draftedAt: sentAt }
  await append(quoteId, { type: 'QuoteDrafted', data: drafted }, metadata)
  const content = {
    ...{ title: 'New deck', options: [], addOns: [], discount: null, taxPercent: '0', deposit: null },
    ...{ validUntil: null, message: '', terms: '' },
  }
  await append(quoteId, {
    type: 'QuoteRevised',
    data: { quoteId, customerId, revision: 1, ...content, revisedAt: sentAt },
  })
  await send(quoteId, customerId, channel)
  return quoteId
}
const send = (quoteId: number, customerId: number, channel: 'email' | 'sms' | 'in_person', at = sentAt) =>
  append(quoteId, {
    type: 'QuoteSent',
    data: { quoteId, customerId, revision: 1, channel, documentHash: 'x', sentOn: '2026-11-18', sentAt: at },
  })
const run = () => followUpOfToday(timerContext(test))
const messagesTo = async (customerId: number) =>
  (await conversationOf(test, customerId)).map(({ type, content }) => `${type}: ${content}`)
const planned = async (quoteId: number) =>
  (await test.call<PlannedFollowUp[]>('GET', '/api/messages/planned-follow-ups')).json.filter(
    (it) => it.quoteId === quoteId,
  )

describe('a quote without an answer', () => {
  it('is asked about after three days and after seven, once each, as it went out', async () => {
    const customerId = await addCustomer(test)
    const quoteId = await sendQuote(customerId)
    for (const [now, count] of [
      ['2026-11-20T15:00:00Z', 0],
      [day3, 1],
      ['2026-11-22T15:00:00Z', 1],
      [day7, 2],
      ['2026-11-26T15:00:00Z', 2],
    ] as const) {
      setClock(now)
      await Promise.all([run(), run()])
      await run()
      expect([now, (await messagesTo(customerId)).length]).toEqual([now, count])
    }
    expect((await messagesTo(customerId))[0]).toMatch(
      /^sms: Hi Ann, did you have a chance to look at our quote QUO-\d+: New deck\? It is here: \S+ If anything/,
    )
    expect(quoteId).toBeGreaterThan(0)
  })

  it('is asked about in the morning of the business, not at night', async () => {
    const customerId = await addCustomer(test)
    await sendQuote(customerId)
    for (const [now, count] of [
      ['2026-11-21T13:00:00Z', 0],
      ['2026-11-22T02:30:00Z', 0],
      ['2026-11-21T14:31:00Z', 1],
    ] as const) {
      setClock(now)
      await run()
      expect([now, (await messagesTo(customerId)).length]).toEqual([now, count])
    }
  })

  it('that is sent again is asked about from that day on', async () => {
    const customerId = await addCustomer(test)
    const quoteId = await sendQuote(customerId)
    await send(quoteId, customerId, 'email', '2026-11-20T15:00:00.000Z')
    await run()
    expect(await messagesTo(customerId)).toEqual([])
    setClock('2026-11-23T15:00:00Z')
    await run()
    expect((await messagesTo(customerId))[0]).toMatch(/^email: /)
  })

  it('of a customer who was merged is asked about at the one who is left', async () => {
    const [old, left] = [await addCustomer(test), await addCustomer(test)]
    await sendQuote(old)
    await mergeCustomers(test, old, left)
    await run()
    expect(await messagesTo(left)).toHaveLength(1)
  })
})

describe('a customer is not asked again', () => {
  const at = '2026-11-21T10:00:00.000Z'
  const answers: Record<string, (quoteId: number, customerId: number) => QuoteEvent> = {
    'who approved': (quoteId, customerId) => ({
      type: 'QuoteApproved',
      data: {
        ...{ quoteId, customerId, revision: 1, optionId: 1, addOnIds: [], lines: [], totalCents: 1 },
        ...{ depositCents: 0, documentHash: 'x', by: 'customer', approvedOn: '2026-11-21', approvedAt: at },
      },
    }),
    'who declined': (quoteId, customerId) => ({
      type: 'QuoteDeclined',
      data: { quoteId, customerId, revision: 1, by: 'customer', declinedAt: at },
    }),
    'who asked for a change': (quoteId, customerId) => ({
      type: 'QuoteChangesRequested',
      data: { quoteId, customerId, revision: 1, words: 'Cedar', requestedAt: at },
    }),
    'whose quote expired': (quoteId) => ({
      type: 'QuoteExpired',
      data: { quoteId, revision: 1, validUntil: '2026-11-20', expiredAt: at },
    }),
    'whose quote was withdrawn': (quoteId) => ({
      type: 'QuoteWithdrawn',
      data: { quoteId, withdrawnAt: at },
    }),
    'who looked at it within a day': (quoteId) => ({
      type: 'QuoteViewed',
      data: { quoteId, revision: 1, viewedOn: '2026-11-21', viewedAt: at },
    }),
  }
  it.each(Object.entries(answers))('%s', async (_who, eventOf) => {
    const customerId = await addCustomer(test)
    const quoteId = await sendQuote(customerId)
    await append(quoteId, eventOf(quoteId, customerId))
    await run()
    expect(await messagesTo(customerId)).toEqual([])
  })

  it('whose quote was handed over, who opted out, who wants no reminders, or of the demonstration', async () => {
    const inPerson = await addCustomer(test)
    const handed = await sendQuote(inPerson, { channel: 'in_person' })
    expect((await planned(handed))[0]?.reason).toBe('This quote was handed over in person.')
    const optedOut = await addCustomer(test)
    await setConsent(test, optedOut, { sms: false })
    await sendQuote(optedOut)
    const unwilling = await addCustomer(test)
    await setConsent(test, unwilling, { reminders: false })
    await sendQuote(unwilling)
    const demo = await addCustomer(test)
    await sendQuote(demo, { metadata: { demo: true } })
    await run()
    for (const customerId of [inPerson, optedOut, unwilling, demo])
      expect(await messagesTo(customerId)).toEqual([])
  })

  it('while follow-ups are switched off, which leaves reminders as they are', async () => {
    const customerId = await addCustomer(test)
    const quoteId = await sendQuote(customerId)
    const change = (body: object) => test.call('PUT', '/api/messages/settings', { body })
    expect((await change({ followUps: false })).json).toEqual({ reminders: true, followUps: false })
    expect((await planned(quoteId))[0]).toMatchObject({
      channel: null,
      reason: 'Follow-ups of quotes are switched off.',
    })
    await run()
    expect(await messagesTo(customerId)).toEqual([])
    expect((await change({ reminders: true })).json).toEqual({ reminders: true, followUps: false })
    expect((await change({})).status).toBe(400)
    await change({ followUps: true })
    await run()
    expect(await messagesTo(customerId)).toHaveLength(1)
  })
})

it('what goes out in the next days is listed with its text, and not when it was sent', async () => {
  setClock('2026-11-20T15:00:00Z')
  const customerId = await addCustomer(test)
  const quoteId = await sendQuote(customerId)
  const list = await planned(quoteId)
  expect(list.map(({ goesOutAt }) => goesOutAt.slice(0, 10))).toEqual(['2026-11-21', '2026-11-25'])
  expect(list[0]).toMatchObject({ channel: 'sms', title: 'New deck', customerId, reason: null })
  expect(list[0]?.content).toContain('It is here: [link]')
  setClock(day3)
  await run()
  expect((await planned(quoteId)).map(({ goesOutAt }) => goesOutAt.slice(0, 10))).toEqual(['2026-11-25'])
  // it is another quote from then on
  await send(quoteId, customerId, 'sms', day3)
  expect(await planned(quoteId)).toHaveLength(2)
})
