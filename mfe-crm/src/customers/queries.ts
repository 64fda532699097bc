import { call, callTagged, orNull } from '@plumbline/contract'
import { getCustomer, listCustomers, matchCustomers } from '@plumbline/crm/api'
import { readUnknownConversation } from '@plumbline/messaging/api'
import { queryOptions } from '@tanstack/react-query'

/** What makes customers old. */
export const changedBy = ['customer', 'customer-import']

/** What every query of customers begins with. */
export const customersKey = ['customers'] as const

export const customerQuery = (id: number) =>
  queryOptions({
    queryKey: [...customersKey, id],
    queryFn: ({ signal }) => call(getCustomer, { params: { id }, signal }),
    meta: { changedBy },
  })

/** One customer with what is planned for them and what they owe. */
export const customerWorkQuery = (id: number) =>
  queryOptions({
    queryKey: [...customersKey, id, 'work'],
    queryFn: ({ signal }) => call(getCustomer, { params: { id }, query: { include: 'work' }, signal }),
    meta: { changedBy: [...changedBy, 'appointment', 'invoice'] },
  })

/** One customer with its version, for a form that changes it. */
export const customerRecordQuery = (id: number) =>
  queryOptions({
    queryKey: [...customersKey, id, 'record'],
    queryFn: ({ signal }) => callTagged(getCustomer, { params: { id }, signal }),
    meta: { changedBy },
  })

/** The first customers that match, found by the server. */
export const findCustomers = (q: string, signal: AbortSignal) =>
  call(listCustomers, { query: { q: q.trim() || undefined, limit: '20' }, signal })

/** The customers with this phone number or email. */
export const matchingCustomersQuery = (phone: string, email: string, exceptId?: number) =>
  queryOptions({
    queryKey: [...customersKey, 'matches', phone, email, exceptId],
    queryFn: ({ signal }) =>
      call(matchCustomers, {
        query: { phone, email, exceptId: exceptId === undefined ? undefined : String(exceptId) },
        signal,
      }),
    meta: { changedBy },
  })

/** A conversation without a customer; messaging's pages use the same key. */
export const unknownConversationQuery = (id: string) =>
  queryOptions({
    queryKey: ['messages', 'unknown', id],
    queryFn: ({ signal }) => orNull(call(readUnknownConversation, { params: { id }, signal })),
    meta: { changedBy: ['message', 'contact', 'customer'] },
  })
