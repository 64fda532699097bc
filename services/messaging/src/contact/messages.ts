import { type Db, run } from '@plumbline/platform/db'
import { erased } from '@plumbline/platform/encryption'
import { defineProjection, tableFor } from '@plumbline/platform/projections'
import type { ContactMessage } from '../api.ts'
import type { ContactMessageReceived, MessageReceived } from '../events.ts'

type ContactMessageRow = ContactMessage & {
  contactId: number
  providerId: string
  /** In whose conversation it is. */
  customerId: number | null
}

/** Messages from numbers that no customer has, or that are assigned to one. */
export const contactMessages = defineProjection<ContactMessageReceived | MessageReceived, ContactMessageRow>({
  name: 'contactMessages',
  version: 2,
  columns: {
    id: 'integer',
    contactId: 'integer',
    type: 'text',
    content: 'text',
    providerId: 'text',
    customerId: 'integer?',
    createdAt: 'timestamptz',
  },
  indexes: ['(contact_id, created_at, id)', '(provider_id)'],
  types: ['ContactMessageReceived', 'MessageReceived'],
  partitionBy: 'stream',
  keys: (event) => [event.data.messageId],
  evolve: (row, { type, data }) => {
    switch (type) {
      case 'ContactMessageReceived': {
        const { messageId: id, contactId, channel, content, providerId, receivedAt: createdAt } = data
        const message = { id, contactId, type: channel, content, providerId, createdAt }
        return content === erased ? null : { ...message, customerId: null }
      }
      case 'MessageReceived': {
        const { messageId: id, customerId, channel, content, providerId, receivedAt: createdAt } = data
        const contactId = row?.contactId ?? data.contactId
        if (contactId === undefined || content === erased) return null
        return { id, contactId, type: channel, content, providerId, createdAt, customerId }
      }
    }
  },
})

const table = tableFor(contactMessages)

/** Oldest first. */
export const messagesOfContact = (db: Db, contactId: number): Promise<ContactMessageRow[]> =>
  run<ContactMessageRow>(db, {
    name: 'messages-of-contact',
    text: `${table.select} WHERE contact_id = $1 ORDER BY created_at, id`,
    values: [contactId],
  })

export const isReceivedFromContact = async (db: Db, providerId: string): Promise<boolean> =>
  (
    await run(db, {
      name: 'is-received-from-contact',
      text: 'SELECT 1 FROM contact_messages WHERE provider_id = $1',
      values: [providerId],
    })
  ).length > 0
