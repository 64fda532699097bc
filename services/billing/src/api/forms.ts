import * as z from 'zod/mini'
import { paymentMethods } from '../events.ts'
import { Day, Id, Money, PositiveMoney, text } from './values.ts'

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
