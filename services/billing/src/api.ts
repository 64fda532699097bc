import * as z from 'zod/mini'
import { type PaymentMethod, paymentMethods } from './events.ts'

export { type PaymentMethod, paymentMethods } from './events.ts'

export const invoiceStatuses = ['draft', 'pending', 'paid', 'overdue', 'void'] as const
export type InvoiceStatus = (typeof invoiceStatuses)[number]

/** As people read them. */
export const paymentMethodLabels: Record<PaymentMethod, string> = {
  cash: 'Cash',
  zelle: 'Zelle',
  cashapp: 'CashApp',
  venmo: 'Venmo',
  credit_card: 'Credit card',
}

export const mostMoney = 99_999_999.99

/** What is wrong with an amount as text, for people; nothing is ever rounded. */
function moneyProblem(text: string): string | undefined {
  if (/^-\d/.test(text)) return 'An amount cannot be negative'
  if (/^\d+\.\d{3,}$/.test(text)) return 'An amount has at most two decimals'
  if (!/^\d+(\.\d{1,2})?$/.test(text)) return 'Please enter an amount such as 112.50'
  return Number(text) > mostMoney ? 'An amount is at most 99,999,999.99' : undefined
}

const money = (least: 'zero' | 'cent') =>
  z.string({ error: 'Please enter an amount as text, such as "112.50"' }).check(z.trim(), (ctx) => {
    const none = least === 'cent' && Number(ctx.value) === 0 ? 'The amount must be more than 0' : undefined
    const message = moneyProblem(ctx.value) ?? none
    if (message) ctx.issues.push({ code: 'custom', message, input: ctx.value })
  })

/** Zero or more, as text with at most two decimals. */
export const Money = /* @__PURE__ */ money('zero')
/** More than zero. */
export const PositiveMoney = /* @__PURE__ */ money('cent')

const dayMessage = 'Please enter a date'
/** `YYYY-MM-DD`, a day in New York, or a date-time, which means the day it is there. */
const Day = z.union([z.iso.date(), z.iso.datetime({ offset: true, local: true })], { error: dayMessage })
const PlainDay = z.iso.date({ error: dayMessage })

const text = (max: number, message: string) =>
  z
    .string({ error: message })
    .check(z.trim(), z.minLength(1, message), z.maxLength(max, `At most ${max} characters`))

const newestId = 2_147_483_647
const Id = (message: string) =>
  z.int({ error: message }).check(z.positive(message), z.maximum(newestId, message))
const pathId = z.pipe(
  z.string().check(z.regex(/^[1-9]\d{0,9}$/)),
  z.pipe(
    z.transform((digits: string) => Number(digits)),
    z.int().check(z.maximum(newestId)),
  ),
)
const ById = z.object({ id: pathId })

const LineForm = z.object({
  description: text(500, 'Please describe the line'),
  amount: Money,
  tax: z._default(Money, '0'),
})

const details = {
  appointmentId: z.optional(z.nullable(Id('Please select an appointment'))),
  description: text(2_000, 'Description is required'),
  dueDate: z.optional(Day),
  amount: z.optional(PositiveMoney),
  tax: z.optional(Money),
  /** Instead of `amount` and `tax`. */
  lines: z.optional(
    z.array(LineForm).check(z.minLength(1, 'Please add a line'), z.maxLength(100, 'At most 100 lines')),
  ),
}

const oneWay = z.refine<{ amount?: string; tax?: string; lines?: unknown }>(
  ({ amount, tax, lines }) => lines === undefined || (amount === undefined && tax === undefined),
  'Please give either an amount or lines',
)

/** The form behind "Create Invoice"; the same rules hold on the server. */
export const InvoiceForm = /* @__PURE__ */ z
  .object({
    customerId: Id('Please select a customer'),
    ...details,
    /** `pending` is issued at once. */
    status: z._default(
      z.enum(['pending', 'draft'], { error: 'An invoice begins as pending or draft' }),
      'pending',
    ),
  })
  .check(
    oneWay,
    z.refine(({ amount, lines }) => amount !== undefined || lines !== undefined, {
      error: 'Please enter an amount',
      path: ['amount'],
    }),
  )
export type InvoiceForm = z.infer<typeof InvoiceForm>

/** What is left out stays as it is; amounts change in a draft alone. */
export const InvoiceChanges = /* @__PURE__ */ z
  .object({ ...details, description: z.optional(details.description) })
  .check(oneWay)
export type InvoiceChanges = z.infer<typeof InvoiceChanges>

/** The form behind "Process Payment". */
export const PaymentForm = /* @__PURE__ */ z.object({
  method: z.enum(paymentMethods, { error: 'Please choose how it was paid' }),
  /** Left out: the balance. */
  amount: z.optional(PositiveMoney),
  /** Left out: today. */
  date: z.optional(Day),
})
export type PaymentForm = z.infer<typeof PaymentForm>

export const RefundForm = /* @__PURE__ */ z.object({
  /** Left out: all that is left of the payment. */
  amount: z.optional(PositiveMoney),
  date: z.optional(Day),
})
export type RefundForm = z.infer<typeof RefundForm>

export const ReminderForm = /* @__PURE__ */ z.object({
  channel: z.enum(['sms', 'email'], { error: 'Please choose SMS or email' }),
})

/** Money is text with two decimals, days are New York's. */
export const Invoice = z.object({
  id: z.int(),
  customerId: z.int(),
  customerName: z.nullable(z.string()),
  appointmentId: z.nullable(z.int()),
  /** `INV-000001`, of a draft `DRAFT-{id}`. */
  invoiceNumber: z.string(),
  description: z.string(),
  /** Without tax. */
  amount: z.string(),
  tax: z.string(),
  totalAmount: z.string(),
  /** Payments less refunds. */
  paidAmount: z.string(),
  balance: z.string(),
  status: z.enum(invoiceStatuses),
  dueDate: z.iso.date(),
  issueDate: z.nullable(z.iso.date()),
  /** Of the payment that left nothing to be paid. */
  paidDate: z.nullable(z.iso.date()),
  paymentMethod: z.nullable(z.enum(paymentMethods)),
  lastReminderAt: z.nullable(z.iso.datetime()),
  createdAt: z.iso.datetime(),
  updatedAt: z.iso.datetime(),
})
export type Invoice = z.infer<typeof Invoice>

export const InvoiceDetails = z.extend(Invoice, {
  lines: z.array(z.object({ description: z.string(), amount: z.string(), tax: z.string() })),
  payments: z.array(
    z.object({
      id: z.int(),
      amount: z.string(),
      /** Of it. */
      refunded: z.string(),
      method: z.enum(paymentMethods),
      date: z.iso.date(),
      recordedAt: z.iso.datetime(),
    }),
  ),
  refunds: z.array(
    z.object({ paymentId: z.int(), amount: z.string(), date: z.iso.date(), recordedAt: z.iso.datetime() }),
  ),
  reminders: z.array(
    z.object({ channel: z.enum(['sms', 'email']), balance: z.string(), at: z.iso.datetime() }),
  ),
  /** Oldest first, in plain sentences. */
  history: z.array(z.object({ at: z.iso.datetime(), actor: z.string(), text: z.string() })),
})
export type InvoiceDetails = z.infer<typeof InvoiceDetails>

/** Drafts and void invoices are left out; invoiced = paid + outstanding. */
export const Totals = z.object({
  asOf: z.iso.date(),
  invoiced: z.string(),
  paid: z.string(),
  outstanding: z.string(),
  /** The part of it that is past due. */
  overdue: z.string(),
})
export type Totals = z.infer<typeof Totals>

export const receivableAges = ['0-30', '31-60', '61-90', '90+'] as const
const source = { amount: z.string(), invoiceIds: z.array(z.int()) }

export const Reports = z.object({
  from: z.iso.date(),
  to: z.iso.date(),
  /** Payments less refunds, by the month the money moved in. */
  revenue: z.array(z.object({ month: z.string(), ...source })),
  /** Balances at the end of `to`, by days past due; what is not due yet is among the youngest. */
  receivables: z.array(z.object({ age: z.enum(receivableAges), ...source })),
  /** Revenue by the kind of job; null: no appointment. */
  services: z.array(z.object({ serviceType: z.nullable(z.string()), ...source })),
})
export type Reports = z.infer<typeof Reports>

const asOf = z.optional(PlainDay)

export const listInvoices = {
  method: 'GET',
  path: '/api/invoices',
  summary: 'Every invoice, newest first; with a limit the next page is in the Link header',
  access: 'session',
  query: z.object({
    /** Part of the description. */
    q: z.optional(z.string().check(z.maxLength(200, 'At most 200 characters'))),
    status: z.optional(z.enum(invoiceStatuses, { error: 'There is no such status' })),
    customerId: z.optional(pathId),
    limit: z.optional(
      z.pipe(
        z.string().check(z.regex(/^\d{1,4}$/, 'The limit is a number')),
        z.pipe(
          z.transform((digits: string) => Number(digits)),
          z
            .int()
            .check(z.minimum(1, 'The limit is at least 1'), z.maximum(1000, 'The limit is at most 1000')),
        ),
      ),
    ),
    cursor: z.optional(z.string()),
  }),
  response: z.array(Invoice),
} as const

export const listCustomerInvoices = {
  method: 'GET',
  path: '/api/customers/:id/invoices',
  summary: 'The invoices of a customer, newest first, with those of records merged into it',
  access: 'session',
  params: ById,
  response: z.array(Invoice),
} as const

export const createInvoice = {
  method: 'POST',
  path: '/api/invoices',
  summary: 'Write an invoice and issue it, or leave it a draft',
  access: 'session',
  creates: true,
  body: InvoiceForm,
  response: InvoiceDetails,
} as const

export const getInvoice = {
  method: 'GET',
  path: '/api/invoices/:id',
  summary: 'One invoice with all that happened to it; with a day, as it was when that day ended in New York',
  access: 'session',
  params: ById,
  query: z.object({ asOf }),
  response: InvoiceDetails,
} as const

export const changeInvoice = {
  method: 'PATCH',
  path: '/api/invoices/:id',
  summary: 'Change an invoice, its amounts only while it is a draft; with If-Match only as it was last seen',
  access: 'session',
  params: ById,
  body: InvoiceChanges,
  response: InvoiceDetails,
} as const

export const issueInvoice = {
  method: 'POST',
  path: '/api/invoices/:id/issue',
  summary: 'Give a draft its number: from now on it is owed',
  access: 'session',
  params: ById,
  response: InvoiceDetails,
} as const

export const voidInvoice = {
  method: 'POST',
  path: '/api/invoices/:id/void',
  summary: 'Take back an invoice that nobody has paid anything on',
  access: 'session',
  params: ById,
  response: InvoiceDetails,
} as const

export const recordPayment = {
  method: 'POST',
  path: '/api/invoices/:id/payments',
  summary: 'Record a payment, of the whole balance unless it says less',
  access: 'session',
  creates: true,
  params: ById,
  body: PaymentForm,
  response: InvoiceDetails,
} as const

export const refundPayment = {
  method: 'POST',
  path: '/api/invoices/:id/payments/:paymentId/refund',
  summary: 'Give back a payment or a part of it',
  access: 'session',
  creates: true,
  params: z.object({ id: pathId, paymentId: pathId }),
  body: RefundForm,
  response: InvoiceDetails,
} as const

export const requestReminder = {
  method: 'POST',
  path: '/api/invoices/:id/reminders',
  summary: 'Ask for the customer to be reminded of what is owed',
  access: 'session',
  creates: true,
  params: ById,
  body: ReminderForm,
  response: InvoiceDetails,
} as const

export const invoicePdf = {
  method: 'GET',
  path: '/api/invoices/:id/pdf',
  summary: 'The invoice as a PDF document',
  access: 'session',
  params: ById,
} as const

export const getTotals = {
  method: 'GET',
  path: '/api/billing/totals',
  summary: 'What was invoiced, paid, outstanding and overdue at the end of a day in New York',
  access: 'session',
  query: z.object({ asOf }),
  response: Totals,
} as const

export const getReports = {
  method: 'GET',
  path: '/api/billing/reports',
  summary: 'Revenue by month and by kind of job, receivables by age; each with the invoices behind it',
  access: 'session',
  query: z.object({ from: asOf, to: asOf }),
  response: Reports,
} as const
