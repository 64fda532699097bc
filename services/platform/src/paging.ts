import { reject } from './errors.ts'

/** Pages of rows, the newest first, behind an opaque cursor. */
export type Paged = { limit?: number; cursor?: string }
type Placed = { createdAt: string; id: number }

const pattern = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z) (\d{1,9})$/

/** What leads on from a cursor, as a condition on the two columns; adds to `values`. Throws `invalid`. */
export function behind(cursor: string, values: unknown[], columns = 'created_at, id'): string {
  const [, createdAt, id] = pattern.exec(Buffer.from(cursor, 'base64url').toString()) ?? []
  if (!createdAt || !id || Number.isNaN(Date.parse(createdAt)))
    throw reject('invalid', 'This is no cursor that was given out.')
  return `(${columns}) < ($${values.push(createdAt)}, $${values.push(id)})`
}

/** One more than asked for, which tells whether there is another page; adds to `values`. */
export const upTo = (limit: number | undefined, values: unknown[]): string =>
  limit ? ` LIMIT $${values.push(limit + 1)}` : ''

/** The rows of a page; `next` is the cursor of the page behind it, null at the end. */
export function pageOf<Row extends Placed>(
  rows: Row[],
  limit: number | undefined,
): { rows: Row[]; next: string | null } {
  if (!limit || rows.length <= limit) return { rows, next: null }
  const shown = rows.slice(0, limit)
  const { createdAt, id } = shown.at(-1) as Row
  return { rows: shown, next: Buffer.from(`${createdAt} ${id}`).toString('base64url') }
}
