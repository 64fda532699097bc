import {
  bool,
  defineProjection,
  int,
  jsonb,
  type RowOf,
  tableFor,
  text,
  timestamptz,
} from '@plumbline/platform/projections'
import { plainText } from '@plumbline/platform/search'
import type { Message } from '../api.ts'
import {
  type Attachment,
  type MessageEvent,
  type MessageReceived,
  type MessageWritten,
  upcasters,
} from '../events.ts'
import { readConsentWish } from '../webhook/consentWish.ts'

const columns = {
  id: int,
  customerId: int,
  type: text.of<Message['type']>(),
  direction: text.of<Message['direction']>(),
  content: text,
  subject: text.null,
  status: text.of<Message['status']>(),
  reason: text.null,
  providerId: text.null,
  cause: text,
  causeId: text.null,
  validForVersion: text.null,
  attachment: jsonb.of<Attachment>().null,
  sharedWith: jsonb.of<number[]>().null,
  /** From the customer, and to be read by staff: since it is in the conversation. Null when there is nothing to read. */
  unreadFrom: timestamptz.null,
  /** From the customer, who waits for an answer to it; not to a text that ends all texts. */
  asks: bool,
  /** Subject and content as plain text; see `platform/search`. */
  searchText: text,
  isCancelled: bool,
  /** Of the stream, for `If-Match`. */
  version: int,
  createdAt: timestamptz,
}
export type MessageRow = RowOf<typeof columns>

/** The conversations with customers, and what became of each message. */
export const messages = defineProjection<MessageEvent>()({
  name: 'messages',
  version: 9,
  columns,
  indexes: [
    '(created_at DESC, id DESC)',
    '(customer_id, created_at DESC, id DESC)',
    '(customer_id, unread_from, id) WHERE unread_from IS NOT NULL',
    '(provider_id) WHERE provider_id IS NOT NULL',
    '(cause_id) WHERE cause_id IS NOT NULL',
  ],
  upcasters,
  key: ({ data }) => data.messageId,
  on: {
    MessageWritten: (_, { data, version }) => ({ ...writtenRow(data), version }),
    MessageReceived: (_, { data, version }) => ({ ...receivedRow(data), version }),
    MessageSent: (row, { data: { providerId }, version }) =>
      row && { ...row, status: 'sent', reason: null, isCancelled: false, providerId, version },
    MessageDelivered: (row, { data: { providerId }, version }) =>
      row && { ...row, status: 'delivered', reason: null, providerId, version },
    MessageFailed: (row, { data: { reason, providerId, cancelled = false }, version }) =>
      row && { ...row, status: 'failed', reason, isCancelled: cancelled, providerId, version },
    MessageRetried: (row, { version }) =>
      row && { ...row, status: 'sent', reason: null, isCancelled: false, providerId: null, version },
    // of no customer; see contact/messages.ts
    ContactMessageReceived: () => null,
  },
})

type RowWithoutVersion = Omit<MessageRow, 'version'>

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
  unreadFrom: null,
  asks: false,
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
  unreadFrom: data.startsUnread ? (data.assignedAt ?? data.receivedAt) : null,
  asks: data.channel !== 'sms' || readConsentWish(data.content) !== 'stop',
  searchText: plainText(data.content),
  isCancelled: false,
  createdAt: data.receivedAt,
})

export const messagesTable = tableFor(messages)
