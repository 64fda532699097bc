import { call } from '@plumbline/contract'
import {
  createCalendarFeed,
  listCalendarFeeds,
  listEveryonesCalendarFeeds,
  revokeCalendarFeed,
} from '@plumbline/scheduling/api'
import { queryOptions } from '@tanstack/react-query'

export const feedsQuery = () =>
  queryOptions({
    queryKey: ['calendar feeds'],
    queryFn: ({ signal }) => call(listCalendarFeeds, { signal }),
  })

/** Those of all users; only the business owner may ask. */
export const everyonesFeedsQuery = () =>
  queryOptions({
    queryKey: ['calendar feeds', 'everyone'],
    queryFn: ({ signal }) => call(listEveryonesCalendarFeeds, { signal }),
    staleTime: 0,
  })

/** The new address; nobody can show it again. */
export const makeFeed = async (): Promise<string> => {
  const { path } = await call(createCalendarFeed)
  return new URL(path, window.location.origin).href
}

export const revokeFeed = (id: number) => call(revokeCalendarFeed, { params: { id } })

/** What a phone or a calendar program opens by itself. */
export const subscribeTo = (address: string): string => address.replace(/^https?:/, 'webcal:')
