import { given } from '@plumbline/platform/testing'
import { describe, it } from 'vitest'
import type { ContactEvent } from '../events.ts'
import { contactDecider } from './decider.ts'

const now = '2026-11-21T15:00:00.000Z'
const base = { contactId: 1, now }
const noted: ContactEvent = {
  type: 'ContactNoted',
  data: { contactId: 1, channel: 'sms', address: '+19195550101', notedAt: now },
}
const assigned: ContactEvent = {
  type: 'ContactAssigned',
  data: { contactId: 1, customerId: 7, assignedAt: now },
}
const consentChanged = (optedOut: boolean): ContactEvent => ({
  type: 'ContactConsentChanged',
  data: { contactId: 1, channel: 'sms', optedOut, changedAt: now },
})
const assign = { ...base, type: 'AssignContact', customerId: 7 } as const
const optOut = { ...base, type: 'ChangeContactConsent', optedOut: true } as const

describe('a contact', () => {
  it('is assigned to a customer once', () => {
    given(contactDecider, [noted]).when(assign).thenEvents([assigned])
    given(contactDecider, [noted, assigned]).when(assign).thenEvents([])
  })

  it('that is assigned cannot be assigned to another customer', () =>
    given(contactDecider, [noted, assigned])
      .when({ ...assign, customerId: 8 })
      .thenRefused('already belongs to another customer'))

  it('opts out once, and in again', () => {
    given(contactDecider, [noted])
      .when(optOut)
      .thenEvents([consentChanged(true)])
    given(contactDecider, [noted, consentChanged(true)])
      .when(optOut)
      .thenEvents([])
    given(contactDecider, [noted, consentChanged(true)])
      .when({ ...optOut, optedOut: false })
      .thenEvents([consentChanged(false)])
  })

  it('must exist to be assigned or to opt out', () => {
    given(contactDecider).when(assign).thenRefused('Conversation not found')
    given(contactDecider).when(optOut).thenRefused('Conversation not found')
  })
})
