import { call, callTagged } from '@plumbline/contract'
import { changeLead, convertLead, getLead, type LeadChanges, listLeads, matchLead } from '@plumbline/crm/api'
import { queryOptions } from '@tanstack/react-query'

export const leadsQuery = () =>
  queryOptions({
    queryKey: ['leads'],
    queryFn: ({ signal }) => call(listLeads, { signal }),
    meta: { changedBy: ['lead'] },
  })

/** One lead with the version that was seen, for a form that changes it. */
export const leadRecordQuery = (id: number) =>
  queryOptions({
    queryKey: ['leads', id, 'record'],
    queryFn: ({ signal }) => callTagged(getLead, { params: { id }, signal }),
    // what was closed is not what the next form opens with
    gcTime: 0,
    meta: { changedBy: ['lead'] },
  })

/** Customers who may be the same person. */
export const matchesQuery = (id: number) =>
  queryOptions({
    queryKey: ['leads', id, 'matches'],
    queryFn: ({ signal }) => call(matchLead, { params: { id }, signal }),
    meta: { changedBy: ['lead', 'customer'] },
  })

export const saveLead = (id: number, body: LeadChanges, ifMatch: string) =>
  call(changeLead, { params: { id }, body, ifMatch })

/** `customerId` null: a new customer is made. */
export const convert = (id: number, customerId: number | null, idempotencyKey: string) =>
  call(convertLead, { params: { id }, body: customerId === null ? {} : { customerId }, idempotencyKey })
