import {
  Amount,
  type InvoiceDetails,
  maxDescriptionLength,
  OptionalAmount,
  PositiveAmount,
  paymentMethods,
  percentOf,
  priceOf,
  Quantity,
} from '@plumbline/billing/api'
import { centsOf, formatMoney, type Money } from '@plumbline/contract/money'
import type { AppointmentDetails } from '@plumbline/scheduling/api'
import * as z from 'zod/mini'
import { sumOfTyped } from './invoice.ts'

type Invoiced = Pick<AppointmentDetails, 'title' | 'description' | 'totalAmount'>

const text = (max: number, message: string) =>
  z.string().check(z.trim(), z.minLength(1, message), z.maxLength(max, `At most ${max} characters`))

const Line = z
  .object({
    /** Stays the same when lines above it are removed. */
    key: z.number(),
    description: text(500, 'Describe this item'),
    /** Empty where the amount is no product. */
    quantity: z.union([z.literal(''), Quantity], { error: 'Please enter a quantity such as 2 or 1.5' }),
    unitPrice: OptionalAmount,
    amount: Amount,
    tax: Amount,
  })
  .check(
    z.refine<{ quantity: string; unitPrice: string }>(
      ({ quantity, unitPrice }) => (quantity === '') === (unitPrice === ''),
      { error: 'Please give both a quantity and a unit price, or neither', path: ['quantity'] },
    ),
  )
export type Line = z.infer<typeof Line>

/** The fields of an invoice. With lines, amount and tax are their sums. */
export const FieldsForm = /* @__PURE__ */ z.object({
  customerId: z.nullable(z.int()).check(z.refine((id) => (id ?? 0) >= 1, 'Please select a customer')),
  appointmentId: z.string(),
  description: text(maxDescriptionLength, 'Description is required'),
  amount: PositiveAmount,
  tax: Amount,
  /** Works out the tax; it is not sent. Empty where the tax is typed itself. */
  taxRate: z
    .string()
    .check(z.refine((rate) => rate === '' || isTaxRate(rate), 'Please enter a rate such as 7.25')),
  lines: z.array(Line).check(z.maxLength(100, 'At most 100 items')),
  dueDate: z.iso.date({ error: 'Please enter a date' }),
  status: z.enum(['pending', 'draft']),
})
export type Values = z.infer<typeof FieldsForm>

/** A field as its control needs it. */
export type BoundField = {
  value: string
  onChange: (value: string) => void
  onBlur?: () => void
  error?: string
}

/** The fields of the invoice of one completed appointment. */
export const JobForm = /* @__PURE__ */ z.extend(
  /* @__PURE__ */ z.pick(FieldsForm, { description: true, amount: true, tax: true, taxRate: true }),
  {
    /** How it was paid; null while it is not. */
    method: z.nullable(z.enum(paymentMethods)),
  },
)

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

// the lines of a stored invoice are counted from 0, so that each has the same key whenever it is read
let keys = 1_000
export const blankLine = (line: Partial<Line> = {}): Line => {
  keys += 1
  return { description: '', quantity: '', unitPrice: '', amount: '', tax: '0.00', ...line, key: keys }
}

export type StoredFields = Pick<InvoiceDetails, Exclude<keyof Values, 'taxRate' | 'status'>>

/** The values of a draft; a single line with the invoice's description becomes its amount. */
export function valuesOf(invoice: StoredFields): Values {
  const { customerId, appointmentId, description, amount, tax, lines, dueDate } = invoice
  const [only] = lines
  const single = lines.length === 1 && only?.description === description && only.quantity === undefined
  return {
    customerId,
    description,
    amount,
    tax,
    taxRate: '',
    dueDate,
    appointmentId: appointmentId === null ? '' : String(appointmentId),
    lines: single ? [] : lines.map((line, key) => ({ quantity: '', unitPrice: '', ...line, key })),
    status: 'draft',
  }
}

/** The values as the server expects them: one amount, or lines. */
export const contentOf = ({ appointmentId, description, amount, tax, lines, dueDate }: Values) => ({
  description,
  dueDate,
  appointmentId: appointmentId ? Number(appointmentId) : null,
  ...(lines.length > 0
    ? {
        lines: lines.map(({ key: _, quantity, unitPrice, ...line }) => ({
          ...line,
          ...(quantity !== '' && { quantity, unitPrice }),
        })),
      }
    : { amount, tax }),
})

/** What was changed in a line, and what follows from it: the amount is the product, until it is typed itself. */
export function changedLine(line: Line, change: Partial<Line>, taxRate: string, ownTax?: string): Line {
  const next = { ...line, ...change }
  if (change.amount !== undefined) Object.assign(next, { quantity: '', unitPrice: '' })
  else if (isQuantity(next.quantity) && isMoney(next.unitPrice))
    next.amount = priceOf(next.unitPrice, next.quantity)
  return change.tax === undefined ? { ...next, tax: taxOf(next.amount, taxRate, next.tax, ownTax) } : next
}

const isMoney = (text: string) => text !== '' && Amount.safeParse(text).success
const isQuantity = (text: string) => Quantity.safeParse(text).success

/** A percentage with at most three decimals, such as `7.25`. */
export const isTaxRate = (text: string): boolean => /^\d{1,2}(\.\d{1,3})?$/.test(text)

/** The tax of an amount at a rate; without a rate it is its own, and while rate or amount are not valid it stays as it is. */
export function taxOf(amount: string, rate: string, tax: string, ownTax = tax): string {
  if (rate === '') return ownTax
  return isTaxRate(rate) && isMoney(amount) ? percentOf(amount, rate) : tax
}

type Priced = Pick<Values, 'description' | 'amount' | 'tax' | 'lines'>

/** Adds a line; the first line takes over the description and the amount entered so far. */
export function withLine({ description, amount, tax, lines }: Priced): Line[] {
  const before = lines.length > 0 ? lines : [blankLine({ description: description.trim(), amount, tax })]
  return [...before, blankLine()]
}

/** Removes a line; a last line without a description of its own becomes the amount of the invoice again. */
export function withoutLine({ description, amount, tax, lines }: Priced, key: number): Priced {
  const left = lines.filter((line) => line.key !== key)
  const [only] = left
  if (left.length === 0) return { description, amount, tax, lines: [] }
  const isPlain = only?.quantity === '' && only.unitPrice === ''
  if (left.length === 1 && isPlain && ['', description.trim()].includes(only.description.trim()))
    return { description, amount: only.amount, tax: only.tax, lines: [] }
  return { description, ...summed(left), lines: left }
}

/** Amount and tax of an invoice with lines; the amount is empty while one of its lines is not a valid amount. */
export const summed = (lines: readonly Line[]): { amount: string; tax: string } => ({
  amount: sumOfTyped(lines.map(({ amount }) => amount)) ?? '',
  tax: sumOfTyped(lines.map(({ tax }) => tax)) ?? '0',
})
