import type { PriceItemContent, PriceItemEvent } from '../events.ts'

export type PriceItemRecord = PriceItemContent & { id: number; retired: boolean; updatedAt: string }

/** What an event of each type sets. */
export const priceItemChanges: {
  [Type in PriceItemEvent['type']]: (
    data: Extract<PriceItemEvent, { type: Type }>['data'],
  ) => Partial<PriceItemRecord>
} = {
  PriceItemDefined: ({ priceItemId: id, definedAt, ...content }) => ({
    id,
    ...content,
    retired: false,
    updatedAt: definedAt,
  }),
  PriceItemChanged: ({ priceItemId: _, changedAt, ...content }) => ({ ...content, updatedAt: changedAt }),
  PriceItemRetired: ({ retiredAt }) => ({ retired: true, updatedAt: retiredAt }),
  PriceItemRestored: ({ restoredAt }) => ({ retired: false, updatedAt: restoredAt }),
}

/** The one fold of price items. Null before the item is defined. */
export function evolvePriceItem(
  before: PriceItemRecord | null,
  { type, data }: PriceItemEvent,
): PriceItemRecord | null {
  if (!before && type !== 'PriceItemDefined') return null
  return { ...before, ...priceItemChanges[type](data as never) } as PriceItemRecord
}
