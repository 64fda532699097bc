import { defineProjection, tableFor } from '@plumbline/platform/projections'
import { plainText } from '@plumbline/platform/search'
import type { Message } from '../api.ts'
import type { ContactMessageReceived, MessageEvent, MessageReceived, MessageWritten } from '../events.ts'

type OfCustomers = Exclude<MessageEvent, ContactMessageReceived>

export type MessageRow = Omit<Message, 'goesOutAt'> & {
  sharedWith: number[] | null
  providerId: string | null
  cause: string
  causeId: string | null
  boundTo: string | null
  /** Subject and content as searches compare them. */
  searched: string
}

/** What was said to and by customers, and how it went. */
export const messages = defineProjection<OfCustomers, MessageRow>({
  name: 'messages',
  version: 3,
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
    boundTo: 'text?',
    attachment: 'jsonb?',
    sharedWith: 'jsonb?',
    searched: 'text',
    createdAt: 'timestamptz',
  },
  indexes: [
    '(created_at DESC, id DESC)',
    '(customer_id, created_at DESC, id DESC)',
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
  ],
  partitionBy: 'stream',
  keys: (event) => [event.data.messageId],
  evolve: (row, { type, data }) => {
    switch (type) {
      case 'MessageWritten':
        return written(data)
      case 'MessageReceived':
        return received(data)
      case 'MessageSent':
        return row && { ...row, status: 'sent', reason: null, providerId: data.providerId }
      case 'MessageDelivered':
        return row && { ...row, status: 'delivered', reason: null, providerId: data.providerId }
      case 'MessageFailed':
        return row && { ...row, status: 'failed', reason: data.reason, providerId: data.providerId }
      case 'MessageRetried':
        return row && { ...row, status: 'sent', reason: null, providerId: null }
    }
  },
})

// as documented, one that still waits for the provider is already `sent`
const written = ({
  messageId,
  channel,
  recipient: _,
  writtenAt,
  attachment = null,
  boundTo,
  ...data
}: MessageWritten['data']): MessageRow => ({
  id: messageId,
  ...data,
  type: channel,
  direction: 'outbound',
  status: 'sent',
  reason: null,
  providerId: null,
  attachment,
  boundTo: boundTo ?? null,
  sharedWith: null,
  searched: plainText(`${data.subject ?? ''} ${data.content}`),
  createdAt: writtenAt,
})

const received = ({
  messageId,
  channel,
  receivedAt,
  sharedWith,
  ...data
}: MessageReceived['data']): MessageRow => ({
  id: messageId,
  ...data,
  type: channel,
  direction: 'inbound',
  subject: null,
  status: 'delivered',
  reason: null,
  cause: 'customer',
  causeId: null,
  boundTo: null,
  sharedWith: sharedWith ?? null,
  searched: plainText(data.content),
  attachment: null,
  createdAt: receivedAt,
})

export const messagesTable = tableFor(messages)
