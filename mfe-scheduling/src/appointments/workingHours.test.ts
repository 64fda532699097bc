import { describe, expect, it } from 'vitest'
import { toTimestamp } from './appointment.ts'
import { hoursOn, outsideHours, type Worker, type WorkingHours } from './workingHours.ts'

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

const slot = (date: string, time: string, duration: number) => ({
  scheduledDate: toTimestamp(date, time) ?? '',
  duration,
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
  expect(outsideHours(slot(date, time, minutes), business)).toEqual(warning ? [warning] : [])
})

it('hours that nobody set are no reason to warn', () => {
  const late = slot('2026-11-28', '23:00', 60)
  expect(outsideHours(late, { ...business, set: ['rates'] })).toEqual([])
})

describe('of members', () => {
  const early = { opens: '06:00', closes: '14:00' }
  const ann: Worker = { name: 'ann', week: null, timeOff: [{ from: '2026-11-23', to: '2026-11-24' }] }
  const bob: Worker = {
    name: 'bob',
    week: { ...weekdays, tuesday: early, wednesday: null, saturday: early },
    timeOff: [],
  }
  const isOff = (day: string) => `ann is off on ${day}, 2026.`

  it.each([
    ['2026-11-22', null],
    ['2026-11-23', null],
    ['2026-11-24', null],
    ['2026-11-25', nineToFive],
  ])('on %s the hours of who was off before are %j', (day, hours) => {
    expect(hoursOn(day, business, ann)).toEqual(hours)
  })

  it.each([
    ['2026-11-24', early],
    ['2026-11-25', null],
    ['2026-11-26', null],
    ['2026-11-28', early],
    ['2026-12-05', early],
  ])('on %s the hours of who has a week of their own are %j', (day, hours) => {
    expect(hoursOn(day, business, bob)).toEqual(hours)
  })

  it.each<[string, string, number, Worker[], string[]]>([
    ['2026-11-24', '10:00', 60, [ann], [isOff('Tuesday, November 24')]],
    ['2026-11-25', '10:00', 60, [ann], []],
    // those without hours of their own have the hours of the business
    ['2026-11-25', '18:00', 60, [ann], ['On Wednesday, November 25, 2026 work is from 9:00 AM to 5:00 PM.']],
    ['2026-11-24', '06:00', 480, [bob], []],
    ['2026-11-24', '13:30', 60, [bob], ['On Tuesday, November 24, 2026 bob works from 6:00 AM to 2:00 PM.']],
    ['2026-11-25', '10:00', 60, [bob], ['bob does not work on Wednesday, November 25, 2026.']],
    ['2026-11-28', '10:00', 60, [bob], []],
    ['2026-11-26', '10:00', 60, [ann, bob], ['Thursday, November 26, 2026 is a closed day.']],
    [
      ...(['2026-11-24', '15:00', 60, [ann, bob]] as const),
      [isOff('Tuesday, November 24'), 'On Tuesday, November 24, 2026 bob works from 6:00 AM to 2:00 PM.'],
    ],
    // over night into a day off
    ['2026-11-22', '22:00', 180, [ann], [isOff('Monday, November 23')]],
    // until midnight takes nothing of the next day
    ['2026-11-22', '22:00', 120, [ann], ['Sunday, November 22, 2026 is a day off.']],
  ] as [string, string, number, Worker[], string[]][])(
    '%s %s for %i minutes of %j: %j',
    (date, time, minutes, crew, reasons) => {
      expect(outsideHours(slot(date, time, minutes), business, crew)).toEqual(reasons)
    },
  )

  it('at any time of a day only the day counts', () => {
    const anytime = { ...slot('2026-11-24', '15:00', 600), anytime: true }
    expect(outsideHours(anytime, business, [ann, bob])).toEqual([isOff('Tuesday, November 24')])
  })

  it('who has a week of their own is warned of although the business has set none', () => {
    const unset = { ...business, set: [] }
    expect(outsideHours(slot('2026-11-25', '10:00', 60), unset, [bob])).toHaveLength(1)
    expect(outsideHours(slot('2026-11-25', '23:00', 30), unset, [{ ...ann, timeOff: [] }])).toEqual([])
  })
})

describe('on days on which clocks change', () => {
  const always = { opens: '00:00', closes: '08:00' }
  const open = { ...weekdays, sunday: always }
  const nights: WorkingHours = { set: ['hours'], hours: { weekdays: open, closedDays: [] }, planned: [] }

  it.each([
    // 25 hours: nine of work end at 8, by the clock
    ['2026-11-01', '00:00', 540, true],
    ['2026-11-01', '00:00', 541, false],
    // 23 hours: seven of work end at 8
    ['2026-03-08', '00:00', 420, true],
    ['2026-03-08', '00:00', 421, false],
  ])('%s from %s for %i minutes is within the hours: %s', (date, time, minutes, isWithin) => {
    expect(outsideHours(slot(date, time, minutes), nights)).toHaveLength(isWithin ? 0 : 1)
  })
})
