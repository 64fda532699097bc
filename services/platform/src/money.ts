const centDigits = 2

/**
 * Decimal text, checked before, as integer cents; what is smaller than a cent is rounded half up: the one rounding
 * rule there is. Money is never a fraction on its way.
 * @example centsOf('112.5') // 11250
 */
export function centsOf(text: string): number {
  const [whole = '', fraction = ''] = text.split('.')
  const cents = Number(whole) * 100 + Number(fraction.slice(0, centDigits).padEnd(centDigits, '0'))
  return cents + (Number(fraction[centDigits] ?? 0) >= 5 ? 1 : 0)
}

const sign = (cents: number) => (cents < 0 ? '-' : '')

/** As money goes over the wire. @example moneyText(-11250) // '-112.50' */
export const moneyText = (cents: number): string =>
  `${sign(cents)}${Math.trunc(Math.abs(cents) / 100)}.${String(Math.abs(cents) % 100).padStart(centDigits, '0')}`

/** As people read it. @example dollars(123450) // '$1,234.50' */
export const dollars = (cents: number): string =>
  `${sign(cents)}$${moneyText(Math.abs(cents)).replace(/\B(?=(\d{3})+\.)/g, ',')}`
