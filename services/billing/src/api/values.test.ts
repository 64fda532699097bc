import { centsOf, dollars, moneyText } from '@plumbline/platform/money'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { Amount } from './values.ts'

const cents = (text: string) => centsOf(Amount.parse(text))

describe('an amount', () => {
  it.each([
    ['112.5', 11_250],
    ['112.50', 11_250],
    ['112', 11_200],
    ['0', 0],
    [' 7.05 ', 705],
    ['99999999.99', 9_999_999_999],
  ])('written as %j is %i cents', (text, expected) => expect(cents(text)).toBe(expected))

  it.each([
    ['NaN', 'Please enter an amount such as 112.50'],
    ['', 'Please enter an amount such as 112.50'],
    ['1e3', 'Please enter an amount such as 112.50'],
    ['1,000.00', 'Please enter an amount such as 112.50'],
    ['.5', 'Please enter an amount such as 112.50'],
    ['5.', 'Please enter an amount such as 112.50'],
    ['0x10', 'Please enter an amount such as 112.50'],
    ['Infinity', 'Please enter an amount such as 112.50'],
    ['١٢', 'Please enter an amount such as 112.50'],
    ['-5', 'An amount cannot be negative'],
    ['10.005', 'An amount has at most two decimals'],
    ['100000000', 'An amount is at most 99,999,999.99'],
  ])('written as %j is refused with "%s"', (text, message) =>
    expect(Amount.safeParse(text).error?.issues).toMatchObject([{ message }]),
  )

  it('survives formatting and parsing to the cent', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 9_999_999_999 }), (amount) => {
        expect(cents(moneyText(amount))).toBe(amount)
        expect(moneyText(cents(moneyText(amount)))).toBe(moneyText(amount))
      }),
    )
  })
})

it.each([
  [0, '0.00', '$0.00'],
  [5, '0.05', '$0.05'],
  [123_456_789, '1234567.89', '$1,234,567.89'],
  [-12_345, '-123.45', '-$123.45'],
])('%i cents are %s in answers and %s on screens', (amount, text, screen) => {
  expect([moneyText(amount), dollars(amount)]).toEqual([text, screen])
})
