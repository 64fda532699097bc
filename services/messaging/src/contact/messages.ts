import { type Db, run } from '@plumbline/platform/db'
import { erased } from '@plumbline/platform/encryption'
import { defineProjection, tableFor } from '@plumbline/platform/projections'
import type { ContactMessage, UnknownConversation } from '../api.ts'
import type { ContactMessageReceived, MessageReceived } from '../events.ts'

type ContactMessageRow = ContactMessage & { contactId: number; providerId: string }

/** What came from numbers that are no customer's. It leaves this table when a customer's conversation gets it. */
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
export const messagesFrom = (db: Db, contactId: number): Promise<ContactMessageRow[]> =>
  run<ContactMessageRow>(db, {
    name: 'messages-from-contact',
    text: `${table.select} WHERE contact_id = $1 ORDER BY created_at, id`,
    values: [contactId],
  })

/** The latest message of each number that is no customer's, newest first. */
export const latestFromUnknown = (db: Db): Promise<UnknownConversation[]> =>
  run<UnknownConversation>(db, {
    name: 'latest-from-unknown',
    text: `SELECT k.id, k.address AS phone, k.opted_out AS "optedOut", m.content, m.created_at AS "createdAt"
      FROM contacts k CROSS JOIN LATERAL (
        SELECT id, content, created_at FROM contact_messages WHERE contact_id = k.id
        ORDER BY created_at DESC, id DESC LIMIT 1) m
      WHERE k.customer_id IS NULL ORDER BY m.created_at DESC, m.id DESC`,
    values: [],
  })

export const isReceivedFromContact = async (db: Db, providerId: string): Promise<boolean> =>
  (
    await run(db, {
      name: 'is-received-from-contact',
      text: 'SELECT 1 FROM contact_messages WHERE provider_id = $1',
      values: [providerId],
    })
  ).length > 0
