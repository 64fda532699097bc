import { run, type Tx } from '@plumbline/platform/db'
import { reject } from '@plumbline/platform/errors'
import { type EventStore, type Keyring, type Metadata, subjectKey } from '@plumbline/platform/event-store'
import { nextNumbers } from '@plumbline/platform/sequence'
import type { MessageType } from './api.ts'
import { type Delivery, deliveryId, insertDelivery } from './delivery.ts'
import { resolveRecipient } from './deliveryGuard.ts'
import type { MessageReceived, MessageWritten } from './events.ts'
import { letter, subjectLine } from './mail.ts'
import { type MessageCommand, message, messageStream } from './message.ts'
import { removed, type Sender } from './notices.ts'
import { type CustomerRow, customerById } from './projections/customers.ts'
import { messageById, type StoredMessage } from './projections/messageQueries.ts'
import { type MessageRow, messages } from './projections/messages.ts'
import { quietHoursEnd } from './quietHours.ts'
import { takeFromDailyQuota, tooManyToday } from './smsCaps.ts'

/** A command's surroundings: the transaction it belongs to, who gives it, and when. */
export type Act = {
  store: Pick<EventStore, 'handle'>
  keyring: Keyring
  db: Tx
  metadata: Metadata
  now: Date
  sender?: Sender
  limitScale?: number
}

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
  act: Act,
  { customer, channel, boundTo, expiresAt, ...words }: NewMessage,
): Promise<StoredMessage> {
  // in one round trip
  const [[messageId], { recipient, refusal }, wrapped] = await Promise.all([
    nextNumbers(act.db, 'message_id', 1) as Promise<[number]>,
    resolveRecipient(act.db, customer, channel),
    subjectKey(act.db, act.keyring, subjectOf(customer.id)),
  ])
  const written: MessageWritten['data'] = {
    messageId,
    customerId: customer.id,
    channel,
    ...words,
    subject: channel === 'email' ? subjectLineOf(words, act.sender) : null,
    recipient,
    ...(boundTo && { boundTo }),
    writtenAt: act.now.toISOString(),
  }
  const row = await execute(act, messageId, { type: 'WriteMessage', message: written, refusal })
  if (recipient === null || refusal) return { ...row, goesOutAt: null }
  const outgoing = { ...written, recipient, boundTo, expiresAt: expiresAt?.toISOString(), wrapped }
  return { ...row, goesOutAt: await createDelivery(act, outgoing, messageStream(messageId)) }
}

/** What a customer wrote. */
export async function receiveMessage(
  act: Pick<Act, 'store' | 'db' | 'metadata' | 'now'>,
  message: Omit<MessageReceived['data'], 'messageId' | 'receivedAt'>,
): Promise<StoredMessage> {
  const messageId = (await nextNumbers(act.db, 'message_id', 1))[0] as number
  const received = { ...message, messageId, receivedAt: act.now.toISOString() }
  const row = await execute(act, messageId, { type: 'ReceiveMessage', message: received })
  return { ...row, goesOutAt: null }
}

/** Sends a failed one again, to where its customer can be reached now. */
export async function retryMessage(act: Act, messageId: number): Promise<StoredMessage> {
  const row = await messageById(act.db, messageId)
  if (!row) throw reject('not-found', 'Message not found')
  const customer = await customerById(act.db, row.customerId)
  if (!customer) throw reject('conflict', removed)
  const { recipient, refusal } = await resolveRecipient(act.db, customer, row.type)
  // from here on nothing that is told of the last attempt counts
  const [last] = await run<{ boundTo: string | null }>(act.db, {
    name: 'delete-delivery-of-message',
    text: 'DELETE FROM deliveries WHERE message_id = $1 RETURNING bound_to AS "boundTo"',
    values: [messageId],
  })
  const now = act.now.toISOString()
  const retried = await execute(act, messageId, { type: 'RetryMessage', messageId, recipient, refusal, now })
  if (recipient === null || refusal) return { ...retried, goesOutAt: null }
  // staff who ask for it want it now, at night too
  const boundTo = row.boundTo ?? last?.boundTo
  const outgoing = { ...row, channel: row.type, messageId, cause: 'staff', boundTo, recipient }
  const goesOutAt = await createDelivery(act, outgoing, `${messageStream(messageId)} ${now}`)
  return { ...retried, goesOutAt }
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

/** Whose key seals what is written to a customer. */
const subjectOf = (customerId: number) => `customer-${customerId}`

type Outgoing = Pick<
  MessageWritten['data'],
  'messageId' | 'customerId' | 'channel' | 'content' | 'subject' | 'attachment'
> &
  Pick<Delivery, 'boundTo' | 'expiresAt'> & { recipient: string; cause: string; wrapped?: string }

/**
 * Puts it into the ledger, from which the worker sends it; what only shows the product goes to nobody. Answers until when
 * it waits, if it does.
 */
async function createDelivery(act: Act, message: Outgoing, origin: string): Promise<string | null> {
  const { db, keyring, sender, metadata, now, limitScale = 1 } = act
  if (metadata.demo) return null
  const { customerId, channel, content, subject, cause, messageId, recipient, ...rest } = message
  const { boundTo, expiresAt, attachment, wrapped } = rest
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
    insertDelivery(db, keyring, delivery, wrapped),
  ])
  if (!isFree) throw tooManyToday(now)
  return heldUntil?.toISOString() ?? null
}

/** Answers the row of the conversation that the command wrote. */
async function execute(
  { store, db, metadata }: Pick<Act, 'store' | 'db' | 'metadata'>,
  messageId: number,
  command: MessageCommand,
): Promise<MessageRow> {
  let row: MessageRow | undefined
  await store.handle(db, {
    stream: messageStream(messageId),
    decider: message,
    command,
    metadata,
    isNew: command.type !== 'RetryMessage',
    written: (projection, rows) => {
      if (projection === messages) row = rows[0] as MessageRow
    },
  })
  if (!row) throw new Error(`message ${messageId} is missing from its read model`)
  return row
}
