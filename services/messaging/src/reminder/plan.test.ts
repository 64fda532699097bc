import { describe, expect, it } from 'vitest'
import { type Facts, planReminder, reminderTimes } from './plan.ts'

type Changes = {
  isSkipped?: boolean
  remindersOn?: boolean
  appointment?: object
  customer?: object | null
  refusals?: object
}
const documented = { quietUntil: '08:00', quietFrom: '21:00', remindAt: '09:00' }
const facts = ({ appointment, customer, refusals, ...rest }: Changes = {}): Facts => ({
  hours: { ...documented, timeZone: 'America/New_York' },
  isSkipped: false,
  remindersOn: true,
  ...rest,
  appointment: {
    id: 1,
    startsAt: '2026-11-23T14:00:00.000Z',
    status: 'scheduled',
    agreedAt: '2026-11-10T15:00:00.000Z',
    ...appointment,
  },
  customer:
    customer === null
      ? null
      : { firstName: 'Ann', email: 'ann@example.test', smsNumber: '+19195550101', ...customer },
  refusals: { sms: false, email: false, reminders: false, smsHold: null, ...refusals },
})

describe('an appointment reminder', () => {
  it('is sent by SMS and by email', () => {
    expect(planReminder(facts())).toMatchObject({ channels: ['sms', 'email'], without: [], reason: null })
  })

  it.each<[string, Changes, string]>([
    ['reminders are switched off', { remindersOn: false }, 'Reminders are switched off.'],
    ['staff skip it', { isSkipped: true }, 'Skipped by staff.'],
    [
      'the customer does not want reminders',
      { refusals: { reminders: true } },
      'This customer does not want reminders.',
    ],
    ['the customer was removed', { customer: null }, 'This customer has been removed.'],
    ['the customer was erased', { customer: { firstName: '[erased]' } }, 'This customer has been removed.'],
    [
      'the appointment is not scheduled any more',
      { appointment: { status: 'cancelled' } },
      'The appointment is not scheduled any more.',
    ],
    [
      'the appointment was agreed on after nine the day before',
      { appointment: { agreedAt: '2026-11-22T14:01:00.000Z' } },
      'Booked too late for a day-before reminder.',
    ],
    [
      'the customer cannot be reached on any channel',
      { customer: { smsNumber: null, email: '' } },
      'This customer has no phone number that can receive SMS. This customer has no email address.',
    ],
  ])('is not sent when %s', (_name, changes, reason) => {
    expect(planReminder(facts(changes))).toMatchObject({ channels: [], reason })
  })

  it('is sent on the remaining channel, with the reason for the other', () => {
    expect(planReminder(facts({ refusals: { sms: true } }))).toMatchObject({
      channels: ['email'],
      without: [{ channel: 'sms', reason: 'This customer has opted out of SMS.' }],
      reason: null,
    })
    expect(planReminder(facts({ customer: { email: 'none' } })).channels).toEqual(['sms'])
  })

  it('is sent when the appointment was agreed on a moment before its time', () => {
    const { channels } = planReminder(facts({ appointment: { agreedAt: '2026-11-22T14:00:59.000Z' } }))
    expect(channels).toHaveLength(2)
  })
})

describe('the time of an appointment reminder', () => {
  const times = (startsAt: string, id = 30) => {
    const hours = { ...documented, timeZone: 'America/New_York' }
    const { from, until } = reminderTimes(hours, id, startsAt)
    return [from.toISOString(), until.toISOString()]
  }
  it.each([
    ['is from nine to nine the day before', '2026-11-23T14:00:00.000Z', '2026-11-22T14', '2026-11-23T02'],
    [
      'follows the day of New York early in the day',
      '2026-11-23T05:00:00.000Z',
      '2026-11-22T14',
      '2026-11-23T02',
    ],
    [
      'follows the day of New York late in the day',
      '2026-11-24T04:59:00.000Z',
      '2026-11-22T14',
      '2026-11-23T02',
    ],
    [
      'is right on the day the clocks went forward',
      '2026-03-08T14:00:00.000Z',
      '2026-03-07T14',
      '2026-03-08T02',
    ],
    [
      'is right on the day after the clocks went forward',
      '2026-03-09T14:00:00.000Z',
      '2026-03-08T13',
      '2026-03-09T01',
    ],
    [
      'is right on the day the clocks went back',
      '2026-11-01T15:00:00.000Z',
      '2026-10-31T13',
      '2026-11-01T01',
    ],
    [
      'is right on the day after the clocks went back',
      '2026-11-02T15:00:00.000Z',
      '2026-11-01T14',
      '2026-11-02T02',
    ],
  ])('%s', (_name, startsAt, from, until) => {
    expect(times(startsAt)).toEqual([`${from}:00:00.000Z`, `${until}:00:00.000Z`])
  })

  it('is another minute for the next appointment', () => {
    const minutes = [1, 2, 3, 29].map((id) => times('2026-11-23T14:00:00.000Z', id)[0]?.slice(14, 16))
    expect(minutes).toEqual(['01', '02', '03', '29'])
  })
})
