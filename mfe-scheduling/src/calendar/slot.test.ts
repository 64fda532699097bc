import { readTime } from '@plumbline/contract'
import { expect, it } from 'vitest'
import { toDateAndTime } from '../appointments/appointment.ts'
import { endSlotAt, isSameSlot, minuteOf, moveSlot, onDay, resizeSlot, slotAt } from './slot.ts'

const at = (clock: string, duration = 120) => ({
  scheduledDate: (readTime(clock) as Date).toISOString(),
  duration,
})
const format = (slot: { scheduledDate: string; duration: number }) => {
  const { date, time } = toDateAndTime(slot.scheduledDate)
  return `${date}T${time} for ${slot.duration}`
}

it.each([
  ['2026-11-24T00:00', 0],
  ['2026-11-24T09:30', 570],
  ['2026-03-08T03:00', 180],
  ['2026-11-01T01:30', 90],
  ['2026-11-01T06:30:00Z', 90],
  ['2026-11-01T23:59', 1439],
])('%s is minute %i of its day', (clock, minute) => {
  expect(minuteOf(at(clock).scheduledDate)).toBe(minute)
})

it.each([
  ['2026-11-24T09:00', { days: 1, minutes: 0 }, '2026-11-25T09:00 for 120'],
  ['2026-11-24T09:00', { days: 0, minutes: 15 }, '2026-11-24T09:15 for 120'],
  ['2026-11-24T09:00', { days: -2, minutes: 97 }, '2026-11-22T10:30 for 120'],
  ['2026-11-24T00:00', { days: 0, minutes: -15 }, '2026-11-23T23:45 for 120'],
  ['2026-11-24T23:45', { days: 0, minutes: 15 }, '2026-11-25T00:00 for 120'],
  ['2026-11-24T09:07', { days: 1, minutes: 0 }, '2026-11-25T09:07 for 120'],
  ['2026-11-24T09:07', { days: 0, minutes: 15 }, '2026-11-24T09:15 for 120'],
  // clocks go forward on March 8 and back on November 1: nine stays nine
  ['2026-03-07T09:00', { days: 1, minutes: 0 }, '2026-03-08T09:00 for 120'],
  ['2026-10-31T09:00', { days: 1, minutes: 0 }, '2026-11-01T09:00 for 120'],
  ['2026-03-07T02:30', { days: 1, minutes: 0 }, '2026-03-08T03:30 for 120'],
  ['2026-03-08T01:45', { days: 0, minutes: 15 }, '2026-03-08T03:00 for 120'],
  ['2026-03-08T23:00', { days: 0, minutes: 120 }, '2026-03-09T01:00 for 120'],
])('%s moved by %j is %s', (clock, by, then) => {
  expect(format(moveSlot(at(clock), by))).toBe(then)
})

it('a move of less than half a step changes nothing, not even to the other of two equal clock times', () => {
  const second = at('2026-11-01T06:30:00Z')
  expect(moveSlot(second, { days: 0, minutes: 4 })).toBe(second)
})

it.each([
  ['2026-11-24T09:00', '2026-11-24', 640, 105],
  ['2026-11-24T09:00', '2026-11-24', 300, 15],
  ['2026-11-24T23:00', '2026-11-25', 60, 120],
  ['2026-11-24T23:00', '2026-11-24', 1440, 60],
  ['2026-03-08T01:00', '2026-03-08', 240, 120],
  ['2026-11-01T00:30', '2026-11-01', 180, 210],
])('%s that ends on %s at minute %i takes %i minutes', (clock, day, minute, duration) => {
  expect(endSlotAt(at(clock), day, minute).duration).toBe(duration)
})

it('a duration is at least a quarter of an hour', () => {
  expect(resizeSlot(at('2026-11-24T09:00', 20), -15).duration).toBe(15)
})

it('a job of any time that is put on the grid gets the time there, in steps', () => {
  const anytime = { ...at('2026-11-24T08:00'), anytime: true }
  const put = slotAt(anytime, '2026-11-25', 617)
  expect([format(put), put.anytime]).toEqual(['2026-11-25T10:15 for 120', false])
  expect(format(slotAt(anytime, '2026-11-25', 1440))).toBe('2026-11-25T23:45 for 120')
  expect(format(onDay(anytime, '2026-11-26'))).toBe('2026-11-26T08:00 for 120')
})

it('the same start with another window, or at any time, is another slot', () => {
  const slot = at('2026-11-24T08:00')
  expect(isSameSlot(slot, { ...slot, arrivalWindow: 0, anytime: false })).toBe(true)
  expect(isSameSlot(slot, { ...slot, arrivalWindow: 60 })).toBe(false)
  expect(isSameSlot(slot, { ...slot, anytime: true })).toBe(false)
})
