import { defineProjection, tableFor } from '@plumbline/platform/projections'
import { plainText } from '@plumbline/platform/search'
import type { Message } from '../api.ts'
import { type MessageEvent, type MessageReceived, type MessageWritten, upcasters } from '../events.ts'

export type MessageRow = Omit<Message, 'goesOutAt'> & {
  sharedWith: number[] | null
  /** From the customer, and to be read by staff. */
  startsUnread: boolean
  providerId: string | null
  cause: string
  causeId: string | null
  validForVersion: string | null
  /** Subject and content as plain text; see `platform/search`. */
  searchText: string
  isCancelled: boolean
  /** Of the stream, for `If-Match`. */
  version: number
}

/** The conversations with customers, and what became of each message. */
export const messages = defineProjection<MessageEvent, MessageRow>({
  name: 'messages',
  version: 7,
  columns: {
    id: 'integer',
    customerId: 'integer',
    type: 'text',
    direction: 'text',
    content: 'text',
    subject: 'text?',
    status: 'text',
    reason: 'text?',
    providerId: 'text?',
    cause: 'text',
    causeId: 'text?',
    validForVersion: 'text?',
    attachment: 'jsonb?',
    sharedWith: 'jsonb?',
    startsUnread: 'boolean',
    searchText: 'text',
    isCancelled: 'boolean',
    version: 'integer',
    createdAt: 'timestamptz',
  },
  indexes: [
    '(created_at DESC, id DESC)',
    '(customer_id, created_at DESC, id DESC)',
    '(customer_id, created_at, id) WHERE starts_unread',
    '(provider_id) WHERE provider_id IS NOT NULL',
    '(cause_id) WHERE cause_id IS NOT NULL',
  ],
  types: [
    'MessageWritten',
    'MessageSent',
    'MessageDelivered',
    'MessageFailed',
    'MessageRetried',
    'MessageReceived',
    'ContactMessageReceived',
  ],
  upcasters,
  partitionBy: 'stream',
  keys: (event) => [event.data.messageId],
  evolve: (row, event) => {
    const after = rowAfter(row, event)
    return after && { ...after, version: event.version }
  },
})

type RowWithoutVersion = Omit<MessageRow, 'version'>

function rowAfter(row: RowWithoutVersion | null, { type, data }: MessageEvent): RowWithoutVersion | null {
  switch (type) {
    case 'MessageWritten':
      return writtenRow(data)
    case 'MessageReceived':
      return receivedRow(data)
    case 'MessageSent':
      return row && { ...row, status: 'sent', reason: null, isCancelled: false, providerId: data.providerId }
    case 'MessageDelivered':
      return row && { ...row, status: 'delivered', reason: null, providerId: data.providerId }
    case 'MessageFailed': {
      const { reason, providerId, cancelled = false } = data
      return row && { ...row, status: 'failed', reason, isCancelled: cancelled, providerId }
    }
    case 'MessageRetried':
      return row && { ...row, status: 'sent', reason: null, isCancelled: false, providerId: null }
    case 'ContactMessageReceived':
      // of no customer; see contact/messages.ts
      return null
  }
}

// as documented, a message that waits for the provider is `sent`
const writtenRow = (data: MessageWritten['data']): RowWithoutVersion => ({
  id: data.messageId,
  customerId: data.customerId,
  type: data.channel,
  direction: 'outbound',
  content: data.content,
  subject: data.subject,
  status: 'sent',
  reason: null,
  providerId: null,
  cause: data.cause,
  causeId: data.causeId,
  validForVersion: data.validForVersion ?? null,
  attachment: data.attachment ?? null,
  sharedWith: null,
  startsUnread: false,
  searchText: plainText(`${data.subject ?? ''} ${data.content}`),
  isCancelled: false,
  createdAt: data.writtenAt,
})

const receivedRow = (data: MessageReceived['data']): RowWithoutVersion => ({
  id: data.messageId,
  customerId: data.customerId,
  type: data.channel,
  direction: 'inbound',
  content: data.content,
  subject: null,
  status: 'delivered',
  reason: null,
  providerId: data.providerId,
  cause: 'customer',
  causeId: null,
  validForVersion: null,
  attachment: null,
  sharedWith: data.sharedWith ?? null,
  startsUnread: data.startsUnread ?? false,
  searchText: plainText(data.content),
  isCancelled: false,
  createdAt: data.receivedAt,
})

export const messagesTable = tableFor(messages)
