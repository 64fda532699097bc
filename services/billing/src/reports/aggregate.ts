import { type Bind, type Pool, run, type SqlStatement } from '@plumbline/platform/db'
import { moneyText } from '@plumbline/platform/money'
import { dayLater } from '@plumbline/platform/time'
import {
  type FigureQuery,
  type Invoice,
  type Reports,
  receivableAges,
  type Totals,
  unpaidAges,
} from '../api.ts'
import { appointmentsTable } from '../appointments.ts'
import { customers } from '../customers.ts'
import type { AsOf } from '../invoice/asOf.ts'
import {
  type InvoiceSearch,
  type ListRow,
  listColumns,
  searchCondition,
  toListItem,
} from '../invoice/queries.ts'
import { moneyMovementsTable } from './movements.ts'
import { invoicesAsOf } from './snapshots.ts'

/** Revenue of the days `from` to `to` and receivables at the end of a day, both as known at the end of another. */
export type ReportDays = { from: string; to: string; known: AsOf; receivables: AsOf }

/** Without a name, so that each is planned for its own days. */
export function unnamedStatement(compose: (bind: Bind) => string): SqlStatement {
  const values: unknown[] = []
  return { text: compose((value) => `$${values.push(value)}`), values }
}

export const isOwed = `status NOT IN ('draft', 'void')`

/** The totals when a day ended. */
export async function sumTotals(pool: Pool, asOf: AsOf): Promise<Totals> {
  const sum = (column: string) => `coalesce(sum(${column}), 0.00)`
  const [sums] = await run<Omit<Totals, 'asOf'>>(
    pool,
    unnamedStatement(
      (bind) => `SELECT ${sum('"totalAmount"')} AS invoiced, ${sum('"paidAmount"')} AS paid,
          ${sum('balance')} AS outstanding, ${sum(`CASE WHEN status = 'overdue' THEN balance END`)} AS overdue
        FROM ${invoicesAsOf(asOf, bind)} invoice WHERE ${isOwed}`,
    ),
  )
  return { asOf: asOf.day, ...(sums as Omit<Totals, 'asOf'>) }
}

export const isCounted = ({ from, to, known }: ReportDays, bind: Bind) =>
  `moved_on BETWEEN ${bind(from)} AND ${bind(to)} AND known_at < ${bind(known.end)}`

/** Payments and refunds of the period, by invoice and month. */
const movements = (days: ReportDays, bind: Bind) => `
  SELECT invoice_id, month, cents FROM ${moneyMovementsTable.name} WHERE ${isCounted(days, bind)}`

/**
 * The same with service type and source of the customer; `moved` is a table of the movements. The conditions on the
 * smallest id skip the invoices and appointments of earlier years.
 */
const revenueOf = (moved: string, { known }: ReportDays, bind: Bind) => `
  WITH invoiced AS MATERIALIZED (
    SELECT invoice_id, cents, "customerId" AS customer_id, "appointmentId" AS appointment_id
    FROM ${moved} LEFT JOIN ${invoicesAsOf(known, bind)} invoice
      ON invoice.id = invoice_id AND invoice.id >= (SELECT min(invoice_id) FROM ${moved}))
  SELECT invoice_id, cents, appointment.title AS service, customer.source
  FROM invoiced LEFT JOIN ${appointmentsTable.name} appointment
    ON appointment.id = appointment_id AND appointment.id >= (SELECT min(appointment_id) FROM invoiced)
  ${customers.join('invoiced.customer_id', 'customer')}`

/** Balances by days past due. */
function unpaid({ receivables }: ReportDays, bind: Bind): string {
  const isDueSince = (days: number) => `"dueDate" >= ${bind(dayLater(receivables.day, -days))}`
  return `
    SELECT id AS invoice_id, (balance * 100)::bigint AS cents, CASE WHEN ${isDueSince(0)} THEN 'not-due'
      WHEN ${isDueSince(30)} THEN '1-30' WHEN ${isDueSince(60)} THEN '31-60' WHEN ${isDueSince(90)} THEN '61-90' ELSE '90+' END AS age
    FROM ${invoicesAsOf(receivables, bind)} invoice WHERE ${isOwed} AND balance > 0`
}

const groupBy = (figure: string, key: string, rows: string) => `
  SELECT '${figure}' AS figure, ${key} AS key, sum(cents) AS cents, array_agg(invoice_id) AS ids
  FROM ${rows} GROUP BY ${key}`

const groupsOf = (days: ReportDays) =>
  unnamedStatement(
    (bind) => `
      WITH moved AS MATERIALIZED (${movements(days, bind)}),
        revenue AS MATERIALIZED (${revenueOf('moved', days, bind)}),
        groups AS (${[
          groupBy('revenue', 'month', 'moved'),
          groupBy('unpaid', 'age', `(${unpaid(days, bind)}) unpaid`),
          groupBy('services', 'service', 'revenue'),
          groupBy('sources', 'source', 'revenue'),
        ].join(' UNION ALL ')})
      SELECT figure, key, cents::text, array_to_json(ids) AS "invoiceIds" FROM groups`,
  )

type Group = { figure: string; key: string | null; cents: string; invoiceIds: number[] }

/** The log position of the first movement of these invoices. */
async function firstPosition(pool: Pool, days: ReportDays, invoiceIds: readonly number[]): Promise<number> {
  const [first] = await run<{ position: string }>(
    pool,
    unnamedStatement(
      (bind) => `
        SELECT min(event.position) AS position FROM ${moneyMovementsTable.name} movement JOIN es.events event
          ON event.stream_id = 'invoice-' || movement.invoice_id AND event.version = movement.version
        WHERE ${isCounted(days, bind)} AND movement.invoice_id = ANY(${bind(invoiceIds)})`,
    ),
  )
  return Number(first?.position)
}

/** Of equal amounts the one whose money moved first comes first; only those are looked up. */
async function largestFirst(pool: Pool, days: ReportDays, groups: readonly Group[]): Promise<Group[]> {
  const hasUniqueAmount = ({ cents }: Group) => groups.filter((it) => it.cents === cents).length === 1
  const ranked = groups.map(async (group) => ({
    group,
    cents: Number(group.cents),
    first: hasUniqueAmount(group) ? 0 : await firstPosition(pool, days, group.invoiceIds),
  }))
  return (await Promise.all(ranked))
    .sort((a, b) => b.cents - a.cents || a.first - b.first)
    .map(({ group }) => group)
}

/** Revenue and receivables of a period. */
export async function sumReports(pool: Pool, days: ReportDays): Promise<Reports> {
  const groups = await run<Group>(pool, groupsOf(days))
  const of = (figure: string) => groups.filter((it) => it.figure === figure)
  const toFigure = ({ cents, invoiceIds }: Pick<Group, 'cents' | 'invoiceIds'>) => ({
    amount: moneyText(Number(cents)),
    invoiceIds: [...new Set(invoiceIds)].sort((a, b) => a - b),
  })
  const unpaidGroups = of('unpaid')
  const balances = (ages: readonly string[]) => {
    const groups = unpaidGroups.filter(({ key }) => ages.includes(key ?? ''))
    const cents = groups.reduce((sum, group) => sum + Number(group.cents), 0)
    return toFigure({ cents: String(cents), invoiceIds: groups.flatMap(({ invoiceIds }) => invoiceIds) })
  }
  const [services, sources] = await Promise.all([
    largestFirst(pool, days, of('services')),
    largestFirst(pool, days, of('sources')),
  ])
  return {
    from: days.from,
    to: days.to,
    revenue: of('revenue')
      .map((group) => ({ month: group.key ?? '', ...toFigure(group) }))
      .sort((a, b) => a.month.localeCompare(b.month)),
    unpaid: unpaidAges.map((age) => ({ age, ...balances([age]) })),
    receivables: receivableAges.map((age) => ({ age, ...balances(agesOf(age)) })),
    services: services.map((group) => ({ serviceType: group.key, ...toFigure(group) })),
    sources: sources.map((group) => ({ source: group.key, ...toFigure(group) })),
  }
}

const agesOf = (age: string) => (age === '0-30' ? ['not-due', '1-30'] : [age])

/** At most one figure of the reports. */
type FigureFilter = Pick<FigureQuery, 'month' | 'age' | 'service' | 'source'> & InvoiceSearch

const revenue = (days: ReportDays, bind: Bind) => revenueOf(`(${movements(days, bind)}) moved`, days, bind)

const figures = {
  month: { rows: movements, key: 'month' },
  age: { rows: unpaid, key: 'age' },
  service: { rows: revenue, key: `coalesce(service, '')` },
  source: { rows: revenue, key: `coalesce(source, '')` },
}
const figureNames = Object.keys(figures) as (keyof typeof figures)[]

/** Invoices as they were known, newest first; those of a figure, each with its part. */
export async function listInvoicesAsOf(
  pool: Pool,
  days: ReportDays,
  filter: FigureFilter,
): Promise<Invoice[]> {
  const name = figureNames.find((it) => filter[it] !== undefined)
  const rows = await run<ListRow & { cents?: string }>(
    pool,
    unnamedStatement((bind) => {
      return `SELECT ${listColumns}${name ? ', part.cents' : ''}
        FROM ${invoicesAsOf(days.known, bind)} invoice ${customers.join('invoice."customerId"')}
        ${name ? joinPart(figures[name], bind(valuesOf(name, filter[name] ?? '')), days, bind) : ''}
        WHERE ${searchCondition(filter, bind)}
        ORDER BY invoice."createdAt" DESC, invoice.id DESC`
    }),
  )
  return rows.map(({ cents, ...row }) => ({
    ...toListItem(row),
    ...(cents !== undefined && { counted: moneyText(Number(cents)) }),
  }))
}

const valuesOf = (name: keyof typeof figures, value: string) => (name === 'age' ? agesOf(value) : [value])

const joinPart = (
  { rows, key }: (typeof figures)['month' | 'age'],
  values: string,
  days: ReportDays,
  bind: Bind,
) => `JOIN (
    SELECT invoice_id, sum(cents)::text AS cents FROM (${rows(days, bind)}) figure WHERE ${key} = ANY(${values}) GROUP BY invoice_id
  ) part ON part.invoice_id = invoice.id`
