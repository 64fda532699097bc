import { getBusiness } from '@plumbline/business/api'
import { call } from '@plumbline/contract'
import { queryOptions } from '@tanstack/react-query'

/** Where the business is, and when it works. */
export const businessQuery = () =>
  queryOptions({
    queryKey: ['business', 'address and hours'],
    queryFn: async ({ signal }) => {
      const { description, hours } = await call(getBusiness, { signal })
      return { address: description.address, hours }
    },
    meta: { changedBy: ['business'] },
  })
