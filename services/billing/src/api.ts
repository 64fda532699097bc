import { ByChange, ById, money, pageQuery, pathId } from '@plumbline/platform/schemas'
import * as z from 'zod/mini'
import {
  InvoiceChanges,
  InvoiceForm,
  PaymentForm,
  RefundForm,
  ReminderForm,
  RemindersForm,
} from './api/forms.ts'
import { figureQuery } from './api/reports.ts'
import { asOf } from './api/values.ts'
import { invoiceStatuses, type PaymentMethod, paymentMethods } from './events.ts'

export * from './api/comparison.ts'
export * from './api/counts.ts'
export * from './api/customerPages.ts'
export { type InvoiceFieldName, invoiceFields, invoiceLabels } from './api/fields.ts'
export * from './api/forms.ts'
export { type Margin, marginOf } from './api/margin.ts'
export * from './api/payments.ts'
export { creditRefusal, type Price, percentOf, priceOf, priceOfChoice, priceOfLines } from './api/price.ts'
export * from './api/priceItems.ts'
export * from './api/quoteChoice.ts'
export * from './api/quoteFigures.ts'
export * from './api/quotes.ts'
export {
  type FigureQuery,
  getReports,
  getTotals,
  type ReceivableAge,
  Reports,
  receivableAges,
  Totals,
  type UnpaidAge,
  unpaidAges,
} from './api/reports.ts'
export * from './api/uninvoiced.ts'
export { Amount, OptionalAmount, PositiveAmount, Quantity, SignedAmount } from './api/values.ts'
export { type PriceUnit, priceUnits } from './events/priceItem.ts'
export { type QuoteStatus, quoteStatuses, quoteStatusLabels } from './events/quote.ts'
export {
  type InvoiceStatus,
  invoiceStatuses,
  invoiceStatusLabels,
  type PaymentMethod,
  paymentMethods,
} from './events.ts'

/** As they are shown. */
export const paymentMethodLabels: Record<PaymentMethod, string> = {
  cash: 'Cash',
  zelle: 'Zelle',
  cashapp: 'CashApp',
  venmo: 'Venmo',
  credit_card: 'Credit card',
}

/** What an invoice says of its payment. */
export const paymentTerms = [
  'Payment is due in full on completion. We accept cash, Zelle, CashApp, Venmo and major credit cards.',
  'Non-payment may lead to a property lien under state law.',
] as const

/** Days are those of the business. */
export const Invoice = z.object({
  id: z.int(),
  customerId: z.int(),
  customerName: z.nullable(z.string()),
  appointmentId: z.nullable(z.int()),
  /** The approved quote that it is of. Releases before this one do not answer it. */
  quoteId: z.optional(z.nullable(z.int())),
  /** `INV-000001`, or `DRAFT-{id}` for a draft. */
  invoiceNumber: z.string(),
  description: z.string(),
  /** Without tax. */
  amount: money,
  tax: money,
  totalAmount: money,
  /** Payments less refunds. */
  paidAmount: money,
  balance: money,
  status: z.enum(invoiceStatuses),
  dueDate: z.iso.date(),
  issueDate: z.nullable(z.iso.date()),
  /** Of the payment that made the balance zero. */
  paidDate: z.nullable(z.iso.date()),
  paymentMethod: z.nullable(z.enum(paymentMethods)),
  lastReminderAt: z.nullable(z.iso.datetime()),
  /** By email, with its PDF. */
  lastSentAt: z.nullable(z.iso.datetime()),
  createdAt: z.iso.datetime(),
  updatedAt: z.iso.datetime(),
  /** Void because its creation was taken back. */
  undone: z.optional(z.literal(true)),
  /** In the list for a figure of the reports: the part of it that this invoice has. */
  counted: z.optional(money),
})
export type Invoice = z.infer<typeof Invoice>

/** Who sends an invoice, and how it can be paid. */
const printed = z.object({
  name: z.string(),
  address: z.optional(z.string()),
  phone: z.string(),
  email: z.string(),
  website: z.optional(z.string()),
  license: z.optional(z.string()),
  terms: z.array(z.string()),
  logo: z.optional(z.object({ address: z.string(), width: z.int(), height: z.int() })),
  color: z.optional(z.string()),
})

export const InvoiceDetails = z.extend(Invoice, {
  /** Of the customer of today. */
  customerAddress: z.optional(z.nullable(z.string())),
  /** As it was when the invoice was issued; a draft has none. */
  letterhead: z.optional(printed),
  lines: z.array(
    z.object({
      description: z.string(),
      amount: money,
      tax: money,
      /** Both where the amount is their product. */
      quantity: z.optional(z.string()),
      unitPrice: z.optional(money),
    }),
  ),
  payments: z.array(
    z.object({
      id: z.int(),
      amount: money,
      refunded: money,
      method: z.enum(paymentMethods),
      date: z.iso.date(),
      recordedAt: z.iso.datetime(),
    }),
  ),
  refunds: z.array(
    z.object({
      paymentId: z.int(),
      amount: money,
      date: z.iso.date(),
      /** The payment was recorded by mistake: no money went back. */
      reason: z.optional(z.literal('undone')),
      recordedAt: z.iso.datetime(),
    }),
  ),
  reminders: z.array(z.object({ channel: z.enum(['sms', 'email']), balance: money, at: z.iso.datetime() })),
  /** Oldest first. */
  history: z.array(
    z.object({
      at: z.iso.datetime(),
      actor: z.string(),
      /** Of a user, as they were called then. */
      actorName: z.optional(z.string()),
      text: z.string(),
      /** The path to which a POST takes it back. */
      restore: z.optional(z.string()),
    }),
  ),
})
export type InvoiceDetails = z.infer<typeof InvoiceDetails>

const listedStatuses = [...invoiceStatuses, 'outstanding'] as const
export type ListedStatus = (typeof listedStatuses)[number]

/** `overdue` and `due` have first what waits longest. */
const invoiceSorts = ['newest', 'overdue', 'due', 'balance', 'customer'] as const

export const listInvoices = {
  method: 'GET',
  path: '/api/invoices',
  summary:
    'Invoices, newest first; with a limit the next page is in the Link header. Lists for a figure of the reports or a past day have no pages',
  needs: 'invoices.view',
  query: z.object({
    /** Words of the description, the customer, the numbers and the amounts; every word must occur. */
    q: z.optional(z.string().check(z.maxLength(200, 'At most 200 characters'))),
    /** `outstanding` is pending or overdue. */
    status: z.optional(z.enum(listedStatuses, { error: 'There is no such status' })),
    sort: z.optional(z.enum(invoiceSorts, { error: 'There is no such order' })),
    customerId: z.optional(pathId),
    ...pageQuery,
    ...figureQuery,
  }),
  response: z.array(Invoice),
} as const

export const listCustomerInvoices = {
  method: 'GET',
  path: '/api/customers/:id/invoices',
  summary:
    'The invoices of a customer, newest first, with those of records merged into it; everything unless narrowed',
  needs: 'invoices.view',
  params: ById,
  query: z.pick(listInvoices.query, { q: true, status: true, limit: true, cursor: true, count: true }),
  response: z.array(Invoice),
} as const

export const listAppointmentInvoices = {
  method: 'GET',
  path: '/api/appointments/:id/invoices',
  summary: 'The invoices of an appointment without void ones, newest first, whichever customer they are of',
  needs: 'invoices.view',
  params: ById,
  response: z.array(Invoice),
} as const

export const createInvoice = {
  method: 'POST',
  path: '/api/invoices',
  summary: 'Create an invoice and issue it, or keep it as a draft',
  needs: 'invoices.edit',
  creates: true,
  body: InvoiceForm,
  response: InvoiceDetails,
} as const

export const getInvoice = {
  method: 'GET',
  path: '/api/invoices/:id',
  summary: 'One invoice with its history; with a day, as it was when that day ended',
  needs: 'invoices.view',
  params: ById,
  query: z.object({ asOf }),
  response: InvoiceDetails,
} as const

export const restoreInvoice = {
  method: 'POST',
  path: '/api/invoices/:id/changes/:version/restore',
  summary: 'Take a change of an invoice back, as far as it may still change',
  needs: 'invoices.edit',
  params: ByChange,
  response: InvoiceDetails,
} as const

export const changeInvoice = {
  method: 'PATCH',
  path: '/api/invoices/:id',
  summary: 'Change an invoice; amounts only while it is a draft; honours If-Match',
  needs: 'invoices.edit',
  params: ById,
  body: InvoiceChanges,
  response: InvoiceDetails,
} as const

export const issueInvoice = {
  method: 'POST',
  path: '/api/invoices/:id/issue',
  summary: 'Issue a draft: it gets its number and is owed',
  needs: 'invoices.edit',
  params: ById,
  response: InvoiceDetails,
} as const

export const voidInvoice = {
  method: 'POST',
  path: '/api/invoices/:id/void',
  summary: 'Void an invoice that has no payments',
  needs: 'invoices.edit',
  params: ById,
  response: InvoiceDetails,
} as const

export const undoInvoice = {
  method: 'POST',
  path: '/api/invoices/:id/undo',
  summary:
    'Take back an invoice that was created by mistake: it is void, and its payments are marked as undone, which needs payments.refund; honours If-Match',
  needs: 'invoices.edit',
  asksPassword: true,
  params: ById,
  response: InvoiceDetails,
} as const

export const recordPayment = {
  method: 'POST',
  path: '/api/invoices/:id/payments',
  summary: 'Record a payment, by default of the whole balance; honours If-Match',
  needs: 'payments.record',
  creates: true,
  params: ById,
  body: PaymentForm,
  response: InvoiceDetails,
} as const

export const refundPayment = {
  method: 'POST',
  path: '/api/invoices/:id/payments/:paymentId/refund',
  summary: 'Refund a payment or a part of it, or undo one that was recorded by mistake; honours If-Match',
  needs: 'payments.refund',
  creates: true,
  params: z.object({ id: pathId, paymentId: pathId }),
  body: RefundForm,
  response: InvoiceDetails,
} as const

export const requestReminder = {
  method: 'POST',
  path: '/api/invoices/:id/reminders',
  summary: 'Request a payment reminder to the customer',
  needs: 'invoices.edit',
  creates: true,
  params: ById,
  body: ReminderForm,
  response: InvoiceDetails,
} as const

export const requestReminders = {
  method: 'POST',
  path: '/api/invoices/reminders',
  summary: 'Request one payment reminder about several invoices of a customer',
  needs: 'invoices.edit',
  creates: true,
  body: RemindersForm,
} as const

export const sendInvoice = {
  method: 'POST',
  path: '/api/invoices/:id/send',
  summary: 'Request that the invoice is sent to the customer by email, with its PDF',
  needs: 'invoices.edit',
  creates: true,
  params: ById,
  response: InvoiceDetails,
} as const

export const invoicePdf = {
  method: 'GET',
  path: '/api/invoices/:id/pdf',
  summary: 'The invoice as a PDF document',
  needs: 'invoices.view',
  params: ById,
  produces: 'application/pdf',
} as const
