import { money } from '@plumbline/platform/schemas'
import * as z from 'zod/mini'
import { asOf } from './values.ts'

const counted = z.object({ count: z.int(), amount: money })

/** Of the quotes that first went out on the days of a period, as they were known when a day ended. Neither an option nor a change order is a quote. */
export const QuoteFigures = /* @__PURE__ */ z.object({
  from: z.iso.date(),
  to: z.iso.date(),
  sent: z.object({ count: z.int() }),
  /** By their customers, at least once. */
  viewed: z.object({ count: z.int() }),
  approved: counted,
  declined: z.object({ count: z.int() }),
  /** Expired or withdrawn, without an answer. */
  lapsed: z.object({ count: z.int() }),
  /** They wait for an answer. */
  open: z.object({ count: z.int() }),
  /** Percent of those that do not wait any more that were approved; null where all wait. */
  winRate: z.nullable(z.number()),
  /** Median from the request to the first time it went out, of those that answer a request; null where none does. */
  hoursToQuote: z.nullable(z.number()),
})
export type QuoteFigures = z.infer<typeof QuoteFigures>

export const getQuoteFigures = {
  method: 'GET',
  path: '/api/billing/quote-figures',
  summary:
    'How many quotes went out in a period, and what became of them: viewed, approved, win rate, time to quote',
  needs: 'reports',
  query: z.object({ from: asOf, to: asOf, asOf }),
  response: QuoteFigures,
} as const
