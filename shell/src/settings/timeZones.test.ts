import { expect, it } from 'vitest'
import { findTimeZones, formatIn } from './timeZones.ts'

const names = (text: string) => findTimeZones(text).map(({ value }) => value)

it('a time zone is found by its place and by what its time is called', () => {
  expect(names('new york')).toContain('America/New_York')
  expect(names('New_York')).toContain('America/New_York')
  expect(names('mountain denver')).toContain('America/Denver')
  expect(names('auckland')).toEqual(['Pacific/Auckland'])
  expect(names('atlantis')).toEqual([])
})

it('without a text some are offered', () => {
  expect(names('')).toHaveLength(50)
})

it('an instant reads differently in another zone', () => {
  const instant = '2026-11-26T13:00:00.000Z'
  expect(formatIn('America/New_York', instant)).toBe('Thu, Nov 26, 8:00 AM')
  expect(formatIn('Pacific/Auckland', instant)).toBe('Fri, Nov 27, 2:00 AM')
})
