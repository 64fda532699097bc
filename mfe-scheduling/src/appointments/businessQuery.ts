import { getBusiness } from '@plumbline/business/api'
import { call } from '@plumbline/contract'
import { queryOptions } from '@tanstack/react-query'

/** What the business offers, at what price, and when it works. */
export const businessQuery = () =>
  queryOptions({
    queryKey: ['business', 'settings'],
    queryFn: ({ signal }) => call(getBusiness, { signal }),
    meta: { changedBy: ['business'] },
  })
