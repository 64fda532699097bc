import { givenEvents } from '@plumbline/platform/testing'
import { expect, it } from 'vitest'
import type { ConsentEvent } from '../events.ts'
import { consentDecider } from './decider.ts'

const now = '2026-11-21T15:00:00.000Z'
const change = (topic: 'sms' | 'email' | 'reminders', isRefused: boolean) =>
  ({ type: 'ChangeConsent', customerId: 7, topic, isRefused, now }) as const
const channelRefused: ConsentEvent = {
  type: 'ConsentChanged',
  data: { customerId: 7, channel: 'sms', optedOut: true, changedAt: now },
}
const remindersRefused: ConsentEvent = {
  type: 'RemindersChanged',
  data: { customerId: 7, wanted: false, changedAt: now },
}

it('a customer allows everything at first', () => {
  expect(consentDecider.initialState()).toEqual({ sms: false, email: false, reminders: false })
  givenEvents(consentDecider).when(change('sms', false)).thenEvents([])
})

it('a channel and reminders are refused independently, and once', () => {
  givenEvents(consentDecider).when(change('sms', true)).thenEvents([channelRefused])
  givenEvents(consentDecider, [channelRefused]).when(change('reminders', true)).thenEvents([remindersRefused])
  givenEvents(consentDecider, [channelRefused, remindersRefused]).when(change('sms', true)).thenEvents([])
})
