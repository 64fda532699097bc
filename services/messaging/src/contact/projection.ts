import { erased } from '@plumbline/platform/encryption'
import { bool, defineProjection, int, type RowOf, tableFor, text } from '@plumbline/platform/projections'
import type { MessageType } from '../api.ts'
import type { ContactEvent, Hold } from '../events.ts'
import { consentIn } from './decider.ts'

const columns = {
  id: int,
  channel: text.of<MessageType>(),
  /** The number as E.164 where SMS can be sent to it, or the email address in lower case. */
  address: text,
  optedOut: bool,
  /** Why SMS pause without an opt-out. */
  hold: text.of<Hold>().null,
  /** Whose conversation its messages belong to. */
  customerId: int.null,
}
export type ContactRow = RowOf<typeof columns>

/** Numbers and addresses that wrote to us or opted out, whether a customer has them or not. */
export const contacts = defineProjection<ContactEvent>()({
  name: 'contacts',
  version: 2,
  columns,
  indexes: ['(channel, address)'],
  key: ({ data }) => data.contactId,
  on: {
    ContactNoted: (_, { data: { contactId: id, channel, address } }) =>
      // an erased contact matches no address: the next message from there creates another
      address === erased ? null : { id, channel, address, optedOut: false, hold: null, customerId: null },
    ContactConsentChanged: (row, { data }) => row && { ...row, ...consentIn(data) },
    ContactAssigned: (row, { data }) => row && { ...row, customerId: data.customerId },
    ContactReleased: (row) => row && { ...row, customerId: null },
  },
})

export const contactsTable = tableFor(contacts)
