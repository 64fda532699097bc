import type {
  FigureQuery,
  InvoiceChanges,
  InvoiceForm,
  PaymentForm,
  RefundForm,
} from '@plumbline/billing/api'
import * as billing from '@plumbline/billing/api'
import { call, callTagged, orNull } from '@plumbline/contract'
import { getCustomer } from '@plumbline/crm/api'
import { listConversation, type MessageType, readConsent } from '@plumbline/messaging/api'
import { getAppointment, listCustomerAppointments } from '@plumbline/scheduling/api'
import { queryOptions } from '@tanstack/react-query'
import type * as z from 'zod/mini'
import { readInvoiceTerms } from './invoiceTerms.ts'

/** What makes invoices old. */
export const changedBy = ['invoice', 'customer']

/** The beginning of the key of everything that shows invoices. */
export const invoicesKey = ['invoices'] as const

/** The invoices behind a figure of the reports, or as they were when a day ended. */
export const figureInvoicesQuery = (query: FigureQuery) =>
  queryOptions({
    queryKey: [...invoicesKey, 'figure', query],
    queryFn: ({ signal }) => call(billing.listInvoices, { query, signal }),
    meta: { changedBy: [...changedBy, 'appointment'] },
  })

/** What needs attention now. */
export const countsQuery = () =>
  queryOptions({
    queryKey: [...invoicesKey, 'counts'],
    queryFn: ({ signal }) => call(billing.countInvoices, { signal }),
    meta: { changedBy: [...changedBy, 'appointment'] },
  })

/** What was approved of a quote or a job, and what was invoiced for it. */
export const comparisonQuery = (of: { quoteId: string } | { appointmentId: string }) =>
  queryOptions({
    queryKey: [...invoicesKey, 'comparison', of],
    queryFn: ({ signal }) => call(billing.compareInvoiced, { query: of, signal }),
    meta: { changedBy: [...changedBy, 'quote', 'appointment'] },
  })

/** Completed appointments without an invoice. */
export const uninvoicedQuery = () =>
  queryOptions({
    queryKey: [...invoicesKey, 'uninvoiced'],
    queryFn: ({ signal }) => call(billing.listUninvoiced, { signal }),
    meta: { changedBy: [...changedBy, 'appointment'] },
  })

/** One invoice with its history and its version; null when there is none. */
export const invoiceQuery = (id: string, asOf?: string) =>
  queryOptions({
    queryKey: [...invoicesKey, id, asOf],
    queryFn: ({ signal }) =>
      orNull(callTagged(billing.getInvoice, { params: { id }, query: { asOf }, signal })),
    meta: { changedBy },
  })

/** One invoice with its version, for a dialog that changes it. */
export const invoiceRecordQuery = (id: number) =>
  queryOptions({
    queryKey: [...invoicesKey, id, 'record'],
    queryFn: ({ signal }) => callTagged(billing.getInvoice, { params: { id }, signal }),
    meta: { changedBy },
  })

export const totalsQuery = (asOf?: string) =>
  queryOptions({
    queryKey: [...invoicesKey, 'totals', asOf],
    queryFn: ({ signal }) => call(billing.getTotals, { query: { asOf }, signal }),
    meta: { changedBy },
  })

/** What was received by method, and its tax. */
export const paymentTotalsQuery = (period: Pick<FigureQuery, 'from' | 'to'>) =>
  queryOptions({
    queryKey: [...invoicesKey, 'payment totals', period],
    queryFn: ({ signal }) => call(billing.getPaymentTotals, { query: period, signal }),
    meta: { changedBy },
  })

export const reportsQuery = (period: Pick<FigureQuery, 'from' | 'to' | 'asOf'>) =>
  queryOptions({
    queryKey: [...invoicesKey, 'reports', period],
    queryFn: ({ signal }) => call(billing.getReports, { query: period, signal }),
    meta: { changedBy: [...changedBy, 'appointment'] },
  })

/** Null for an unknown customer. */
export const customerInvoicesQuery = (id: string) =>
  queryOptions({
    queryKey: [...invoicesKey, 'customer', id],
    queryFn: ({ signal }) => orNull(call(billing.listCustomerInvoices, { params: { id }, signal })),
    meta: { changedBy },
  })

/** The invoices that an appointment already has, of any customer; void ones do not count. */
export const appointmentInvoicesQuery = (id: number) =>
  queryOptions({
    queryKey: [...invoicesKey, 'appointment', id],
    queryFn: ({ signal }) => call(billing.listAppointmentInvoices, { params: { id }, signal }),
    meta: { changedBy },
  })

export const customerQuery = (id: string) =>
  queryOptions({
    queryKey: ['customers', id, 'or null'],
    queryFn: ({ signal }) => orNull(call(getCustomer, { params: { id }, signal })),
    meta: { changedBy: ['customer'] },
  })

/** The appointments an invoice may be for. */
export const appointmentsQuery = (customerId: number) =>
  queryOptions({
    queryKey: ['appointments', 'customer', String(customerId)],
    queryFn: ({ signal }) => orNull(call(listCustomerAppointments, { params: { id: customerId }, signal })),
    meta: { changedBy: ['appointment', 'customer'] },
  })

export const appointmentQuery = (id: string) =>
  queryOptions({
    queryKey: ['appointments', id, 'or null'],
    queryFn: ({ signal }) => orNull(call(getAppointment, { params: { id }, signal })),
    meta: { changedBy: ['appointment'] },
  })

/** An appointment, what was approved and invoiced of it, and the terms of invoices as they are now, for the dialog that invoices it. */
export const jobToInvoiceQuery = (id: number) =>
  queryOptions({
    queryKey: ['appointments', id, 'to invoice'],
    queryFn: async ({ signal }) => {
      const [{ value: appointment, etag }, terms, comparison] = await Promise.all([
        callTagged(getAppointment, { params: { id }, signal }),
        readInvoiceTerms(signal),
        call(billing.compareInvoiced, { query: { appointmentId: String(id) }, signal }),
      ])
      return { value: { appointment, terms, comparison }, etag }
    },
    meta: { changedBy: ['appointment', 'business'] },
  })

/** The channel of the latest message with a customer; null when there is none. */
export const lastChannelQuery = (customerId: number) =>
  queryOptions({
    queryKey: ['messages', 'customer', String(customerId), 'channel'],
    queryFn: async ({ signal }) =>
      (await call(listConversation, { params: { id: customerId }, signal })).at(-1)?.type ?? null,
    meta: { changedBy: ['message'] },
  })

/** What a customer allows, and why nothing goes out on a channel. */
export const consentQuery = (customerId: number) =>
  queryOptions({
    queryKey: ['messages', 'consent', customerId],
    queryFn: ({ signal }) => call(readConsent, { params: { id: customerId }, signal }),
    meta: { changedBy: ['consent', 'contact', 'customer'] },
  })

export const readInvoice = (id: number) => call(billing.getInvoice, { params: { id } })
export const createInvoice = (body: z.input<typeof InvoiceForm>, idempotencyKey: string) =>
  call(billing.createInvoice, { body, idempotencyKey })
export const changeInvoice = (id: number, body: z.input<typeof InvoiceChanges>, ifMatch: string) =>
  call(billing.changeInvoice, { params: { id }, body, ifMatch })
type Versioned = { id: number; etag: string }

export const issueInvoice = ({ id, etag }: Versioned) =>
  call(billing.issueInvoice, { params: { id }, ifMatch: etag })
export const voidInvoice = ({ id, etag }: Versioned) =>
  call(billing.voidInvoice, { params: { id }, ifMatch: etag })
export const sendInvoice = (id: number, idempotencyKey: string) =>
  call(billing.sendInvoice, { params: { id }, idempotencyKey })

/** A command about an invoice as it was shown; without `ifMatch` about the invoice as it is. */
type OnInvoice = { key: string; ifMatch?: string }

export const recordPayment = (id: number, body: PaymentForm, { key, ifMatch }: OnInvoice) =>
  call(billing.recordPayment, {
    params: { id },
    body,
    idempotencyKey: key,
    ifMatch,
  })
export const refundPayment = (
  { id, paymentId }: { id: number; paymentId: number },
  body: RefundForm,
  { key, ifMatch }: OnInvoice,
) => call(billing.refundPayment, { params: { id, paymentId }, body, idempotencyKey: key, ifMatch })
export const requestReminders = (body: z.input<typeof billing.RemindersForm>, idempotencyKey: string) =>
  call(billing.requestReminders, { body, idempotencyKey })
export const requestReminder = (id: number, body: { channel: MessageType }, idempotencyKey: string) =>
  call(billing.requestReminder, { params: { id }, body, idempotencyKey })

/** Takes back an invoice as it was created, with its payments. Refuses one that was changed since. */
export async function undoInvoice({ id, updatedAt }: billing.InvoiceDetails): Promise<void> {
  const { value, etag } = await callTagged(billing.getInvoice, { params: { id } })
  if (value.updatedAt !== updatedAt) throw new Error('Someone else changed this invoice meanwhile.')
  await call(billing.undoInvoice, { params: { id }, ifMatch: etag })
}
