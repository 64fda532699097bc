import { expect, it } from 'vitest'
import { formatMoney, formatTyped, type Money, parseMoney, sumOf } from './money.ts'

it.each<[Money, string]>([
  ['1234567.89', '$1,234,567.89'],
  ['0.00', '$0.00'],
  ['-112.50', '-$112.50'],
])('%s is shown as %s', (amount, shown) => expect(formatMoney(amount)).toBe(shown))

it.each([
  ['112.5', '112.50'],
  ['7', '7.00'],
  ['', null],
  ['-5', null],
  ['1e2', null],
  ['1.005', null],
])('typed as %j it is %j', (typed, amount) => expect(parseMoney(typed)).toBe(amount))

it('what is typed is shown as money, or as it is', () => {
  expect(['112.5', '', 'ten'].map(formatTyped)).toEqual(['$112.50', '', 'ten'])
})

it('amounts are added in cents', () => {
  expect(sumOf(['0.10', '0.20', '-15.50'])).toBe('-15.20')
  expect(sumOf([])).toBe('0.00')
})
