import { type Bind, type Db, namedStatement, run } from '@plumbline/platform/db'
import { rejection } from '@plumbline/platform/errors'
import type { List } from '@plumbline/platform/http'
import { type Paged, pageOf } from '@plumbline/platform/paging'
import { wordPatterns } from '@plumbline/platform/search'
import type { Invoice, ListedStatus } from '../api.ts'
import { customers } from '../customers.ts'
import { draftNumberText, invoiceNumberText } from '../events.ts'
import { type InvoiceRow, invoicesTable as table } from './projection.ts'

type StoredInvoice = Omit<InvoiceRow, 'searched' | 'version'>

/** An invoice with the customer of today; null when the customer is unknown or was removed. */
export type ListRow = StoredInvoice & { currentCustomerId: number | null; customerName: string | null }

/** The columns of a `ListRow`, of the rows `invoice` and their customers `c`. */
export const listColumns = `${table.names
  .filter((name) => name !== 'searched' && name !== 'version')
  .map((name) => `invoice."${name}"`)
  .join(', ')}, c.id AS "currentCustomerId", c.name AS "customerName"`

// field by field, because spread syntax for ten thousand rows takes longer than reading them
export const toInvoice = (
  row: StoredInvoice,
  currentCustomerId: number | null | undefined,
  customerName: string | null | undefined,
): Invoice => ({
  id: row.id,
  customerId: currentCustomerId ?? row.customerId,
  customerName: customerName ?? null,
  appointmentId: row.appointmentId,
  quoteId: row.quoteId,
  invoiceNumber: row.number === null ? draftNumberText(row.id) : invoiceNumberText(row.number),
  description: row.description,
  amount: row.amount,
  tax: row.tax,
  totalAmount: row.totalAmount,
  paidAmount: row.paidAmount,
  balance: row.balance,
  status: row.status,
  dueDate: row.dueDate,
  issueDate: row.issueDate,
  paidDate: row.paidDate,
  paymentMethod: row.paymentMethod,
  lastReminderAt: row.lastReminderAt,
  lastSentAt: row.lastSentAt,
  createdAt: row.createdAt,
  updatedAt: row.updatedAt,
  ...(row.undone && { undone: true }),
})

/** A row of a list as answers show it. */
export const toListItem = (row: ListRow): Invoice => toInvoice(row, row.currentCustomerId, row.customerName)

export type InvoiceSearch = { q?: string; status?: ListedStatus }

/** What is searched of invoices and their customers: every word is in one of both. */
export function searchCondition({ q = '', status }: InvoiceSearch, bind: Bind): string {
  const words = wordPatterns(q).map(bind)
  // with the customers found first, so that not every invoice is joined with its customer to be compared
  const conditions = words.map(
    (word) => `(invoice.searched LIKE ${word} OR invoice."customerId" IN (${customers.idsLike(word)}))`,
  )
  if (status === 'outstanding') conditions.push(`invoice.status IN ('pending', 'overdue')`)
  else if (status) conditions.push(`invoice.status = ${bind(status)}`)
  return conditions.join(' AND ') || 'true'
}

const overdueDay = `CASE WHEN status = 'overdue' THEN "dueDate" ELSE '' END`
const orders = {
  newest: { by: ['"createdAt"', 'id'], descending: true },
  // those that wait longest, then the others, newest first
  overdue: { by: [`(status <> 'overdue')`, overdueDay, '(-id)'] },
  due: { by: ['"dueDate"', 'id'] },
  balance: { by: ['balance', 'id'], descending: true },
  customer: { by: [`coalesce("customerSort", '')`, 'id'] },
}

type InvoiceFilter = Paged & InvoiceSearch & { customerId?: number }

export const invoiceList: List<InvoiceFilter, ListRow, Invoice> = {
  statement: ({ q, status, customerId, ...page }) =>
    namedStatement((bind) => {
      const matching = customerId ? ofCustomer(`${bind(customerId)}::integer`) : table.select
      const rows = `SELECT ${listColumns}, c.search_text AS "customerSort"
        FROM (${matching}) invoice ${customers.join('invoice."customerId"')} WHERE ${searchCondition({ q, status }, bind)}`
      return pageOf(rows, page, orders, bind)
    }),
  orders,
  toItems: (rows) => rows.map(toListItem),
}

const ofCustomer = (id: string) => `${table.select} WHERE customer_id = ANY(${customers.recordIds(id)})`

/** Invoices under any record of a customer, newest first. */
export async function invoicesOfCustomer(db: Db, id: number): Promise<Invoice[]> {
  const rows = await run<ListRow | { id: null }>(db, {
    name: 'invoices-of-customer',
    text: `SELECT ${listColumns} FROM (SELECT $1::integer AS id) requested ${customers.join('requested.id')}
      LEFT JOIN LATERAL (${ofCustomer('c.id')}) invoice ON true
      WHERE c.id IS NOT NULL ORDER BY "createdAt" DESC, invoice.id DESC`,
    values: [id],
  })
  if (rows.length === 0) throw rejection('not-found', 'Customer not found', { mayArriveLater: true })
  // a customer without invoices is one row without an invoice
  return rows.filter((row) => row.id !== null).map(toListItem)
}

/** The invoices of an appointment but void ones, newest first. The appointment may be of another customer by now. */
export const invoicesOfAppointment = async (db: Db, id: number): Promise<Invoice[]> =>
  (
    await run<ListRow>(db, {
      name: 'invoices-of-appointment',
      text: `SELECT ${listColumns} FROM (${table.select} WHERE appointment_id = $1 AND status <> 'void') invoice
        ${customers.join('invoice."customerId"')} ORDER BY "createdAt" DESC, invoice.id DESC`,
      values: [id],
    })
  ).map(toListItem)

/** Issued invoices with a balance that were due before this day and are not marked yet. */
export const invoicesDueBefore = async (db: Db, day: string): Promise<number[]> =>
  (
    await run<{ id: number }>(db, {
      text: `SELECT id FROM ${table.name} WHERE status = 'pending' AND due_date < $1 ORDER BY due_date, id`,
      values: [day],
    })
  ).map(({ id }) => id)
