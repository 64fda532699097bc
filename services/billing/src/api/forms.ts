import * as z from 'zod/mini'
import { paymentMethods } from '../events.ts'
import { type InvoiceFieldName, invoiceFields } from './fields.ts'
import { priceOf } from './price.ts'
import { Amount, Day, Id, PositiveAmount, Quantity, SignedAmount, text } from './values.ts'

type PricedLine = { amount: string; quantity?: string; unitPrice?: string }

const LineForm = z
  .object({
    description: text(500, 'Describe this item'),
    /** Less than 0 where it takes something off, as a discount does; the total of all lines is more than 0. */
    amount: SignedAmount,
    tax: z._default(SignedAmount, '0'),
    /** With a unit price: the amount is their product, rounded half up to the cent. */
    quantity: z.optional(Quantity),
    unitPrice: z.optional(Amount),
  })
  .check(
    z.refine<PricedLine>(
      ({ quantity, unitPrice }) => (quantity === undefined) === (unitPrice === undefined),
      {
        error: 'Please give both a quantity and a unit price, or neither',
        path: ['quantity'],
      },
    ),
    z.refine<PricedLine>(
      ({ amount, quantity, unitPrice }) =>
        quantity === undefined ||
        unitPrice === undefined ||
        Number(priceOf(unitPrice, quantity)) === Number(amount),
      { error: 'The amount is not the quantity times the unit price', path: ['amount'] },
    ),
  )

/** As many as an approved quote can have, with its add-ons, discount and deposit. */
export const maxInvoiceLines = 250

const details = {
  appointmentId: z.optional(z.nullable(Id('Please select an appointment'))),
  description: text(invoiceFields.description.maxLength, 'Description is required'),
  dueDate: z.optional(Day),
  amount: z.optional(PositiveAmount),
  tax: z.optional(Amount),
  /** Instead of `amount` and `tax`. */
  lines: z.optional(
    z
      .array(LineForm)
      .check(
        z.minLength(1, 'Please add an item'),
        z.maxLength(maxInvoiceLines, `At most ${maxInvoiceLines} items`),
      ),
  ),
} satisfies Record<Exclude<InvoiceFieldName, 'customerId' | 'status'>, unknown>

const eitherAmountOrLines = z.refine<{ amount?: string; tax?: string; lines?: unknown }>(
  ({ amount, tax, lines }) => lines === undefined || (amount === undefined && tax === undefined),
  'Please give either an amount or lines',
)

/** The form behind "Create Invoice". */
export const InvoiceForm = /* @__PURE__ */ z
  .object({
    customerId: Id('Please select a customer'),
    ...details,
    /** `pending` issues it at once. */
    status: z._default(
      z.enum(['pending', 'draft'], { error: 'An invoice begins as pending or draft' }),
      'pending',
    ),
  })
  .check(
    eitherAmountOrLines,
    z.refine(({ amount, lines }) => amount !== undefined || lines !== undefined, {
      error: 'Please enter an amount',
      path: ['amount'],
    }),
  )
export type InvoiceForm = z.infer<typeof InvoiceForm>

/** Missing fields stay unchanged; amounts change only in a draft. */
export const InvoiceChanges = /* @__PURE__ */ z
  .object({ ...details, description: z.optional(details.description) })
  .check(eitherAmountOrLines)
export type InvoiceChanges = z.infer<typeof InvoiceChanges>

/** The form behind "Process Payment". */
export const PaymentForm = /* @__PURE__ */ z.object({
  method: z.enum(paymentMethods, { error: 'Please choose how it was paid' }),
  /** The balance by default. */
  amount: z.optional(PositiveAmount),
  /** Today by default. */
  date: z.optional(Day),
})
export type PaymentForm = z.infer<typeof PaymentForm>

export const RefundForm = /* @__PURE__ */ z.object({
  /** By default all of the payment that is not refunded yet. */
  amount: z.optional(PositiveAmount),
  date: z.optional(Day),
  /** The payment was recorded by mistake: all of it is taken back, on its own day. */
  reason: z.optional(z.literal('undone')),
})
export type RefundForm = z.infer<typeof RefundForm>

export const ReminderForm = /* @__PURE__ */ z.object({
  channel: z.enum(['sms', 'email'], { error: 'Please choose SMS or email' }),
})

/** How many invoices one reminder can name. */
export const maxRemindedInvoices = 20
export const RemindersForm = /* @__PURE__ */ z.extend(ReminderForm, {
  invoiceIds: z
    .array(z.int().check(z.positive(), z.maximum(2_147_483_647)))
    .check(
      z.minLength(1, 'Please choose an invoice'),
      z.maxLength(maxRemindedInvoices, `At most ${maxRemindedInvoices} invoices at once`),
    ),
})
