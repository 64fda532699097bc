import { type PriceItem, type PriceUnit, priceUnits } from '@plumbline/billing/api'
import { formatMoney } from '@plumbline/contract/money'

export type { PriceItem } from '@plumbline/billing/api'

/** By its unit: `$85.00 an hour`. */
const perUnit: Record<PriceUnit, string> = {
  each: 'each',
  hour: 'an hour',
  sq_ft: 'a sq ft',
  ft: 'a foot',
  day: 'a day',
}

export const unitChoices = priceUnits.map((value) => ({
  value,
  label: { each: 'Each', hour: 'Hour', sq_ft: 'Square foot', ft: 'Foot', day: 'Day' }[value],
}))

/** @example priceText({ unitPrice: '85.00', unit: 'hour' }) // '$85.00 an hour' */
export const priceText = ({ unitPrice, unit }: Pick<PriceItem, 'unitPrice' | 'unit'>): string =>
  `${formatMoney(unitPrice)} ${perUnit[unit]}`

const maxSuggestions = 8

/** Items that have all words of a text, those that begin with it first; retired ones are not offered. */
export function matchingItems(items: readonly PriceItem[], text: string): PriceItem[] {
  const typed = text.trim().toLowerCase()
  const words = typed.split(/\s+/)
  const offered = items.filter((item) => {
    const searched = `${item.name} ${item.details}`.toLowerCase()
    return !item.retired && item.name !== text && words.every((word) => searched.includes(word))
  })
  const isFirst = ({ name }: PriceItem) => Number(name.toLowerCase().startsWith(typed))
  return offered.toSorted((a, b) => isFirst(b) - isFirst(a)).slice(0, maxSuggestions)
}
