import {
  defineProjection,
  int,
  jsonb,
  type RowOf,
  tableFor,
  text,
  timestamptz,
} from '@plumbline/platform/projections'
import type { QuoteEvent } from '../events.ts'

type Outcome = 'open' | 'approved' | 'declined' | 'lapsed'

const columns = {
  id: int,
  /** When the visitor or customer asked for it. */
  requestedAt: timestamptz.null,
  /** The first time. */
  sentOn: text.null,
  sentAt: timestamptz.null,
  viewedAt: timestamptz.null,
  /** What it was from a time on, oldest first; an approval has what was agreed to, in cents. */
  outcomes: jsonb.of<{ at: string; is: Outcome; cents?: number }[]>(),
}
export type OutcomeRow = RowOf<typeof columns>

type Followed = Exclude<
  QuoteEvent,
  {
    type: 'QuoteRevised' | 'QuoteChangesRequested' | 'QuoteScheduled' | 'QuoteInvoiced' | 'QuoteCostsChanged'
  }
>

const become = (row: OutcomeRow | null, at: string, is: Outcome, cents?: number): OutcomeRow | null =>
  row && { ...row, outcomes: [...row.outcomes, { at, is, ...(cents !== undefined && { cents }) }] }

/** What became of each quote, and when: reports of any day are counted from it. A change order is no new business and has no row. */
export const quoteOutcomes = defineProjection<Followed>()({
  name: 'quoteOutcomes',
  version: 1,
  columns,
  indexes: ['(sent_on)'],
  key: ({ data }) => data.quoteId,
  on: {
    QuoteDrafted: (_, { data: { quoteId: id, requestedAt = null, appointmentId } }) =>
      appointmentId === null
        ? { id, requestedAt, sentOn: null, sentAt: null, viewedAt: null, outcomes: [] }
        : null,
    QuoteSent: (row, { data: { sentOn, sentAt } }) =>
      become(row && { ...row, sentOn: row.sentOn ?? sentOn, sentAt: row.sentAt ?? sentAt }, sentAt, 'open'),
    QuoteViewed: (row, { data: { viewedAt } }) => row && { ...row, viewedAt: row.viewedAt ?? viewedAt },
    QuoteExtended: (row, { data: { extendedAt } }) => become(row, extendedAt, 'open'),
    QuoteApproved: (row, { data: { approvedAt, totalCents } }) =>
      become(row, approvedAt, 'approved', totalCents),
    QuoteDeclined: (row, { data: { declinedAt } }) => become(row, declinedAt, 'declined'),
    QuoteExpired: (row, { data: { expiredAt } }) => become(row, expiredAt, 'lapsed'),
    QuoteWithdrawn: (row, { data: { withdrawnAt } }) => become(row, withdrawnAt, 'lapsed'),
  },
})

export const quoteOutcomesTable = tableFor(quoteOutcomes)
