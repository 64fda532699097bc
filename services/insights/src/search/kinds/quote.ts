import { type QuoteEvent, quoteNumberText, quoteStatusLabels } from '@plumbline/billing/events'
import { evolveQuote as foldQuote, type QuoteRecord } from '@plumbline/billing/record'
import { dollars } from '@plumbline/platform/money'
import { type SearchDocument, toDocument } from '../document.ts'
import { searchText } from '../searchText.ts'

export type QuoteFacts = QuoteRecord

export type SearchedQuoteEvent = Exclude<
  QuoteEvent,
  { type: 'QuoteViewed' | 'QuoteScheduled' | 'QuoteInvoiced' | 'QuoteCostsChanged' }
>

export const evolveQuote = (before: QuoteFacts | null, event: SearchedQuoteEvent): QuoteFacts | null =>
  foldQuote(before, event)

export const quoteDocument = (facts: QuoteFacts): SearchDocument<QuoteFacts> =>
  toDocument('quote', facts, {
    at: facts.sentAt ?? facts.createdAt,
    // the number without its zeros as well
    text: searchText(quoteNumberText(facts.id), String(facts.id), facts.title),
  })

export const describeQuote = (
  { id, title, status, totalFromCents: from, totalToCents: to }: QuoteFacts,
  customerName: string,
) => ({
  title: `${quoteNumberText(id)} · ${customerName}`,
  subtitle: [
    title,
    from === to ? dollars(to) : `${dollars(from)} to ${dollars(to)}`,
    quoteStatusLabels[status],
  ].join(' · '),
})
