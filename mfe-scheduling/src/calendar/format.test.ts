import { expect, it } from 'vitest'
import { bindWords, formatHours, formatMinute, formatSlot } from './format.ts'

it.each([
  ['2026-11-24T14:00:00Z', 120, '9:00 – 11:00 AM'],
  ['2026-11-24T16:00:00Z', 120, '11:00 AM – 1:00 PM'],
  ['2026-03-08T06:00:00Z', 120, '1:00 – 4:00 AM'],
])('%s for %i minutes is shown as %s', (scheduledDate, duration, text) => {
  expect(formatHours({ scheduledDate, duration })).toBe(text)
})

it('a slot is shown with its day in New York', () => {
  expect(formatSlot({ scheduledDate: '2026-11-25T04:00:00Z', duration: 60 })).toBe(
    'Tue, Nov 24, 11:00 PM – 12:00 AM',
  )
})

it.each([
  [0, '12:00 AM'],
  [570, '9:30 AM'],
  [750, '12:30 PM'],
  [1410, '11:30 PM'],
])('minute %i of a day is shown as %s', (minute, text) => {
  expect(formatMinute(minute)).toBe(text)
})

it('a shortened line does not end with a dash, an ampersand or a time without AM or PM', () => {
  expect(bindWords('Painting & Finishing')).toBe('Painting &\u00a0Finishing')
  expect(bindWords('11:00 AM – 1:00 PM')).toBe('11:00\u00a0AM –\u00a01:00\u00a0PM')
})
