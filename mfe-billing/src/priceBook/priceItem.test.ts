import type { PriceItem } from '@plumbline/billing/api'
import { expect, it } from 'vitest'
import { matchingItems, priceText } from './priceItem.ts'

const item = (id: number, name: string, more: Partial<PriceItem> = {}): PriceItem => ({
  ...{ id, name, details: '', unit: 'each', unitPrice: '10.00', taxable: true, retired: false },
  updatedAt: '2026-11-28T00:00:00Z',
  ...more,
})
const items = [
  item(1, 'Install water heater'),
  item(2, 'Water heater', { details: '50 gal' }),
  item(3, 'Water softener', { retired: true }),
  item(4, 'Labor', { unit: 'hour' }),
]
const found = (text: string) => matchingItems(items, text).map(({ id }) => id)

it('items with all words are suggested, those that begin with the text first', () => {
  expect(found('water')).toEqual([2, 1])
  expect(found('HEATER inst')).toEqual([1])
  expect(found('50 gal')).toEqual([2])
  expect(found('roof')).toEqual([])
})

it('an item that is retired or typed already is not suggested', () => {
  expect(found('softener')).toEqual([])
  expect(found('Labor')).toEqual([])
  expect(found('')).toEqual([1, 2, 4])
})

it('a price is said with its unit', () => {
  expect(priceText({ unitPrice: '85.00', unit: 'hour' })).toBe('$85.00 an hour')
})
