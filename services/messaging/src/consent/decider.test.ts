import { givenEvents } from '@plumbline/platform/testing'
import { expect, it } from 'vitest'
import type { ConsentEvent } from '../events.ts'
import { consentDecider } from './decider.ts'

const now = '2026-11-21T15:00:00.000Z'
const given = (history: ConsentEvent[] = []) => givenEvents(consentDecider, history, { id: 7, now })
const change = (topic: 'sms' | 'email' | 'reminders', isRefused: boolean) =>
  ({ type: 'ChangeConsent', topic, isRefused }) as const
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
  given().when(change('sms', false)).thenEvents([])
})

it('a channel and reminders are refused independently, and once', () => {
  given().when(change('sms', true)).thenEvents([channelRefused])
  given([channelRefused]).when(change('reminders', true)).thenEvents([remindersRefused])
  given([channelRefused, remindersRefused]).when(change('sms', true)).thenEvents([])
})
