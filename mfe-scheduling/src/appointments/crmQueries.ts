import { call, orNull } from '@plumbline/contract'
import { getCustomer, getLead } from '@plumbline/crm/api'
import { queryOptions } from '@tanstack/react-query'

// apart from the appointments: widgets of the dashboard have no use for crm's schemas

export const customerQuery = (id: string) =>
  queryOptions({
    queryKey: ['customers', id, 'or null'],
    queryFn: ({ signal }) => orNull(call(getCustomer, { params: { id }, signal })),
    meta: { changedBy: ['customer'] },
  })

/** The lead that an appointment is made from; null when there is none. */
export const leadQuery = (id: string) =>
  queryOptions({
    queryKey: ['leads', id, 'or null'],
    queryFn: ({ signal }) => orNull(call(getLead, { params: { id }, signal })),
    meta: { changedBy: ['lead'] },
  })
