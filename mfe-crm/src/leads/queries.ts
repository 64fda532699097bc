import { call, callTagged } from '@plumbline/contract'
import { getLead, listLeads, matchLead } from '@plumbline/crm/api'
import { queryOptions } from '@tanstack/react-query'

export const leadsQuery = () =>
  queryOptions({
    queryKey: ['leads'],
    queryFn: ({ signal }) => call(listLeads, { signal }),
    meta: { changedBy: ['lead'] },
  })

/** One lead with its version, for a form that changes it. */
export const leadRecordQuery = (id: number) =>
  queryOptions({
    queryKey: ['leads', id, 'record'],
    queryFn: ({ signal }) => callTagged(getLead, { params: { id }, signal }),
    meta: { changedBy: ['lead'] },
  })

/** Customers who may be the same person. */
export const leadMatchesQuery = (id: number) =>
  queryOptions({
    queryKey: ['leads', id, 'matches'],
    queryFn: ({ signal }) => call(matchLead, { params: { id }, signal }),
    meta: { changedBy: ['lead', 'customer'] },
  })
