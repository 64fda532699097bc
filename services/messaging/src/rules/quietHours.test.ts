import { describe, expect, it } from 'vitest'
import { isUrgent, nextAllowedTime } from './quietHours.ts'

const hours = { quietUntil: '08:00', quietFrom: '21:00', remindAt: '09:00' }

describe('a message that is not urgent', () => {
  it.each([
    ['waits until eight at 7:59', '2026-11-21T12:59:59.000Z', '2026-11-21T13:00:00.000Z'],
    ['is sent at eight', '2026-11-21T13:00:00.000Z', '2026-11-21T13:00:00.000Z'],
    ['is sent just before nine in the evening', '2026-11-22T01:59:59.000Z', '2026-11-22T01:59:59.000Z'],
    ['waits for the morning at nine in the evening', '2026-11-22T02:00:00.000Z', '2026-11-22T13:00:00.000Z'],
    [
      'waits until eight in the night the clocks go forward',
      '2026-03-08T05:30:00.000Z',
      '2026-03-08T12:00:00.000Z',
    ],
    [
      'waits until eight in the evening before the clocks go forward',
      '2026-03-08T03:00:00.000Z',
      '2026-03-08T12:00:00.000Z',
    ],
    [
      'waits until eight in the night the clocks go back',
      '2026-11-01T05:30:00.000Z',
      '2026-11-01T13:00:00.000Z',
    ],
    [
      'waits until eight in the hour that occurs twice',
      '2026-11-01T06:30:00.000Z',
      '2026-11-01T13:00:00.000Z',
    ],
  ])('%s', (_name, now, expected) => {
    expect(nextAllowedTime({ ...hours, timeZone: 'America/New_York' }, new Date(now)).toISOString()).toBe(
      expected,
    )
  })

  it.each([
    ['Pacific/Auckland', '2026-11-20T19:00:00.000Z'],
    ['America/Denver', '2026-11-21T12:00:00.000Z'],
  ])('waits for the morning in %s', (timeZone, now) => {
    expect(nextAllowedTime({ ...hours, timeZone }, new Date(now)).toISOString()).toBe(
      timeZone === 'America/Denver' ? '2026-11-21T15:00:00.000Z' : now,
    )
  })

  it('is a reminder; what staff write, a cancellation and an invoice are urgent', () => {
    const reminders = ['payment-reminder', 'appointment-reminder']
    expect(reminders.map(isUrgent)).toEqual([false, false])
    expect(['staff', 'cancellation', 'invoice', null].map(isUrgent)).toEqual([true, true, true, true])
  })
})
