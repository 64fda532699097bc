import { expect, it } from 'vitest'
import { comparisonText } from './comparison.ts'

it.each([
  [
    { approved: '1200.00', invoiced: '1350.00', difference: '150.00' },
    'Approved $1,200.00 · invoiced $1,350.00 · $150.00 more',
  ],
  [
    { approved: '1200.00', invoiced: '900.00', difference: '-300.00' },
    'Approved $1,200.00 · invoiced $900.00 · still to invoice $300.00',
  ],
  [{ approved: '1200.00', invoiced: '1200.00', difference: '0.00' }, undefined],
  // nothing was approved, so nothing differs from it
  [{ approved: '0.00', invoiced: '90.00', difference: '90.00' }, undefined],
] as const)('%j is said as %j', (comparison, text) => {
  expect(comparisonText(comparison)).toBe(text)
})
