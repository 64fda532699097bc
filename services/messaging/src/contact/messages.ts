import { type Db, exists, run } from '@plumbline/platform/db'
import { erased } from '@plumbline/platform/encryption'
import {
  defineProjection,
  int,
  type RowOf,
  tableFor,
  text,
  timestamptz,
} from '@plumbline/platform/projections'
import type { MessageType } from '../api.ts'
import type { ContactMessageReceived, MessageReceived } from '../events.ts'
import { isUnread, joinReadMark } from '../readMark/queries.ts'

const columns = {
  id: int,
  contactId: int,
  type: text.of<MessageType>(),
  content: text,
  providerId: text,
  /** In whose conversation it is. */
  customerId: int.null,
  createdAt: timestamptz,
}
type ContactMessageRow = RowOf<typeof columns>

/** Messages from numbers that no customer has, or that are assigned to one. */
export const contactMessages = defineProjection<ContactMessageReceived | MessageReceived>()({
  name: 'contactMessages',
  version: 2,
  columns,
  indexes: ['(contact_id, created_at, id)', '(provider_id)'],
  key: ({ data }) => data.messageId,
  on: {
    ContactMessageReceived: (_, { data }) =>
      data.content === erased ? null : { ...messageIn(data), contactId: data.contactId, customerId: null },
    MessageReceived: (row, { data }) => {
      const contactId = row?.contactId ?? data.contactId
      if (contactId === undefined || data.content === erased) return null
      return { ...messageIn(data), contactId, customerId: data.customerId }
    },
  },
})

const messageIn = (data: (ContactMessageReceived | MessageReceived)['data']) => ({
  id: data.messageId,
  type: data.channel,
  content: data.content,
  providerId: data.providerId,
  createdAt: data.receivedAt,
})

const table = tableFor(contactMessages)

/** Oldest first. */
export const messagesOfContact = (db: Db, contactId: number): Promise<ContactMessageRow[]> =>
  run<ContactMessageRow>(db, {
    name: 'messages-of-contact',
    text: `${table.select} WHERE contact_id = $1 ORDER BY created_at, id`,
    values: [contactId],
  })

/** Those that no member of staff has read: neither in the conversation of the number, nor in that of its customer. */
export const unreadIdsOfContact = async (db: Db, contactId: number): Promise<Set<number>> => {
  const rows = await run<{ id: number }>(db, {
    name: 'unread-ids-of-contact',
    text: `SELECT received.id FROM contact_messages received LEFT JOIN contact_read_marks seen USING (contact_id)
      WHERE contact_id = $1
        AND (created_at, received.id) > (coalesce(seen.received_at, '-infinity'), coalesce(seen.message_id, 0))
        AND (received.customer_id IS NULL OR EXISTS (
          SELECT 1 FROM messages ${joinReadMark('messages.customer_id')} WHERE messages.id = received.id AND ${isUnread}))`,
    values: [contactId],
  })
  return new Set(rows.map(({ id }) => id))
}

export const isReceivedFromContact = (db: Db, providerId: string): Promise<boolean> =>
  exists(db, {
    name: 'is-received-from-contact',
    text: 'SELECT 1 FROM contact_messages WHERE provider_id = $1',
    values: [providerId],
  })
