import { expect, it } from 'vitest'
import { bindWords, formatMinute } from './format.ts'

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
