import {
  changeInvoice,
  createInvoice,
  type FigureQuery,
  getInvoice,
  getReports,
  getTotals,
  type InvoiceChanges,
  type InvoiceForm,
  issueInvoice,
  listCustomerInvoices,
  listInvoices,
  type PaymentForm,
  recordPayment,
  refundPayment,
  requestReminder,
  sendInvoice,
  voidInvoice,
} from '@plumbline/billing/api'
import { call, callTagged, newKey, orNull } from '@plumbline/contract'
import { getCustomer } from '@plumbline/crm/api'
import { listConversation } from '@plumbline/messaging/api'
import { getAppointment, listCustomerAppointments } from '@plumbline/scheduling/api'
import { type QueryClient, queryOptions } from '@tanstack/react-query'
import type * as z from 'zod/mini'

const changedBy = ['invoice', 'customer']

/** Every invoice; or those behind a figure, or as they were when a day ended. */
export const invoicesQuery = (query?: FigureQuery) =>
  queryOptions({
    queryKey: ['invoices', ...(query ? [query] : [])],
    queryFn: ({ signal }) => call(listInvoices, { ...(query && { query }), signal }),
    meta: { changedBy: query ? [...changedBy, 'appointment'] : changedBy },
  })

/** One invoice with all that happened to it and the version it was seen in; null when there is none. */
export const invoiceQuery = (id: string, asOf?: string) =>
  queryOptions({
    queryKey: ['invoices', id, asOf],
    queryFn: ({ signal }) => orNull(callTagged(getInvoice, { params: { id }, query: { asOf }, signal })),
    meta: { changedBy },
  })

export const totalsQuery = (asOf?: string) =>
  queryOptions({
    queryKey: ['invoices', 'totals', asOf],
    queryFn: ({ signal }) => call(getTotals, { query: { asOf }, signal }),
    meta: { changedBy },
  })

export const reportsQuery = (period: Pick<FigureQuery, 'from' | 'asOf'>) =>
  queryOptions({
    queryKey: ['invoices', 'reports', period],
    queryFn: ({ signal }) => call(getReports, { query: period, signal }),
    meta: { changedBy: [...changedBy, 'appointment'] },
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

/** The channel that was last used with a customer; nothing when nobody has written yet. */
export const lastChannelQuery = (customerId: number) =>
  queryOptions({
    queryKey: ['messages', 'customer', String(customerId), 'channel'],
    queryFn: async ({ signal }) =>
      (await call(listConversation, { params: { id: customerId }, signal })).at(-1)?.type ?? null,
    meta: { changedBy: ['message'] },
  })

export const write = (body: z.input<typeof InvoiceForm>, idempotencyKey: string) =>
  call(createInvoice, { body, idempotencyKey })
export const pay = (id: number, body: PaymentForm, idempotencyKey: string) =>
  call(recordPayment, { params: { id }, body, idempotencyKey })
export const refund = (id: number, paymentId: number) =>
  call(refundPayment, { params: { id, paymentId }, body: {}, idempotencyKey: newKey() })
export const remind = (id: number, channel: 'sms' | 'email', idempotencyKey: string) =>
  call(requestReminder, { params: { id }, body: { channel }, idempotencyKey })
export const edit = (id: number, body: z.input<typeof InvoiceChanges>, ifMatch: string) =>
  call(changeInvoice, { params: { id }, body, ifMatch })
export const send = (id: number, idempotencyKey: string) =>
  call(sendInvoice, { params: { id }, idempotencyKey })
export const issue = (id: number) => call(issueInvoice, { params: { id } })
export const takeBack = (id: number) => call(voidInvoice, { params: { id } })

/** Everything that shows invoices is fetched again. */
export const refresh = (queryClient: QueryClient) =>
  queryClient.invalidateQueries({ queryKey: invoicesQuery().queryKey })
