import { expect, it } from 'vitest'
import { marginOf } from './margin.ts'

const line = (quantity: string, unitCostCents: number | null) => ({ quantity, unitCostCents })

it('the margin is what is left of the price before tax, less its discount', () => {
  expect(marginOf([line('3', 2_000), line('1.5', 333)], { subtotal: 20_000, discount: 2_000 })).toEqual({
    ...{ cost: 6_500, margin: 11_500, unknown: 0 },
    percent: expect.closeTo(63.889, 3),
  })
})

it('lines without a cost are counted, and a price of which none has one has no margin', () => {
  expect(marginOf([line('1', 100), line('1', null)], { subtotal: 300, discount: 0 })).toMatchObject({
    ...{ cost: 100, margin: 200, unknown: 1 },
  })
  expect(marginOf([line('1', null)], { subtotal: 300, discount: 0 })).toBeNull()
  expect(marginOf([line('1', 0)], { subtotal: 300, discount: 0 })).toMatchObject({
    margin: 300,
    percent: 100,
  })
})

it('a loss is below zero, and of nothing there is no percentage', () => {
  expect(marginOf([line('2', 400)], { subtotal: 500, discount: 0 })).toMatchObject({
    margin: -300,
    percent: -60,
  })
  expect(marginOf([line('2', 400)], { subtotal: 500, discount: 500 })).toMatchObject({
    margin: -800,
    percent: null,
  })
})
