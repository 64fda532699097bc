import { type Db, run } from '@plumbline/platform/db'
import { reject } from '@plumbline/platform/errors'
import { sameCustomer } from './customers.ts'
import { type InvoiceRow, invoicesTable as table } from './invoices.ts'

export type Page = { q?: string; status?: string; customerId?: number; limit?: number; cursor?: string }

/** Newest first. `next`: the cursor of the page behind this one, null at the end. */
export async function listInvoices(
  db: Db,
  { q, status, customerId, limit, cursor }: Page,
): Promise<{ rows: InvoiceRow[]; next: string | null }> {
  const values: unknown[] = []
  const conditions = ['true']
  if (q?.trim())
    conditions.push(`description ILIKE $${values.push(`%${q.trim().replace(/[\\%_]/g, '\\$&')}%`)}`)
  if (status) conditions.push(`status = $${values.push(status)}`)
  if (customerId) conditions.push(sameCustomer(values.push(customerId)))
  if (cursor) {
    const { createdAt, id } = readCursor(cursor)
    conditions.push(`(created_at, id) < ($${values.push(createdAt)}, $${values.push(id)})`)
  }
  // one more than asked for tells whether there is another page
  const upTo = limit ? ` LIMIT $${values.push(limit + 1)}` : ''
  const text = `${table.select} WHERE ${conditions.join(' AND ')} ORDER BY created_at DESC, id DESC${upTo}`
  const rows = await run<InvoiceRow>(db, { text, values })
  if (!limit || rows.length <= limit) return { rows, next: null }
  const shown = rows.slice(0, limit)
  return { rows: shown, next: cursorAfter(shown.at(-1) as InvoiceRow) }
}

const cursorAfter = ({ createdAt, id }: InvoiceRow): string =>
  Buffer.from(`${createdAt} ${id}`).toString('base64url')

function readCursor(cursor: string): { createdAt: string; id: string } {
  const [, createdAt, id] =
    /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z) (\d{1,9})$/.exec(
      Buffer.from(cursor, 'base64url').toString(),
    ) ?? []
  if (!createdAt || !id || Number.isNaN(Date.parse(createdAt)))
    throw reject('invalid', 'This is no cursor that was given out.')
  return { createdAt, id }
}

/** The row, and nobody else changes it before the transaction ends. */
export async function lockInvoice(db: Db, id: number): Promise<InvoiceRow> {
  const [row] = await run<InvoiceRow>(db, { text: `${table.select} WHERE id = $1 FOR UPDATE`, values: [id] })
  if (!row) throw reject('not-found', 'Invoice not found')
  return row
}

/** Issued invoices with a balance whose day was before this one and that nobody has marked yet. */
export const dueBefore = async (db: Db, day: string): Promise<number[]> =>
  (
    await run<{ id: number }>(db, {
      text: `SELECT id FROM ${table.name} WHERE status = 'pending' AND due_date < $1 ORDER BY due_date, id`,
      values: [day],
    })
  ).map(({ id }) => id)
