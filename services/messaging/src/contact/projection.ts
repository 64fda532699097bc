import { erased } from '@plumbline/platform/encryption'
import { defineProjection, tableFor } from '@plumbline/platform/projections'
import type { MessageType } from '../api.ts'
import type { ContactEvent, Hold } from '../events.ts'
import { consentIn } from './decider.ts'

export type ContactRow = {
  id: number
  channel: MessageType
  /** The number as E.164 where SMS can be sent to it, or the email address in lower case. */
  address: string
  optedOut: boolean
  /** Why SMS pause without an opt-out. */
  hold: Hold | null
  /** Whose conversation its messages belong to. */
  customerId: number | null
}

/** Numbers and addresses that wrote to us or opted out, whether a customer has them or not. */
export const contacts = defineProjection<ContactEvent, ContactRow>({
  name: 'contacts',
  version: 2,
  columns: {
    id: 'integer',
    channel: 'text',
    address: 'text',
    optedOut: 'boolean',
    hold: 'text?',
    customerId: 'integer?',
  },
  indexes: ['(channel, address)'],
  types: ['ContactNoted', 'ContactConsentChanged', 'ContactAssigned', 'ContactReleased'],
  partitionBy: 'stream',
  keys: (event) => [event.data.contactId],
  evolve: (row, { type, data }) => {
    switch (type) {
      case 'ContactNoted': {
        const { contactId: id, channel, address } = data
        // an erased contact matches no address: the next message from there creates another
        return address === erased
          ? null
          : { id, channel, address, optedOut: false, hold: null, customerId: null }
      }
      case 'ContactConsentChanged':
        return row && { ...row, ...consentIn(data) }
      case 'ContactAssigned':
        return row && { ...row, customerId: data.customerId }
      case 'ContactReleased':
        return row && { ...row, customerId: null }
    }
  },
})

export const contactsTable = tableFor(contacts)
