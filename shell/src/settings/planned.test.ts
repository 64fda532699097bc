import {
  type Business,
  defaultRates,
  defaultWeek,
  type Settings,
  type Weekday,
} from '@plumbline/business/api'
import { expect, it } from 'vitest'
import { describeCalendar, describeWeek, hoursText, plannedChanges, weekFrom } from './planned.ts'

const settings = {
  calendar: { timeZone: 'America/New_York', weekStartsOn: 'sunday' },
  rates: defaultRates,
  hours: { weekdays: { ...defaultWeek }, closedDays: [] },
} as unknown as Settings
const later = (more: Partial<Settings>): Settings => ({ ...settings, ...more })
const inDenver = later({ calendar: { timeZone: 'America/Denver', weekStartsOn: 'monday' } })

it('a plan says what is different from the day before', () => {
  const saturdays = later({
    ...inDenver,
    hours: {
      weekdays: { ...settings.hours.weekdays, saturday: { opens: '09:00', closes: '12:30' }, monday: null },
      closedDays: [],
    },
  })
  const business = {
    ...settings,
    planned: [
      { from: '2026-12-01', sections: ['calendar'], settings: inDenver },
      { from: '2026-12-08', sections: ['hours'], settings: saturdays },
    ],
  } as unknown as Business
  expect(plannedChanges(business, describeCalendar)).toMatchObject([
    { from: '2026-12-01', texts: ['Time zone: America/Denver', 'The week begins on Monday'] },
  ])
  expect(plannedChanges(business, describeWeek)).toMatchObject([
    { from: '2026-12-08', texts: ['Monday: closed', 'Saturday: 9:00 AM – 12:30 PM'], before: inDenver },
  ])
})

it('a plan that was withdrawn says nothing', () => {
  const business = {
    ...settings,
    planned: [{ from: '2026-12-01', sections: ['hours'], settings: { ...settings } }],
  } as unknown as Business
  expect(plannedChanges(business, describeWeek)).toEqual([])
})

it.each([
  ['sunday', 'sunday', 'saturday'],
  ['monday', 'monday', 'sunday'],
] as [Weekday, Weekday, Weekday][])('a week from %s begins and ends on %s and %s', (first, start, end) => {
  const week = weekFrom(first)
  expect([week[0], week[6], new Set(week).size]).toEqual([start, end, 7])
})

it('a day off is closed', () => {
  expect(hoursText(null)).toBe('closed')
})
