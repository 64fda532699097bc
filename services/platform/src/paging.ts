import type { Bind } from './db.ts'
import { rejection } from './errors.ts'

/** A page of rows, the newest first, after an opaque cursor. */
export type Paged = { limit?: number; cursor?: string }
type CursorFields = { createdAt: string; id: number }

const pattern = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z) (\d{1,9})$/

/** The condition for rows after a cursor, on the two columns; Throws `invalid`. */
export function afterCursor(cursor: string, bind: Bind, columns = 'created_at, id'): string {
  const [, createdAt, id] = pattern.exec(Buffer.from(cursor, 'base64url').toString()) ?? []
  if (!createdAt || !id || Number.isNaN(Date.parse(createdAt))) throw rejection('invalid', 'Invalid cursor.')
  return `(${columns}) < (${bind(createdAt)}, ${bind(id)})`
}

/** One row more than requested shows whether there is another page. */
export const limitClause = (limit: number | undefined, bind: Bind): string =>
  limit ? ` LIMIT ${bind(limit + 1)}` : ''

/** The rows of a page; `next` is the cursor of the next page, null at the end. */
export function pageOf<Row extends CursorFields>(
  rows: Row[],
  limit: number | undefined,
): { rows: Row[]; next: string | null } {
  if (!limit || rows.length <= limit) return { rows, next: null }
  const page = rows.slice(0, limit)
  const { createdAt, id } = page.at(-1) as Row
  return { rows: page, next: Buffer.from(`${createdAt} ${id}`).toString('base64url') }
}
