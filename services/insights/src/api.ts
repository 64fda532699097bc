import * as z from 'zod/mini'

/** What changed with something that happened; null where there was nothing, or is nothing now. */
const Change = z.object({ field: z.string(), from: z.nullable(z.string()), to: z.nullable(z.string()) })

/** One thing that happened, in words. */
export const Happening = z.object({
  /** Its place in the log. */
  id: z.string(),
  at: z.iso.datetime(),
  kind: z.enum(['customer', 'lead', 'appointment', 'invoice', 'payment', 'message']),
  title: z.string(),
  /** Whom it is about, when it is about somebody. */
  person: z.nullable(z.string()),
  /** Who did it: a user, a visitor, or the product itself. */
  actor: z.string(),
  /** Where in the back-office it can be seen. */
  link: z.nullable(z.string()),
  changes: z.array(Change),
})
export type Happening = z.infer<typeof Happening>

const id = z.pipe(
  z.string().check(z.regex(/^[1-9]\d{0,9}$/)),
  z.transform((text: string) => Number(text)),
)

/** The change since the period before; null while there is none to compare with. */
const Trend = z.nullable(z.string())

export const DashboardStats = z.object({
  /** Money as text with two decimals. */
  totalRevenue: z.string(),
  activeJobs: z.int(),
  newLeads: z.int(),
  /** Of five. */
  satisfaction: z.number(),
  trends: z.object({ totalRevenue: Trend, activeJobs: Trend, newLeads: Trend, satisfaction: Trend }),
})
export type DashboardStats = z.infer<typeof DashboardStats>

export const dashboardStats = {
  method: 'GET',
  path: '/api/dashboard/stats',
  summary: 'The figures of the business, and how they have changed',
  access: 'session',
  response: DashboardStats,
} as const

export const activity = {
  method: 'GET',
  path: '/api/activity',
  summary: 'What happened, the newest first; `before` is the id of the last one that was read',
  access: 'session',
  query: z.object({
    limit: z.optional(z.string().check(z.regex(/^([1-9]\d?|100)$/, 'The limit is a number up to 100'))),
    before: z.optional(z.string().check(z.regex(/^\d{1,19}$/))),
  }),
  response: z.array(Happening),
} as const

export const customerTimeline = {
  method: 'GET',
  path: '/api/customers/:id/timeline',
  summary: 'Everything that happened with one customer, the newest first',
  access: 'session',
  params: z.object({ id }),
  response: z.array(Happening),
} as const
