import { type Db, namedStatement, run } from '@plumbline/platform/db'
import type { List } from '@plumbline/platform/http'
import { afterCursor, limitClause, type Paged } from '@plumbline/platform/paging'
import { tableFor } from '@plumbline/platform/projections'
import { dayInNewYork } from '@plumbline/platform/time'
import { type Lead, type LeadCounts, quoteDueHours } from '../api.ts'
import { searchCondition } from '../search.ts'
import { type LeadRow, leads, toLead } from './projection.ts'

const table = tableFor(leads)

/** Newest first. */
export const leadList: List<Paged & { q?: string; status?: string }, LeadRow, Lead> = {
  statement: ({ q = '', status, limit, cursor }) =>
    namedStatement((bind) => {
      const conditions = ['true', ...searchCondition(q, bind)]
      if (status) conditions.push(`status = ${bind(status)}`)
      if (cursor) conditions.push(afterCursor(cursor, bind))
      return `${table.select} WHERE ${conditions.join(' AND ')} ORDER BY created_at DESC, id DESC${limitClause(limit, bind)}`
    }),
  toItems: (rows) => rows.map(toLead),
  cursorOf: ({ createdAt, id }) => ({ at: createdAt, id }),
}

const hourMs = 3_600_000

export async function leadCounts(db: Db, now: Date): Promise<LeadCounts> {
  const quoteDue = new Date(now.getTime() - quoteDueHours * hourMs)
  const [counts] = await run<LeadCounts>(db, {
    name: 'lead-counts',
    text: `SELECT (SELECT count(*)::int FROM ${table.name} WHERE status = 'new' AND created_at <= $1) AS "quotesOverdue",
      (SELECT count(*)::int FROM ${table.name} WHERE follow_up_on <= $2 AND status NOT IN ('converted', 'lost')) AS "followUpsDue"`,
    values: [quoteDue, dayInNewYork(now)],
  })
  return counts as LeadCounts
}

export const leadById = async (db: Db, id: number): Promise<LeadRow | undefined> =>
  (await run<LeadRow>(db, { name: 'lead-by-id', text: `${table.select} WHERE id = $1`, values: [id] }))[0]
