import type { Bind } from './db.ts'
import { rejection } from './errors.ts'

/** A page of rows after an opaque cursor; without a limit all of them. */
export type Paged = { limit?: number; cursor?: string }
/** Where a page ends: a time and an id, which together are unique. */
export type Cursor = { at: string; id: number }

/** Whether this is a time as we write it, of a day that both the calendar and Postgres have. */
export function isInstant(text: string): boolean {
  const time = new Date(text)
  return !Number.isNaN(time.getTime()) && time.toISOString() === text && time.getUTCFullYear() > 0
}

const pattern = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z) (\d{1,9})$/

/** Where a cursor is. Throws `invalid`. */
export function readCursor(cursor: string): Cursor {
  const [, at, id] = pattern.exec(Buffer.from(cursor, 'base64url').toString()) ?? []
  if (!at || !id || !isInstant(at)) throw rejection('invalid', 'Invalid cursor.')
  return { at, id: Number(id) }
}

/** The condition for rows after a cursor where the newest come first, on the two columns. Throws `invalid`. */
export function afterCursor(cursor: string, bind: Bind, columns = 'created_at, id'): string {
  const { at, id } = readCursor(cursor)
  return `(${columns}) < (${bind(at)}, ${bind(id)})`
}

/** One row more than requested shows whether there is another page. */
export const limitClause = (limit: number | undefined, bind: Bind): string =>
  limit ? ` LIMIT ${bind(limit + 1)}` : ''

/** The rows of a page; `next` is the cursor of the next page, null at the end. */
export function pageOf<Row>(
  rows: Row[],
  limit: number | undefined,
  cursorOf: (row: Row) => Cursor,
): { rows: Row[]; next: string | null } {
  if (!limit || rows.length <= limit) return { rows, next: null }
  const page = rows.slice(0, limit)
  const { at, id } = cursorOf(page.at(-1) as Row)
  return { rows: page, next: Buffer.from(`${at} ${id}`).toString('base64url') }
}
