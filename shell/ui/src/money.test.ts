import { expect, it } from 'vitest'
import { completeAmount, keepAmount } from './money.ts'

it.each([
  ['75', '75'],
  ['$1,234.5', '1234.5'],
  ['12.345', '12.34'],
  ['1.2.3', '1.23'],
  ['.', '.'],
  ['-8', '8'],
  ['abc', ''],
])('of %j the amount %j is kept', (typed, amount) => {
  expect(keepAmount(typed)).toBe(amount)
})

it.each([
  ['75', '75.00'],
  ['112.5', '112.50'],
  ['.5', '0.50'],
  ['007', '7.00'],
  ['0', '0.00'],
  ['', ''],
  ['.', '.'],
])('%j is completed to %j', (text, amount) => {
  expect(completeAmount(text)).toBe(amount)
})
