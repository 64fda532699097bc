import { expect, it } from 'vitest'
import { optionValue } from './optionValue.ts'

it.each([
  ['Water & Gas', 'water-gas'],
  ['  Café Böden!  ', 'cafe-boden'],
  ['水道', 'option'],
  ['x'.repeat(100), 'x'.repeat(50)],
  [`${'x'.repeat(49)} y`, 'x'.repeat(49)],
])('the option %j is stored as %j', (label, value) => {
  expect(optionValue(label, [])).toBe(value)
})

it('an option never has the value of another one', () => {
  expect(optionValue('Other', ['other', 'other-2'])).toBe('other-3')
})
