import { expect, it } from 'vitest'
import { hoursOf, timeOf, whenOf } from './words.ts'

it.each([
  ['2026-11-24T14:00:00Z', 120, '9:00 – 11:00 AM'],
  ['2026-11-24T16:00:00Z', 120, '11:00 AM – 1:00 PM'],
  ['2026-03-08T06:00:00Z', 120, '1:00 – 4:00 AM'],
])('%s for %i minutes is %s', (scheduledDate, duration, text) => {
  expect(hoursOf({ scheduledDate, duration })).toBe(text)
})

it('a moment is told with its day in New York', () => {
  expect(whenOf({ scheduledDate: '2026-11-25T04:00:00Z', duration: 60 })).toBe(
    'Tue, Nov 24, 11:00 PM – 12:00 AM',
  )
})

it.each([
  [0, '12:00 AM'],
  [570, '9:30 AM'],
  [750, '12:30 PM'],
  [1410, '11:30 PM'],
])('minute %i of a day is %s', (minute, text) => {
  expect(timeOf(minute)).toBe(text)
})
