import { ApiError, call, callTagged, callWithHeaders } from '@plumbline/contract'
import { getLead, type Lead, listLeads, matchLead } from '@plumbline/crm/api'
import { queryOptions } from '@tanstack/react-query'

/** What every query of leads begins with. */
export const leadsKey = ['leads'] as const

/** The leads without an answer that have been waiting longest, and how many there are. */
export const newLeadsQuery = (max: number) =>
  queryOptions({
    queryKey: [...leadsKey, 'new', max],
    queryFn: async ({ signal }) => {
      const query = { status: 'new', sort: 'oldest', limit: String(max), count: 'true' }
      const { value, headers } = await callWithHeaders(listLeads, { query, signal })
      return { leads: value, count: Number(headers.get('x-total-count')) }
    },
    meta: { changedBy: ['lead'] },
  })

export const leadQuery = (id: number) =>
  queryOptions({
    queryKey: [...leadsKey, id],
    queryFn: ({ signal }) => call(getLead, { params: { id }, signal }),
    meta: { changedBy: ['lead'] },
  })

/** One lead with its version, for a form that changes it. */
export const leadRecordQuery = (id: number) =>
  queryOptions({
    queryKey: [...leadsKey, id, 'record'],
    queryFn: ({ signal }) => callTagged(getLead, { params: { id }, signal }),
    meta: { changedBy: ['lead'] },
  })

/** Customers who may be the same person. */
export const leadMatchesQuery = (id: number) =>
  queryOptions({
    queryKey: [...leadsKey, id, 'matches'],
    queryFn: ({ signal }) => call(matchLead, { params: { id }, signal }),
    meta: { changedBy: ['lead', 'customer'] },
  })

/** The version of a lead as it is shown, which has none itself; refused when its status is another one by now. */
export async function readVersionOf({ id, status }: Lead): Promise<string> {
  const { value, etag } = await callTagged(getLead, { params: { id } })
  if (value.status !== status) throw new ApiError(412, 'Someone else changed this meanwhile')
  return etag
}
