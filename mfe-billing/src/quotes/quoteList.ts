import { listQuotes, type Quote, quoteStatusLabels } from '@plumbline/billing/api'
import type { PagedList } from '@plumbline/contract/list'
import { changedBy, quotesKey } from './queries.ts'
import { statuses } from './quote.ts'

/** Every quote, newest first. */
export const quoteList: PagedList<Quote> = {
  key: quotesKey,
  endpoint: listQuotes,
  changedBy,
  statuses,
  sorts: () => [],
  // amounts are plain decimals and days ISO, which every spreadsheet reads
  csv: {
    name: 'quotes.csv',
    columns: () => [
      ['Quote', ({ quoteNumber }) => quoteNumber],
      ['Customer ID', ({ customerId }) => customerId],
      ['Customer', ({ customerName }) => customerName],
      ['Title', ({ title }) => title],
      ['Status', ({ status }) => quoteStatusLabels[status]],
      ['Total from', ({ totalFrom }) => totalFrom],
      ['Total to', ({ totalTo }) => totalTo],
      ['Deposit', ({ deposit }) => deposit],
      ['Invoiced', ({ invoicedAmount }) => invoicedAmount],
      ['Sent', ({ sentAt }) => sentAt],
      ['Viewed', ({ viewedAt }) => viewedAt],
      ['Answered', ({ answeredAt }) => answeredAt],
      ['Valid until', ({ validUntil }) => validUntil],
    ],
  },
}
