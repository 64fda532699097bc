import type { Comparison } from '@plumbline/billing/api'
import type { Money } from '@plumbline/contract/money'
import { describe, expect, it } from 'vitest'
import { besideRest, comparisonText, duplicateQuestion, isTooMuch } from './comparison.ts'

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

const half = { approvals: 1, approved: '1074.50', invoiced: '537.25', difference: '-537.25' } as const

it.each([
  ['-537.25', 0],
  // a change order that is to be invoiced
  ['-575.75', 3_850],
  ['-430.00', -10_725],
])(
  'what is approved beside the rest of $537.25, where %s is the difference, is %j cents',
  (difference, cents) => {
    const comparison: Comparison = { ...half, difference: difference as Money }
    expect(besideRest(comparison, '537.25')).toBe(cents)
  },
)

describe('an invoice of a job by hand', () => {
  const none = { approvals: 0, approved: '0.00', invoiced: '0.00', difference: '0.00' } as const
  const toInvoice = { quoteId: 7, quoteNumber: 'QUO-000007', amount: '537.25' } as const

  it('is created without a question where nothing was invoiced or approved', () => {
    expect(duplicateQuestion([], none)).toBeNull()
    expect(duplicateQuestion([], { ...half, invoiced: '0.00' })).toBeNull()
  })

  it('is asked about where the job has invoices, its quote is left to invoice, or is invoiced', () => {
    const invoices = [
      { id: 4, totalAmount: '10.00' },
      { id: 5, totalAmount: '20.00' },
    ] as const
    expect(duplicateQuestion(invoices, none)).toMatchObject({
      text: 'It already has Invoice #4 for $10.00 and Invoice #5 for $20.00.',
    })
    expect(duplicateQuestion([], { ...half, toInvoice })?.text).toContain(
      'It came from QUO-000007, of which $537.25 is left to invoice.',
    )
    expect(duplicateQuestion([], { ...half, invoiced: '1074.50' })?.text).toBe(
      'Of the $1,074.50 that was approved for it, $1,074.50 is invoiced already.',
    )
  })
})
