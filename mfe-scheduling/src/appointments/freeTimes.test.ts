import type { Appointment } from '@plumbline/scheduling/api'
import { expect, it } from 'vitest'
import { freeTimes } from './freeTimes.ts'
import type { Worker } from './workingHours.ts'

const nineToFive = { opens: '09:00', closes: '17:00' }
const hours = {
  weekdays: {
    sunday: null,
    monday: nineToFive,
    tuesday: nineToFive,
    wednesday: nineToFive,
    thursday: nineToFive,
    friday: nineToFive,
    saturday: null,
  },
  closedDays: ['2026-11-26'],
}
const at = (time: string, duration: number, status = 'scheduled') =>
  ({ scheduledDate: `2026-11-24T${time}:00-05:00`, duration, status }) as Appointment
// a Tuesday
const day = '2026-11-24'
const before = new Date('2026-11-23T12:00:00Z')
const timesOf = (appointments: Appointment[], minutes: number, now = before, days = [day]) =>
  freeTimes({ days, appointments, business: { set: [], hours, planned: [] }, minutes, now })

it('an empty day is free from its opening on', () => {
  expect(timesOf([], 60)).toEqual([{ date: day, time: '09:00' }])
})

it('each gap that is long enough is offered with its first quarter of an hour', () => {
  const planned = [at('09:30', 65), at('12:00', 60), at('13:15', 60)]
  expect(timesOf(planned, 60).map(({ time }) => time)).toEqual(['10:45', '14:15'])
  expect(timesOf(planned, 30).map(({ time }) => time)).toEqual(['09:00', '10:45', '14:15'])
})

it('work ends before the business closes, and completed or cancelled appointments take no time', () => {
  expect(timesOf([at('09:00', 450)], 45)).toEqual([])
  expect(timesOf([at('09:00', 450, 'cancelled')], 45)).toEqual([{ date: day, time: '09:00' }])
})

it('what is over today is not offered', () => {
  expect(timesOf([], 60, new Date('2026-11-24T10:05:00-05:00'))).toEqual([{ date: day, time: '10:15' }])
  expect(timesOf([], 60, new Date('2026-11-25T10:05:00-05:00'))).toEqual([])
})

it('days off and closed days are left out', () => {
  const days = ['2026-11-26', '2026-11-27', '2026-11-28', '2026-11-29', '2026-11-30']
  expect(timesOf([], 60, before, days).map(({ date }) => date)).toEqual(['2026-11-27', '2026-11-30'])
})

it('of a crew the hours in which all of them work count', () => {
  const weekOf = (opens: string, closes: string) => ({ ...hours.weekdays, tuesday: { opens, closes } })
  const worker = (name: string, week: Worker['week'], timeOff: Worker['timeOff'] = []) => ({
    name,
    week,
    timeOff,
  })
  const early = worker('Maria', weekOf('06:00', '12:00'))
  const late = worker('Sam', weekOf('10:30', '20:00'))
  const times = (...crew: Worker[]) =>
    freeTimes({
      ...{ days: [day], appointments: [], minutes: 60, now: before, crew },
      business: { set: [], hours, planned: [] },
    }).map(({ time }) => time)
  expect(times(early)).toEqual(['06:00'])
  expect(times(early, late)).toEqual(['10:30'])
  expect(times(early, worker('Tom', weekOf('12:00', '20:00')))).toEqual([])
  expect(times(early, worker('Ann', null, [{ from: day, to: day }]))).toEqual([])
  expect(times(worker('Ann', null))).toEqual(['09:00'])
})
