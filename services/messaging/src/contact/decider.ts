import { rejection } from '@plumbline/platform/errors'
import type { Decider, DecisionContext } from '@plumbline/platform/event-store'
import type { MessageType } from '../api.ts'
import type { ContactConsentChanged, ContactEvent, Hold } from '../events.ts'

export type ContactState = {
  channel: MessageType
  optedOut: boolean
  /** Why SMS pause without an opt-out. */
  hold: Hold | null
  /** Whose conversation its messages belong to. */
  customerId: number | null
} | null

export type ContactCommand =
  | { type: 'NoteContact'; channel: MessageType; address: string }
  | { type: 'ChangeContactConsent'; optedOut: boolean }
  | { type: 'HoldContact'; hold: Hold }
  /** `replaces`: the customer it was assigned to before, who was removed since. */
  | { type: 'AssignContact'; customerId: number; replaces?: number | null }
  | { type: 'ReleaseContact' }

function decide(
  command: ContactCommand,
  state: ContactState,
  { id: contactId, now }: DecisionContext,
): ContactEvent[] {
  switch (command.type) {
    case 'NoteContact': {
      const { channel, address } = command
      return [{ type: 'ContactNoted', data: { contactId, channel, address, notedAt: now } }]
    }
    case 'ChangeContactConsent': {
      const { channel, optedOut, hold } = requireExistingContact(state)
      if (optedOut === command.optedOut && hold === null) return []
      const data = { contactId, channel, optedOut: command.optedOut, changedAt: now }
      return [{ type: 'ContactConsentChanged', data }]
    }
    case 'HoldContact': {
      const { channel, optedOut, hold } = requireExistingContact(state)
      // neither an opt-out nor a dead number becomes a question
      if (optedOut || hold === command.hold || hold === 'unreachable') return []
      const data = { contactId, channel, optedOut: true, hold: command.hold, changedAt: now }
      return [{ type: 'ContactConsentChanged', data }]
    }
    case 'AssignContact': {
      const { customerId } = requireExistingContact(state)
      if (customerId === command.customerId) return []
      if (customerId !== (command.replaces ?? null))
        throw rejection('conflict', 'This conversation already belongs to another customer.')
      return [
        { type: 'ContactAssigned', data: { contactId, customerId: command.customerId, assignedAt: now } },
      ]
    }
    case 'ReleaseContact': {
      const { customerId } = requireExistingContact(state)
      return customerId === null ? [] : [{ type: 'ContactReleased', data: { contactId, releasedAt: now } }]
    }
  }
}

/** Of the state in a stream or of a row. */
export function requireExistingContact<Contact>(contact: Contact | null | undefined): Contact {
  if (!contact) throw rejection('not-found', 'Conversation not found')
  return contact
}

function evolve(state: ContactState, { type, data }: ContactEvent): ContactState {
  switch (type) {
    case 'ContactNoted':
      return { channel: data.channel, optedOut: false, hold: null, customerId: null }
    case 'ContactConsentChanged':
      return state && { ...state, ...consentIn(data) }
    case 'ContactAssigned':
      return state && { ...state, customerId: data.customerId }
    case 'ContactReleased':
      return state && { ...state, customerId: null }
  }
}

/** What a change of consent says about a contact. */
export const consentIn = ({ optedOut, hold }: ContactConsentChanged['data']) => ({
  optedOut: optedOut && hold === undefined,
  hold: (optedOut && hold) || null,
})

/** A phone number or an email address, for itself. */
export const contactDecider: Decider<ContactState, ContactCommand, ContactEvent> = {
  initialState: () => null,
  decide,
  evolve,
}
