const centDigits = 2

/** Money in answers and rows: text with two decimals. @example '-112.50' */
export type Money = `${number}.${number}`

/**
 * Decimal text, checked before, as integer cents; what is smaller than a cent is rounded half up, away from zero: the one
 * rounding rule there is. Money is never a fraction on its way.
 * @example centsOf('112.5') // 11250
 */
export function centsOf(text: string): number {
  const [whole = '', fraction = ''] = text.replace('-', '').split('.')
  const cents = Number(whole) * 100 + Number(fraction.slice(0, centDigits).padEnd(centDigits, '0'))
  const rounded = cents + (Number(fraction[centDigits] ?? 0) >= 5 ? 1 : 0)
  return text.startsWith('-') ? 0 - rounded : rounded
}

const sign = (cents: number) => (cents < 0 ? '-' : '')

/** @example moneyText(-11250) // '-112.50' */
export const moneyText = (cents: number): Money =>
  `${sign(cents)}${Math.trunc(Math.abs(cents) / 100)}.${String(Math.abs(cents) % 100).padStart(centDigits, '0')}` as Money

export const moneyOrNull = (cents: number | null): Money | null => (cents === null ? null : moneyText(cents))

/** As people read it. @example dollars(123450) // '$1,234.50' */
export const dollars = (cents: number): string =>
  `${sign(cents)}$${moneyText(Math.abs(cents)).replace(/\B(?=(\d{3})+\.)/g, ',')}`

/** What a price comes to, in a sentence. @example priceText(-5_000) // 'a credit of $50.00' */
export const priceText = (cents: number): string =>
  cents < 0 ? `a credit of ${dollars(-cents)}` : dollars(cents)
