import { customerSubject } from '@plumbline/crm/events'
import { dataKeyOf } from '@plumbline/platform/encryption'
import { rejection } from '@plumbline/platform/errors'
import { type Aggregate, type CommandContext, create, execute } from '@plumbline/platform/event-store'
import { nextNumber } from '@plumbline/platform/sequence'
import type { MessageForm, MessageType } from '../api.ts'
import { type Customer, customers, requireExistingCustomer } from '../customers.ts'
import type { ContactMessageReceived, MessageEvent, MessageReceived, MessageWritten } from '../events.ts'
import { deleteDeliveryOf } from '../ledger/ledger.ts'
import { readConversation } from '../readMark/commands.ts'
import { checkNewMessage } from '../rules/guard.ts'
import type { MessagingContext } from '../settings.ts'
import { emailSubject } from '../texts/mail.ts'
import { reasons } from '../texts/reasons.ts'
import { createDelivery } from './createDelivery.ts'
import {
  type MessageCommand,
  type MessageOutcome,
  type MessageState,
  messageDecider,
  requireExistingMessage,
} from './decider.ts'
import { type MessageRow, messages } from './projection.ts'
import { messageById, type StoredMessage } from './queries.ts'

/** A message and its row in the conversation; a contact's message has none before it is assigned to a customer. */
export const message: Aggregate<MessageState, MessageCommand, MessageEvent, MessageRow> = {
  name: 'message',
  decider: messageDecider,
  projection: messages,
}

export type NewMessage = {
  customer: Pick<Customer, 'id' | 'email' | 'smsNumber'>
  channel: MessageType
  content: string
  subject?: string | null
  /** It is not sent after this. */
  expiresAt?: Date
  /** The same for one that is written anew after a restore: an email then has the Message-ID of the first. */
  origin?: string
} & Pick<MessageWritten['data'], 'cause' | 'causeId' | 'validForVersion' | 'attachment'>

/** What staff write. */
export async function sendMessage(
  ctx: MessagingContext,
  { customerId, type: channel, content, subject }: MessageForm,
): Promise<StoredMessage> {
  const customer = await requireExistingCustomer(ctx.db, customerId, 'invalid')
  return writeMessage(ctx, { customer, channel, content, subject, cause: 'staff', causeId: null })
}

/** Writes to a customer: into the conversation, and into the ledger of deliveries when it may be sent. */
export async function writeMessage(
  ctx: MessagingContext,
  { customer, channel, expiresAt, origin, ...text }: NewMessage,
): Promise<StoredMessage> {
  const { db, dataKeys, keyring, settings, now } = ctx
  // in one round trip
  const [messageId, decision, key] = await Promise.all([
    nextNumber(db, 'message_id'),
    checkNewMessage(db, { customer, channel, cause: text.cause }, now),
    dataKeyOf({ db, keyring, dataKeys }, customerSubject(customer.id)),
    // staff who answer have read what came before
    text.cause === 'staff' && readConversation(ctx, customer.id),
  ])
  const { recipient, refusal } = decision
  const written = {
    customerId: customer.id,
    channel,
    ...text,
    subject: channel === 'email' ? emailSubject(text, settings.business) : null,
    recipient,
    ...(decision.waitsUntil && !refusal && { waitsUntil: decision.waitsUntil.toISOString() }),
  }
  const { row } = await create(ctx, message, messageId, { type: 'WriteMessage', message: written, refusal })
  const outgoing = {
    messageId,
    ...written,
    expiresAt: expiresAt?.toISOString(),
    key,
    origin: origin ?? `message-${messageId}`,
  }
  const goesOutAt = await createDelivery(ctx, outgoing, decision)
  return { ...(row as MessageRow), goesOutAt }
}

/** Sends a failed message again, to where its customer can be reached now. */
export async function retryMessage(ctx: MessagingContext, messageId: number): Promise<StoredMessage> {
  const { db } = ctx
  const before = requireExistingMessage(await messageById(db, messageId))
  const customer = await customers.find(db, before.customerId)
  if (!customer) throw rejection('conflict', reasons.removed)
  // staff who retry a message want it to be sent now, at night too
  const cause = 'staff'
  const decision = await checkNewMessage(db, { customer, channel: before.type, cause }, ctx.now)
  const { recipient, refusal } = decision
  const { row } = await execute(ctx, message, messageId, { type: 'RetryMessage', recipient, refusal })
  // from here on outcomes of the last attempt are ignored
  const deletedVersion = await deleteDeliveryOf(db, messageId)
  const outgoing = {
    ...before,
    messageId,
    channel: before.type,
    cause,
    validForVersion: before.validForVersion ?? deletedVersion,
    origin: `message-${messageId} ${ctx.now.toISOString()}`,
  }
  const goesOutAt = await createDelivery(ctx, outgoing, decision)
  return { ...(row as MessageRow), customerId: customer.id, goesOutAt }
}

/** Stores a message from a customer. */
export async function receiveMessage(
  ctx: CommandContext,
  received: Omit<MessageReceived['data'], 'messageId' | 'startsUnread' | 'assignedAt' | 'receivedAt'>,
): Promise<StoredMessage> {
  const messageId = await nextNumber(ctx.db, 'message_id')
  const { row } = await create(ctx, message, messageId, {
    type: 'ReceiveMessage',
    message: { ...received, receivedAt: ctx.now.toISOString() },
  })
  return { ...(row as MessageRow), goesOutAt: null }
}

/** Stores a message from a number that no customer has. */
export async function receiveContactMessage(
  ctx: CommandContext,
  received: Omit<ContactMessageReceived['data'], 'messageId' | 'receivedAt'>,
): Promise<void> {
  const messageId = await nextNumber(ctx.db, 'message_id')
  await create(ctx, message, messageId, {
    type: 'ReceiveContactMessage',
    message: { ...received, receivedAt: ctx.now.toISOString() },
  })
}

/** A contact's message becomes part of a customer's conversation, with the time at which it came, and unread if it was. */
export const assignMessage = (
  ctx: CommandContext,
  messageId: number,
  assigned: Omit<MessageReceived['data'], 'messageId' | 'startsUnread' | 'assignedAt'>,
  isUnread: boolean,
) =>
  execute(ctx, message, messageId, {
    type: 'ReceiveMessage',
    message: { ...assigned, ...(isUnread && { assignedAt: ctx.now.toISOString() }) },
    isRead: !isUnread,
  })

/** A message leaves a customer's conversation, together with the number that it came from. */
export const releaseMessage = (
  ctx: CommandContext,
  messageId: number,
  released: Omit<ContactMessageReceived['data'], 'messageId'>,
) => execute(ctx, message, messageId, { type: 'ReceiveContactMessage', message: released })

/** Records in the conversation what became of a delivery that carries a message. */
export async function recordOutcome(
  ctx: CommandContext,
  { id, messageId }: { id: string; messageId?: number | null },
  outcome: MessageOutcome,
): Promise<void> {
  if (!messageId) return
  const metadata = { actor: 'messaging', requestId: id }
  await execute({ ...ctx, metadata }, message, messageId, outcome)
}
