import { expect, it } from 'vitest'
import { restAfter } from './tail.ts'

it.each([
  ['an idle reader rests as its work asks', 2, 0, 6],
  ['at a hundred events a second nothing is put off', 2, 100, 6],
  ['a log that grows faster is read in larger bites', 2, 200, 25],
  ['but never later than this', 2, 100_000, 250],
  ['slow work rests longer', 30, 100, 90],
  ['up to a limit', 900, 0, 100],
])('%s', (_what, workedMs, rate, rest) => {
  expect(restAfter(workedMs, rate)).toBe(rest)
})
