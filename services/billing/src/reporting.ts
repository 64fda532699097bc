import { type Db, inSnapshot, type Pool } from '@plumbline/platform/db'
import { rejection } from '@plumbline/platform/errors'
import { createFlights } from '@plumbline/platform/http'
import { moneyText } from '@plumbline/platform/money'
import { plainText } from '@plumbline/platform/search'
import type { FigureQuery, Invoice, Reports, Totals } from './api.ts'
import { shownInvoices } from './details.ts'
import { dayOf, type EndOfDay, endOfDay, type InvoiceEvents, invoiceHistories, pastDay } from './past.ts'
import { appointmentsBy } from './projections/appointments.ts'
import { customersBy } from './projections/customers.ts'
import type { InvoiceRow } from './projections/invoices.ts'
import { type Asked, agesAt, createReports, createTotals, partBehind, partsOf } from './reports.ts'

type Period = Pick<FigureQuery, 'from' | 'to' | 'asOf'>

// each report reads every event of every invoice
const reportQueue = createFlights()

/** What was invoiced and paid when a day ended. */
export const totals = (pool: Pool, asOf: string | undefined, now: Date): Promise<Totals> =>
  reportQueue.alone('reports', () =>
    inSnapshot(pool, async (db) => {
      const end = endOfDay(pastDay(asOf, now))
      const sums = createTotals(end)
      for await (const invoices of invoiceHistories(db, end)) invoices.forEach(sums.add)
      return sums.result()
    }),
  )

/** Revenue and receivables of a period, as they were known when a day ended. */
export function reports(pool: Pool, query: Period, now: Date): Promise<Reports> {
  const days = daysOf(query, now)
  return reportQueue.alone('reports', () =>
    inSnapshot(pool, async (db) => {
      const sums = createReports()
      for await (const invoices of invoiceHistories(db, days.known)) {
        const asked = await askedOf(db, invoices, days)
        for (const events of invoices) sums.add(partsOf(events, asked))
      }
      return { from: days.from, to: days.to, ...sums.result() }
    }),
  )
}

type ListQuery = FigureQuery &
  Partial<Record<'q' | 'status' | 'cursor', string>> & { customerId?: number; limit?: number }

/** Whether a list is more than rows of the table: of a past day, or those behind a figure. */
export const asksForMore = ({ month, age, service, source, asOf }: FigureQuery): boolean =>
  [month, age, service, source, asOf].some((it) => it !== undefined)

/** The invoices behind a figure, each with its part of it, as they were when the day ended. */
export async function invoicesBehind(pool: Pool, query: ListQuery, now: Date): Promise<Invoice[]> {
  const { customerId, limit, cursor, q = '', status } = query
  const figures = [query.month, query.age, query.service, query.source].filter((it) => it !== undefined)
  if (figures.length > 1) throw rejection('invalid', 'Please ask for one figure at a time')
  if (customerId ?? limit ?? cursor) throw rejection('invalid', 'A figure or a past day is answered whole')
  const days = daysOf(query, now)
  return reportQueue.alone('reports', () =>
    inSnapshot(pool, async (db) => {
      const found: { row: InvoiceRow; counted: number | undefined }[] = []
      for await (const invoices of invoiceHistories(db, days.known)) {
        const asked = await askedOf(db, invoices, days)
        for (const events of invoices) {
          const counted = partBehind(partsOf(events, asked), query)
          const row = counted === null ? null : days.known.row(events)
          if (
            row &&
            counted !== null &&
            (!status || row.status === status) &&
            row.searched.includes(plainText(q))
          )
            found.push({ row, counted })
        }
      }
      found.sort((a, b) => newestFirst(a.row, b.row))
      const shown = await shownInvoices(
        db,
        found.map(({ row }) => row),
      )
      return shown.map((invoice, i) => {
        const counted = found[i]?.counted
        return counted === undefined ? invoice : { ...invoice, counted: moneyText(counted) }
      })
    }),
  )
}

const newestFirst = (a: InvoiceRow, b: InvoiceRow) => b.createdAt.localeCompare(a.createdAt) || b.id - a.id

type Days = Pick<Asked, 'from' | 'to' | 'end' | 'ageOf'> & {
  /** Until when what happened is known. */
  known: EndOfDay
}

function daysOf(query: Period, now: Date): Days {
  const known = pastDay(query.asOf, now)
  const to = dayOf(query.to ?? known)
  const from = query.from ? dayOf(query.from) : firstDayBack(to)
  if (from > to) throw rejection('invalid', 'The first day comes after the last')
  const day = to < known ? to : known
  return { from, to, known: endOfDay(known), end: endOfDay(day), ageOf: agesAt(day) }
}

/** With the jobs and customers of these invoices. */
async function askedOf(db: Db, invoices: readonly InvoiceEvents[], days: Days): Promise<Asked> {
  const events = invoices.flat()
  const appointments = await appointmentsBy(
    db,
    events.flatMap(({ data }) => ('appointmentId' in data && data.appointmentId ? [data.appointmentId] : [])),
  )
  const customers = await customersBy(
    db,
    events.flatMap(({ data }) => ('customerId' in data ? [data.customerId] : [])),
  )
  return {
    ...days,
    serviceTypeOf: (id) => (id === null ? null : (appointments.get(id)?.title ?? null)),
    sourceOf: (id) => customers.get(id)?.source ?? null,
  }
}

const monthsShown = 12

/** The first of a month, so that as many months are told of. */
function firstDayBack(to: string): string {
  const first = new Date(`${to.slice(0, 7)}-01T00:00:00Z`)
  first.setUTCMonth(first.getUTCMonth() - monthsShown + 1)
  return first.toISOString().slice(0, 10)
}
