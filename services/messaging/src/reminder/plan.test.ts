import { describe, expect, it } from 'vitest'
import { type Facts, planOf } from './plan.ts'

const facts = (more: { [Part in keyof Facts]?: Partial<Facts[Part]> | Facts[Part] } = {}): Facts => ({
  skipped: (more.skipped as boolean) ?? false,
  on: (more.on as boolean) ?? true,
  visit: {
    ...{ id: 1, customerId: 1, startsAt: '2026-11-23T14:00:00.000Z', isOn: true, since: 1, demo: false },
    agreedAt: '2026-11-10T15:00:00.000Z',
    ...(more.visit as object),
  },
  customer:
    more.customer === null
      ? null
      : {
          firstName: 'Ann',
          email: 'ann@example.test',
          dialable: '+19195550101',
          ...(more.customer as object),
        },
  refusals: { sms: false, email: false, reminders: false, ...(more.refusals as object) },
})

describe('a reminder', () => {
  it('goes out by SMS and by e-mail', () => {
    expect(planOf(facts())).toMatchObject({ channels: ['sms', 'email'], without: [], reason: null })
  })

  it.each<[string, Parameters<typeof facts>[0], string]>([
    ['reminders are off', { on: false }, 'Reminders are switched off.'],
    ['staff left it out', { skipped: true }, 'Left out by staff.'],
    ['the customer wants none', { refusals: { reminders: true } }, 'This customer does not want reminders.'],
    ['the customer is gone', { customer: null }, 'This customer has been removed.'],
    ['the customer is erased', { customer: { firstName: '[erased]' } }, 'This customer has been removed.'],
    ['it is no longer scheduled', { visit: { isOn: false } }, 'The appointment is not scheduled any more.'],
    [
      'it was agreed on at nine the day before',
      { visit: { agreedAt: '2026-11-22T14:01:00.000Z' } },
      'Agreed on too late for a reminder the day before.',
    ],
    [
      'there is no way to reach anybody',
      { customer: { dialable: null, email: '' } },
      'This customer has no phone number that can receive SMS. This customer has no e-mail address.',
    ],
  ])('does not go out when %s', (_name, more, reason) => {
    expect(planOf(facts(more))).toMatchObject({ channels: [], reason })
  })

  it('goes out on the channel that is left, and says why not on the other', () => {
    expect(planOf(facts({ refusals: { sms: true } }))).toMatchObject({
      channels: ['email'],
      without: [{ channel: 'sms', reason: 'This customer has opted out of SMS.' }],
      reason: null,
    })
    expect(planOf(facts({ customer: { email: 'none' } })).channels).toEqual(['sms'])
  })

  it('agreed on a moment before its time goes out', () => {
    expect(planOf(facts({ visit: { agreedAt: '2026-11-22T14:00:59.000Z' } })).channels).toHaveLength(2)
  })
})
