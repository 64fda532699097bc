import type { Db } from '@plumbline/platform/db'
import { reject } from '@plumbline/platform/errors'
import { type Recorded, readLog, readStream } from '@plumbline/platform/event-store'
import { dayInNewYork, dayLater, readTime } from '@plumbline/platform/time'
import type { InvoiceEvent } from './events.ts'
import { happenedAt } from './history.ts'
import { invoiceStream } from './invoice.ts'
import { type InvoiceRow, invoices } from './projections/invoices.ts'

export type InvoiceEvents = readonly Recorded<InvoiceEvent>[]

/** The day in New York that a date or a date-time means. */
export function dayOf(text: string): string {
  const time = readTime(text)
  if (!time) throw reject('invalid', 'Please enter a date')
  return dayInNewYork(time)
}

/** The day somebody asks about; today unless they say otherwise. */
export function pastDay(asked: string | undefined, now: Date): string {
  const day = dayOf(asked ?? now.toISOString())
  if (day > dayInNewYork(now)) throw reject('invalid', 'This day has not come yet.')
  return day
}

export const invoiceEvents = (db: Db, id: number): Promise<Recorded<InvoiceEvent>[]> =>
  readStream<InvoiceEvent>(db, invoiceStream(id))

const everything = { upTo: 9_223_372_036_854_775_807n, limit: 2_147_483_647 }

/** All that was ever said of invoices, as one statement sees it. */
export const allInvoiceEvents = async (db: Db): Promise<InvoiceEvents> =>
  (await readLog(db, 0n, everything.upTo, everything.limit, { types: invoices.types })) as InvoiceEvents

/** What had happened when a day ended in New York. */
export function upToEndOf(day: string, events: InvoiceEvents): InvoiceEvents {
  const end = readTime(dayLater(day))?.toISOString() ?? ''
  return events.filter((event) => happenedAt(event) < end)
}

/** The events of one invoice as its row. */
export const rowOf = (events: InvoiceEvents): InvoiceRow | null =>
  events.reduce<InvoiceRow | null>((row, event) => invoices.evolve(row, event, event.data.invoiceId), null)

/** Past its day it is overdue, even if the clock came round to marking it later. */
const atEndOf = (day: string, row: InvoiceRow | null): InvoiceRow | null =>
  row?.status === 'pending' && row.dueDate < day ? { ...row, status: 'overdue' } : row

export const rowAtEndOf = (day: string, events: InvoiceEvents): InvoiceRow | null =>
  atEndOf(day, rowOf(upToEndOf(day, events)))

export const byInvoice = (events: InvoiceEvents): Map<number, Recorded<InvoiceEvent>[]> =>
  Map.groupBy(events, ({ data }) => data.invoiceId)

export const rowsAtEndOf = (day: string, events: InvoiceEvents): InvoiceRow[] =>
  [...byInvoice(upToEndOf(day, events)).values()].flatMap((own) => atEndOf(day, rowOf(own)) ?? [])
