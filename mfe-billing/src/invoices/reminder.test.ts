import { expect, it } from 'vitest'
import { openChannel, reminderOutcome } from './reminder.ts'

const optedOut = 'This customer has opted out of SMS.'

it('the first channel that reaches the customer is used', () => {
  expect(openChannel(['sms', 'email'], { sms: null, email: null })).toBe('sms')
  expect(openChannel(['sms', 'email'], { sms: optedOut, email: null })).toBe('email')
  expect(openChannel(['sms'], { sms: optedOut, email: null })).toBe(null)
})

it('a channel that nothing is known about may be used', () => {
  expect(openChannel(['sms', 'email'], undefined)).toBe('sms')
})

it.each([
  ['2026-11-26T12:59:59Z', 'will be sent at 8:00 AM'],
  ['2026-11-26T13:00:00Z', 'queued'],
  ['2026-11-27T01:59:59Z', 'queued'],
  ['2026-11-27T02:00:00Z', 'will be sent at 8:00 AM'],
  // the clocks go forward in this night
  ['2026-03-08T05:30:00Z', 'will be sent at 8:00 AM'],
])('a reminder of %s is %s', (now, outcome) => {
  expect(reminderOutcome(new Date(now))).toBe(outcome)
})

it('a reminder waits for the hours that are set', () => {
  const hours = { quietUntil: '09:30', quietFrom: '18:00', remindAt: '10:00' }
  expect(reminderOutcome(new Date('2026-11-26T14:00:00Z'), hours)).toBe('will be sent at 9:30 AM')
  expect(reminderOutcome(new Date('2026-11-26T22:59:59Z'), hours)).toBe('queued')
  expect(reminderOutcome(new Date('2026-11-26T23:00:00Z'), hours)).toBe('will be sent at 9:30 AM')
})
