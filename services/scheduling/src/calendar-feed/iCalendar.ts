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

/** RFC 5545. Times are UTC, so that calendars need no time zone rules. */
export const iCalendar = (entries: readonly CalendarEntry[]): string =>
  ical({
    name: 'Appointments',
    prodId: { company: 'plumbline', product: 'scheduling', language: 'EN' },
    ttl: refreshSeconds,
    events: entries.map((entry) => ({
      // one calendar may show the feeds of two businesses
      id: `${Date.parse(entry.createdAt)}-${entry.id}@plumbline`,
      start: new Date(entry.scheduledDate),
      end: new Date(Date.parse(entry.scheduledDate) + entry.duration * 60_000),
      sequence: entry.version - 1,
      summary: printable(titleOf(entry)),
      location: entry.address && printable(entry.address),
      description: entry.description && printable(entry.description),
      status: statuses[entry.status],
      created: new Date(entry.createdAt),
      lastModified: new Date(entry.updatedAt),
      stamp: new Date(entry.updatedAt),
    })),
  }).toString()
