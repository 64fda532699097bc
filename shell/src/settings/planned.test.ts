import {
  type Business,
  defaultRates,
  defaultWeek,
  type Settings,
  type Weekday,
} from '@plumbline/business/api'
import { expect, it } from 'vitest'
import {
  describeCalendar,
  describeRates,
  describeTax,
  describeWeek,
  hoursText,
  plannedChanges,
  settingsFrom,
  weekFrom,
  withTaxRate,
} from './planned.ts'

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

const state = { id: 1, name: 'State', percent: '7.375', isDefault: true }
const city = { id: 2, name: 'City', percent: '1', isDefault: false }

it('a plan for the rates says the new ones', () => {
  const after = later({ rates: { ...settings.rates, hourlyRate: '80.00', minimumMinutes: 90 } })
  expect(describeRates(settings, after)).toEqual(['Hourly rate: $80.00', 'Minimum visit: 1.5 hours'])
})

it('a plan for tax names what is new, changed and ends', () => {
  const before = { ...settings, tax: { rates: [state, city] } }
  const after = {
    ...settings,
    tax: {
      rates: [
        { ...state, percent: '7.5' },
        { ...city, id: 3, name: 'County' },
      ],
    },
  }
  expect(describeTax(before, after)).toEqual(['State 7.5 %, the usual rate', 'County 1 %', 'City ends'])
  expect(describeTax(before, before)).toEqual([])
})

it('a tax rate is changed among those of its first day, and takes the place of the usual one', () => {
  const planned = { ...settings, tax: { rates: [state, city] } }
  const business = {
    ...settings,
    tax: { rates: [state] },
    planned: [{ from: '2026-12-01', sections: ['tax'], settings: planned }],
  } as unknown as Business
  expect(settingsFrom(business, '').tax.rates).toEqual([state])
  expect(settingsFrom(business, '2026-11-30').tax.rates).toEqual([state])
  const { rates } = settingsFrom(business, '2026-12-01').tax
  expect(withTaxRate(rates, { ...city, isDefault: true })).toEqual([
    { ...state, isDefault: false },
    { ...city, isDefault: true },
  ])
  const { id: _, ...county } = { ...city, name: 'County' }
  expect(withTaxRate(rates, county)).toEqual([state, city, county])
})
