type Time = string

export const priceUnits = ['each', 'hour', 'sq_ft', 'ft', 'day'] as const
export type PriceUnit = (typeof priceUnits)[number]

export type PriceItemContent = {
  name: string
  details: string
  unit: PriceUnit
  unitPriceCents: number
  taxable: boolean
  /** What a unit costs the business. */
  unitCostCents?: number | null
}

/** An item that is copied into quotes and invoices. First event of the stream `price-item-<id>`. */
export type PriceItemDefined = {
  type: 'PriceItemDefined'
  data: { priceItemId: number; definedAt: Time } & PriceItemContent
}

/** Holds only what is different. */
export type PriceItemChanged = {
  type: 'PriceItemChanged'
  data: { priceItemId: number; changedAt: Time } & Partial<PriceItemContent>
}

/** It is not offered any more; what was copied from it stays. */
export type PriceItemRetired = {
  type: 'PriceItemRetired'
  data: { priceItemId: number; retiredAt: Time }
}

export type PriceItemRestored = {
  type: 'PriceItemRestored'
  data: { priceItemId: number; restoredAt: Time }
}

export type PriceItemEvent = PriceItemDefined | PriceItemChanged | PriceItemRetired | PriceItemRestored
