import {
  createInvoice,
  getInvoice,
  type InvoiceForm,
  issueInvoice,
  listCustomerInvoices,
  listInvoices,
  type PaymentForm,
  recordPayment,
  refundPayment,
  requestReminder,
  voidInvoice,
} from '@plumbline/billing/api'
import { call, newKey, orNull } from '@plumbline/contract'
import { getCustomer } from '@plumbline/crm/api'
import { getAppointment, listCustomerAppointments } from '@plumbline/scheduling/api'
import { type QueryClient, queryOptions } from '@tanstack/react-query'
import type { z } from 'zod/mini'

const changedBy = ['invoice', 'customer']

export const invoicesQuery = () =>
  queryOptions({
    queryKey: ['invoices'],
    queryFn: ({ signal }) => call(listInvoices, { signal }),
    meta: { changedBy },
  })

/** One invoice with all that happened to it; null when there is none. */
export const invoiceQuery = (id: string) =>
  queryOptions({
    queryKey: ['invoices', id],
    queryFn: ({ signal }) => orNull(call(getInvoice, { params: { id }, signal })),
    meta: { changedBy },
  })

/** Null for a customer nobody knows. */
export const customerInvoicesQuery = (id: string) =>
  queryOptions({
    queryKey: ['invoices', 'customer', id],
    queryFn: ({ signal }) => orNull(call(listCustomerInvoices, { params: { id }, signal })),
    meta: { changedBy },
  })

export const customerQuery = (id: string) =>
  queryOptions({
    queryKey: ['customers', id, 'or null'],
    queryFn: ({ signal }) => orNull(call(getCustomer, { params: { id }, signal })),
    meta: { changedBy: ['customer'] },
  })

/** The jobs an invoice may be for. */
export const jobsQuery = (customerId: number) =>
  queryOptions({
    queryKey: ['appointments', 'customer', String(customerId)],
    queryFn: ({ signal }) => orNull(call(listCustomerAppointments, { params: { id: customerId }, signal })),
    meta: { changedBy: ['appointment'] },
  })

export const jobQuery = (id: string) =>
  queryOptions({
    queryKey: ['appointments', id, 'or null'],
    queryFn: ({ signal }) => orNull(call(getAppointment, { params: { id }, signal })),
    meta: { changedBy: ['appointment'] },
  })

export const write = (body: z.input<typeof InvoiceForm>, idempotencyKey: string) =>
  call(createInvoice, { body, idempotencyKey })
export const pay = (id: number, body: PaymentForm, idempotencyKey: string) =>
  call(recordPayment, { params: { id }, body, idempotencyKey })
export const refund = (id: number, paymentId: number) =>
  call(refundPayment, { params: { id, paymentId }, body: {}, idempotencyKey: newKey() })
export const remind = (id: number, channel: 'sms' | 'email', idempotencyKey: string) =>
  call(requestReminder, { params: { id }, body: { channel }, idempotencyKey })
export const issue = (id: number) => call(issueInvoice, { params: { id } })
export const takeBack = (id: number) => call(voidInvoice, { params: { id } })

/** Everything that shows invoices is fetched again. */
export const refresh = (queryClient: QueryClient) =>
  queryClient.invalidateQueries({ queryKey: invoicesQuery().queryKey })
