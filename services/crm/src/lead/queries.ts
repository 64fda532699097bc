import { type Db, namedStatement, run } from '@plumbline/platform/db'
import type { List } from '@plumbline/platform/http'
import { afterCursor, limitClause, type Paged } from '@plumbline/platform/paging'
import { tableFor } from '@plumbline/platform/projections'
import type { Lead } from '../api.ts'
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

export const leadById = async (db: Db, id: number): Promise<LeadRow | undefined> =>
  (await run<LeadRow>(db, { name: 'lead-by-id', text: `${table.select} WHERE id = $1`, values: [id] }))[0]

/** The row, locked until the transaction ends. */
export const lockLead = async (db: Db, id: number): Promise<LeadRow | undefined> =>
  (
    await run<LeadRow>(db, {
      name: 'lock-lead',
      text: `${table.select} WHERE id = $1 FOR UPDATE`,
      values: [id],
    })
  )[0]
