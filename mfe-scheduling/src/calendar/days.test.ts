import { expect, it } from 'vitest'
import { hoursIn, monthGrid, monthLater, titleOfDays, weekOf } from './days.ts'

it.each(['2026-11-22', '2026-11-25', '2026-11-28'])('the week of %s begins on its Sunday', (day) => {
  const week = weekOf(day)
  expect([week[0], week[6]]).toEqual(['2026-11-22', '2026-11-28'])
})

it.each(['2026-11-23', '2026-11-25', '2026-11-29'])('a week that begins on Mondays has %s', (day) => {
  const week = weekOf(day, 1)
  expect([week[0], week[6]]).toEqual(['2026-11-23', '2026-11-29'])
})

it('a week may span two years', () => {
  expect(weekOf('2027-01-01')[0]).toBe('2026-12-27')
})

it.each([
  ['2026-02-10', '2026-02-01', '2026-02-28', 4],
  ['2026-11-30', '2026-11-01', '2026-12-05', 5],
  ['2026-08-01', '2026-07-26', '2026-09-05', 6],
])('the month of %s is shown from %s to %s', (day, first, last, weeks) => {
  const grid = monthGrid(day)
  expect([grid[0]?.[0], grid.at(-1)?.[6], grid.length]).toEqual([first, last, weeks])
})

it('a month of weeks that begin on Mondays has no week of another month', () => {
  const grid = monthGrid('2026-02-10', 1)
  expect([grid[0]?.[0], grid.at(-1)?.[6]]).toEqual(['2026-01-26', '2026-03-01'])
  expect(monthGrid('2027-02-10', 1)).toHaveLength(4)
})

it.each([
  ['2026-01-31', 1, '2026-02-28'],
  ['2026-12-15', 1, '2027-01-15'],
  ['2026-01-15', -1, '2025-12-15'],
  ['2026-03-31', -1, '2026-02-28'],
])('%s moved by %i months is %s', (day, months, then) => {
  expect(monthLater(day, months)).toBe(then)
})

it.each([
  ['2026-03-07', 24],
  ['2026-03-08', 23],
  ['2026-11-01', 25],
  ['2026-11-02', 24],
])('%s has %i hours', (day, hours) => {
  expect(hoursIn(day)).toBe(hours)
})

it('a title names the month of its days once', () => {
  expect(titleOfDays('2026-11-22', '2026-11-28')).toMatch(/^Nov 22\s–\s28, 2026$/)
})
