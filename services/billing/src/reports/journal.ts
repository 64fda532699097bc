import { type Pool, run } from '@plumbline/platform/db'
import type { List } from '@plumbline/platform/http'
import { moneyText } from '@plumbline/platform/money'
import { type Paged, pageOf } from '@plumbline/platform/paging'
import type { JournalEntry, PaymentTotals } from '../api.ts'
import { customers } from '../customers.ts'
import { invoiceNumberText, type PaymentMethod } from '../events.ts'
import { invoicesTable } from '../invoice/projection.ts'
import { type InvoiceSearch, searchCondition } from '../invoice/queries.ts'
import { isCounted, isOwed, type ReportDays, unnamedStatement } from './aggregate.ts'
import { moneyMovementsTable } from './movements.ts'
import type { Period } from './query.ts'
import { invoicesAsOf } from './snapshots.ts'

type JournalFilter = Paged & Pick<InvoiceSearch, 'q'> & Period & { method?: PaymentMethod }

type JournalRow = Omit<JournalEntry, 'amount' | 'invoiceNumber'> & { cents: string; number: number }

/** Payments and refunds, the latter with the method of their payment. */
const movements = `(SELECT movement.*, coalesce(movement.method, payment.method) AS paid_by
  FROM ${moneyMovementsTable.name} movement LEFT JOIN ${moneyMovementsTable.name} payment
    ON movement.method IS NULL AND payment.method IS NOT NULL
      AND payment.invoice_id = movement.invoice_id AND payment.payment_id = movement.payment_id)`

const byDay = ['date', '"invoiceId"', 'version']
const orders = { newest: { by: byDay, descending: true }, oldest: { by: byDay } }

/** The payments journal of some days. */
export const journal = (days: ReportDays): List<JournalFilter, JournalRow, JournalEntry> => ({
  statement: ({ q, method, ...page }) =>
    unnamedStatement((bind) => {
      const conditions = [isCounted(days, bind), searchCondition({ q }, bind)]
      if (method) conditions.push(`paid_by = ${bind(method)}`)
      const rows = `SELECT moved.id, moved.moved_on::text AS date, moved.kind, moved.version, moved.paid_by AS method, moved.cents,
          invoice.id AS "invoiceId", invoice.number, coalesce(c.id, invoice."customerId") AS "customerId", c.name AS "customerName"
        FROM ${movements} moved JOIN (${invoicesTable.select}) invoice ON invoice.id = moved.invoice_id
        ${customers.join('invoice."customerId"')} WHERE ${conditions.join(' AND ')}`
      return pageOf(rows, page, orders, bind)
    }),
  orders,
  toItems: (rows) =>
    rows.map((row) => ({
      id: row.id,
      date: row.date,
      kind: row.kind,
      customerId: row.customerId,
      customerName: row.customerName,
      invoiceId: row.invoiceId,
      invoiceNumber: invoiceNumberText(row.number),
      method: row.method,
      amount: moneyText(Number(row.cents)),
    })),
})

/** What was received by method, and its tax by month. */
export async function sumPayments(pool: Pool, days: ReportDays): Promise<PaymentTotals> {
  const [methods, tax] = await Promise.all([
    run<{ method: PaymentMethod; count: number; cents: string }>(
      pool,
      unnamedStatement(
        (bind) => `SELECT paid_by AS method, count(*)::integer AS count, sum(cents)::text AS cents
          FROM ${movements} moved WHERE ${isCounted(days, bind)} GROUP BY paid_by ORDER BY sum(cents) DESC, paid_by`,
      ),
    ),
    run<{ month: string; invoiced: string; collected: string }>(pool, taxByMonth(days)),
  ])
  return {
    from: days.from,
    to: days.to,
    total: moneyText(methods.reduce((sum, { cents }) => sum + Number(cents), 0)),
    methods: methods.map(({ cents, ...method }) => ({ ...method, amount: moneyText(Number(cents)) })),
    tax: tax.map(({ month, invoiced, collected }) => ({
      month,
      invoiced: moneyText(Number(invoiced)),
      collected: moneyText(Number(collected)),
    })),
  }
}

/**
 * A movement collects as much tax as the share of the invoice that is paid after it has more than the share before it, so that
 * the cents of all payments of an invoice add up to its tax.
 */
const taxByMonth = (days: ReportDays) =>
  unnamedStatement((bind) => {
    const taxOf = (paid: string) => `round(${paid} * invoice.tax / invoice."totalAmount")`
    return `WITH moved AS (
        SELECT *, sum(cents) OVER (PARTITION BY invoice_id ORDER BY version) AS paid
        FROM ${moneyMovementsTable.name} WHERE known_at < ${bind(days.known.end)} AND invoice_id IN (
          SELECT invoice_id FROM ${moneyMovementsTable.name} WHERE ${isCounted(days, bind)})),
      taxes AS (
        SELECT month, 0 AS invoiced, ${taxOf('paid')} - ${taxOf('(paid - cents)')} AS collected
        FROM moved JOIN (${invoicesTable.select}) invoice ON invoice.id = invoice_id
        WHERE ${isCounted(days, bind)} AND invoice.tax > 0
        UNION ALL
        SELECT substr("issueDate", 1, 7), (tax * 100)::bigint, 0 FROM ${invoicesAsOf(days.known, bind)} invoice
        WHERE ${isOwed} AND tax > 0 AND "issueDate" BETWEEN ${bind(days.from)} AND ${bind(days.to)})
      SELECT month, sum(invoiced)::text AS invoiced, sum(collected)::text AS collected FROM taxes GROUP BY month ORDER BY month`
  })
