import { describe, expect, it } from 'vitest'
import { exactRateOf, listedAmount, toDurationAndPrice, toHoursAndRate } from './price.ts'

const stored = { duration: 90, estimatedPrice: '112.50' } as const

describe('hours and rate', () => {
  it.each([
    [1, 75, 60, '75.00'],
    [1.5, 75, 90, '112.50'],
    [3, 75, 180, '225.00'],
    [0.5, 80.15, 30, '40.08'],
    [1, 1.005, 60, '1.01'],
  ])('%f h at $%f are %i minutes and $%s', (hours, rate, duration, estimatedPrice) => {
    expect(toDurationAndPrice(hours, rate)).toEqual({ duration, estimatedPrice })
  })

  it('are computed from duration and price; $75 where they cannot be', () => {
    expect(toHoursAndRate(stored, 75)).toEqual({ hours: 1.5, rate: 75 })
    expect(toHoursAndRate({ ...stored, duration: 0 }, 75)).toEqual({ hours: 0, rate: 75 })
    expect(toHoursAndRate({ ...stored, estimatedPrice: null }, 75)).toEqual({ hours: 1.5, rate: 75 })
    expect(toHoursAndRate({ ...stored, duration: 20 }, 75).hours).toBe(0.33)
  })
})

it('the list shows the total amount, and $0.00 where there is none', () => {
  expect([listedAmount({ totalAmount: '112.50' }), listedAmount({ totalAmount: null })]).toEqual([
    '$112.50',
    '$0.00',
  ])
})

it('other hours at a rate that is shown rounded cost what the exact rate says', () => {
  const odd = { duration: 90, estimatedPrice: '100.00' } as const
  expect(toDurationAndPrice(3, exactRateOf(66.67, odd)).estimatedPrice).toBe('200.00')
  expect(toDurationAndPrice(3, exactRateOf(66.7, odd)).estimatedPrice).toBe('200.10')
  expect(exactRateOf(75)).toBe(75)
})
