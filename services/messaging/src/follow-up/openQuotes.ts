import type { QuoteEvent } from '@plumbline/billing/events'
import { bool, defineProjection, int, type RowOf, text, timestamptz } from '@plumbline/platform/projections'

const columns = {
  id: int,
  customerId: int,
  /** Of what is saved; what is sent has that of the moment. */
  savedTitle: text,
  title: text,
  /** How it went out last: `email`, `sms` or `in_person`. */
  channel: text.null,
  /** Of the stream, when it went out last. */
  sentVersion: int.null,
  sentAt: timestamptz.null,
  viewedAt: timestamptz.null,
  /** The customer can answer it, and has not. */
  isOpen: bool,
  demo: bool,
}
export type OpenQuoteRow = RowOf<typeof columns>

type Followed = Exclude<QuoteEvent, { type: 'QuoteScheduled' | 'QuoteInvoiced' | 'QuoteCostsChanged' }>
const closed = (row: OpenQuoteRow | null) => row && { ...row, isOpen: false }

/** Quotes as far as customers are asked about them again. */
export const openQuotes = defineProjection<Followed>()({
  name: 'openQuotes',
  version: 1,
  columns,
  indexes: ['(sent_at) WHERE is_open'],
  key: ({ data }) => data.quoteId,
  on: {
    QuoteDrafted: (_, { data: { quoteId: id, customerId }, metadata }) => ({
      ...{ id, customerId, savedTitle: '', title: '', channel: null, sentVersion: null, sentAt: null },
      ...{ viewedAt: null, isOpen: false, demo: metadata.demo === true },
    }),
    QuoteRevised: (row, { data: { title } }) => row && { ...row, savedTitle: title },
    QuoteSent: (row, { data: { channel, sentAt }, version }) =>
      row && {
        ...row,
        ...{ channel, sentVersion: version, sentAt, title: row.savedTitle, viewedAt: null, isOpen: true },
      },
    QuoteViewed: (row, { data: { viewedAt } }) => row && { ...row, viewedAt },
    QuoteExtended: (row) => row && { ...row, isOpen: true },
    QuoteChangesRequested: closed,
    QuoteApproved: closed,
    QuoteDeclined: closed,
    QuoteExpired: closed,
    QuoteWithdrawn: closed,
  },
})
