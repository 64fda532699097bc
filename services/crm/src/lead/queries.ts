import { readClock } from '@plumbline/business/directory'
import { type Bind, type Db, first, namedStatement, run } from '@plumbline/platform/db'
import type { List } from '@plumbline/platform/http'
import { type Paged, pageOf } from '@plumbline/platform/paging'
import { tableFor } from '@plumbline/platform/projections'
import { type Lead, type LeadCounts, type LeadWait, quoteDueHours } from '../api.ts'
import { personOrders, searchCondition } from '../search.ts'
import { type LeadRow, leads, toLead } from './projection.ts'

const table = tableFor(leads)

const createdMs = `(extract(epoch FROM "createdAt") * 1000)::bigint`

const orders = {
  ...personOrders,
  // those without an answer, the one that waits longest first; then the others, newest first
  'quote-due': {
    by: [`CASE WHEN status = 'new' THEN ${createdMs} ELSE 9000000000000000 - ${createdMs} END`, 'id'],
  },
  'follow-up': { by: [`coalesce("followUpOn", '9999')`, 'id'] },
}

type LeadFilter = Paged & { q?: string; status?: string; waiting?: LeadWait }

/** Leads as of a moment and its day, which decide who waits. */
export const leadList = (now: Date, today: string): List<LeadFilter, LeadRow, Lead> => ({
  statement: ({ q = '', status, waiting, ...page }) =>
    namedStatement((bind) => {
      const conditions = ['true', ...searchCondition(q, bind)]
      if (status) conditions.push(`status = ${bind(status)}`)
      if (waiting) conditions.push(isWaiting[waiting]({ now, today }, bind))
      return pageOf(`${table.select} WHERE ${conditions.join(' AND ')}`, page, orders, bind)
    }),
  orders,
  toItems: (rows) => rows.map(toLead),
})

const hourMs = 3_600_000

const isWaiting: Record<LeadWait, (at: { now: Date; today: string }, bind: Bind) => string> = {
  quote: ({ now }, bind) =>
    `status = 'new' AND created_at <= ${bind(new Date(now.getTime() - quoteDueHours * hourMs))}`,
  'follow-up': ({ today }, bind) => `follow_up_on <= ${bind(today)} AND status NOT IN ('converted', 'lost')`,
}

export async function leadCounts(db: Db, now: Date): Promise<LeadCounts> {
  const { today } = await readClock(db, now)
  const [[counts], [newest]] = await Promise.all([
    run<Omit<LeadCounts, 'newest'>>(
      db,
      namedStatement((bind) => {
        const count = (waiting: LeadWait) =>
          `(SELECT count(*)::int FROM ${table.name} WHERE ${isWaiting[waiting]({ now, today }, bind)})`
        return `SELECT ${count('quote')} AS "quotesOverdue", ${count('follow-up')} AS "followUpsDue"`
      }),
    ),
    run<LeadRow>(db, newestLead),
  ])
  return { ...(counts as Omit<LeadCounts, 'newest'>), newest: newest ? toLead(newest) : null }
}

const newestLead = {
  name: 'newest-lead',
  text: `${table.select} WHERE status = 'new' ORDER BY "createdAt" DESC, id DESC LIMIT 1`,
  values: [],
}

export const leadById = (db: Db, id: number): Promise<LeadRow | undefined> =>
  first<LeadRow>(db, { name: 'lead-by-id', text: `${table.select} WHERE id = $1`, values: [id] })
