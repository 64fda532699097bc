import { describe, expect, it } from 'vitest'
import { appointmentReminderText, cancellationText, type PromisedTime } from './templates.ts'

const writer = {
  ...{ product: 'Plumbline', name: 'Plumbline Home Services', phone: '(555) 555-0142' },
  ...{ texts: { words: {}, signature: '', reviewLink: '' }, timeZone: 'America/New_York' },
}
const startsAt = '2026-11-23T14:00:00.000Z'

describe.each<[string, PromisedTime, string]>([
  ['an exact time', { startsAt }, 'on Monday, November 23 at 9:00 AM'],
  ['no window', { startsAt, arrivalWindowMinutes: 0, anytime: false }, 'on Monday, November 23 at 9:00 AM'],
  [
    'a window',
    { startsAt, arrivalWindowMinutes: 120 },
    'on Monday, November 23 between 9:00 AM and 11:00 AM',
  ],
  [
    'a window across noon',
    { startsAt: '2026-11-23T16:30:00.000Z', arrivalWindowMinutes: 60 },
    'on Monday, November 23 between 11:30 AM and 12:30 PM',
  ],
  ['any time of the day', { startsAt, anytime: true }, 'on Monday, November 23'],
])('with %s', (_, time, said) => {
  it('a reminder says it', () => {
    expect(appointmentReminderText('sms', 'Ann', time, writer).content).toBe(
      `Hi Ann, this is a reminder of your appointment ${said}. Questions or a new date? Call Plumbline Home Services at (555) 555-0142.`,
    )
  })

  it('a cancellation says it', () => {
    expect(cancellationText('sms', 'Ann', time, writer).content).toContain(
      `your appointment ${said} has been cancelled.`,
    )
  })
})
