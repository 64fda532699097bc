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
  const taxableDiscount =
    subtotal === 0 ? 0 : divide(BigInt(discountCents) * BigInt(taxable), BigInt(subtotal))
  const fullTax = percentCents(taxable, taxPercent)
  const tax = percentCents(taxable - taxableDiscount, taxPercent)
  const taxes = spread(fullTax, taxed)
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
  if (!share) return 0
  return Math.min('percent' in share ? percentCents(of, share.percent) : share.cents, of)
}

const sum = (cents: readonly number[]) => cents.reduce((total, it) => total + it, 0)

/** A decimal with at most three places, in thousandths. */
function thousandths(text: string): bigint {
  const [whole = '', fraction = ''] = text.split('.')
  return BigInt(whole + fraction.padEnd(3, '0'))
}

// big integers: the product of the largest amounts is more than a number holds exactly
const divide = (dividend: bigint, divisor: bigint) => Number((dividend + divisor / 2n) / divisor)
/** Rounded half up to the cent. */
export const productCents = (unitPriceCents: number, quantity: string) =>
  divide(BigInt(unitPriceCents) * thousandths(quantity), 1_000n)
const percentCents = (cents: number, percent: string) =>
  divide(BigInt(cents) * thousandths(percent), 100_000n)

/** Parts of a total in proportion to weights, which add up to it: by largest remainders. */
export function spread(total: number, weights: readonly number[]): number[] {
  const all = BigInt(sum(weights))
  if (all === 0n) return weights.map(() => 0)
  const shares = weights.map((weight) => BigInt(total) * BigInt(weight))
  const parts = shares.map((share) => Number(share / all))
  const left = total - sum(parts)
  const byRemainder = shares
    .map((share, at) => ({ at, remainder: share % all }))
    .sort((a, b) => Number(b.remainder - a.remainder) || a.at - b.at)
  for (const { at } of byRemainder.slice(0, left)) parts[at] = (parts[at] as number) + 1
  return parts
}
