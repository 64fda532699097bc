import { money } from '@plumbline/platform/schemas'
import * as z from 'zod/mini'
import { asOf } from './values.ts'

/** Without drafts and void invoices; invoiced = paid + outstanding. */
export const Totals = z.object({
  asOf: z.iso.date(),
  invoiced: money,
  paid: money,
  outstanding: money,
  /** The part of it that is past due. */
  overdue: money,
})
export type Totals = z.infer<typeof Totals>

/** Days after the due date. */
export const unpaidAges = ['not-due', '1-30', '31-60', '61-90', '90+'] as const
export type UnpaidAge = (typeof unpaidAges)[number]
/** The ages of before, whose youngest contains what is not due yet. */
export const receivableAges = ['0-30', '31-60', '61-90', '90+'] as const
export type ReceivableAge = (typeof receivableAges)[number]
const figure = { amount: money, invoiceIds: z.array(z.int()) }

export const Reports = z.object({
  from: z.iso.date(),
  to: z.iso.date(),
  /** Payments less refunds, by the month the money moved in. */
  revenue: z.array(z.object({ month: z.string(), ...figure })),
  /** Balances at the end of `to` by days past due. Releases before this one do not answer it. */
  unpaid: z.optional(z.array(z.object({ age: z.enum(unpaidAges), ...figure }))),
  /** The same for front-ends that do not know `unpaid`: those not due yet count as the youngest. */
  receivables: z.array(z.object({ age: z.enum(receivableAges), ...figure })),
  /** Revenue by service type; null for invoices without an appointment. */
  services: z.array(z.object({ serviceType: z.nullable(z.string()), ...figure })),
  /** Revenue by the source of the customer; null when it is unknown. */
  sources: z.array(z.object({ source: z.nullable(z.string()), ...figure })),
})
export type Reports = z.infer<typeof Reports>

/** The days of a report; `asOf`: as it was known when that day ended. */
const period = { from: asOf, to: asOf, asOf }

const group = z.optional(z.string().check(z.maxLength(200, 'At most 200 characters')))

/** One figure of the reports, and its period. */
export const figureQuery = {
  /** Revenue of a month, such as `2026-11`. */
  month: z.optional(z.string().check(z.regex(/^\d{4}-(0[1-9]|1[0-2])$/, 'Please enter a month'))),
  /** Balances of an age; `0-30` contains what is not due yet. */
  age: z.optional(z.enum([...unpaidAges, '0-30'], { error: 'There is no such age' })),
  /** Revenue of a service type; empty: without an appointment. */
  service: group,
  /** Revenue of a source; empty: unknown. */
  source: group,
  ...period,
}
export type FigureQuery = Partial<Record<keyof typeof figureQuery, string>>

export const getTotals = {
  method: 'GET',
  path: '/api/billing/totals',
  summary: 'What was invoiced, paid, outstanding and overdue at the end of a day',
  needs: 'invoices.view',
  query: z.object({ asOf }),
  response: Totals,
} as const

export const getReports = {
  method: 'GET',
  path: '/api/billing/reports',
  summary:
    'Revenue by month, by service type and by source of the customer, receivables by age; each with its invoices',
  needs: 'reports',
  query: z.object(period),
  response: Reports,
} as const
