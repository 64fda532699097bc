import type { Pool } from '@plumbline/platform/db'
import { rejection } from '@plumbline/platform/errors'
import type { FigureQuery, Invoice, Reports, Totals } from '../api.ts'
import { dayOf, pastDay } from '../invoice/asOf.ts'
import { listPastInvoices, type ReportDays, sumReports, sumTotals } from './aggregate.ts'

type Period = Pick<FigureQuery, 'from' | 'to' | 'asOf'>

/** What was invoiced and paid when a day ended. */
export const totals = (pool: Pool, asOf: string | undefined, now: Date): Promise<Totals> =>
  sumTotals(pool, pastDay(asOf, now))

/** Revenue and receivables of a period, as they were known when a day ended. */
export const reports = (pool: Pool, query: Period, now: Date): Promise<Reports> =>
  sumReports(pool, daysOf(query, now))

type ListQuery = FigureQuery &
  Partial<Record<'q' | 'status' | 'cursor', string>> & { customerId?: number; limit?: number }

/** Whether a list is more than rows of the table: of a past day, or those behind a figure. */
export const asksForMore = ({ month, age, service, source, asOf }: FigureQuery): boolean =>
  [month, age, service, source, asOf].some((it) => it !== undefined)

/** The invoices behind a figure, each with its part of it, as they were when the day ended. */
export function invoicesBehind(pool: Pool, query: ListQuery, now: Date): Promise<Invoice[]> {
  const { customerId, limit, cursor, q = '', status, ...figure } = query
  const figures = [query.month, query.age, query.service, query.source].filter((it) => it !== undefined)
  if (figures.length > 1) throw rejection('invalid', 'Please ask for one figure at a time')
  if (customerId ?? limit ?? cursor) throw rejection('invalid', 'A figure or a past day is answered whole')
  return listPastInvoices(pool, daysOf(query, now), { ...figure, q, status })
}

function daysOf(query: Period, now: Date): ReportDays {
  const known = pastDay(query.asOf, now)
  const to = dayOf(query.to ?? known)
  const from = query.from ? dayOf(query.from) : firstDayBack(to)
  if (from > to) throw rejection('invalid', 'The first day comes after the last')
  return { from, to, known, day: to < known ? to : known }
}

const monthsShown = 12

/** The first of a month, so that as many months are told of. */
function firstDayBack(to: string): string {
  const first = new Date(`${to.slice(0, 7)}-01T00:00:00Z`)
  first.setUTCMonth(first.getUTCMonth() - monthsShown + 1)
  return first.toISOString().slice(0, 10)
}
