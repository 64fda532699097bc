import fc from 'fast-check'
import { expect, it } from 'vitest'
import { percentOf, priceOf } from './products.ts'

it.each([
  ['45', '2', '90.00'],
  ['45.00', '1.5', '67.50'],
  ['3.33', '0.5', '1.67'],
  ['0.01', '0.499', '0.00'],
  ['0.1', '3', '0.30'],
  ['99999999.99', '99999.999', '9999999899000.00'],
])('%s times %s is %s', (unitPrice, quantity, amount) => {
  expect(priceOf(unitPrice, quantity)).toBe(amount)
})

it.each([
  ['120', '7.25', '8.70'],
  ['10.00', '0', '0.00'],
  ['1.99', '7.25', '0.14'],
  ['2', '7.25', '0.15'],
])('of %s %s %% are %s', (amount, rate, tax) => {
  expect(percentOf(amount, rate)).toBe(tax)
})

it('is never off by more than half a cent', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 0, max: 1_000_000 }),
      fc.integer({ min: 0, max: 99_999 }),
      (cents, rate) => {
        const tax = Number(percentOf((cents / 100).toFixed(2), (rate / 1_000).toFixed(3)))
        expect(Math.abs(tax * 100 - (cents * rate) / 100_000)).toBeLessThanOrEqual(0.5 + 1e-6)
      },
    ),
  )
})
