import type { Db } from '@plumbline/platform/db'
import { rejection } from '@plumbline/platform/errors'
import { type Recorded, readStream } from '@plumbline/platform/event-store'
import { foldRow } from '@plumbline/platform/projections'
import { dayIn, dayLater, readTime, timeZone } from '@plumbline/platform/time'
import type { InvoiceEvent } from '../events.ts'
import { occurredAt } from './history.ts'
import { type InvoiceRow, invoices } from './projection.ts'

export type InvoiceEvents = readonly Recorded<InvoiceEvent>[]

/** The day in New York of a date or a date-time. */
export function dayOf(text: string): string {
  const time = readTime(timeZone, text)
  if (!time) throw rejection('invalid', 'Please enter a date')
  return dayIn(timeZone, time)
}

/** A past day that a query asks for; without one it is today. */
export function asOfDay(text: string | undefined, now: Date): string {
  const day = dayOf(text ?? now.toISOString())
  if (day > dayIn(timeZone, now)) throw rejection('invalid', 'Choose today or an earlier date.')
  return day
}

export const readInvoiceEvents = (db: Db, id: number): Promise<Recorded<InvoiceEvent>[]> =>
  readStream<InvoiceEvent>(db, `invoice-${id}`)

/** The row of the read model that these events of one invoice make. */
export const rowFromEvents = (events: InvoiceEvents): InvoiceRow | null => foldRow(invoices, events)

/** The events that had occurred when a day ended in New York. */
export function eventsAsOf(events: InvoiceEvents, day: string): InvoiceEvents {
  const end = readTime(timeZone, dayLater(day))?.toISOString() ?? ''
  return events.filter((event) => occurredAt(event) < end)
}

/** The row when a day ended in New York. Past its due day it is overdue, even if the timer marked it later. */
export function rowAsOf(events: InvoiceEvents, day: string): InvoiceRow | null {
  const row = rowFromEvents(eventsAsOf(events, day))
  return row?.status === 'pending' && row.dueDate < day ? { ...row, status: 'overdue' } : row
}
