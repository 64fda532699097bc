import { getQuote, linesOfChoice, type QuoteDetails } from '@plumbline/billing/api'
import { call, orNull } from '@plumbline/contract'
import { centsOf, type Money, moneyText } from '@plumbline/contract/money'
import { queryOptions } from '@tanstack/react-query'

/** The quote whose work is put on the calendar; null when there is none. */
export const quoteQuery = (id: string) =>
  queryOptions({
    queryKey: ['quotes', id, 'or null'],
    queryFn: ({ signal }) => orNull(call(getQuote, { params: { id }, signal })),
    meta: { changedBy: ['quote'] },
  })

/** What was approved, as a job has it. */
export type QuotedWork = {
  id: number
  quoteNumber: string
  customerId: number
  leadId: number | null
  /** The title, and what was chosen, line by line. */
  description: string
  /** Before tax, less the discount. */
  price: Money
}

/** Null for a quote that is not approved. */
export function workOf(quote: QuoteDetails): QuotedWork | null {
  const { id, quoteNumber, customerId, leadId, approval, title } = quote
  if (!approval) return null
  const { lines } = linesOfChoice(quote.sentContent ?? quote.content, approval)
  const { subtotal, discount } = approval.price
  return {
    ...{ id, quoteNumber, customerId, leadId },
    description: [title, ...lines.map(({ quantity, description }) => `${quantity} × ${description}`)].join(
      '\n',
    ),
    price: moneyText(centsOf(subtotal) - centsOf(discount)),
  }
}
