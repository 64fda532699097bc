import { type Db, run, sql } from '@plumbline/platform/db'
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

const centsOf = async (db: Db, from: string, to: string): Promise<number> =>
  Number(
    (
      await run<{ cents: string }>(
        db,
        sql`SELECT coalesce(sum(cents), 0) AS cents FROM revenue WHERE day >= ${from} AND day <= ${to}`,
      )
    )[0]?.cents,
  )

type Counts = {
  jobs: number
  jobsBefore: number
  hadJobs: boolean
  fresh: number
  thisWeek: number
  hadLeads: boolean
}

/** The four figures of the dashboard; a trend is null while there is nothing to compare with. */
export async function readStats(db: Db, now: Date): Promise<DashboardStats> {
  const today = dayInNewYork(now)
  const weekAgo = new Date(now.getTime() - weekMs)
  const [total, month, before, [counts]] = await Promise.all([
    centsOf(db, '0000-00-00', '9999-99-99'),
    centsOf(db, `${today.slice(0, 7)}-01`, today),
    centsOf(db, ...monthBefore(today)),
    run<Counts>(
      db,
      sql`SELECT
        (count(*) FILTER (WHERE kind = 'appointment' AND status IN ('scheduled', 'in_progress')))::int AS jobs,
        (count(*) FILTER (WHERE kind = 'appointment' AND opened_at <= ${weekAgo} AND (closed_at IS NULL OR closed_at > ${weekAgo})))::int AS "jobsBefore",
        count(*) FILTER (WHERE kind = 'appointment' AND opened_at <= ${weekAgo}) > 0 AS "hadJobs",
        (count(*) FILTER (WHERE kind = 'lead' AND status = 'new'))::int AS fresh,
        (count(*) FILTER (WHERE kind = 'lead' AND opened_at > ${weekAgo}))::int AS "thisWeek",
        count(*) FILTER (WHERE kind = 'lead' AND opened_at <= ${weekAgo}) > 0 AS "hadLeads"
        FROM histories WHERE kind IN ('appointment', 'lead')`,
    ),
  ])
  const {
    jobs = 0,
    jobsBefore = 0,
    hadJobs = false,
    fresh = 0,
    thisWeek = 0,
    hadLeads = false,
  } = counts ?? {}
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
