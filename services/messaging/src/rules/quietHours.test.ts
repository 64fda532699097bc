import { describe, expect, it } from 'vitest'
import { isUrgent, nextAllowedTime } from './quietHours.ts'

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
    expect(nextAllowedTime(new Date(now)).toISOString()).toBe(expected)
  })

  it('is a reminder; what staff write, a cancellation and an invoice are urgent', () => {
    const reminders = ['payment-reminder', 'appointment-reminder']
    expect(reminders.map(isUrgent)).toEqual([false, false])
    expect(['staff', 'cancellation', 'invoice', null].map(isUrgent)).toEqual([true, true, true, true])
  })
})
