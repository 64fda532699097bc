import { expect, it } from 'vitest'
import { dayName, formatArrival, formatHours, formatInSentence, formatSlot, formatStart } from './when.ts'

const today = '2026-11-24'

it.each([
  ['2026-11-24T14:00:00Z', 120, '9:00 – 11:00 AM'],
  ['2026-11-24T16:00:00Z', 120, '11:00 AM – 1:00 PM'],
  ['2026-03-08T06:00:00Z', 120, '1:00 – 4:00 AM'],
  ['no time', 60, 'Invalid date'],
])('%s for %i minutes is shown as %s', (scheduledDate, duration, text) => {
  expect(formatHours({ scheduledDate, duration })).toBe(text)
})

it.each([
  ['2026-11-24T13:00:00Z', 'Today, 8:00 – 9:00 AM'],
  ['2026-11-25T04:00:00Z', 'Today, 11:00 PM – 12:00 AM'],
  ['2026-11-25T13:00:00Z', 'Tomorrow, 8:00 – 9:00 AM'],
  ['2026-11-26T13:00:00Z', 'Thu, Nov 26, 8:00 – 9:00 AM'],
  ['2031-06-02T12:00:00Z', 'Mon, Jun 2, 2031, 8:00 – 9:00 AM'],
  ['no time', 'Invalid date'],
])('an hour from %s on is listed as %s', (scheduledDate, text) => {
  expect(formatSlot({ scheduledDate, duration: 60 }, today)).toBe(text)
})

it('a start is listed with its day', () => {
  expect(formatStart('2026-11-26T13:00:00Z', today)).toBe('Thu, Nov 26, 8:00 AM')
  expect(formatStart('no time', today)).toBe('Invalid date')
})

it('a start is said in a sentence without its year', () => {
  expect(formatInSentence({ scheduledDate: '2026-11-26T13:00:00Z' })).toBe('Thursday, November 26 at 8:00 AM')
  expect(formatInSentence({ scheduledDate: 'no time' })).toBe('Invalid date')
})

it.each([
  [{}, '9:00 – 10:00 AM', '9:00 AM', 'at 9:00 AM'],
  [{ arrivalWindow: 0, anytime: false }, '9:00 – 10:00 AM', '9:00 AM', 'at 9:00 AM'],
  [
    { arrivalWindow: 240 },
    'Arrival 9:00 AM – 1:00 PM',
    'Arrival 9:00 AM – 1:00 PM',
    'between 9:00 AM and 1:00 PM',
  ],
])('an hour with %o is %s, begins %s and is said as %s', (promise, hours, arrival, said) => {
  const slot = { scheduledDate: '2026-11-24T14:00:00Z', duration: 60, ...promise }
  expect([formatHours(slot), formatArrival(slot)]).toEqual([hours, arrival])
  expect(formatInSentence(slot)).toBe(`Tuesday, November 24 ${said}`)
})

it('any time of a day is said as the day alone', () => {
  const slot = { scheduledDate: '2026-11-24T14:00:00Z', duration: 60, anytime: true }
  expect(formatSlot(slot, today)).toBe('Today, Anytime')
  expect(formatInSentence(slot)).toBe('Tuesday, November 24')
})

it('the last day of a year is followed by a tomorrow of the next', () => {
  expect(dayName('2027-01-01', '2026-12-31')).toBe('Tomorrow')
  expect(dayName('2027-01-02', '2026-12-31')).toBe('Sat, Jan 2, 2027')
})
