import type { PriceItem } from '@plumbline/billing/api'
import { useRights } from '@plumbline/contract/rights'
import { useQuery } from '@tanstack/react-query'
import { matchingItems, priceText } from './priceItem.ts'
import { priceItemsQuery } from './queries.ts'

/** What the price book suggests while an item is typed; nothing for members who may not see it. */
export function useSuggestions() {
  const { may } = useRights()
  const { data: items = [] } = useQuery({ ...priceItemsQuery(), enabled: may('quotes.edit') })
  return {
    suggestionsFor: (text: string) =>
      matchingItems(items, text).map((item) => ({
        value: String(item.id),
        label: item.name,
        detail: priceText(item),
      })),
    itemOf: (value: string): PriceItem | undefined => items.find(({ id }) => String(id) === value),
  }
}
