import { clockOf, readBusinessEvents, timeZoneOn } from '@plumbline/business/directory'
import type { Db } from '@plumbline/platform/db'
import { rejection } from '@plumbline/platform/errors'
import { type Recorded, readStream } from '@plumbline/platform/event-store'
import { foldRow } from '@plumbline/platform/projections'
import { clockAt, dayIn, dayLater, readTime } from '@plumbline/platform/time'
import type { InvoiceEvent } from '../events.ts'
import { occurredAt } from './history.ts'
import { type InvoiceRow, invoices } from './projection.ts'

export type InvoiceEvents = readonly Recorded<InvoiceEvent>[]

/** The day of a date or a date-time. */
export function dayOf(timeZone: string, text: string): string {
  const time = readTime(timeZone, text)
  if (!time) throw rejection('invalid', 'Please enter a date')
  return dayIn(timeZone, time)
}

/** A day, and the instant at which it ended by its clocks; today ends at the next midnight. */
export type AsOf = { day: string; end: string }

/** Reads the days that queries ask for. */
export async function readDays(db: Db, now: Date) {
  const business = await readBusinessEvents(db)
  const { timeZone, today } = clockOf(business, now)
  const of = (text: string) => dayOf(timeZone, text)
  /** A past day; without one it is today. */
  const asOf = (text: string | undefined): AsOf => {
    const day = text === undefined ? today : of(text)
    if (day > today) throw rejection('invalid', 'Choose today or an earlier date.')
    const zone = day === today ? timeZone : timeZoneOn(business, day)
    return { day, end: clockAt(zone, dayLater(day), '00:00').toISOString() }
  }
  return { of, asOf }
}

export const readInvoiceEvents = (db: Db, id: number): Promise<Recorded<InvoiceEvent>[]> =>
  readStream<InvoiceEvent>(db, `invoice-${id}`)

/** The row of the read model that these events of one invoice make. */
export const rowFromEvents = (events: InvoiceEvents): InvoiceRow | null => foldRow(invoices, events)

/** The events that had occurred when a day ended. */
export const eventsAsOf = (events: InvoiceEvents, { end }: AsOf): InvoiceEvents =>
  events.filter((event) => occurredAt(event) < end)

/** The row when a day ended. Past its due day it is overdue, even if the timer marked it later. */
export function rowAsOf(events: InvoiceEvents, asOf: AsOf): InvoiceRow | null {
  const row = rowFromEvents(eventsAsOf(events, asOf))
  return row?.status === 'pending' && row.dueDate < asOf.day ? { ...row, status: 'overdue' } : row
}
