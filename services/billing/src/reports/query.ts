import type { Db, Pool } from '@plumbline/platform/db'
import { rejection } from '@plumbline/platform/errors'
import type { Paged } from '@plumbline/platform/paging'
import type { FigureQuery, Invoice, Reports, Totals } from '../api.ts'
import { readDays } from '../invoice/asOf.ts'
import type { InvoiceSearch } from '../invoice/queries.ts'
import { listInvoicesAsOf, type ReportDays, sumReports, sumTotals } from './aggregate.ts'

export type Period = Pick<FigureQuery, 'from' | 'to' | 'asOf'>

/** The totals when a day ended. */
export const readTotals = async (pool: Pool, asOf: string | undefined, now: Date): Promise<Totals> =>
  sumTotals(pool, (await readDays(pool, now)).asOf(asOf))

/** Revenue and receivables of a period, as they were known when a day ended. */
export const readReports = async (pool: Pool, query: Period, now: Date): Promise<Reports> =>
  sumReports(pool, await readPeriod(pool, query, now))

type ListQuery = FigureQuery & InvoiceSearch & Paged & { customerId?: number; count?: boolean }

/** Whether a list is of a past day or of the invoices for a figure, and so needs more than the current rows. */
export const isReportQuery = ({ month, age, service, source, asOf }: FigureQuery): boolean =>
  [month, age, service, source, asOf].some((it) => it !== undefined)

/** The invoices for a figure, each with its part of it, as they were when a day ended. */
export async function invoicesForFigure(pool: Pool, query: ListQuery, now: Date): Promise<Invoice[]> {
  const { customerId, limit, cursor, sort, count, q, status, ...figure } = query
  const figures = [query.month, query.age, query.service, query.source].filter((it) => it !== undefined)
  if (figures.length > 1) throw rejection('invalid', 'Please ask for one figure at a time')
  if (customerId ?? limit ?? cursor ?? sort ?? count)
    throw rejection('invalid', 'A figure or a past day is answered whole')
  return listInvoicesAsOf(pool, await readPeriod(pool, query, now), { ...figure, q, status })
}

/** The days that a query asks for, from `firstDay` of the last one where it does not say. */
export async function readPeriod(
  db: Db,
  query: Period,
  now: Date,
  firstDay = firstDayOfYearTo,
): Promise<ReportDays> {
  const days = await readDays(db, now)
  const known = days.asOf(query.asOf)
  const to = query.to ? days.of(query.to) : known.day
  const from = query.from ? days.of(query.from) : firstDay(to)
  if (from > to) throw rejection('invalid', 'The first day comes after the last')
  return { from, to, known, receivables: to < known.day ? days.asOf(to) : known }
}

export const firstDayOfMonth = (day: string): string => `${day.slice(0, 7)}-01`

/** The first day of twelve calendar months that end with the month of `to`. */
function firstDayOfYearTo(to: string): string {
  const first = new Date(`${firstDayOfMonth(to)}T00:00:00Z`)
  first.setUTCMonth(first.getUTCMonth() - 11)
  return first.toISOString().slice(0, 10)
}
