import { call } from '@plumbline/contract'
import * as api from '@plumbline/scheduling/api'
import { queryOptions } from '@tanstack/react-query'

export const calendarFeedsQuery = () =>
  queryOptions({
    queryKey: ['calendar feeds'],
    queryFn: ({ signal }) => call(api.listCalendarFeeds, { signal }),
    staleTime: 0,
  })

/** Those of all users, for the business owner only. */
export const everyonesCalendarFeedsQuery = () =>
  queryOptions({
    queryKey: ['calendar feeds', 'everyone'],
    queryFn: ({ signal }) => call(api.listEveryonesCalendarFeeds, { signal }),
    staleTime: 0,
  })

/** The secret URL of a new feed; the server does not store it and cannot show it again. */
export async function createCalendarFeed(): Promise<string> {
  const { path } = await call(api.createCalendarFeed)
  return new URL(path, window.location.origin).href
}

export const revokeCalendarFeed = (id: number) => call(api.revokeCalendarFeed, { params: { id } })
