import { type Pool, run, type SqlStatement } from '@plumbline/platform/db'
import { moneyText } from '@plumbline/platform/money'
import { containing } from '@plumbline/platform/search'
import { dayLater } from '@plumbline/platform/time'
import { type FigureQuery, type Invoice, type Reports, receivableAges, type Totals } from '../api.ts'
import { appointmentsTable } from '../appointments.ts'
import { joinCustomer, joinedSource, joinSource } from '../customers.ts'
import { toInvoice } from '../invoice/details.ts'
import { type ListedInvoice, listedColumns } from '../invoice/queries.ts'
import { moneyMovementsTable } from './movements.ts'
import { invoicesAsOf } from './snapshots.ts'

/** Revenue is of `from` to `to`, receivables are of the end of `day`, and both as they were known at the end of `known`. */
export type ReportDays = { from: string; to: string; known: string; day: string }

/** Adds a value to a statement and answers its parameter. */
type Bind = (value: unknown) => string

/** Without a name: a plan that is good for the days of one report would be bad for another's. */
function statement(write: (bind: Bind) => string): SqlStatement {
  const values: unknown[] = []
  return { text: write((value) => `$${values.push(value)}`), values }
}

const isOwed = `status NOT IN ('draft', 'void')`

/** What was invoiced and paid when a day ended. */
export async function sumTotals(pool: Pool, asOf: string): Promise<Totals> {
  const sum = (column: string) => `coalesce(sum(${column}), 0.00)`
  const [sums] = await run<Omit<Totals, 'asOf'>>(
    pool,
    statement(
      (bind) => `SELECT ${sum('"totalAmount"')} AS invoiced, ${sum('"paidAmount"')} AS paid,
          ${sum('balance')} AS outstanding, ${sum(`CASE WHEN status = 'overdue' THEN balance END`)} AS overdue
        FROM ${invoicesAsOf(bind(asOf))} invoice WHERE ${isOwed}`,
    ),
  )
  return { asOf, ...(sums as Omit<Totals, 'asOf'>) }
}

const isCounted = ({ from, to, known }: ReportDays, bind: Bind) =>
  `moved_on BETWEEN ${bind(from)} AND ${bind(to)} AND known_on <= ${bind(known)}`

/** Money of invoices, with the month in which it moved. */
const movements = (days: ReportDays, bind: Bind) => `
  SELECT invoice_id, month, cents FROM ${moneyMovementsTable.name} WHERE ${isCounted(days, bind)}`

/**
 * The same money, with the kind of job and the source of the customer; `moved`: the name of a table of it. The smallest
 * numbers spare reading the invoices and jobs of the years before.
 */
const revenueOf = (moved: string, { known }: ReportDays, bind: Bind) => `
  WITH invoiced AS MATERIALIZED (
    SELECT invoice_id, cents, "customerId" AS customer_id, "appointmentId" AS appointment_id
    FROM ${moved} LEFT JOIN ${invoicesAsOf(bind(known))} invoice
      ON invoice.id = invoice_id AND invoice.id >= (SELECT min(invoice_id) FROM ${moved}))
  SELECT invoice_id, cents, appointment.title AS service, ${joinedSource} AS source
  FROM invoiced LEFT JOIN ${appointmentsTable.name} appointment
    ON appointment.id = appointment_id AND appointment.id >= (SELECT min(appointment_id) FROM invoiced)
  ${joinSource('invoiced.customer_id')}`

/** What is owed on an invoice, by how long it has been due. */
function receivables({ day }: ReportDays, bind: Bind): string {
  const isDueSince = (days: number) => `"dueDate" >= ${bind(dayLater(day, -days))}`
  return `
    SELECT id AS invoice_id, (balance * 100)::bigint AS cents, CASE WHEN ${isDueSince(30)} THEN '0-30'
      WHEN ${isDueSince(60)} THEN '31-60' WHEN ${isDueSince(90)} THEN '61-90' ELSE '90+' END AS age
    FROM ${invoicesAsOf(bind(day))} invoice WHERE ${isOwed} AND balance > 0`
}

const groupBy = (figure: string, key: string, rows: string) => `
  SELECT '${figure}' AS figure, ${key} AS key, sum(cents) AS cents, array_agg(invoice_id) AS ids
  FROM ${rows} GROUP BY ${key}`

const groupsOf = (days: ReportDays) =>
  statement(
    (bind) => `
      WITH moved AS MATERIALIZED (${movements(days, bind)}),
        revenue AS MATERIALIZED (${revenueOf('moved', days, bind)}),
        groups AS (${[
          groupBy('revenue', 'month', 'moved'),
          groupBy('receivables', 'age', `(${receivables(days, bind)}) receivables`),
          groupBy('services', 'service', 'revenue'),
          groupBy('sources', 'source', 'revenue'),
        ].join(' UNION ALL ')})
      SELECT figure, key, cents::text, array_to_json(ids) AS "invoiceIds" FROM groups`,
  )

type Group = { figure: string; key: string | null; cents: string; invoiceIds: number[] }

/** Where in the log money of these invoices first moved. */
async function firstPosition(pool: Pool, days: ReportDays, invoiceIds: readonly number[]): Promise<number> {
  const [first] = await run<{ position: string }>(
    pool,
    statement(
      (bind) => `
        SELECT min(event.position) AS position FROM ${moneyMovementsTable.name} movement JOIN es.events event
          ON event.stream_id = 'invoice-' || movement.invoice_id AND event.version = movement.version
        WHERE ${isCounted(days, bind)} AND movement.invoice_id = ANY(${bind(invoiceIds)})`,
    ),
  )
  return Number(first?.position)
}

/** Of equal amounts the one that moved first comes first, which is only looked up for those. */
async function largestFirst(pool: Pool, days: ReportDays, groups: readonly Group[]): Promise<Group[]> {
  const isAlone = ({ cents }: Group) => groups.filter((it) => it.cents === cents).length === 1
  const ranked = groups.map(async (group) => ({
    group,
    cents: Number(group.cents),
    first: isAlone(group) ? 0 : await firstPosition(pool, days, group.invoiceIds),
  }))
  return (await Promise.all(ranked))
    .sort((a, b) => b.cents - a.cents || a.first - b.first)
    .map(({ group }) => group)
}

/** Revenue and receivables of a period. */
export async function sumReports(pool: Pool, days: ReportDays): Promise<Reports> {
  const groups = await run<Group>(pool, groupsOf(days))
  const of = (figure: string) => groups.filter((it) => it.figure === figure)
  const shown = ({ cents, invoiceIds }: Pick<Group, 'cents' | 'invoiceIds'>) => ({
    amount: moneyText(Number(cents)),
    invoiceIds: [...new Set(invoiceIds)].sort((a, b) => a - b),
  })
  const owed = new Map(of('receivables').map((group) => [group.key, group]))
  const [services, sources] = await Promise.all([
    largestFirst(pool, days, of('services')),
    largestFirst(pool, days, of('sources')),
  ])
  return {
    from: days.from,
    to: days.to,
    revenue: of('revenue')
      .map((group) => ({ month: group.key ?? '', ...shown(group) }))
      .sort((a, b) => a.month.localeCompare(b.month)),
    receivables: receivableAges.map((age) => ({
      age,
      ...shown(owed.get(age) ?? { cents: '0', invoiceIds: [] }),
    })),
    services: services.map((group) => ({ serviceType: group.key, ...shown(group) })),
    sources: sources.map((group) => ({ source: group.key, ...shown(group) })),
  }
}

/** One figure of the reports at most. */
export type PastFilter = Pick<FigureQuery, 'month' | 'age' | 'service' | 'source'> & {
  q: string
  status: string | undefined
}

const revenue = (days: ReportDays, bind: Bind) => revenueOf(`(${movements(days, bind)}) moved`, days, bind)

const figures = {
  month: { rows: movements, key: 'month' },
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
    statement((bind) => {
      const status = `${bind(filter.status ?? null)}::text`
      return `SELECT ${listedColumns}${name ? ', part.cents' : ''}
        FROM ${invoicesAsOf(bind(days.known))} invoice ${joinCustomer('invoice."customerId"')}
        ${name ? joinPart(figures[name], bind(filter[name]), days, bind) : ''}
        WHERE (${status} IS NULL OR invoice.status = ${status}) AND invoice.searched LIKE ${bind(containing(filter.q))}
        ORDER BY invoice."createdAt" DESC, invoice.id DESC`
    }),
  )
  return rows.map(({ cents, ...row }) => ({
    ...toInvoice(row),
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
