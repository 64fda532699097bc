import { type Db, run, type SqlStatement } from '@plumbline/platform/db'
import { moneyText } from '@plumbline/platform/money'
import { dayInNewYork, dayLater } from '@plumbline/platform/time'
import type { DashboardStats } from './api.ts'

// while nobody can rate us; spec §1 shows it to visitors
const satisfaction = 4.9
const weekMs = 7 * 86_400_000

const signed = (n: number) => (n < 0 ? `${n}` : `+${n}`)

/** The same days of the month before. @example monthBefore('2026-03-31') // ['2026-02-01', '2026-02-28'] */
export function monthBefore(day: string): [from: string, to: string] {
  const last = dayLater(`${day.slice(0, 7)}-01`, -1)
  const same = `${last.slice(0, 8)}${day.slice(8)}`
  return [`${last.slice(0, 7)}-01`, same < last ? same : last]
}

type Figures = {
  /** Cents, of ever and of two months. */
  total: number
  month: number
  before: number
  jobs: number
  jobsBefore: number
  hadJobs: boolean
  fresh: number
  thisWeek: number
  hadLeads: boolean
}

const taken = 'SELECT coalesce(sum(cents), 0)::float8 FROM revenue'

const figures = (today: string, weekAgo: Date): SqlStatement => ({
  name: 'dashboard-figures',
  text: `SELECT (${taken}) AS total,
      (${taken} WHERE day BETWEEN $1 AND $2) AS month, (${taken} WHERE day BETWEEN $3 AND $4) AS before,
      jobs.*, EXISTS (SELECT 1 FROM histories WHERE kind = 'appointment' AND opened_at <= $5) AS "hadJobs",
      (SELECT count(*)::int FROM histories WHERE kind = 'lead' AND status = 'new') AS fresh,
      (SELECT count(*)::int FROM histories WHERE kind = 'lead' AND opened_at > $5) AS "thisWeek",
      EXISTS (SELECT 1 FROM histories WHERE kind = 'lead' AND opened_at <= $5) AS "hadLeads"
    FROM (
      SELECT (count(*) FILTER (WHERE closed_at IS NULL))::int AS jobs,
        (count(*) FILTER (WHERE opened_at <= $5))::int AS "jobsBefore"
      FROM histories WHERE kind = 'appointment' AND (closed_at IS NULL OR closed_at > $5)) jobs`,
  values: [`${today.slice(0, 7)}-01`, today, ...monthBefore(today), weekAgo],
})

/** The four figures of the dashboard; a trend is null while there is nothing to compare with. */
export async function readStats(db: Db, now: Date): Promise<DashboardStats> {
  const weekAgo = new Date(now.getTime() - weekMs)
  const [row] = (await run(db, figures(dayInNewYork(now), weekAgo))) as [Figures]
  const { total, month, before, jobs, jobsBefore, hadJobs, fresh, thisWeek, hadLeads } = row
  const percent = before > 0 ? Math.round(((month - before) / before) * 1_000) / 10 : null
  return {
    totalRevenue: moneyText(total),
    activeJobs: jobs,
    newLeads: fresh,
    satisfaction,
    trends: {
      totalRevenue: percent === null ? null : `${signed(percent)}% from last month`,
      activeJobs: hadJobs ? `${signed(jobs - jobsBefore)} from last week` : null,
      newLeads: hadLeads ? `${signed(thisWeek)} this week` : null,
      satisfaction: null,
    },
  }
}
