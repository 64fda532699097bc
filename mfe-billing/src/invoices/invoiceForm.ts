import {
  Amount,
  type InvoiceDetails,
  type InvoiceFieldName,
  InvoiceForm,
  maxInvoiceLines,
  PositiveAmount,
  paymentMethods,
} from '@plumbline/billing/api'
import { centsOf, formatMoney, type Money } from '@plumbline/contract/money'
import type { AppointmentDetails } from '@plumbline/scheduling/api'
import * as z from 'zod/mini'
import { contentOfLine, formLine, isTaxRate, Line, summed } from '../lines/line.ts'

type Invoiced = Pick<AppointmentDetails, 'title' | 'description' | 'totalAmount'>

/** The fields of an invoice. With lines, amount and tax are their sums. */
export const FieldsForm = /* @__PURE__ */ z.object({
  customerId: z.nullable(z.int()).check(z.refine((id) => (id ?? 0) >= 1, 'Please select a customer')),
  appointmentId: z.string(),
  description: InvoiceForm.shape.description,
  amount: PositiveAmount,
  tax: Amount,
  /** Works out the tax; it is not sent. Empty where the tax is typed itself. */
  taxRate: z
    .string()
    .check(z.refine((rate) => rate === '' || isTaxRate(rate), 'Please enter a rate such as 7.25')),
  lines: z.array(Line).check(z.maxLength(maxInvoiceLines, `At most ${maxInvoiceLines} items`)),
  dueDate: z.iso.date({ error: 'Please enter a date' }),
  status: z.enum(['pending', 'draft']),
} satisfies Record<InvoiceFieldName | 'taxRate', unknown>)
export type Values = z.infer<typeof FieldsForm>

/** The fields of the invoice of one completed appointment. */
export const JobForm = /* @__PURE__ */ z.extend(
  /* @__PURE__ */ z.pick(FieldsForm, { description: true, amount: true, tax: true, taxRate: true }),
  {
    /** How it was paid; null while it is not. */
    method: z.nullable(z.enum(paymentMethods)),
  },
)

/** The fields of the invoice of what is left of a quote: its amounts are those that were approved. */
export const RestForm = /* @__PURE__ */ z.pick(JobForm, { method: true })

/** What an invoice takes over from the appointment it is for. */
export const contentFrom = ({ title, description, totalAmount }: Invoiced) => ({
  description: [title, description].filter(Boolean).join(': '),
  amount: totalAmount ?? '',
})

/** The fields of a payment, which is at most the balance of the invoice. */
export const paymentFields = (balance: Money, today: string) =>
  z.object({
    method: z.enum(paymentMethods, { error: 'Please choose how it was paid' }),
    amount: PositiveAmount.check(
      z.refine(
        (amount) => !(centsOf(amount) > centsOf(balance)),
        centsOf(balance) > 0
          ? `The most you can record is ${formatMoney(balance)}`
          : 'This invoice is already paid',
      ),
    ),
    date: z.iso
      .date({ error: 'Please enter a date' })
      .check(z.refine((day) => day <= today, 'Choose today or an earlier date')),
  })

/** The fields of a refund, which is at most what is left of the payment. */
export const refundFields = (refundable: Money) =>
  z.object({
    amount: PositiveAmount.check(
      z.refine(
        (amount) => !(centsOf(amount) > centsOf(refundable)),
        `The most you can refund is ${formatMoney(refundable)}`,
      ),
    ),
  })

export type StoredFields = Pick<InvoiceDetails, Exclude<keyof Values, 'taxRate' | 'status'>>

/** The values of a draft; a single line with the invoice's description becomes its amount. */
export function valuesOf(invoice: StoredFields): Values {
  const { customerId, appointmentId, description, amount, tax, lines, dueDate } = invoice
  const [only] = lines
  const single = lines.length === 1 && only?.description === description && only.quantity === undefined
  const cents = (money: Money) => Math.abs(centsOf(money))
  // a draft does not say what is untaxed: it is what has no tax where the rate of another line, which is known to half a cent
  // of its tax, makes at least a cent
  const isUntaxed = (line: { amount: Money; tax: Money }) =>
    cents(line.tax) === 0 &&
    lines.some((it) => (cents(line.amount) * (cents(it.tax) - 0.5)) / cents(it.amount) >= 0.5)
  return {
    customerId,
    description,
    amount,
    tax,
    taxRate: '',
    dueDate,
    appointmentId: appointmentId === null ? '' : String(appointmentId),
    lines: single ? [] : lines.map((line) => formLine({ ...line, taxable: !isUntaxed(line) })),
    status: 'draft',
  }
}

/** The values as the server expects them: one amount, or lines. */
export const contentOf = ({
  customerId: _,
  status: __,
  taxRate: ___,
  appointmentId,
  amount,
  tax,
  lines,
  ...values
}: Values) => ({
  ...values,
  appointmentId: appointmentId ? Number(appointmentId) : null,
  ...(lines.length > 0 ? { lines: lines.map(contentOfLine) } : { amount, tax }),
})

type Priced = Pick<Values, 'description' | 'amount' | 'tax' | 'lines'>

/** What is added to the lines: the first line takes over the description and the amount entered so far. */
export const linesToAdd = ({ description, amount, tax, lines }: Priced): Line[] => [
  ...(lines.length === 0 ? [formLine({ description: description.trim(), amount, tax })] : []),
  formLine(),
]

/** What is left without a line; a last line without a description of its own becomes the amount of the invoice again. */
export function withoutLine(
  { description, amount, tax, lines }: Priced,
  at: number,
): Omit<Priced, 'description'> {
  const left = lines.toSpliced(at, 1)
  const [only] = left
  if (!only) return { amount, tax, lines: [] }
  const isPlain = only.quantity === '' && only.unitPrice === ''
  if (left.length === 1 && isPlain && ['', description.trim()].includes(only.description.trim()))
    return { amount: only.amount, tax: only.tax, lines: [] }
  return { ...summed(left), lines: left }
}
