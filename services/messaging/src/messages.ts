import { type Db, run, sql, type Tx } from '@plumbline/platform/db'
import type { Keyring } from '@plumbline/platform/encryption'
import { rejection } from '@plumbline/platform/errors'
import type { EventStore, Metadata } from '@plumbline/platform/event-store'
import { nextNumbers } from '@plumbline/platform/sequence'
import type { MessageType } from './api.ts'
import { type Delivery, deliveryId, record } from './delivery.ts'
import { resolveRecipient } from './deliveryGuard.ts'
import type { MessageReceived, MessageWritten } from './events.ts'
import { letter, subjectLine } from './mail.ts'
import { type MessageCommand, message, messageStream } from './message.ts'
import { removed, type Sender } from './notices.ts'
import { type CustomerRow, customerById } from './projections/customers.ts'
import { messageById, type StoredMessage } from './projections/messageQueries.ts'
import { whenAwake } from './quietHours.ts'
import { countSms, tooManyToday } from './smsCaps.ts'

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
  const messageId = (await nextNumbers(act.db, 'message_id', 1))[0] as number
  const { recipient, refusal } = await resolveRecipient(act.db, customer, channel)
  const written: MessageWritten['data'] = {
    messageId,
    customerId: customer.id,
    channel,
    ...words,
    subject: channel === 'email' ? subjectOf(words, act.sender) : null,
    recipient,
    ...(boundTo && { boundTo }),
    writtenAt: act.now.toISOString(),
  }
  await command(act, messageId, { type: 'WriteMessage', message: written, refusal })
  const handed = { ...written, boundTo, expiresAt: expiresAt?.toISOString() }
  if (recipient !== null && !refusal) await hand(act, { ...handed, recipient }, messageStream(messageId))
  return stored(act.db, messageId)
}

/** What a customer wrote. */
export async function receiveMessage(
  act: Pick<Act, 'store' | 'db' | 'metadata' | 'now'>,
  message: Omit<MessageReceived['data'], 'messageId' | 'receivedAt'>,
): Promise<StoredMessage> {
  const messageId = (await nextNumbers(act.db, 'message_id', 1))[0] as number
  const received = { ...message, messageId, receivedAt: act.now.toISOString() }
  await command(act, messageId, { type: 'ReceiveMessage', message: received })
  return stored(act.db, messageId)
}

/** Sends a failed one again, to where its customer can be reached now. */
export async function retryMessage(act: Act, messageId: number): Promise<StoredMessage> {
  const row = await messageById(act.db, messageId)
  if (!row) throw rejection('not-found', 'Message not found')
  const customer = await customerById(act.db, row.customerId)
  if (!customer) throw rejection('conflict', removed)
  const { recipient, refusal } = await resolveRecipient(act.db, customer, row.type)
  // from here on nothing that is told of the last attempt counts
  const [last] = await run<{ boundTo: string | null }>(
    act.db,
    sql`DELETE FROM deliveries WHERE message_id = ${messageId} RETURNING bound_to AS "boundTo"`,
  )
  const now = act.now.toISOString()
  await command(act, messageId, { type: 'RetryMessage', messageId, recipient, refusal, now })
  // staff who ask for it want it now, at night too
  const boundTo = row.boundTo ?? last?.boundTo
  const again = { ...row, channel: row.type, messageId, cause: 'staff', boundTo }
  if (recipient !== null && !refusal)
    await hand(act, { ...again, recipient }, `${messageStream(messageId)} ${now}`)
  return stored(act.db, messageId)
}

const firstWords = 60
const subjectOf = (
  { subject, content }: Pick<NewMessage, 'subject' | 'content'>,
  sender?: Sender,
): string => {
  if (subject?.trim()) return subjectLine(subject)
  const words = subjectLine(content)
  const short = words.length > firstWords ? `${words.slice(0, firstWords).replace(/\s+\S*$/, '')}…` : words
  return subjectLine(sender ? `${sender.product}: ${short}` : short)
}

type Handed = Pick<
  MessageWritten['data'],
  'messageId' | 'customerId' | 'channel' | 'content' | 'subject' | 'attachment'
> &
  Pick<Delivery, 'boundTo' | 'expiresAt'> & { recipient: string; cause: string }

/** Puts it into the ledger, from which the worker sends it; what only shows the product goes to nobody. */
async function hand(act: Act, message: Handed, origin: string): Promise<void> {
  const { db, keyring, sender, metadata, now, limitScale = 1 } = act
  if (metadata.demo) return
  const { customerId, channel, content, subject, cause, messageId, recipient, ...rest } = message
  const { boundTo, expiresAt, attachment } = rest
  // staff are told at once when it is one too many; the others wait for their turn in the worker
  const isCounted = channel === 'sms' && cause === 'staff'
  if (isCounted && !(await countSms(db, now, limitScale))) throw tooManyToday(now)
  const from = sender && `${sender.name}\n${sender.phone}`
  await record(db, keyring, {
    id: deliveryId(origin, 'message', channel),
    about: `customer-${customerId}`,
    ...{ channel, recipient, messageId, cause, boundTo, expiresAt, attachment },
    heldUntil: whenAwake({ cause }, now),
    countedAt: isCounted ? now : null,
    ...(channel === 'email'
      ? { subject: subject ?? '', ...letter(content, from) }
      : { subject: '', text: content, html: '' }),
  })
}

type Giver = Pick<Act, 'store' | 'db' | 'metadata'>
const command = ({ store, db, metadata }: Giver, messageId: number, command: MessageCommand) =>
  store.handle(db, { stream: messageStream(messageId), decider: message, command, metadata })

async function stored(db: Db, id: number): Promise<StoredMessage> {
  const row = await messageById(db, id)
  if (!row) throw new Error(`message ${id} is missing from its read model`)
  return row
}
