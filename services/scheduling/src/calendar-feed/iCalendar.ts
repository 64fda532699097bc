import { dayIn } from '@plumbline/platform/time'
import ical, { ICalEventStatus } from 'ical-generator'
import type { Appointment } from '../api.ts'

const statuses = {
  scheduled: ICalEventStatus.CONFIRMED,
  in_progress: ICalEventStatus.CONFIRMED,
  completed: ICalEventStatus.CONFIRMED,
  cancelled: ICalEventStatus.CANCELLED,
} as const

const refreshSeconds = 15 * 60

/** What a calendar may show of an appointment: no notes, no prices, no phone numbers. */
export type CalendarEntry = Pick<
  Appointment,
  | 'id'
  | 'title'
  | 'customerName'
  | 'address'
  | 'description'
  | 'scheduledDate'
  | 'duration'
  | 'arrivalWindow'
  | 'anytime'
  | 'status'
  | 'createdAt'
  | 'updatedAt'
> & {
  /** Of the stream: it rises with every change. */
  version: number
}

// some calendars show a cancelled event like any other
const titleOf = ({ title, customerName, status }: CalendarEntry) =>
  `${status === 'cancelled' ? 'Cancelled: ' : ''}${[title, customerName].filter(Boolean).join(' – ')}`

/** Without control characters, which iCalendar forbids; a line break of a word processor is one. */
const printable = (text: string) =>
  text.replace(/\r\n?|[\v\f\u0085\u2028\u2029]/g, '\n').replace(/[^\P{Cc}\n\t]/gu, '')

const minuteMs = 60_000

/** A job at any time is one of the whole day; the customer knows a window, which is no duration. */
function timeOf({ scheduledDate, duration, anytime }: CalendarEntry, timeZone: string) {
  const start = new Date(scheduledDate)
  if (anytime) return { start: new Date(`${dayIn(timeZone, start)}T00:00:00Z`), allDay: true }
  return { start, end: new Date(start.getTime() + duration * minuteMs) }
}

function descriptionOf(
  { scheduledDate, arrivalWindow, description }: CalendarEntry,
  timeZone: string,
): string | null {
  const clock = (minutes: number) =>
    new Date(Date.parse(scheduledDate) + minutes * minuteMs).toLocaleTimeString('en-US', {
      ...({ hour: 'numeric', minute: '2-digit' } as const),
      timeZone,
    })
  const window = arrivalWindow > 0 && `Arrival between ${clock(0)} and ${clock(arrivalWindow)}`
  return [window, description && printable(description)].filter(Boolean).join('\n') || null
}

/** RFC 5545. Times are UTC, so that calendars need no time zone rules; days are of the zone. */
export const iCalendar = (entries: readonly CalendarEntry[], timeZone: string): string =>
  ical({
    name: 'Appointments',
    prodId: { company: 'plumbline', product: 'scheduling', language: 'EN' },
    ttl: refreshSeconds,
    events: entries.map((entry) => ({
      // one calendar may show the feeds of two businesses
      id: `${Date.parse(entry.createdAt)}-${entry.id}@plumbline`,
      ...timeOf(entry, timeZone),
      sequence: entry.version - 1,
      summary: printable(titleOf(entry)),
      location: entry.address && printable(entry.address),
      description: descriptionOf(entry, timeZone),
      status: statuses[entry.status],
      created: new Date(entry.createdAt),
      lastModified: new Date(entry.updatedAt),
      stamp: new Date(entry.updatedAt),
    })),
  }).toString()
