import { givenEvents } from '@plumbline/platform/testing'
import { describe, it } from 'vitest'
import type { ContactEvent } from '../events.ts'
import { contactDecider } from './decider.ts'

const now = '2026-11-21T15:00:00.000Z'
const given = (history: ContactEvent[] = []) => givenEvents(contactDecider, history, { id: 1, now })
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
const assign = { type: 'AssignContact', customerId: 7 } as const
const optOut = { type: 'ChangeContactConsent', optedOut: true } as const

describe('a contact', () => {
  it('is assigned to a customer once', () => {
    given([noted]).when(assign).thenEvents([assigned])
    given([noted, assigned]).when(assign).thenEvents([])
  })

  it('that is assigned cannot be assigned to another customer', () =>
    given([noted, assigned])
      .when({ ...assign, customerId: 8 })
      .thenRefused('already belongs to another customer'))

  it('is assigned to another customer when the first one was removed, or after it was taken from them', () => {
    const toOther = { ...assign, customerId: 8 }
    const assignedToOther = { ...assigned, data: { ...assigned.data, customerId: 8 } }
    const release = { type: 'ReleaseContact' } as const
    const released: ContactEvent = { type: 'ContactReleased', data: { contactId: 1, releasedAt: now } }
    given([noted, assigned])
      .when({ ...toOther, replaces: 7 })
      .thenEvents([assignedToOther])
    given([noted, assigned, assignedToOther])
      .when({ ...assign, customerId: 9, replaces: 7 })
      .thenRefused('already belongs to another customer')
    given([noted, assigned]).when(release).thenEvents([released])
    given([noted, assigned, released]).when(release).thenEvents([])
    given([noted, assigned, released]).when(toOther).thenEvents([assignedToOther])
  })

  it('opts out once, and in again', () => {
    given([noted])
      .when(optOut)
      .thenEvents([consentChanged(true)])
    given([noted, consentChanged(true)])
      .when(optOut)
      .thenEvents([])
    given([noted, consentChanged(true)])
      .when({ ...optOut, optedOut: false })
      .thenEvents([consentChanged(false)])
  })

  it('must exist to be assigned or to opt out', () => {
    given().when(assign).thenRefused('Conversation not found')
    given().when(optOut).thenRefused('Conversation not found')
  })
})
