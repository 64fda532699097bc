import type { Comparison, Invoice } from '@plumbline/billing/api'
import { centsOf, formatMoney, type Money, moneyText } from '@plumbline/contract/money'

/** While nothing is invoiced, credits that were approved have nothing yet that they could be taken off. */
export const isTooMuch = ({ invoiced, difference }: Comparison): boolean =>
  centsOf(difference) > 0 && centsOf(invoiced) > 0

/**
 * `Approved $1,200.00 · invoiced $900.00 · still to invoice $300.00`; nothing to say where nothing was approved or both are
 * the same.
 */
export function comparisonText(comparison: Comparison): string | undefined {
  const { approvals, approved, invoiced, difference } = comparison
  const cents = centsOf(difference)
  if (!approvals || cents === 0) return undefined
  const size = formatMoney(moneyText(Math.abs(cents)))
  const left = cents > 0 ? `still to take off ${size}` : `still to invoice ${size}`
  return `Approved ${formatMoney(approved)} · invoiced ${formatMoney(invoiced)} · ${isTooMuch(comparison) ? `${size} more` : left}`
}

/**
 * What is approved of a job and not invoiced, beside the rest of its quote, in cents: above zero change orders, below zero
 * credits.
 */
export const besideRest = ({ difference }: Comparison, rest: Money): number =>
  -centsOf(difference) - centsOf(rest)

type Question = { title: string; text: string; action: string }

/** What is asked before a job is invoiced by hand: null where it has no invoice, also none of its quote. */
export function duplicateQuestion(
  existing: readonly Pick<Invoice, 'id' | 'totalAmount'>[],
  { approvals, approved, invoiced, toInvoice }: Comparison,
): Question | null {
  const again = { title: 'Invoice this job again?', action: 'Create another invoice' }
  if (existing.length > 0) {
    const names = existing.map(({ id, totalAmount }) => `Invoice #${id} for ${formatMoney(totalAmount)}`)
    return { ...again, text: `It already has ${names.join(' and ')}.` }
  }
  if (toInvoice)
    return {
      title: 'Invoice this job by hand?',
      text: `It came from ${toInvoice.quoteNumber}, of which ${formatMoney(toInvoice.amount)} is left to invoice. ‘Invoice this job’ creates that invoice as it was approved.`,
      action: 'Create invoice anyway',
    }
  if (approvals === 0 || centsOf(invoiced) === 0) return null
  const text = `Of the ${formatMoney(approved)} that was approved for it, ${formatMoney(invoiced)} is invoiced already.`
  return { ...again, text }
}
