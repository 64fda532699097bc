import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import { priceOfChoice } from '../api/price.ts'
import type { QuoteContent, QuoteEvent, QuoteLine } from '../events.ts'
import type { InvoiceRecord } from '../invoice/record.ts'
import { type Approval, type QuoteAction, type QuoteState, quoteDecider } from './decider.ts'
import { linesToInvoice, type QuoteInvoice } from './invoicing.ts'
import { evolveQuote, type QuoteRecord } from './record.ts'

const share = fc.option(
  fc.oneof(
    fc.integer({ min: 0, max: 100_000 }).map((n) => ({ percent: (n / 1_000).toFixed(3) })),
    fc.integer({ min: 0, max: 500_000 }).map((cents) => ({ cents })),
  ),
)
const line = fc.record({
  description: fc.constant('Boards'),
  quantity: fc.integer({ min: 1, max: 99_999 }).map((n) => (n / 1_000).toFixed(3)),
  unitPriceCents: fc.oneof(
    { weight: 4, arbitrary: fc.integer({ min: 0, max: 100_000 }) },
    { weight: 1, arbitrary: fc.integer({ min: -100_000, max: 0 }) },
  ),
  taxable: fc.boolean(),
})
const lines = fc.array(line, { minLength: 1, maxLength: 8 })
const anyContent: fc.Arbitrary<QuoteContent> = fc
  .record({
    options: fc.array(lines, { minLength: 1, maxLength: 5 }),
    addOns: fc.array(line, { maxLength: 4 }),
    discount: share,
    taxPercent: fc.integer({ min: 0, max: 99_999 }).map((n) => (n / 1_000).toFixed(3)),
    deposit: share,
    validUntil: fc.constantFrom(null, null, '2026-11-22', '2026-11-27'),
    title: fc.constantFrom('Deck', 'Porch'),
  })
  .map(({ options, addOns, ...content }) => ({
    ...content,
    options: options.map((lines, at) => ({ optionId: at + 1, name: `Option ${at + 1}`, lines })),
    addOns: addOns.map((addOn, at) => ({ addOnId: at + 1, ...addOn })),
    message: '',
    terms: '',
  }))

const withoutSign = <Line extends QuoteLine>(line: Line): Line => ({
  ...line,
  unitPriceCents: Math.abs(line.unitPriceCents),
})
const withoutCredits = ({ options, addOns, ...content }: QuoteContent): QuoteContent => ({
  ...content,
  options: options.map((option) => ({ ...option, lines: option.lines.map(withoutSign) })),
  addOns: addOns.map(withoutSign),
})

const by = fc.constantFrom('customer' as const, 'staff' as const)
const revision = fc.constantFrom(1, 1, 1, 2, 2, 3)
const anyAction: fc.Arbitrary<QuoteAction> = fc.oneof(
  { weight: 4, arbitrary: fc.record({ type: fc.constant('ReviseQuote' as const), content: anyContent }) },
  { weight: 6, arbitrary: fc.constant({ type: 'SendQuote' as const, channel: 'email' as const }) },
  { weight: 2, arbitrary: fc.constant({ type: 'MarkViewed' as const }) },
  {
    weight: 2,
    arbitrary: fc.record({
      type: fc.constant('RequestChanges' as const),
      revision,
      words: fc.constant('Less'),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      type: fc.constant('ApproveQuote' as const),
      revision,
      optionId: fc.constantFrom(1, 1, 1, 2),
      addOnIds: fc.subarray([1, 2]),
      by,
    }),
  },
  { weight: 2, arbitrary: fc.record({ type: fc.constant('DeclineQuote' as const), revision, by }) },
  { weight: 1, arbitrary: fc.constant({ type: 'WithdrawQuote' as const }) },
  {
    weight: 2,
    arbitrary: fc.record({
      type: fc.constant('ExtendQuote' as const),
      validUntil: fc.constantFrom('2026-11-23', '2026-11-28'),
    }),
  },
  { weight: 2, arbitrary: fc.constant({ type: 'MarkExpired' as const }) },
)
const day = fc.integer({ min: 21, max: 29 })
/** Commands of both sides, each on a day that is no earlier than the one before. */
const anyCourse = fc.record({
  first: anyContent,
  /** A change order has credits. */
  appointmentId: fc.constantFrom(null, 5),
  steps: fc.array(fc.tuple(anyAction, day), { minLength: 10, maxLength: 25 }),
})

type Course = { first: QuoteContent; appointmentId: number | null; steps: [QuoteAction, number][] }

/** What a history of commands leaves; those that are refused change nothing. */
function play({ first, appointmentId, steps }: Course): QuoteEvent[] {
  const content = appointmentId === null ? withoutCredits(first) : first
  const draft: QuoteAction = { type: 'DraftQuote', customerId: 3, leadId: null, appointmentId, content }
  const days = steps.map(([, it]) => it).sort((a, b) => a - b)
  const commands: [QuoteAction, number][] = [
    [draft, 21],
    ...steps.map(([action], at): [QuoteAction, number] => [action, days[at] as number]),
  ]
  const events: QuoteEvent[] = []
  for (const [action, day] of commands) {
    const today = `2026-11-${day}`
    const command = { ...action, today, timeZone: 'America/New_York' }
    try {
      const context = { id: 7, now: `${today}T15:00:00.000Z` }
      events.push(...quoteDecider.decide(command, foldState(events), context))
    } catch (error) {
      expect(error).toMatchObject({ name: 'Rejection' })
    }
  }
  return events
}
const foldState = (events: readonly QuoteEvent[]) =>
  events.reduce<QuoteState>(quoteDecider.evolve, quoteDecider.initialState())

const ofType = <Type extends QuoteEvent['type']>(events: readonly QuoteEvent[], type: Type) =>
  events.flatMap((event) =>
    event.type === type ? [event.data as Extract<QuoteEvent, { type: Type }>['data']] : [],
  )

it('any course of commands of both sides ends in one state, with one price everywhere', () => {
  let [approvals, credits] = [0, 0]
  fc.assert(
    fc.property(anyCourse, (course) => {
      const events = play(course)
      const state = foldState(events)
      if (!state) throw new Error('there is a quote')
      // lists and pages are made by the same fold
      const record = events.reduce<QuoteRecord | null>(evolveQuote, null)
      expect(state).toMatchObject({ ...record })
      const approved = ofType(events, 'QuoteApproved')
      expect(approved.length).toBeLessThanOrEqual(1)
      expect(state.status === 'approved').toBe(approved.length === 1)
      const [approval] = approved
      if (!approval) return
      approvals++
      // nothing that is approved is changed or lost afterwards
      const later = events.slice(events.findIndex(({ type }) => type === 'QuoteApproved') + 1)
      expect(later.filter(({ type }) => type !== 'QuoteViewed')).toEqual([])
      const sent = ofType(events, 'QuoteSent').at(-1)
      expect(approval.revision).toBe(sent?.revision)
      const price = priceOfChoice(state.content, approval.optionId, approval.addOnIds)
      expect(price).toMatchObject({ total: approval.totalCents, deposit: approval.depositCents })
      expect(price.lines).toEqual(approval.lines)
      expect([record?.totalFromCents, record?.totalToCents]).toEqual([price.total, price.total])
      expect(state.content).toEqual(state.sentContent)
      if (price.lines.some(({ quantity, amountCents }) => quantity !== undefined && amountCents < 0)) {
        credits++
        expect(state.appointmentId).toBe(5)
      }
    }),
    { numRuns: 400 },
  )
  expect(approvals).toBeGreaterThan(20)
  expect(credits).toBeGreaterThan(5)
})

it('a revision that was sent has one content for ever', () => {
  fc.assert(
    fc.property(anyCourse, (course) => {
      const seen = new Map<number, object>()
      let last: QuoteState = null
      for (const event of play(course)) {
        last = quoteDecider.evolve(last, event)
        if (!last?.sentContent || last.sentRevision === null) continue
        // the last day alone is extended
        const content = { ...last.sentContent, validUntil: null }
        expect(seen.get(last.sentRevision) ?? content).toEqual(content)
        seen.set(last.sentRevision, content)
      }
    }),
    { numRuns: 200 },
  )
})

const sumOf = (of: readonly { amountCents: number; taxCents: number }[]) =>
  of.reduce((sum, it) => sum + it.amountCents + it.taxCents, 0)

it('the invoices of an approved quote add up to what was approved, to the cent, for any content', () => {
  fc.assert(
    fc.property(anyContent, fc.subarray([1, 2]), fc.boolean(), (content, addOnIds, withDeposit) => {
      const price = priceOfChoice(content, 1, addOnIds)
      const approval = {
        ...{ quoteId: 7, lines: price.lines, totalCents: price.total, depositCents: price.deposit },
      } as unknown as Approval
      const invoices: QuoteInvoice[] = []
      const invoice = (part: 'deposit' | 'rest') => {
        const totalCents = sumOf(linesToInvoice(approval, part, invoices))
        const state: Pick<InvoiceRecord, 'number' | 'status'> = { number: 1, status: 'pending' }
        invoices.push({ invoiceId: 1, part, totalCents, ...state })
      }
      const isBelowZero = price.total < 0 || (price.total > 0 && price.tax < 0)
      if (isBelowZero) {
        expect(() => invoice('rest')).toThrow(/cannot be below zero/)
        return
      }
      if (withDeposit && price.deposit > 0) invoice('deposit')
      const left = price.total - (invoices[0]?.totalCents ?? 0)
      if (left > 0) invoice('rest')
      else expect(() => invoice('rest')).toThrow(/nothing/)
      expect(invoices.reduce((sum, { totalCents }) => sum + totalCents, 0)).toBe(price.total)
      expect(invoices.every(({ totalCents }) => totalCents > 0)).toBe(true)
    }),
    { numRuns: 500 },
  )
})
