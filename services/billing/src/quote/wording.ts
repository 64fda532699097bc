import { centsOf, type Money, moneyText } from '@plumbline/platform/money'
import type { QuoteDetails } from '../api.ts'

type Content = QuoteDetails['content']
type Sum = { text: string; amount: Money; isTotal?: true }

const isSome = (amount: Money) => centsOf(amount) !== 0

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

type Line = Content['options'][number]['lines'][number]
/** A line as the customer sees it. */
export type ShownLine = Pick<Line, 'description' | 'details'> &
  Partial<Pick<Line, 'quantity' | 'unitPrice' | 'amount'>> & { kind?: 'Credit' }

/** The lines of a quote without what the business keeps to itself. */
export const shownLines = (
  lines: readonly Line[],
  { show: { quantities, unitPrices, lineTotals } }: Pick<Content, 'show'>,
): ShownLine[] =>
  lines.map(({ description, details, quantity, unitPrice, amount }) => ({
    ...{ description, details },
    // also where no amount is shown
    ...(centsOf(unitPrice) < 0 && { kind: 'Credit' as const }),
    ...(quantities && { quantity }),
    ...(unitPrices && { unitPrice }),
    ...(lineTotals && { amount }),
  }))
