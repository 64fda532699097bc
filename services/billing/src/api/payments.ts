import { money, pageQuery } from '@plumbline/platform/schemas'
import * as z from 'zod/mini'
import { paymentMethods } from '../events.ts'
import { asOf } from './values.ts'

/** The days on which money moved, by default those of this month; `asOf`: as it was known when that day ended. */
const period = { from: asOf, to: asOf, asOf }

export const JournalEntry = z.object({
  /** Of the movement: `<invoice>-<number>`. */
  id: z.string(),
  date: z.iso.date(),
  /** `undone`: the payment was recorded by mistake, and no money went back. */
  kind: z.enum(['payment', 'refund', 'undone']),
  customerId: z.int(),
  customerName: z.nullable(z.string()),
  invoiceId: z.int(),
  invoiceNumber: z.string(),
  /** A refund has that of its payment. */
  method: z.enum(paymentMethods),
  /** Less than 0 for a refund. */
  amount: money,
})
export type JournalEntry = z.infer<typeof JournalEntry>

export const listPayments = {
  method: 'GET',
  path: '/api/billing/payments',
  summary: 'Payments and refunds of a period, newest first; with a limit the next page is in the Link header',
  needs: 'reports',
  query: z.object({
    /** Words of the invoice and its customer; every word must occur. */
    q: z.optional(z.string().check(z.maxLength(200, 'At most 200 characters'))),
    method: z.optional(z.enum(paymentMethods, { error: 'There is no such method' })),
    sort: z.optional(z.enum(['newest', 'oldest'], { error: 'There is no such order' })),
    ...pageQuery,
    ...period,
  }),
  response: z.array(JournalEntry),
} as const

export const PaymentTotals = z.object({
  from: z.iso.date(),
  to: z.iso.date(),
  /** Payments less refunds. */
  total: money,
  /** The largest first. `count`: of payments and refunds. */
  methods: z.array(z.object({ method: z.enum(paymentMethods), count: z.int(), amount: money })),
  /** By month: the tax of invoices issued in it, and the part of the money moved in it that is tax. */
  tax: z.array(z.object({ month: z.string(), invoiced: money, collected: money })),
})
export type PaymentTotals = z.infer<typeof PaymentTotals>

export const getPaymentTotals = {
  method: 'GET',
  path: '/api/billing/payments/totals',
  summary: 'What was received in a period by payment method, and its tax by month',
  needs: 'reports',
  query: z.object(period),
  response: PaymentTotals,
} as const
