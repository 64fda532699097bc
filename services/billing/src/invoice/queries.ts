import {
  type Db,
  namedStatement,
  type Pool,
  run,
  type SqlStatement,
  streamRows,
} from '@plumbline/platform/db'
import { rejection } from '@plumbline/platform/errors'
import { afterCursor, limitClause, type Paged, pageOf } from '@plumbline/platform/paging'
import { containing } from '@plumbline/platform/search'
import { joinCustomer, numbersOfCustomer } from '../customers.ts'
import { type InvoiceRow, invoicesTable as table } from './projection.ts'

export type Page = Paged & { q?: string; status?: string; customerId?: number }

/** An invoice and the customer whom it is for now; null where nobody knows the customer. */
export type ListedInvoice = Omit<InvoiceRow, 'searched' | 'version'> & {
  currentCustomerId: number | null
  firstName: string | null
  lastName: string | null
}

/** The columns of a `ListedInvoice` from `invoice`, rows of invoices, and `c`. */
export const listedColumns = `${table.names
  .filter((name) => name !== 'searched' && name !== 'version')
  .map((name) => `invoice."${name}"`)
  .join(', ')}, c.id AS "currentCustomerId", c.first_name AS "firstName", c.last_name AS "lastName"`

/** Ends with OFFSET, so that the few of a customer are looked up first instead of going through all in their order. */
const ofCustomer = (id: string) => `${table.select} WHERE customer_id = ANY(${numbersOfCustomer(id)})`

/** Newest first. `next`: the cursor of the next page, null at the end. */
export async function listInvoices(
  db: Db,
  page: Page,
): Promise<{ rows: ListedInvoice[]; next: string | null }> {
  return pageOf(await run<ListedInvoice>(db, listQuery(page)), page.limit)
}

/** All of them, in batches as they are read. */
export const streamInvoices = (pool: Pool, wanted: Omit<Page, 'limit'>): AsyncGenerator<ListedInvoice[]> =>
  streamRows<ListedInvoice>(pool, listQuery(wanted))

function listQuery({ q, status, customerId, limit, cursor }: Page): SqlStatement {
  return namedStatement((bind) => {
    const conditions = ['true']
    if (q?.trim()) conditions.push(`searched LIKE ${bind(containing(q))}`)
    if (status) conditions.push(`status = ${bind(status)}`)
    if (cursor) conditions.push(afterCursor(cursor, bind))
    const where = conditions.join(' AND ')
    const found = customerId
      ? `${ofCustomer(`${bind(customerId)}::integer`)} AND ${where} OFFSET 0`
      : `${table.select} WHERE ${where}`
    const page = `SELECT * FROM (${found}) found ORDER BY "createdAt" DESC, id DESC${limitClause(limit, bind)}`
    return `SELECT ${listedColumns} FROM (${page}) invoice ${joinCustomer('invoice."customerId"')}
      ORDER BY "createdAt" DESC, invoice.id DESC`
  })
}

/** The invoices of a customer, with those of records merged into theirs, newest first; undefined: no such customer. */
export async function invoicesOfCustomer(db: Db, id: number): Promise<ListedInvoice[] | undefined> {
  const rows = await run<ListedInvoice>(db, {
    name: 'invoices-of-customer',
    text: `SELECT ${listedColumns} FROM (SELECT $1::integer AS id) asked ${joinCustomer('asked.id')}
      LEFT JOIN LATERAL (${ofCustomer('c.id')} OFFSET 0) invoice ON true
      WHERE NOT c.removed ORDER BY "createdAt" DESC, invoice.id DESC`,
    values: [id],
  })
  if (rows.length === 0) return undefined
  return rows[0]?.id === null ? [] : rows
}

/** The row, locked for the rest of the transaction. */
export async function lockInvoice(db: Db, id: number): Promise<InvoiceRow> {
  const [row] = await run<InvoiceRow>(db, {
    name: 'lock-invoice',
    text: `${table.select} WHERE id = $1 FOR UPDATE`,
    values: [id],
  })
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
