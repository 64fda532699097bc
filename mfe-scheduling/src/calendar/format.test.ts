import { expect, it } from 'vitest'
import { bindWords, formatMinute, townOf } from './format.ts'

it.each([
  [0, '12:00 AM'],
  [570, '9:30 AM'],
  [750, '12:30 PM'],
  [1410, '11:30 PM'],
])('minute %i of a day is shown as %s', (minute, text) => {
  expect(formatMinute(minute)).toBe(text)
})

it('a line does not end with an ampersand or a time without AM or PM, and begins with neither dash nor space', () => {
  expect(bindWords('Painting & Finishing')).toBe('Painting &\u00a0Finishing')
  expect(bindWords('11:00 AM – 1:00 PM')).toBe('11:00\u00a0AM\u00a0– 1:00\u00a0PM')
})

it.each([
  ['77 Old Mill Rd, Apex, NC 27502', 'Apex'],
  ['1 Elm St, Raleigh', 'Raleigh'],
  ['208 W Chapel Hill St, Unit 4, Durham, NC', 'Durham'],
  ['3 Oak Street', null],
  ['3 Oak Street, NC 27601', null],
])('the town of %s is %s', (address, town) => {
  expect(townOf(address)).toBe(town)
})
