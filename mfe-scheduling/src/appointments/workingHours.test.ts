import { expect, it } from 'vitest'
import { hoursOn, outsideHours, type WorkingHours } from './workingHours.ts'

const nineToFive = { opens: '09:00', closes: '17:00' }
const weekdays = {
  sunday: null,
  monday: nineToFive,
  tuesday: nineToFive,
  wednesday: nineToFive,
  thursday: nineToFive,
  friday: nineToFive,
  saturday: null,
}
const business: WorkingHours = {
  set: ['hours'],
  hours: { weekdays, closedDays: ['2026-11-26'] },
  planned: [
    {
      from: '2026-12-01',
      sections: ['hours'],
      settings: { hours: { weekdays: { ...weekdays, saturday: nineToFive, monday: null }, closedDays: [] } },
    },
  ],
}

it.each([
  ['2026-11-24', nineToFive],
  ['2026-11-26', null],
  ['2026-11-28', null],
  ['2026-11-30', nineToFive],
  ['2026-12-05', nineToFive],
  ['2026-12-07', null],
])('on %s the hours are %j', (day, hours) => {
  expect(hoursOn(day, business)).toEqual(hours)
})

it.each([
  ['2026-11-24', '09:00', 480, null],
  ['2026-11-24', '08:45', 60, 'On Tuesday, November 24, 2026 work is from 9:00 AM to 5:00 PM.'],
  ['2026-11-24', '16:30', 60, 'On Tuesday, November 24, 2026 work is from 9:00 AM to 5:00 PM.'],
  ['2026-11-24', '17:00', 0, 'On Tuesday, November 24, 2026 work is from 9:00 AM to 5:00 PM.'],
  ['2026-11-26', '10:00', 60, 'Thursday, November 26, 2026 is a closed day.'],
  ['2026-11-28', '10:00', 60, 'Saturday, November 28, 2026 is a day off.'],
  ['2026-12-05', '10:00', 60, null],
])('%s %s for %i minutes: %j', (date, time, minutes, warning) => {
  expect(outsideHours({ date, time, minutes }, business)).toBe(warning)
})

it('hours that nobody set are no reason to warn', () => {
  const time = { date: '2026-11-28', time: '23:00', minutes: 60 }
  expect(outsideHours(time, { ...business, set: ['rates'] })).toBe(null)
})
