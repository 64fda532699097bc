import { ById } from '@plumbline/platform/schemas'
import * as z from 'zod/mini'

/** Limit of calendar addresses per user. */
export const maxCalendarFeeds = 5

/** An address that calendars subscribe to. */
export const CalendarFeed = z.object({
  id: z.int(),
  /** The last four characters of the address, which identify it; null for those made before these were stored. */
  ending: z.nullable(z.string()),
  createdAt: z.iso.datetime(),
  lastReadAt: z.nullable(z.iso.datetime()),
})
export type CalendarFeed = z.infer<typeof CalendarFeed>

/** With its user; `username` is null for those made before it was stored. */
export const OwnedCalendarFeed = z.extend(CalendarFeed, { userId: z.int(), username: z.nullable(z.string()) })
export type OwnedCalendarFeed = z.infer<typeof OwnedCalendarFeed>

// not `creates`: a stored answer would hold the secret
export const createCalendarFeed = {
  method: 'POST',
  path: '/api/calendar/feeds',
  summary: 'Create a secret address that calendars subscribe to; it is shown only once',
  needs: 'schedule.own.view',
  response: z.extend(CalendarFeed, { path: z.string() }),
} as const

export const listCalendarFeeds = {
  method: 'GET',
  path: '/api/calendar/feeds',
  summary: 'Your calendar addresses, newest first',
  needs: 'schedule.own.view',
  response: z.array(CalendarFeed),
} as const

export const listEveryonesCalendarFeeds = {
  method: 'GET',
  path: '/api/calendar/feeds/everyone',
  summary: 'The calendar addresses of all users, newest first, for the business owner',
  needs: 'team',
  response: z.array(OwnedCalendarFeed),
} as const

export const revokeCalendarFeed = {
  method: 'DELETE',
  path: '/api/calendar/feeds/:id',
  summary: 'Revoke a calendar address: your own, or as the business owner any',
  needs: 'schedule.own.view',
  params: ById,
} as const

export const readCalendar = {
  method: 'GET',
  path: '/api/calendar/:token.ics',
  summary: 'The appointments as iCalendar (RFC 5545)',
  needs: 'public',
  params: z.object({ token: z.string() }),
  produces: 'text/calendar',
} as const
