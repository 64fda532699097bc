import { money, pathId } from '@plumbline/platform/schemas'
import * as z from 'zod/mini'

/** What was approved of a job, and what was invoiced for it. */
export const Comparison = /* @__PURE__ */ z.object({
  /** How many are approved of the quote and its change orders. */
  approvals: z.int(),
  /** What they come to together; credits may make it 0.00 or less. */
  approved: money,
  /** The deposit and all invoices but void ones, with drafts. */
  invoiced: money,
  /** Invoiced less approved: below zero is left to invoice. */
  difference: money,
  /**
   * Of a job: the quote that it came from, and what an invoice of the rest comes to. Left out where nothing is left, or a job of
   * the quote was invoiced by hand.
   */
  toInvoice: z.optional(z.object({ quoteId: z.int(), quoteNumber: z.string(), amount: money })),
})
export type Comparison = z.infer<typeof Comparison>

export const compareInvoiced = {
  method: 'GET',
  path: '/api/invoices/comparison',
  summary:
    'What was approved by quote and change orders, and what was invoiced for it: of a quote or of a job',
  needs: 'invoices.view',
  query: z.object({ quoteId: z.optional(pathId), appointmentId: z.optional(pathId) }).check(
    z.refine(({ quoteId, appointmentId }) => (quoteId === undefined) !== (appointmentId === undefined), {
      error: 'Please name a quote or a job',
      path: ['quoteId'],
    }),
  ),
  response: Comparison,
} as const
