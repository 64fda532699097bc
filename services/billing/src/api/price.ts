import { centsOf, type Money, moneyText } from '@plumbline/platform/money'
import type { InvoiceLine } from '../events/line.ts'
import type { QuoteContent, QuoteLine, Share } from '../events/quote.ts'

/** All in cents. `subtotal` is before the discount; `total` is the sum of the lines with their taxes. */
export type Price = {
  lines: InvoiceLine[]
  subtotal: number
  discount: number
  tax: number
  total: number
  deposit: number
}

export const discountDescription = 'Discount'
/** What takes something off is a discount, which customers see as one, or a change to what was agreed. */
export const creditRefusal = 'Only a change order has prices below zero. Use a discount here.'

/** What a customer who chooses an option and add-ons pays. Ids that the content does not have choose nothing. */
export function priceOfChoice(content: QuoteContent, optionId: number, addOnIds: readonly number[]): Price {
  const option = content.options.find((it) => it.optionId === optionId)
  const addOns = content.addOns.filter((it) => addOnIds.includes(it.addOnId))
  return priceOfLines([...(option?.lines ?? []), ...addOns], content)
}

type Terms = Pick<QuoteContent, 'discount' | 'taxPercent' | 'deposit'>

/**
 * The tax is worked out once, on the taxable sum less its part of the discount, and then spread over the lines, so that they
 * add up to it. The discount is a line of its own, with the tax that it saves.
 */
export function priceOfLines(lines: readonly QuoteLine[], { discount, taxPercent, deposit }: Terms): Price {
  const amounts = lines.map((line) => productCents(line.unitPriceCents, line.quantity))
  const taxed = amounts.map((amount, at) => (lines[at]?.taxable ? amount : 0))
  const subtotal = sum(amounts)
  const taxable = sum(taxed)
  const discountCents = shareCents(discount, subtotal)
  const tax = percentCents(taxable - taxablePart(discountCents, taxable, subtotal), taxPercent)
  const taxes = taxesOf(taxed, taxPercent)
  const fullTax = sum(taxes)
  const total = subtotal - discountCents + tax
  const priced = lines.map(({ description, quantity, unitPriceCents }, at) => ({
    ...{ description, quantity, unitPriceCents },
    amountCents: amounts[at] as number,
    taxCents: taxes[at] as number,
  }))
  const discountLine = {
    description: discountDescription,
    amountCents: 0 - discountCents,
    taxCents: 0 - (fullTax - tax),
  }
  return {
    lines: discountCents > 0 ? [...priced, discountLine] : priced,
    ...{ subtotal, discount: discountCents, tax, total },
    deposit: shareCents(deposit, total),
  }
}

/** A part of an amount that is at most all of it. */
function shareCents(share: Share | null, of: number): number {
  // a credit has neither a discount nor a deposit
  if (!share || of <= 0) return 0
  return Math.min('percent' in share ? percentCents(of, share.percent) : share.cents, of)
}

/** Of the discount, in proportion. With credits less or more of the subtotal may be taxable than there is of it. */
function taxablePart(discount: number, taxable: number, subtotal: number): number {
  if (discount === 0) return 0
  const part = divide(BigInt(discount) * BigInt(taxable), BigInt(subtotal))
  return Math.min(Math.max(part, 0), discount)
}

const sum = (cents: readonly number[]) => cents.reduce((total, it) => total + it, 0)

/** A decimal with at most three places, in thousandths. */
function thousandths(text: string): bigint {
  const [whole = '', fraction = ''] = text.split('.')
  return BigInt(whole + fraction.padEnd(3, '0'))
}

// big integers: the product of the largest amounts is more than a number holds exactly
/** Rounds half up, away from zero. */
const divide = (dividend: bigint, divisor: bigint) =>
  Number((dividend + (dividend < 0n ? -divisor : divisor) / 2n) / divisor)
/** Rounded half up to the cent, away from zero. */
export const productCents = (unitPriceCents: number, quantity: string) =>
  divide(BigInt(unitPriceCents) * thousandths(quantity), 1_000n)
/** The same of texts. @example priceOf('45.00', '1.5') // '67.50' */
export const priceOf = (unitPrice: string, quantity: string): Money =>
  moneyText(productCents(centsOf(unitPrice), quantity))
const whole = 100_000n
/** A part of an amount, rounded half up to the cent, away from zero. */
export const percentCents = (cents: number, percent: string) =>
  divide(BigInt(cents) * thousandths(percent), whole)
/** The same of texts. @example percentOf('-120', '7.25') // '-8.70' */
export const percentOf = (amount: string, rate: string): Money =>
  moneyText(percentCents(centsOf(amount), rate))

/**
 * The tax of each amount, which add up to that of their sum: rounded down, and the cents that are missing go to the largest
 * remainders. So each is less than a cent from its own share, and on the same side of zero as its amount.
 */
export function taxesOf(amounts: readonly number[], percent: string): number[] {
  const shares = amounts.map((amount) => BigInt(amount) * thousandths(percent))
  const remainders = shares.map((share) => ((share % whole) + whole) % whole)
  const taxes = shares.map((share, at) => Number((share - (remainders[at] as bigint)) / whole))
  const missing = percentCents(sum(amounts), percent) - sum(taxes)
  const byRemainder = remainders
    .map((remainder, at) => ({ at, remainder }))
    .sort((a, b) => Number(b.remainder - a.remainder) || a.at - b.at)
  for (const { at } of byRemainder.slice(0, missing)) taxes[at] = (taxes[at] as number) + 1
  return taxes
}
