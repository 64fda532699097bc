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
>

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
      summary: [entry.title, entry.customerName].filter(Boolean).join(' – '),
      location: entry.address,
      description: entry.description,
      status: statuses[entry.status],
      created: new Date(entry.createdAt),
      lastModified: new Date(entry.updatedAt),
      stamp: new Date(entry.updatedAt),
    })),
  }).toString()
