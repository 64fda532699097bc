import { type Pool, run, type SqlStatement } from '@plumbline/platform/db'
import { moneyText } from '@plumbline/platform/money'
import { containing } from '@plumbline/platform/search'
import { dayLater } from '@plumbline/platform/time'
import { type FigureQuery, type Invoice, type Reports, receivableAges, type Totals } from './api.ts'
import { listedInvoice } from './details.ts'
import { appointmentsTable } from './projections/appointments.ts'
import { joinCustomer } from './projections/customers.ts'
import { type ListedInvoice, listedColumns } from './projections/invoiceQueries.ts'
import { invoicesAsOf } from './projections/invoiceSnapshots.ts'
import { moneyMovementsTable } from './projections/moneyMovements.ts'

/** Revenue is of `from` to `to`, receivables are of the end of `day`, and both as they were known at the end of `known`. */
export type ReportDays = { from: string; to: string; known: string; day: string }

/** Adds a value to a statement and answers its parameter. */
type Bind = (value: unknown) => string

function statement(name: string, write: (bind: Bind) => string): SqlStatement {
  const values: unknown[] = []
  return { name, text: write((value) => `$${values.push(value)}`), values }
}

const isOwed = `status NOT IN ('draft', 'void')`

/** What was invoiced and paid when a day ended. */
export async function sumTotals(pool: Pool, asOf: string): Promise<Totals> {
  const sum = (column: string) => `coalesce(sum(${column}), 0.00)`
  const [sums] = await run<Omit<Totals, 'asOf'>>(
    pool,
    statement(
      'billing-totals',
      (bind) => `SELECT ${sum('"totalAmount"')} AS invoiced, ${sum('"paidAmount"')} AS paid,
          ${sum('balance')} AS outstanding, ${sum(`CASE WHEN status = 'overdue' THEN balance END`)} AS overdue
        FROM ${invoicesAsOf(bind(asOf))} invoice WHERE ${isOwed}`,
    ),
  )
  return { asOf, ...(sums as Omit<Totals, 'asOf'>) }
}

const isCounted = ({ from, to, known }: ReportDays, bind: Bind) =>
  `moved_on BETWEEN ${bind(from)} AND ${bind(to)} AND known_on <= ${bind(known)}`

/** The money of an invoice that moved in a month, with the kind of job and the source of the customer. */
const revenue = (days: ReportDays, bind: Bind) => `
  SELECT moved.invoice_id, moved.month, moved.cents, appointment.title AS service, c.source
  FROM (
    SELECT invoice_id, month, sum(cents)::bigint AS cents FROM ${moneyMovementsTable.name}
    WHERE ${isCounted(days, bind)} GROUP BY invoice_id, month
  ) moved
  LEFT JOIN ${invoicesAsOf(bind(days.known))} invoice ON invoice.id = moved.invoice_id
  LEFT JOIN ${appointmentsTable.name} appointment ON appointment.id = invoice."appointmentId"
  ${joinCustomer('invoice."customerId"')}`

/** What is owed on an invoice, by how long it has been due. */
function receivables({ day }: ReportDays, bind: Bind): string {
  const isDueSince = (days: number) => `"dueDate" >= ${bind(dayLater(day, -days))}`
  return `
    SELECT id AS invoice_id, (balance * 100)::bigint AS cents, CASE WHEN ${isDueSince(30)} THEN '0-30'
      WHEN ${isDueSince(60)} THEN '31-60' WHEN ${isDueSince(90)} THEN '61-90' ELSE '90+' END AS age
    FROM ${invoicesAsOf(bind(day))} invoice WHERE ${isOwed} AND balance > 0`
}

const groupBy = (figure: string, key: string, rows: string) => `
  SELECT '${figure}' AS figure, ${key} AS key, sum(cents) AS cents, array_agg(DISTINCT invoice_id) AS ids
  FROM ${rows} GROUP BY ${key}`

// of equal amounts the one that moved first comes first; its place in the log is only looked up where amounts are equal
const groupsOf = (days: ReportDays) =>
  statement(
    'billing-reports',
    (bind) => `
      WITH revenue AS MATERIALIZED (${revenue(days, bind)}), receivables AS (${receivables(days, bind)}), groups AS (
        ${groupBy('revenue', 'month', 'revenue')} UNION ALL ${groupBy('receivables', 'age', 'receivables')}
        UNION ALL ${groupBy('services', 'service', 'revenue')} UNION ALL ${groupBy('sources', 'source', 'revenue')})
      SELECT figure, key, cents::text, array_to_json(ids) AS "invoiceIds",
        CASE WHEN count(*) OVER (PARTITION BY figure, cents) > 1 THEN (
          SELECT min(event.position) FROM ${moneyMovementsTable.name} movement JOIN es.events event
            ON event.stream_id = 'invoice-' || movement.invoice_id AND event.version = movement.version
          WHERE ${isCounted(days, bind)} AND movement.invoice_id = ANY(ids)) END AS first
      FROM groups`,
  )

type Group = { figure: string; key: string | null; cents: string; invoiceIds: number[]; first: string | null }

/** Revenue and receivables of a period. */
export async function sumReports(pool: Pool, days: ReportDays): Promise<Reports> {
  const groups = await run<Group>(pool, groupsOf(days))
  const of = (figure: string) => groups.filter((it) => it.figure === figure)
  const largestFirst = (figure: string) =>
    of(figure).sort((a, b) => Number(b.cents) - Number(a.cents) || Number(a.first) - Number(b.first))
  const shown = ({ cents, invoiceIds } = { cents: '0', invoiceIds: [] as number[] }) => ({
    amount: moneyText(Number(cents)),
    invoiceIds,
  })
  const owed = new Map(of('receivables').map((group) => [group.key, group]))
  return {
    from: days.from,
    to: days.to,
    revenue: of('revenue')
      .map((group) => ({ month: group.key ?? '', ...shown(group) }))
      .sort((a, b) => a.month.localeCompare(b.month)),
    receivables: receivableAges.map((age) => ({ age, ...shown(owed.get(age)) })),
    services: largestFirst('services').map((group) => ({ serviceType: group.key, ...shown(group) })),
    sources: largestFirst('sources').map((group) => ({ source: group.key, ...shown(group) })),
  }
}

/** One figure of the reports at most. */
export type PastFilter = Pick<FigureQuery, 'month' | 'age' | 'service' | 'source'> & {
  q: string
  status: string | undefined
}

const figures = {
  month: { rows: revenue, key: 'month' },
  age: { rows: receivables, key: 'age' },
  service: { rows: revenue, key: `coalesce(service, '')` },
  source: { rows: revenue, key: `coalesce(source, '')` },
}
const figureNames = Object.keys(figures) as (keyof typeof figures)[]

/** The invoices as they were known, newest first; those behind a figure, each with its part of it. */
export async function listPastInvoices(pool: Pool, days: ReportDays, filter: PastFilter): Promise<Invoice[]> {
  const name = figureNames.find((it) => filter[it] !== undefined)
  const rows = await run<ListedInvoice & { cents?: string }>(
    pool,
    statement(`past-invoices-${name ?? 'all'}`, (bind) => {
      const status = `${bind(filter.status ?? null)}::text`
      return `SELECT ${listedColumns}${name ? ', part.cents' : ''}
        FROM ${invoicesAsOf(bind(days.known))} invoice ${joinCustomer('invoice."customerId"')}
        ${name ? joinPart(figures[name], bind(filter[name]), days, bind) : ''}
        WHERE (${status} IS NULL OR invoice.status = ${status}) AND invoice.searched LIKE ${bind(containing(filter.q))}
        ORDER BY invoice."createdAt" DESC, invoice.id DESC`
    }),
  )
  return rows.map(({ cents, ...row }) => ({
    ...listedInvoice(row),
    ...(cents !== undefined && { counted: moneyText(Number(cents)) }),
  }))
}

const joinPart = (
  { rows, key }: (typeof figures)['month' | 'age'],
  value: string,
  days: ReportDays,
  bind: Bind,
) => `JOIN (
    SELECT invoice_id, sum(cents)::text AS cents FROM (${rows(days, bind)}) figure WHERE ${key} = ${value} GROUP BY invoice_id
  ) part ON part.invoice_id = invoice.id`
