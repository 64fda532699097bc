import { type InvoiceDetails, Money, PositiveMoney } from '@plumbline/billing/api'
import * as z from 'zod/mini'
import { addedUp } from './invoice.ts'

const words = (max: number, message: string) =>
  z.string().check(z.trim(), z.minLength(1, message), z.maxLength(max, `At most ${max} characters`))

const Line = z.object({
  /** Its place on the screen, whatever stands above it. */
  key: z.number(),
  description: words(500, 'Please describe the line'),
  amount: Money,
  tax: Money,
})
export type Line = z.infer<typeof Line>

/** What an invoice says: one amount, or lines that amount and tax are the sums of. */
export const FieldsForm = /* @__PURE__ */ z.object({
  customerId: z.nullable(z.int()).check(z.refine((id) => (id ?? 0) >= 1, 'Please select a customer')),
  appointmentId: z.string(),
  description: words(2_000, 'Description is required'),
  amount: PositiveMoney,
  tax: Money,
  lines: z.array(Line).check(z.maxLength(100, 'At most 100 lines')),
  dueDate: z.iso.date({ error: 'Please enter a date' }),
  status: z.enum(['pending', 'draft']),
})
export type Values = z.infer<typeof FieldsForm>

// those of a stored invoice are counted from 0, so that the same line has the same key whenever it is read
let keys = 1_000
export const blankLine = (line: Partial<Line> = {}): Line => {
  keys += 1
  return { description: '', amount: '', tax: '0.00', ...line, key: keys }
}

/** The form as a draft fills it; a line that only says what the invoice says is its amount. */
export function valuesOf(invoice: InvoiceDetails): Values {
  const { customerId, appointmentId, description, amount, tax, lines, dueDate } = invoice
  const single = lines.length === 1 && lines[0]?.description === description
  return {
    ...{ customerId, description, amount, tax, dueDate },
    appointmentId: appointmentId === null ? '' : String(appointmentId),
    lines: single ? [] : lines.map((line, key) => ({ ...line, key })),
    status: 'draft',
  }
}

/** What is sent of it; amounts either as one, or line by line. */
export const contentOf = ({ appointmentId, description, amount, tax, lines, dueDate }: Values) => ({
  ...{ description, dueDate },
  appointmentId: appointmentId ? Number(appointmentId) : null,
  ...(lines.length > 0 ? { lines: lines.map(({ key: _, ...line }) => line) } : { amount, tax }),
})

type Priced = Pick<Values, 'description' | 'amount' | 'tax' | 'lines'>

/** One line more; the first one takes over what was said so far. */
export function withLine({ description, amount, tax, lines }: Priced): Line[] {
  const before = lines.length > 0 ? lines : [blankLine({ description: description.trim(), amount, tax })]
  return [...before, blankLine()]
}

/** What is left without a line; the only one that says what the invoice says is one amount again. */
export function withoutLine({ description, amount, tax, lines }: Priced, key: number): Priced {
  const left = lines.filter((line) => line.key !== key)
  const [only] = left
  if (left.length === 0) return { description, amount, tax, lines: [] }
  if (left.length === 1 && only && ['', description.trim()].includes(only.description.trim()))
    return { description, amount: only.amount, tax: only.tax, lines: [] }
  return { description, ...summed(left), lines: left }
}

/** Amount and tax of an invoice that has lines; empty while one of them is no amount. */
export const summed = (lines: readonly Line[]): { amount: string; tax: string } => ({
  amount: addedUp(lines.map(({ amount }) => amount)) ?? '',
  tax: addedUp(lines.map(({ tax }) => tax)) ?? '0',
})
