import { centsOf, type Money, moneyText } from '@plumbline/platform/money'

export { centsOf, type Money, moneyText } from '@plumbline/platform/money'

const dollars = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' })

/** An amount that the member may not see is '—'. @example formatMoney('1234.50') // '$1,234.50' */
export const formatMoney = (amount: Money | undefined): string =>
  amount === undefined ? '—' : dollars.format(Number(amount))

/** What an amount that is typed means; null while it is no valid amount. @example parseMoney('112.5') // '112.50' */
export const parseMoney = (typed: string): Money | null =>
  /^\d+(\.\d{1,2})?$/.test(typed) ? moneyText(centsOf(typed)) : null

/** What is typed, as people read it; what is no valid amount stays as it is. @example formatTyped('112.5') // '$112.50' */
export function formatTyped(typed: string): string {
  const amount = parseMoney(typed)
  return amount === null ? typed : formatMoney(amount)
}

export const sumOf = (amounts: readonly Money[]): Money =>
  moneyText(amounts.reduce((sum, amount) => sum + centsOf(amount), 0))
