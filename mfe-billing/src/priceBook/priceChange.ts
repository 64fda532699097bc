import {
  Amount,
  type ChangedPrices,
  type NewPricesForm,
  type PriceItem,
  percentOf,
} from '@plumbline/billing/api'
import { centsOf, type Money, moneyText } from '@plumbline/contract/money'
import * as z from 'zod/mini'
import { isPercent } from '../lines/line.ts'

export const directions = [
  { value: 'raise', label: 'Raise' },
  { value: 'lower', label: 'Lower' },
] as const

/** What is changed about many prices at once. */
export const PriceChange = /* @__PURE__ */ z.object({
  direction: z.enum(['raise', 'lower']),
  percent: z
    .string()
    .check(
      z.refine(
        (typed) => isPercent(typed) && Number(typed) > 0,
        'Please enter a percentage such as 4 or 2.5',
      ),
    ),
  itemIds: z.array(z.int()).check(z.minLength(1, 'Please choose an item')),
  /** Drafts whose copies follow. */
  quoteIds: z.array(z.int()),
})
export type PriceChange = z.infer<typeof PriceChange>
type Percent = Pick<PriceChange, 'direction' | 'percent'>

/** The price after a change, rounded half up to the cent; null while what is typed is no percentage. */
export function changedPrice(price: Money, { direction, percent }: Percent): Money | null {
  if (!isPercent(percent)) return null
  const change = centsOf(percentOf(price, percent))
  const changed = moneyText(centsOf(price) + (direction === 'raise' ? change : -change))
  return Amount.safeParse(changed).success ? changed : null
}

/** As the server expects it: with the prices that were looked at. */
export const newPricesOf = (
  items: readonly Pick<PriceItem, 'id' | 'unitPrice'>[],
  { itemIds, quoteIds, ...change }: PriceChange,
): NewPricesForm => ({
  items: items
    .filter(({ id }) => itemIds.includes(id))
    .map(({ id, unitPrice }) => ({
      id,
      oldPrice: unitPrice,
      newPrice: changedPrice(unitPrice, change) ?? unitPrice,
    })),
  quoteIds,
})

/** The way back, of what was changed alone: other lines may have had the new price before. */
export const reversed = ({ items }: NewPricesForm, { lines }: ChangedPrices): NewPricesForm => ({
  quoteIds: lines.map(({ quoteId }) => quoteId),
  lines,
  items: items.map(({ id, oldPrice, newPrice }) => ({ id, oldPrice: newPrice, newPrice: oldPrice })),
})
