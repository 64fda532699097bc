import { expect, it } from 'vitest'
import { presetsOn } from './period.ts'

const daysOn = (today: string) => presetsOn(today).map(({ label, from, to }) => [label, from, to])

it('periods are whole months, quarters and years, and what is not over ends today', () => {
  expect(daysOn('2026-11-27')).toEqual([
    ['This month', '2026-11-01', '2026-11-27'],
    ['Last month', '2026-10-01', '2026-10-31'],
    ['This quarter', '2026-10-01', '2026-11-27'],
    ['Last quarter', '2026-07-01', '2026-09-30'],
    ['This year', '2026-01-01', '2026-11-27'],
    ['Last year', '2025-01-01', '2025-12-31'],
    ['Last 12 months', '2025-12-01', '2026-11-27'],
  ])
})

it('in January the last month and the last quarter are of the year before, and February has the days of its year', () => {
  expect(daysOn('2028-01-31').slice(0, 4)).toEqual([
    ['This month', '2028-01-01', '2028-01-31'],
    ['Last month', '2027-12-01', '2027-12-31'],
    ['This quarter', '2028-01-01', '2028-01-31'],
    ['Last quarter', '2027-10-01', '2027-12-31'],
  ])
  expect(daysOn('2028-03-31')[1]).toEqual(['Last month', '2028-02-01', '2028-02-29'])
})
