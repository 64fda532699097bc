import type { Db } from '@plumbline/platform/db'
import { reject } from '@plumbline/platform/errors'
import { moneyText } from '@plumbline/platform/money'
import type { FigureQuery, Invoice, Reports } from './api.ts'
import { shownInvoices } from './details.ts'
import { allInvoiceEvents, dayOf, type InvoiceEvents, pastDay, rowsAtEndOf, upToEndOf } from './past.ts'
import { appointmentsBy } from './projections/appointments.ts'
import { customersBy } from './projections/customers.ts'
import type { InvoiceRow } from './projections/invoices.ts'
import { type Asked, partsBehind, partsOf, reportsOf } from './reports.ts'

type Period = Pick<FigureQuery, 'from' | 'to' | 'asOf'>

/** Revenue and receivables of a period, as they were known when a day ended. */
export async function reports(db: Db, query: Period, now: Date): Promise<Reports> {
  const { from, to, known } = daysOf(query, now)
  const events = await eventsKnown(db, known)
  return { from, to, ...reportsOf(partsOf(events, await asked(db, events, { from, to, known }))) }
}

type ListQuery = FigureQuery &
  Partial<Record<'q' | 'status' | 'cursor', string>> & { customerId?: number; limit?: number }

/** Whether a list is more than rows of the table: of a past day, or those behind a figure. */
export const asksForMore = ({ month, age, service, source, asOf }: FigureQuery): boolean =>
  [month, age, service, source, asOf].some((it) => it !== undefined)

/** The invoices behind a figure, each with its part of it, as they were when the day ended. */
export async function invoicesBehind(db: Db, query: ListQuery, now: Date): Promise<Invoice[]> {
  const { customerId, limit, cursor, q = '', status } = query
  const figures = [query.month, query.age, query.service, query.source].filter((it) => it !== undefined)
  if (figures.length > 1) throw reject('invalid', 'Please ask for one figure at a time')
  if (customerId ?? limit ?? cursor) throw reject('invalid', 'A figure or a past day is answered whole')
  const { from, to, known } = daysOf(query, now)
  const events = await eventsKnown(db, known)
  const counted = partsBehind(partsOf(events, await asked(db, events, { from, to, known })), query)
  const rows = rowsAtEndOf(known, events)
    .filter((row) => !counted || counted.has(row.id))
    .filter((row) => (!status || row.status === status) && includes(row.description, q))
    .sort(newestFirst)
  return (await shownInvoices(db, rows)).map((invoice) => ({
    ...invoice,
    ...(counted && { counted: moneyText(counted.get(invoice.id) ?? 0) }),
  }))
}

const includes = (text: string, part: string) =>
  text.toLocaleLowerCase().includes(part.trim().toLocaleLowerCase())
const newestFirst = (a: InvoiceRow, b: InvoiceRow) => b.createdAt.localeCompare(a.createdAt) || b.id - a.id

type Days = { from: string; to: string; known: string }

function daysOf(query: Period, now: Date): Days {
  const known = pastDay(query.asOf, now)
  const to = dayOf(query.to ?? known)
  const from = query.from ? dayOf(query.from) : firstDayBack(to)
  if (from > to) throw reject('invalid', 'The first day comes after the last')
  return { from, to, known }
}

const eventsKnown = async (db: Db, day: string): Promise<InvoiceEvents> =>
  upToEndOf(day, await allInvoiceEvents(db))

/** With what others know of the jobs and the customers. */
async function asked(db: Db, events: InvoiceEvents, { from, to, known }: Days): Promise<Asked> {
  const jobs = events.flatMap(({ data }) =>
    'appointmentId' in data && data.appointmentId ? [data.appointmentId] : [],
  )
  const appointments = await appointmentsBy(db, jobs)
  const customers = await customersBy(
    db,
    events.flatMap(({ data }) => ('customerId' in data ? [data.customerId] : [])),
  )
  return {
    ...{ from, to, day: to < known ? to : known },
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
