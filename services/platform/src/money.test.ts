import fc from 'fast-check'
import { expect, it } from 'vitest'
import { centsOf, dollars, moneyText, priceText } from './money.ts'

it.each([
  ['0', 0],
  ['112.5', 11_250],
  ['112.50', 11_250],
  ['0.01', 1],
  ['49.994', 4_999],
  ['49.995', 5_000],
  ['1.005', 101],
  ['99999999.99', 9_999_999_999],
  ['-112.50', -11_250],
  ['-0.05', -5],
  ['-0.00', 0],
])('%s is %i cents', (text, cents) => {
  expect(centsOf(text)).toBe(cents)
})

it('every amount of cents survives formatting and parsing', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: -9_999_999_999, max: 9_999_999_999 }),
      (cents) => centsOf(moneyText(cents)) === cents,
    ),
  )
})

it.each([
  [0, '0.00', '$0.00'],
  [5, '0.05', '$0.05'],
  [-11_250, '-112.50', '-$112.50'],
  [123_456_789, '1234567.89', '$1,234,567.89'],
])('%i cents are %s on the wire and %s for people', (cents, wire, shown) => {
  expect([moneyText(cents), dollars(cents)]).toEqual([wire, shown])
})

it('a price below zero is called a credit in sentences', () => {
  expect([0, 123_450, -5_000].map(priceText)).toEqual(['$0.00', '$1,234.50', 'a credit of $50.00'])
})
