import { type Price, productCents } from './price.ts'

type CostedLine = {
  /** A decimal with at most three places. */
  quantity: string
  /** What a unit costs the business, below zero for a credit, which saves it; null where nobody noted it. */
  unitCostCents: number | null
}

export type Margin = {
  /** Of the lines whose cost is known, in cents. */
  cost: number
  /** What is left of the price before tax, in cents. */
  margin: number
  /** Of the price before tax; null where that is not above zero. */
  percent: number | null
  /** How many lines have no cost. */
  unknown: number
}

/** What a price leaves the business, before tax. Null where no line has a cost. */
export function marginOf(
  lines: readonly CostedLine[],
  { subtotal, discount }: Pick<Price, 'subtotal' | 'discount'>,
): Margin | null {
  const costs = lines.flatMap(({ unitCostCents, quantity }) =>
    unitCostCents === null ? [] : [productCents(unitCostCents, quantity)],
  )
  if (costs.length === 0) return null
  const cost = costs.reduce((sum, it) => sum + it, 0)
  const price = subtotal - discount
  return {
    cost,
    margin: price - cost,
    percent: price > 0 ? ((price - cost) / price) * 100 : null,
    unknown: lines.length - costs.length,
  }
}
