import type { Comparison } from '@plumbline/billing/api'
import { centsOf, formatMoney, moneyText } from '@plumbline/contract/money'

/** `Approved $1,200.00 · invoiced $900.00 · still to invoice $300.00`; nothing to say where both are the same. */
export function comparisonText({ approved, invoiced, difference }: Comparison): string | undefined {
  const cents = centsOf(difference)
  if (centsOf(approved) === 0 || cents === 0) return undefined
  const what =
    cents > 0 ? `${formatMoney(difference)} more` : `still to invoice ${formatMoney(moneyText(-cents))}`
  return `Approved ${formatMoney(approved)} · invoiced ${formatMoney(invoiced)} · ${what}`
}
