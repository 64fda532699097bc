import type { LineCost, QuoteContent } from '../events.ts'
import { linesOf } from './lineIds.ts'

/** What a unit costs the business in cents, by the id of its line. */
export type LineCosts = ReadonlyMap<number, number>

/** What a form says of the cost of a line: nothing where the caller leaves it as it is. */
export type NotedCost = {
  cents?: number | null | undefined
  /** Of the item of the price book that it was copied from since: where the form says nothing. */
  ofItem?: number | null | undefined
}

/**
 * The costs that are different. Who may not see them says none, so that those of lines that stay are kept. `before`: null for a
 * new quote.
 */
export function changedCosts(
  content: QuoteContent,
  noted: readonly NotedCost[] = [],
  before: { content: QuoteContent; costs: LineCosts } | null = null,
): LineCost[] {
  const stored = before ? linesOf(before.content) : []
  const itemOf = new Map(stored.map(({ lineId, priceItemId }) => [lineId, priceItemId]))
  return linesOf(content).flatMap(({ lineId = 0, priceItemId }, at): LineCost[] => {
    const known = before?.costs.get(lineId) ?? null
    const isCopied = priceItemId !== itemOf.get(lineId)
    const { cents, ofItem } = noted[at] ?? {}
    const unitCostCents = cents === undefined ? ((isCopied ? ofItem : null) ?? known) : cents
    return unitCostCents === known ? [] : [{ lineId, unitCostCents }]
  })
}

export function withCosts(before: LineCosts, changes: readonly LineCost[]): LineCosts {
  const costs = new Map(before)
  for (const { lineId, unitCostCents } of changes)
    if (unitCostCents === null) costs.delete(lineId)
    else costs.set(lineId, unitCostCents)
  return costs
}
