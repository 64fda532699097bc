import { readClock } from '@plumbline/business/directory'
import { type Db, run, type SqlStatement } from '@plumbline/platform/db'
import { moneyText } from '@plumbline/platform/money'
import { dayLater } from '@plumbline/platform/time'
import type { DashboardStats } from '../api.ts'

// a constant while customers cannot rate the business; the landing page shows the same
const satisfaction = 4.9
const weekMs = 7 * 86_400_000

const withSign = (n: number) => (n < 0 ? `${n}` : `+${n}`)

/** The same days of the month before. @example monthBefore('2026-03-31') // ['2026-02-01', '2026-02-28'] */
export function monthBefore(day: string): [from: string, to: string] {
  const last = dayLater(`${day.slice(0, 7)}-01`, -1)
  const same = `${last.slice(0, 8)}${day.slice(8)}`
  return [`${last.slice(0, 7)}-01`, same < last ? same : last]
}

type Figures = {
  /** Cents: in all, this month, and in the same days of the month before. */
  total: number
  month: number
  monthBefore: number
  activeJobs: number
  activeJobsBefore: number
  hadJobs: boolean
  newLeads: number
  leadsThisWeek: number
  hadLeads: boolean
}

const revenue = 'SELECT coalesce(sum(cents), 0)::float8 FROM revenue'

const figuresStatement = (today: string, weekAgo: Date): SqlStatement => ({
  name: 'dashboard-figures',
  text: `SELECT (${revenue}) AS total, (${revenue} WHERE day BETWEEN $1 AND $2) AS month,
      (${revenue} WHERE day BETWEEN $3 AND $4) AS "monthBefore",
      jobs.*, EXISTS (SELECT 1 FROM subjects WHERE kind = 'appointment' AND opened_at <= $5) AS "hadJobs",
      (SELECT count(*)::int FROM subjects WHERE kind = 'lead' AND status = 'new') AS "newLeads",
      (SELECT count(*)::int FROM subjects WHERE kind = 'lead' AND status <> 'removed' AND opened_at > $5)
        AS "leadsThisWeek",
      EXISTS (SELECT 1 FROM subjects WHERE kind = 'lead' AND opened_at <= $5) AS "hadLeads"
    FROM (
      SELECT (count(*) FILTER (WHERE closed_at IS NULL))::int AS "activeJobs",
        (count(*) FILTER (WHERE opened_at <= $5))::int AS "activeJobsBefore"
      FROM subjects WHERE kind = 'appointment' AND (closed_at IS NULL OR closed_at > $5)) jobs`,
  values: [`${today.slice(0, 7)}-01`, today, ...monthBefore(today), weekAgo],
})

/** The four figures of the dashboard. */
export async function readStats(db: Db, now: Date): Promise<DashboardStats> {
  const weekAgo = new Date(now.getTime() - weekMs)
  const { today } = await readClock(db, now)
  const [figures] = (await run(db, figuresStatement(today, weekAgo))) as [Figures]
  const { total, month, monthBefore, activeJobs, newLeads } = figures
  const percent = monthBefore > 0 ? Math.round(((month - monthBefore) / monthBefore) * 1_000) / 10 : null
  return {
    totalRevenue: moneyText(total),
    activeJobs,
    newLeads,
    satisfaction,
    trends: {
      totalRevenue: percent === null ? null : `${withSign(percent)}% from last month`,
      activeJobs: figures.hadJobs
        ? `${withSign(activeJobs - figures.activeJobsBefore)} from last week`
        : null,
      newLeads: figures.hadLeads ? `${withSign(figures.leadsThisWeek)} this week` : null,
      satisfaction: null,
    },
  }
}
