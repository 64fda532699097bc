import { type Db, run } from '@plumbline/platform/db'
import { rejection } from '@plumbline/platform/errors'
import { afterCursor, limitClause, type Paged, pageOf } from '@plumbline/platform/paging'
import { containing } from '@plumbline/platform/search'
import { sameCustomer } from './customers.ts'
import { type InvoiceRow, invoicesTable as table } from './invoices.ts'

export type Page = Paged & { q?: string; status?: string; customerId?: number }

/** Newest first. `next`: the cursor of the page behind this one, null at the end. */
export async function listInvoices(
  db: Db,
  { q, status, customerId, limit, cursor }: Page,
): Promise<{ rows: InvoiceRow[]; next: string | null }> {
  const values: unknown[] = []
  const conditions = ['true']
  if (q?.trim()) conditions.push(`searched LIKE $${values.push(containing(q))}`)
  if (status) conditions.push(`status = $${values.push(status)}`)
  if (customerId) conditions.push(sameCustomer(values.push(customerId)))
  if (cursor) conditions.push(afterCursor(cursor, values))
  const text = `${table.select} WHERE ${conditions.join(' AND ')} ORDER BY created_at DESC, id DESC${limitClause(limit, values)}`
  return pageOf(await run<InvoiceRow>(db, { text, values }), limit)
}

/** The row, and nobody else changes it before the transaction ends. */
export async function lockInvoice(db: Db, id: number): Promise<InvoiceRow> {
  const [row] = await run<InvoiceRow>(db, { text: `${table.select} WHERE id = $1 FOR UPDATE`, values: [id] })
  if (!row) throw rejection('not-found', 'Invoice not found')
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

/** Numbers of invoices in their order, drafts included. */
export const invoiceIdsAfter = async (db: Db, after: number, limit: number): Promise<number[]> =>
  (
    await run<{ id: number }>(db, {
      text: `SELECT id FROM ${table.name} WHERE id > $1 ORDER BY id LIMIT $2`,
      values: [after, limit],
    })
  ).map(({ id }) => id)
