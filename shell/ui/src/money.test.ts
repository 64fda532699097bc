import { expect, it } from 'vitest'
import { completeAmount, parseAmount } from './money.ts'

it.each([
  ['75', '75'],
  ['1500.5', '1500.5'],
  ['1,500.00', '1500.00'],
  ['$1,500', '1500'],
  ['$ 1,234,567.89', '1234567.89'],
  [' 20 ', '20'],
  ['.5', '0.5'],
  ['5.', '5'],
  ['007', '7'],
])('%j is the amount %j', (text, amount) => {
  expect(parseAmount(text)).toBe(amount)
})

it.each([
  '1e5',
  '1e3',
  '-5',
  '(50.00)',
  '1,5',
  '1,50',
  '1.500,00',
  '1.234,56',
  '12,34,567',
  '12.345',
  '12.999',
  '1.2.3',
  '10%',
  '1500 USD',
  '$1 500',
  '½',
  '９９',
  'abc',
  '.',
  '$',
  '',
])('%j is no amount, and never becomes another one', (text) => {
  expect(parseAmount(text)).toBeUndefined()
  expect(completeAmount(text)).toBe(text)
})

it.each([
  ['75', '75.00'],
  ['112.5', '112.50'],
  ['.5', '0.50'],
  ['$1,500', '1500.00'],
  ['0', '0.00'],
])('%j is completed to %j', (text, amount) => {
  expect(completeAmount(text)).toBe(amount)
})
