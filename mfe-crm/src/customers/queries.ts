import { call, callTagged } from '@plumbline/contract'
import {
  type CustomerChanges,
  type CustomerForm,
  changeCustomer,
  createCustomer,
  getCustomer,
  listCustomers,
  matchCustomers,
  mergeCustomer,
} from '@plumbline/crm/api'
import { queryOptions } from '@tanstack/react-query'

const changedBy = ['customer', 'customer-import']

export const customersQuery = () =>
  queryOptions({
    queryKey: ['customers'],
    queryFn: ({ signal }) => call(listCustomers, { signal }),
    meta: { changedBy },
  })

export const customerQuery = (id: number) =>
  queryOptions({
    queryKey: ['customers', id],
    queryFn: ({ signal }) => call(getCustomer, { params: { id }, signal }),
    meta: { changedBy },
  })

/** One customer with the version that was seen, for a form that changes it. */
export const customerRecordQuery = (id: number) =>
  queryOptions({
    queryKey: ['customers', id, 'record'],
    queryFn: ({ signal }) => callTagged(getCustomer, { params: { id }, signal }),
    // what was closed is not what the next form opens with
    gcTime: 0,
    meta: { changedBy },
  })

/** The first of those who match, found by the server. */
export const findCustomers = (q: string, signal: AbortSignal) =>
  call(listCustomers, { query: { ...(q.trim() && { q: q.trim() }), limit: '20' }, signal })

/** Who has this phone number or e-mail address. */
export const matchesQuery = (phone: string, email: string, exceptId?: number) =>
  queryOptions({
    queryKey: ['customers', 'matches', phone, email, exceptId],
    queryFn: ({ signal }) =>
      call(matchCustomers, {
        query: { phone, email, ...(exceptId !== undefined && { exceptId: String(exceptId) }) },
        signal,
      }),
    meta: { changedBy },
  })

export const addCustomer = (body: CustomerForm, idempotencyKey: string) =>
  call(createCustomer, { body, idempotencyKey })
export const saveCustomer = (id: number, body: CustomerChanges, ifMatch: string) =>
  call(changeCustomer, { params: { id }, body, ifMatch })
/** The first becomes part of the second, which is given the changes. */
export const merge = (id: number, intoCustomerId: number, changes: CustomerChanges) =>
  call(mergeCustomer, { params: { id }, body: { intoCustomerId, changes } })
