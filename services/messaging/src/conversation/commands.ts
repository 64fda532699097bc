import { run } from '@plumbline/platform/db'
import { type DataKey, dataKeyOf } from '@plumbline/platform/encryption'
import { rejection } from '@plumbline/platform/errors'
import { type CommandContext, create, execute } from '@plumbline/platform/event-store'
import { nextNumber } from '@plumbline/platform/sequence'
import type { MessageType } from '../api.ts'
import { type CustomerRow, customerById } from '../customers.ts'
import { resolveRecipient } from '../delivery/guard.ts'
import { type Delivery, deliveryId, insertDelivery } from '../delivery/ledger.ts'
import { letter, subjectLine } from '../delivery/mail.ts'
import { quietHoursEnd } from '../delivery/quietHours.ts'
import { takeFromDailyQuota, tooManyToday } from '../delivery/smsQuota.ts'
import { removed, type Sender } from '../delivery/templates.ts'
import type { MessageReceived, MessageWritten } from '../events.ts'
import type { MessagingContext } from '../store.ts'
import { messageStream } from './decider.ts'
import { messageAggregate } from './messageAggregate.ts'
import type { MessageRow } from './projection.ts'
import { messageById, type StoredMessage } from './queries.ts'

export type NewMessage = {
  customer: Pick<CustomerRow, 'id' | 'email' | 'dialable'>
  channel: MessageType
  content: string
  subject?: string | null
  /** See `Delivery`. */
  boundTo?: string
  expiresAt?: Date
} & Pick<MessageWritten['data'], 'cause' | 'causeId' | 'attachment'>

/** Writes to a customer: into the conversation and into the ledger. Answers the message. */
export async function writeMessage(
  ctx: MessagingContext,
  { customer, channel, boundTo, expiresAt, ...words }: NewMessage,
): Promise<StoredMessage> {
  const { db, dataKeys, sender } = ctx
  const { keyring } = ctx.store
  // in one round trip
  const [messageId, { recipient, refusal }, key] = await Promise.all([
    nextNumber(db, 'message_id'),
    resolveRecipient(db, customer, channel),
    dataKeyOf({ db, keyring, dataKeys }, subjectOf(customer.id)),
  ])
  const written: MessageWritten['data'] = {
    messageId,
    customerId: customer.id,
    channel,
    ...words,
    subject: channel === 'email' ? subjectLineOf(words, sender) : null,
    recipient,
    ...(boundTo && { boundTo }),
    writtenAt: ctx.now.toISOString(),
  }
  const { row } = await create(ctx, messageAggregate, messageId, {
    type: 'WriteMessage',
    message: written,
    refusal,
  })
  if (recipient === null || refusal) return { ...(row as MessageRow), goesOutAt: null }
  const outgoing = { ...written, recipient, boundTo, expiresAt: expiresAt?.toISOString(), key }
  const goesOutAt = await createDelivery(ctx, outgoing, messageStream(messageId))
  return { ...(row as MessageRow), goesOutAt }
}

/** What a customer wrote. */
export async function receiveMessage(
  ctx: CommandContext,
  message: Omit<MessageReceived['data'], 'messageId' | 'receivedAt'>,
): Promise<StoredMessage> {
  const messageId = await nextNumber(ctx.db, 'message_id')
  const received = { ...message, messageId, receivedAt: ctx.now.toISOString() }
  const { row } = await create(ctx, messageAggregate, messageId, {
    type: 'ReceiveMessage',
    message: received,
  })
  return { ...(row as MessageRow), goesOutAt: null }
}

/** Sends a failed one again, to where its customer can be reached now. */
export async function retryMessage(ctx: MessagingContext, messageId: number): Promise<StoredMessage> {
  const { db } = ctx
  const before = await messageById(db, messageId)
  if (!before) throw rejection('not-found', 'Message not found')
  const customer = await customerById(db, before.customerId)
  if (!customer) throw rejection('conflict', removed)
  const { recipient, refusal } = await resolveRecipient(db, customer, before.type)
  // from here on nothing that is reported of the last attempt counts
  const [last] = await run<{ boundTo: string | null }>(db, {
    name: 'delete-delivery-of-message',
    text: 'DELETE FROM deliveries WHERE message_id = $1 RETURNING bound_to AS "boundTo"',
    values: [messageId],
  })
  const now = ctx.now.toISOString()
  const { row } = await execute(ctx, messageAggregate, messageId, {
    type: 'RetryMessage',
    messageId,
    recipient,
    refusal,
    now,
  })
  if (recipient === null || refusal) return { ...(row as MessageRow), goesOutAt: null }
  // staff who ask for it want it now, at night too
  const boundTo = before.boundTo ?? last?.boundTo
  const outgoing = { ...before, channel: before.type, messageId, cause: 'staff', boundTo, recipient }
  const goesOutAt = await createDelivery(ctx, outgoing, `${messageStream(messageId)} ${now}`)
  return { ...(row as MessageRow), goesOutAt }
}

const firstWords = 60
const subjectLineOf = (
  { subject, content }: Pick<NewMessage, 'subject' | 'content'>,
  sender?: Sender,
): string => {
  if (subject?.trim()) return subjectLine(subject)
  const words = subjectLine(content)
  const short = words.length > firstWords ? `${words.slice(0, firstWords).replace(/\s+\S*$/, '')}…` : words
  return subjectLine(sender ? `${sender.product}: ${short}` : short)
}

/** With whose key messages to a customer are encrypted. */
const subjectOf = (customerId: number) => `customer-${customerId}`

type Outgoing = Pick<
  MessageWritten['data'],
  'messageId' | 'customerId' | 'channel' | 'content' | 'subject' | 'attachment'
> &
  Pick<Delivery, 'boundTo' | 'expiresAt'> & { recipient: string; cause: string; key?: DataKey }

/**
 * Puts it into the ledger, from which the worker sends it; what only shows the product goes to nobody. Answers until when
 * it waits, if it does.
 */
async function createDelivery(
  ctx: MessagingContext,
  message: Outgoing,
  origin: string,
): Promise<string | null> {
  const { db, store, sender, metadata, now, limitScale = 1 } = ctx
  if (metadata.demo) return null
  const { customerId, channel, content, subject, cause, messageId, recipient, ...rest } = message
  const { boundTo, expiresAt, attachment, key } = rest
  // staff are told at once when it is one too many; the others wait for their turn in the worker
  const isCounted = channel === 'sms' && cause === 'staff'
  const from = sender && `${sender.name}\n${sender.phone}`
  const heldUntil = quietHoursEnd({ cause }, now)
  const delivery = {
    id: deliveryId(origin, 'message', channel),
    about: subjectOf(customerId),
    ...{ channel, recipient, messageId, cause, boundTo, expiresAt, attachment, heldUntil },
    countedAt: isCounted ? now : null,
    ...(channel === 'email'
      ? { subject: subject ?? '', ...letter(content, from) }
      : { subject: '', text: content, html: '' }),
  }
  // in one round trip; refused, the transaction takes the delivery back
  const [isFree] = await Promise.all([
    isCounted ? takeFromDailyQuota(db, now, limitScale) : true,
    insertDelivery(db, store.keyring, delivery, key),
  ])
  if (!isFree) throw tooManyToday(now)
  return heldUntil?.toISOString() ?? null
}
