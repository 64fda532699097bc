import { call } from '@plumbline/contract'
import {
  type CustomerChanges,
  type CustomerForm,
  changeCustomer,
  createCustomer,
  getCustomer,
  listCustomers,
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

/** The first of those who match, found by the server. */
export const findCustomers = (q: string, signal: AbortSignal) =>
  call(listCustomers, { query: { ...(q.trim() && { q: q.trim() }), limit: '20' }, signal })

export const addCustomer = (body: CustomerForm, idempotencyKey: string) =>
  call(createCustomer, { body, idempotencyKey })
export const saveCustomer = (id: number, body: CustomerChanges) =>
  call(changeCustomer, { params: { id }, body })
