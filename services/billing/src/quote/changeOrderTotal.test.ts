import { dollars, moneyText, priceText } from '@plumbline/platform/money'
import { testMetadata } from '@plumbline/platform/testing'
import * as fc from 'fast-check'
import { extractText, getDocumentProxy } from 'unpdf'
import { expect, it } from 'vitest'
import { priceOfChoice, type QuoteDetails } from '../api.ts'
import { consentText } from '../customer-page/quoteChoice.ts'
import { quotePage } from '../customer-page/quotePage.ts'
import type { QuoteContent, QuoteEvent } from '../events.ts'
import { renderQuoteDocument } from '../pdf/quoteDocument.ts'
import { business } from '../testing.ts'
import { type QuoteAction, type QuoteState, quoteDecider } from './decider.ts'
import { answerFromEvents, noProgress, type QuoteEvents } from './details.ts'
import { hashOf } from './documentHash.ts'
import { linesToInvoice, type QuoteInvoice } from './invoicing.ts'

const clock = { today: '2026-11-21', timeZone: 'America/New_York' }
const now = '2026-11-21T19:02:00.000Z'
const rules = {
  signature: 'optional',
  approvalNeedsDeposit: false,
  maxDepositPercent: null,
  maxDepositAmount: null,
  letterhead: undefined,
} as const

const thousandths = (max: number) => fc.integer({ min: 1, max }).map((n) => (n / 1_000).toFixed(3))
const share = fc.option(
  fc.oneof(
    thousandths(100_000).map((percent) => ({ percent })),
    fc.integer({ min: 1, max: 5_000_000 }).map((cents) => ({ cents })),
  ),
)
const line = fc.record({
  description: fc.constantFrom('Boards', 'Boards not needed'),
  quantity: thousandths(99_999),
  unitPriceCents: fc.integer({ min: -5_000_000, max: 5_000_000 }),
  taxable: fc.boolean(),
})
const anyContent: fc.Arbitrary<QuoteContent> = fc
  .record({
    ...{
      first: fc.array(line, { minLength: 1, maxLength: 6 }),
      second: fc.option(fc.array(line, { minLength: 1 })),
    },
    ...{ addOns: fc.array(line, { maxLength: 2 }), discount: share, deposit: share },
    taxPercent: fc.oneof(fc.constant('0'), thousandths(30_000)),
  })
  .map(({ first, second, addOns, ...terms }) => ({
    ...{ ...terms, title: 'Change to the deck', message: '', terms: '', validUntil: null },
    options: [first, ...(second ? [second] : [])].map((lines, at) => ({
      ...{ optionId: at + 1, name: second ? `Option ${at + 1}` : '', lines },
    })),
    addOns: addOns.map((addOn, at) => ({ addOnId: at + 1, ...addOn })),
  }))

const stateOf = (events: readonly QuoteEvent[]) =>
  events.reduce<QuoteState>(quoteDecider.evolve, quoteDecider.initialState())
const after = (events: readonly QuoteEvent[], action: QuoteAction): QuoteEvent[] => [
  ...events,
  ...quoteDecider.decide({ ...action, ...clock }, stateOf(events), { id: 7, now }),
]
/** As the answer about it has it, which the pages of staff and customers and the document are made of. */
const detailsOf = (events: readonly QuoteEvent[]): QuoteDetails => {
  const stored: QuoteEvents = events.map((event, at) => ({
    ...{ ...event, id: String(at), stream: 'quote-7', version: at + 1, position: BigInt(at + 1) },
    ...{ recordedAt: now, metadata: testMetadata },
  }))
  return answerFromEvents(stored, undefined, noProgress).details
}

const words = (html: string) => html.replace(/<[^>]+>/g, ' ').replace(/\s+/g, ' ')
/** The last total that a text says: those of the options come before it. */
const totalIn = (text: string) => [...text.matchAll(/(?<!Sub)Total (-?\$[\d,]+\.\d\d)/g)].at(-1)?.[1]
async function documentOf(quote: QuoteDetails): Promise<string> {
  const pdf = await renderQuoteDocument(quote, business, { name: 'Ann Lee', address: null }, clock.timeZone)
  const { text } = await extractText(await getDocumentProxy(new Uint8Array(pdf)), { mergePages: true })
  return text.replace(/\s+/g, ' ')
}

it('a change order with credits has one total: typed, sent, on paper, approved, and invoiced', async () => {
  const seen = { credit: 0, invoiced: 0, refused: 0 }
  await fc.assert(
    fc.asyncProperty(anyContent, fc.boolean(), fc.boolean(), async (content, addsAll, takesLast) => {
      const optionId = takesLast ? content.options.length : 1
      const addOnIds = addsAll ? content.addOns.map((it) => it.addOnId) : []
      const typed = priceOfChoice(content, optionId, addOnIds)
      const total = dollars(typed.total)
      const draft = { type: 'DraftQuote', customerId: 3, leadId: null, appointmentId: 5, content } as const
      const sent = after(after([], draft), { type: 'SendQuote', channel: 'in_person' })

      const offered = detailsOf(sent)
      const { body } = quotePage(offered, { choice: { optionId, addOnIds } }, { ...clock, ...rules })
      expect(totalIn(words(body))).toBe(total)
      expect(words(body)).toContain(`Approve ${priceText(typed.total)} `)
      const consent = consentText(offered, { total: moneyText(typed.total) })
      expect(words(body)).toContain(consent)
      if (typed.total < 0) expect(consent).toContain('for a credit of $')

      const choice = { revision: 1, optionId, addOnIds, by: 'customer', consentText: consent } as const
      const events = after(sent, { type: 'ApproveQuote', ...choice })
      const fact = events.at(-1)
      if (fact?.type !== 'QuoteApproved') throw new Error('it is approved')
      expect(fact.data).toMatchObject({ totalCents: typed.total, depositCents: typed.deposit })
      expect(fact.data.documentHash).toBe(hashOf(content))

      const agreed = detailsOf(events)
      expect(agreed).toMatchObject({ totalFrom: moneyText(typed.total), totalTo: moneyText(typed.total) })
      expect(agreed.approval?.price).toEqual({
        ...{ subtotal: moneyText(typed.subtotal), discount: moneyText(typed.discount) },
        ...{ tax: moneyText(typed.tax), total: moneyText(typed.total), deposit: moneyText(typed.deposit) },
      })
      const page = words(quotePage(agreed, {}, { ...clock, ...rules }).body)
      expect(totalIn(page)).toBe(total)
      const paper = await documentOf(agreed)
      expect(totalIn(paper)).toBe(total)
      const hasCredit = typed.lines.some((it) => (it.unitPriceCents ?? 0) < 0)
      for (const text of [page, paper]) expect(/\bCredit\b/.test(text)).toBe(hasCredit)
      if (hasCredit) seen.credit++

      const invoices: QuoteInvoice[] = []
      const invoice = (part: QuoteInvoice['part']) => {
        const lines = linesToInvoice(fact.data, part, invoices)
        const totalCents = lines.reduce((sum, it) => sum + it.amountCents + it.taxCents, 0)
        expect(lines.every((it) => (it.unitPriceCents ?? 0) >= 0)).toBe(true)
        invoices.push({ invoiceId: 1, part, totalCents, number: 1, status: 'pending' })
      }
      if (typed.total < 0 || (typed.total > 0 && typed.tax < 0)) {
        expect(() => invoice('rest')).toThrow('Add these items to the draft invoice of the job')
        seen.refused++
        return
      }
      if (typed.deposit > 0) invoice('deposit')
      if (typed.deposit < typed.total) invoice('rest')
      else expect(() => invoice('rest')).toThrow(/nothing (left )?to invoice/)
      expect(invoices.reduce((sum, { totalCents }) => sum + totalCents, 0)).toBe(typed.total)
      seen.invoiced++
    }),
    { numRuns: 40 },
  )
  expect(Math.min(...Object.values(seen))).toBeGreaterThan(5)
})
