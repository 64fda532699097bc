import * as z from 'zod/mini'
import { asOf } from './values.ts'

/** Drafts and void invoices are left out; invoiced = paid + outstanding. */
export const Totals = z.object({
  asOf: z.iso.date(),
  invoiced: z.string(),
  paid: z.string(),
  outstanding: z.string(),
  /** The part of it that is past due. */
  overdue: z.string(),
})
export type Totals = z.infer<typeof Totals>

export const receivableAges = ['0-30', '31-60', '61-90', '90+'] as const
export type ReceivableAge = (typeof receivableAges)[number]
const behind = { amount: z.string(), invoiceIds: z.array(z.int()) }

export const Reports = z.object({
  from: z.iso.date(),
  to: z.iso.date(),
  /** Payments less refunds, by the month the money moved in. */
  revenue: z.array(z.object({ month: z.string(), ...behind })),
  /** Balances at the end of `to`, by days past due; what is not due yet is among the youngest. */
  receivables: z.array(z.object({ age: z.enum(receivableAges), ...behind })),
  /** Revenue by the kind of job; null: no appointment. */
  services: z.array(z.object({ serviceType: z.nullable(z.string()), ...behind })),
  /** Revenue by how the customer came; null: nobody knows. */
  sources: z.array(z.object({ source: z.nullable(z.string()), ...behind })),
})
export type Reports = z.infer<typeof Reports>

/** Of which days a report is; `asOf`: as it was known when that day ended. */
const period = { from: asOf, to: asOf, asOf }

const group = z.optional(z.string().check(z.maxLength(200, 'At most 200 characters')))

/** One figure of the reports, and the period it is of. */
export const figureQuery = {
  /** Of the revenue, such as `2026-11`. */
  month: z.optional(z.string().check(z.regex(/^\d{4}-(0[1-9]|1[0-2])$/, 'Please enter a month'))),
  /** Of the receivables. */
  age: z.optional(z.enum(receivableAges, { error: 'There is no such age' })),
  /** Of the revenue by kind of job; empty: without an appointment. */
  service: group,
  /** Of the revenue by how the customer came; empty: nobody knows. */
  source: group,
  ...period,
}
export type FigureQuery = Partial<Record<keyof typeof figureQuery, string>>

export const getTotals = {
  method: 'GET',
  path: '/api/billing/totals',
  summary: 'What was invoiced, paid, outstanding and overdue at the end of a day in New York',
  access: 'session',
  query: z.object({ asOf }),
  response: Totals,
} as const

export const getReports = {
  method: 'GET',
  path: '/api/billing/reports',
  summary:
    'Revenue by month, by kind of job and by how the customer came, receivables by age; each with the invoices behind it',
  access: 'session',
  query: z.object(period),
  response: Reports,
} as const
