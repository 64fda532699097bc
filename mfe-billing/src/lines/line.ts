import {
  Amount,
  OptionalAmount,
  type PriceItem,
  percentOf,
  priceOf,
  Quantity,
  SignedAmount,
} from '@plumbline/billing/api'
import { centsOf, formatMoney, type Money, moneyText, parseMoney, sumOf } from '@plumbline/contract/money'
import * as z from 'zod/mini'

export const text = (max: number, message: string) =>
  z.string().check(z.trim(), z.minLength(1, message), z.maxLength(max, `At most ${max} characters`))

export const Line = z
  .object({
    description: text(500, 'Describe this item'),
    /** Empty where the amount is no product. */
    quantity: z.union([z.literal(''), Quantity], { error: 'Please enter a quantity such as 2 or 1.5' }),
    unitPrice: OptionalAmount,
    /** Below zero for what takes something off, such as a deposit that was invoiced. */
    amount: SignedAmount,
    tax: SignedAmount,
    /** Whether its tax follows a rate; it is not sent. */
    taxable: z.boolean(),
  })
  .check(
    z.refine<{ quantity: string; unitPrice: string }>(
      ({ quantity, unitPrice }) => (quantity === '') === (unitPrice === ''),
      { error: 'Please give both a quantity and a unit price, or neither', path: ['quantity'] },
    ),
  )
export type Line = z.infer<typeof Line>

/** What a unit costs the business: empty for none, null where nothing is said of it, as by who may not see costs. */
export const UnitCost = z.nullable(OptionalAmount)

/** As the server expects it. */
export const contentOfCost = (unitCost: string | null) =>
  unitCost === null ? {} : { unitCost: unitCost === '' ? null : unitCost }

/** What is copied from an item of the price book. */
type CopiedItem = Pick<PriceItem, 'name' | 'unitPrice' | 'taxable'>

/** A field as its control needs it. */
export type BoundField = {
  value: string
  onChange: (value: string) => void
  onBlur?: () => void
  error?: string
}

/** A line of a form: a new one, or one that is stored. */
export const formLine = (line: Partial<Line> = {}): Line => ({
  description: '',
  quantity: '',
  unitPrice: '',
  amount: '',
  tax: '0.00',
  taxable: true,
  ...line,
})

/** A line as the server expects it. */
export const contentOfLine = ({ quantity, unitPrice, taxable: _, ...line }: Line) => ({
  ...line,
  ...(quantity !== '' && { quantity, unitPrice }),
})

/** What was changed in a line, and what follows from it: the amount is the product, until it is typed itself. */
export function changedLine(line: Line, change: Partial<Line>, taxRate: string, ownTax?: string): Line {
  // what has a tax of its own is taxable
  const next = { ...line, ...(change.tax !== undefined && { taxable: true }), ...change }
  if (change.amount !== undefined) Object.assign(next, { quantity: '', unitPrice: '' })
  else if (isQuantity(next.quantity) && isAmount(next.unitPrice))
    next.amount = priceOf(next.unitPrice, next.quantity)
  const followsRate = next.taxable && change.tax === undefined
  return followsRate ? { ...next, tax: taxOf(next.amount, taxRate, next.tax, ownTax) } : next
}

/** A line that an item of the price book is copied into; its quantity stays. What is not taxable has no tax at any rate. */
export function lineOfItem(line: Line, item: CopiedItem, taxRate: string): Line {
  const copied = {
    description: item.name,
    quantity: line.quantity || '1',
    unitPrice: item.unitPrice,
    taxable: item.taxable,
    ...(!item.taxable && { tax: '0.00' }),
  }
  return changedLine(line, copied, taxRate)
}

const isAmount = (text: string) => Amount.safeParse(text).success
const isSignedAmount = (text: string) => SignedAmount.safeParse(text).success
const isQuantity = (text: string) => Quantity.safeParse(text).success

/** A share of at most all, with at most three decimals. */
export const isPercent = (typed: string): boolean =>
  /^\d{1,3}(\.\d{1,3})?$/.test(typed) && Number(typed) <= 100

/** A percentage with at most three decimals, such as `7.25`. */
export const isTaxRate = (text: string): boolean => /^\d{1,2}(\.\d{1,3})?$/.test(text)

/** The tax of an amount at a rate; without a rate it is its own, and while rate or amount are not valid it stays as it is. */
export function taxOf(amount: string, rate: string, tax: string, ownTax = tax): string {
  if (rate === '') return ownTax
  return isTaxRate(rate) && isSignedAmount(amount) ? percentOf(amount, rate) : tax
}

/** The sums of lines; the amount is empty while one of its lines is not a valid amount. */
export const summed = (lines: readonly Line[]): { amount: string; tax: string } => ({
  amount: sumOfTyped(lines.map(({ amount }) => amount)) ?? '',
  tax: sumOfTyped(lines.map(({ tax }) => tax)) ?? '0',
})

/** An amount as it is typed, below zero too. */
export function parseSigned(typed: string): Money | null {
  const amount = parseMoney(typed.replace(/^-(?=\d)/, ''))
  return amount !== null && typed.startsWith('-') ? moneyText(-centsOf(amount)) : amount
}

/** What is typed, as people read it; what is no amount stays as it is. @example formatSigned('-50') // '-$50.00' */
export const formatSigned = (typed: string): string => {
  const amount = parseSigned(typed)
  return amount === null ? typed : formatMoney(amount)
}

const isValid = (amount: Money | null) => amount !== null

/** The sum of amounts as they are typed; null while one of them is not a valid amount. */
export function sumOfTyped(amounts: readonly string[]): Money | null {
  const parsed = amounts.map(parseSigned)
  return parsed.every(isValid) ? sumOf(parsed) : null
}

type Amounts = { amount: string; tax: string }

/** The sums while they are typed, of the lines where there are any. What is not a valid amount yet counts nothing. */
export function sumsSoFar(amount: string, tax: string, lines: readonly Amounts[]) {
  const typed = lines.length > 0 ? lines : [{ amount, tax }]
  const of = (name: keyof Amounts) => sumOf(typed.map((it) => parseSigned(it[name])).filter(isValid))
  const sums = { subtotal: of('amount'), tax: of('tax') }
  return { ...sums, total: sumOf([sums.subtotal, sums.tax]) }
}
