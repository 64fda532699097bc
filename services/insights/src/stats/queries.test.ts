import { expect, it } from 'vitest'
import { monthBefore } from './queries.ts'

it.each([
  ['2026-11-21', '2026-10-01', '2026-10-21'],
  ['2026-03-31', '2026-02-01', '2026-02-28'],
  ['2026-01-05', '2025-12-01', '2025-12-05'],
])('on %s the month so far is compared with %s to %s', (day, from, to) => {
  expect(monthBefore(day)).toEqual([from, to])
})
