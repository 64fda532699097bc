import { ApiError, call, callTagged } from '@plumbline/contract'
import { getLead, type Lead, matchLead } from '@plumbline/crm/api'
import { queryOptions } from '@tanstack/react-query'
import { leadsKey } from './lead.ts'

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
