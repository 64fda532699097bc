import type { Money } from '@plumbline/platform/money'

/** Decimal text, checked before, as a whole number of its smallest parts. */
function parts(text: string, decimals: number): bigint {
  const [whole = '', fraction = ''] = text.split('.')
  return BigInt(whole + fraction.padEnd(decimals, '0'))
}

// big integers: the product of the largest amounts is more than a number holds exactly
function product(amount: string, factor: string, per: bigint): Money {
  const divisor = 1_000n * per
  const cents = (parts(amount, 2) * parts(factor, 3) + divisor / 2n) / divisor
  return `${cents / 100n}.${String(cents % 100n).padStart(2, '0')}` as Money
}

/** A unit price times a quantity with at most three decimals, rounded half up. @example priceOf('45.00', '1.5') // '67.50' */
export const priceOf = (unitPrice: string, quantity: string): Money => product(unitPrice, quantity, 1n)

/** A share of an amount, rounded half up; the rate has at most three decimals. @example percentOf('120', '7.25') // '8.70' */
export const percentOf = (amount: string, rate: string): Money => product(amount, rate, 100n)
