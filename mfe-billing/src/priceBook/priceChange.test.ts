import { expect, it } from 'vitest'
import { changedPrice, newPricesOf, PriceChange, reversed } from './priceChange.ts'

it.each([
  ['85.00', 'raise', '4', '88.40'],
  ['85.00', 'lower', '4', '81.60'],
  ['0.10', 'raise', '5', '0.11'],
  ['9.99', 'raise', '2.5', '10.24'],
  ['9.99', 'lower', '100', '0.00'],
  ['9.99', 'raise', '', null],
  ['9.99', 'raise', 'four', null],
  ['99999999.00', 'raise', '10', null],
] as const)('%s, %s by %j percent, is %j', (price, direction, percent, changed) => {
  expect(changedPrice(price, { direction, percent })).toBe(changed)
})

it('the items that are chosen get what was shown, and the way back is of the lines that were changed', () => {
  const items = [
    { id: 1, unitPrice: '10.00' },
    { id: 2, unitPrice: '20.00' },
  ] as const
  const change = { direction: 'raise', percent: '10', itemIds: [2], quoteIds: [7] } as const
  const form = newPricesOf(items, { ...change, itemIds: [2], quoteIds: [7] })
  expect(form).toEqual({ items: [{ id: 2, oldPrice: '20.00', newPrice: '22.00' }], quoteIds: [7] })
  expect(reversed(form, { lines: [{ quoteId: 7, lineIds: [1, 3] }] })).toEqual({
    items: [{ id: 2, oldPrice: '22.00', newPrice: '20.00' }],
    ...{ quoteIds: [7], lines: [{ quoteId: 7, lineIds: [1, 3] }] },
  })
  expect(reversed(form, { lines: [] })).toMatchObject({ quoteIds: [], lines: [] })
})

it.each([
  [{ percent: '0' }, 'Please enter a percentage such as 4 or 2.5'],
  [{ percent: '101' }, 'Please enter a percentage such as 4 or 2.5'],
  [{ percent: '-4' }, 'Please enter a percentage such as 4 or 2.5'],
  [{ itemIds: [] }, 'Please choose an item'],
  [{}, undefined],
])('%j is refused with %j', (more, message) => {
  const values = { direction: 'raise', percent: '4', itemIds: [1], quoteIds: [], ...more }
  expect(PriceChange.safeParse(values).error?.issues[0]?.message).toBe(message)
})
