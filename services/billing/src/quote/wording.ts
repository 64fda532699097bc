import { centsOf, type Money, moneyText } from '@plumbline/platform/money'
import type { QuoteDetails } from '../api.ts'

type Content = QuoteDetails['content']
type Sum = { text: string; amount: Money; isTotal?: true }

const isSome = (amount: Money) => centsOf(amount) > 0

/** The sums below the lines of a quote, as its document and the customer's page have them. */
export function sumsOf(
  { subtotal, discount: off, tax, total, deposit }: Content['options'][number]['price'],
  { discount, taxPercent }: Pick<Content, 'discount' | 'taxPercent'>,
): Sum[] {
  const percent = discount && 'percent' in discount ? ` (${discount.percent}%)` : ''
  return [
    ...(isSome(off) || isSome(tax) ? [{ text: 'Subtotal', amount: subtotal }] : []),
    ...(isSome(off) ? [{ text: `Discount${percent}`, amount: moneyText(-centsOf(off)) }] : []),
    ...(isSome(tax) ? [{ text: `Tax (${taxPercent}%)`, amount: tax }] : []),
    { text: 'Total', amount: total, isTotal: true as const },
    ...(isSome(deposit) ? [{ text: 'Deposit on approval', amount: deposit }] : []),
  ]
}
