import { describe, expect, it } from 'vitest'
import { reminderTimes } from '../reminder/times.ts'
import { isUrgent, nextAllowedTime } from './quietHours.ts'

const decent = (now: string) => nextAllowedTime(new Date(now)).toISOString()

describe('what is not urgent', () => {
  it.each([
    ['at seven fifty-nine waits until eight', '2026-11-21T12:59:59.000Z', '2026-11-21T13:00:00.000Z'],
    ['at eight goes at once', '2026-11-21T13:00:00.000Z', '2026-11-21T13:00:00.000Z'],
    ['just before nine in the evening goes at once', '2026-11-22T01:59:59.000Z', '2026-11-22T01:59:59.000Z'],
    ['at nine in the evening waits for the morning', '2026-11-22T02:00:00.000Z', '2026-11-22T13:00:00.000Z'],
    ['in the night the clocks go forward', '2026-03-08T05:30:00.000Z', '2026-03-08T12:00:00.000Z'],
    ['in the evening before they do', '2026-03-08T03:00:00.000Z', '2026-03-08T12:00:00.000Z'],
    ['in the night the clocks go back', '2026-11-01T05:30:00.000Z', '2026-11-01T13:00:00.000Z'],
    ['in the hour that comes twice', '2026-11-01T06:30:00.000Z', '2026-11-01T13:00:00.000Z'],
  ])('%s', (_name, now, expected) => {
    expect(decent(now)).toBe(expected)
  })

  it('is a reminder, and neither what staff write nor a cancellation', () => {
    expect(['reminder', 'appointment', 'staff', 'cancellation', 'invoice', null].map(isUrgent)).toEqual([
      ...[false, false, true, true, true, true],
    ])
  })
})

describe('a reminder of an appointment', () => {
  const times = (startsAt: string, id = 30) => {
    const { from, until } = reminderTimes(id, startsAt)
    return [from.toISOString(), until.toISOString()]
  }
  it.each([
    [
      'goes out from nine to nine the day before',
      '2026-11-23T14:00:00.000Z',
      '2026-11-22T14',
      '2026-11-23T02',
    ],
    ['early on New York’s day', '2026-11-23T05:00:00.000Z', '2026-11-22T14', '2026-11-23T02'],
    ['late on New York’s day', '2026-11-24T04:59:00.000Z', '2026-11-22T14', '2026-11-23T02'],
    ['on the day the clocks went forward', '2026-03-08T14:00:00.000Z', '2026-03-07T14', '2026-03-08T02'],
    ['on the day after', '2026-03-09T14:00:00.000Z', '2026-03-08T13', '2026-03-09T01'],
    ['on the day the clocks went back', '2026-11-01T15:00:00.000Z', '2026-10-31T13', '2026-11-01T01'],
    ['on the day after that', '2026-11-02T15:00:00.000Z', '2026-11-01T14', '2026-11-02T02'],
  ])('%s', (_name, startsAt, from, until) => {
    expect(times(startsAt)).toEqual([`${from}:00:00.000Z`, `${until}:00:00.000Z`])
  })

  it('does not go out in the same minute as its neighbours', () => {
    const minutes = [1, 2, 3, 29].map((id) => times('2026-11-23T14:00:00.000Z', id)[0]?.slice(14, 16))
    expect(minutes).toEqual(['01', '02', '03', '29'])
  })
})
