import type { Db } from '@plumbline/platform/db'
import { rejection } from '@plumbline/platform/errors'
import { type Recorded, readStream } from '@plumbline/platform/event-store'
import { dayInNewYork, dayLater, readTime } from '@plumbline/platform/time'
import type { InvoiceEvent } from '../events.ts'
import { invoiceStream } from './decider.ts'
import { happenedAt } from './history.ts'
import { type InvoiceRow, invoices } from './projection.ts'

export type InvoiceEvents = readonly Recorded<InvoiceEvent>[]

/** The day in New York that a date or a date-time means. */
export function dayOf(text: string): string {
  const time = readTime(text)
  if (!time) throw rejection('invalid', 'Please enter a date')
  return dayInNewYork(time)
}

/** The day somebody asks about; today unless they say otherwise. */
export function pastDay(asked: string | undefined, now: Date): string {
  const day = dayOf(asked ?? now.toISOString())
  if (day > dayInNewYork(now)) throw rejection('invalid', 'This day has not come yet.')
  return day
}

export const invoiceEvents = (db: Db, id: number): Promise<Recorded<InvoiceEvent>[]> =>
  readStream<InvoiceEvent>(db, invoiceStream(id))

/** The events of one invoice as its row. */
export const rowOf = (events: InvoiceEvents): InvoiceRow | null =>
  events.reduce<InvoiceRow | null>((row, event) => invoices.evolve(row, event, event.data.invoiceId), null)

/** Reads the events of an invoice as they were when a day ended in New York. */
export function endOfDay(day: string) {
  const end = readTime(dayLater(day))?.toISOString() ?? ''
  const known = (events: InvoiceEvents): InvoiceEvents => events.filter((event) => happenedAt(event) < end)
  return {
    /** What had happened. */
    known,
    /** Past its day it is overdue, even if the clock came round to marking it later. */
    row: (events: InvoiceEvents): InvoiceRow | null => {
      const row = rowOf(known(events))
      return row?.status === 'pending' && row.dueDate < day ? { ...row, status: 'overdue' } : row
    },
  }
}
