import * as z from 'zod/mini'

/** What needs attention now. `uninvoiced`: completed appointments without an invoice that is not void. */
export const InvoiceCounts = /* @__PURE__ */ z.object({
  outstanding: z.object({ count: z.int(), amount: z.string() }),
  overdue: z.object({ count: z.int(), amount: z.string() }),
  drafts: z.object({ count: z.int() }),
  uninvoiced: z.object({ count: z.int() }),
})
export type InvoiceCounts = z.infer<typeof InvoiceCounts>

export const UninvoicedAppointment = z.object({
  id: z.int(),
  title: z.string(),
  customerId: z.int(),
  customerName: z.nullable(z.string()),
  completedAt: z.iso.datetime(),
  /** The actual price, or else the estimated one. */
  price: z.nullable(z.string()),
})
export type UninvoicedAppointment = z.infer<typeof UninvoicedAppointment>

export const countInvoices = {
  method: 'GET',
  path: '/api/invoices/counts',
  summary:
    'How many invoices are outstanding, overdue or drafts, and how many completed jobs have no invoice',
  access: 'session',
  response: InvoiceCounts,
} as const

/** How many appointments the list has at most. */
export const maxUninvoiced = 100

export const listUninvoiced = {
  method: 'GET',
  path: '/api/invoices/uninvoiced',
  summary: 'Completed appointments without an invoice, the last completed first, at most 100',
  access: 'session',
  response: z.array(UninvoicedAppointment),
} as const
