import { expect, it } from 'vitest'
import { comparisonText, isTooMuch } from './comparison.ts'

it.each([
  [
    { approvals: 1, approved: '1200.00', invoiced: '1350.00', difference: '150.00' },
    'Approved $1,200.00 · invoiced $1,350.00 · $150.00 more',
  ],
  [
    { approvals: 1, approved: '1200.00', invoiced: '900.00', difference: '-300.00' },
    'Approved $1,200.00 · invoiced $900.00 · still to invoice $300.00',
  ],
  [{ approvals: 1, approved: '1200.00', invoiced: '1200.00', difference: '0.00' }, undefined],
  // nothing was approved, so nothing differs from it
  [{ approvals: 0, approved: '0.00', invoiced: '90.00', difference: '90.00' }, undefined],
  // what was approved was taken off by a change order
  [
    { approvals: 2, approved: '0.00', invoiced: '90.00', difference: '90.00' },
    'Approved $0.00 · invoiced $90.00 · $90.00 more',
  ],
  [
    { approvals: 1, approved: '-100.00', invoiced: '0.00', difference: '100.00' },
    'Approved -$100.00 · invoiced $0.00 · still to take off $100.00',
  ],
] as const)('%j is said as %j', (comparison, text) => {
  expect(comparisonText(comparison)).toBe(text)
  if (text) expect(isTooMuch(comparison)).toBe(text.endsWith(' more'))
})
