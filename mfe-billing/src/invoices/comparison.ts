import type { Comparison } from '@plumbline/billing/api'
import { centsOf, formatMoney, moneyText } from '@plumbline/contract/money'

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
