import { money } from '@plumbline/platform/schemas'
import * as z from 'zod/mini'

/** What needs attention now. `uninvoiced`: completed appointments without an invoice that is not void. */
export const InvoiceCounts = /* @__PURE__ */ z.object({
  outstanding: z.object({ count: z.int(), amount: money }),
  overdue: z.object({ count: z.int(), amount: money }),
  drafts: z.object({ count: z.int() }),
  /** Releases before this one do not answer it. */
  void: z.optional(z.object({ count: z.int() })),
  uninvoiced: z.object({ count: z.int() }),
})
export type InvoiceCounts = z.infer<typeof InvoiceCounts>

export const countInvoices = {
  method: 'GET',
  path: '/api/invoices/counts',
  summary:
    'How many invoices are outstanding, overdue, drafts or void, and how many completed jobs have no invoice',
  needs: 'invoices.view',
  response: InvoiceCounts,
} as const
