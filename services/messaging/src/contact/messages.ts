import { type Db, run } from '@plumbline/platform/db'
import { erased } from '@plumbline/platform/encryption'
import { defineProjection, tableFor } from '@plumbline/platform/projections'
import type { ContactMessage } from '../api.ts'
import type { ContactMessageReceived, MessageReceived } from '../events.ts'

type ContactMessageRow = ContactMessage & { contactId: number; providerId: string }

/** Messages from numbers that no customer has. They leave this table when the number is assigned to a customer. */
export const contactMessages = defineProjection<ContactMessageReceived | MessageReceived, ContactMessageRow>({
  name: 'contactMessages',
  version: 1,
  columns: {
    id: 'integer',
    contactId: 'integer',
    type: 'text',
    content: 'text',
    providerId: 'text',
    createdAt: 'timestamptz',
  },
  indexes: ['(contact_id, created_at, id)', '(provider_id)'],
  types: ['ContactMessageReceived', 'MessageReceived'],
  partitionBy: 'stream',
  keys: (event) => [event.data.messageId],
  evolve: (_row, { type, data }) => {
    switch (type) {
      case 'ContactMessageReceived': {
        const { messageId: id, contactId, channel, content, providerId, receivedAt: createdAt } = data
        return content === erased ? null : { id, contactId, type: channel, content, providerId, createdAt }
      }
      case 'MessageReceived':
        return null
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
