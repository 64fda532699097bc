import { money, seenWith } from '@plumbline/platform/schemas'
import * as z from 'zod/mini'

// each on its own: a page carries what it uses
export * from './api/activity.ts'
export * from './api/customerTimeline.ts'
export * from './api/search.ts'

/** The change since the period before; null when there is nothing to compare with. */
const Trend = z.nullable(z.string())
/** It says how much the amounts have changed. */
const MoneyTrend = seenWith('prices.view', z.nullable(z.string()))

export const DashboardStats = z.object({
  totalRevenue: money,
  activeJobs: z.int(),
  newLeads: z.int(),
  /** Of five stars. */
  satisfaction: z.number(),
  trends: z.object({ totalRevenue: MoneyTrend, activeJobs: Trend, newLeads: Trend, satisfaction: Trend }),
})
export type DashboardStats = z.infer<typeof DashboardStats>

export const dashboardStats = {
  method: 'GET',
  path: '/api/dashboard/stats',
  summary: 'Figures of the business and their trends',
  needs: 'schedule.all.view',
  response: DashboardStats,
} as const
