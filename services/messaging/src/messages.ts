import { type Db, run, sql, type Tx } from '@plumbline/platform/db'
import { reject } from '@plumbline/platform/errors'
import type { EventStore, Keyring, Metadata } from '@plumbline/platform/event-store'
import type { MessageType } from './api.ts'
import { deliveryId, record } from './delivery.ts'
import type { MessageReceived, MessageWritten } from './events.ts'
import { letter, subjectLine } from './mail.ts'
import { type MessageCommand, message, messageStream } from './message.ts'
import { optedOut, type Sender, unreachable } from './notices.ts'
import { hasOptedOut } from './projections/consents.ts'
import { type CustomerRow, customerById } from './projections/customers.ts'
import { messageById } from './projections/messageQueries.ts'
import type { MessageRow } from './projections/messages.ts'

/** A command's surroundings: the transaction it belongs to, who gives it, and when. */
export type Act = {
  store: Pick<EventStore, 'handle'>
  keyring: Keyring
  db: Tx
  metadata: Metadata
  now: Date
  sender?: Sender
}

export type NewMessage = {
  customer: Pick<CustomerRow, 'id' | 'email' | 'dialable'>
  channel: MessageType
  content: string
  subject?: string | null
} & Pick<MessageWritten['data'], 'cause' | 'causeId'>

const nextMessageId = async (db: Db): Promise<number> =>
  Number((await run<{ id: string }>(db, sql`SELECT nextval('message_id') AS id`))[0]?.id)

/** Writes to a customer: into the conversation and into the ledger. Answers the message. */
export async function writeMessage(
  act: Act,
  { customer, channel, ...words }: NewMessage,
): Promise<MessageRow> {
  const messageId = await nextMessageId(act.db)
  const { recipient, refusal } = await reach(act.db, customer, channel)
  const written: MessageWritten['data'] = {
    messageId,
    customerId: customer.id,
    channel,
    ...words,
    subject: channel === 'email' ? subjectOf(words, act.sender) : null,
    recipient,
    writtenAt: act.now.toISOString(),
  }
  await command(act, messageId, { type: 'WriteMessage', message: written, refusal })
  if (recipient !== null && !refusal) await hand(act, { ...written, recipient }, messageStream(messageId))
  return stored(act.db, messageId)
}

/** What a customer wrote. */
export async function receiveMessage(
  act: Pick<Act, 'store' | 'db' | 'metadata' | 'now'>,
  message: Omit<MessageReceived['data'], 'messageId' | 'receivedAt'>,
): Promise<MessageRow> {
  const messageId = await nextMessageId(act.db)
  const received = { ...message, messageId, receivedAt: act.now.toISOString() }
  await command(act, messageId, { type: 'ReceiveMessage', message: received })
  return stored(act.db, messageId)
}

/** Sends a failed one again, to where its customer can be reached now. */
export async function retryMessage(act: Act, messageId: number): Promise<MessageRow> {
  const row = await messageById(act.db, messageId)
  if (!row) throw reject('not-found', 'Message not found')
  const customer = await customerById(act.db, row.customerId)
  if (!customer) throw reject('conflict', 'This customer has been removed.')
  const { recipient, refusal } = await reach(act.db, customer, row.type)
  // from here on nothing that is told of the last attempt counts
  await act.db.query(sql`DELETE FROM deliveries WHERE message_id = ${messageId}`)
  const now = act.now.toISOString()
  await command(act, messageId, { type: 'RetryMessage', messageId, recipient, refusal, now })
  const again = { ...row, channel: row.type, messageId }
  if (recipient !== null && !refusal)
    await hand(act, { ...again, recipient }, `${messageStream(messageId)} ${now}`)
  return stored(act.db, messageId)
}

/** Where a message would go, or why it cannot. */
async function reach(
  db: Db,
  { id, email, dialable }: NewMessage['customer'],
  channel: MessageType,
): Promise<{ recipient: string | null; refusal?: string }> {
  const address = channel === 'sms' ? dialable : email.trim()
  const recipient = address?.match(channel === 'sms' ? /^\+/ : /.@./) ? address : null
  if (recipient === null) return { recipient, refusal: unreachable[channel] }
  return { recipient, ...((await hasOptedOut(db, id, channel)) && { refusal: optedOut[channel] }) }
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

type Handed = Pick<MessageWritten['data'], 'messageId' | 'customerId' | 'channel' | 'content' | 'subject'> & {
  recipient: string
}

/** Puts it into the ledger, from which the worker sends it; what only shows the product goes to nobody. */
async function hand({ db, keyring, sender, metadata }: Act, message: Handed, origin: string): Promise<void> {
  if (metadata.demo) return
  const { messageId, customerId, channel, content, subject, recipient } = message
  const from = sender && `${sender.name}\n${sender.phone}`
  await record(db, keyring, {
    id: deliveryId(origin, 'message', channel),
    channel,
    about: `customer-${customerId}`,
    recipient,
    messageId,
    ...(channel === 'email'
      ? { subject: subject ?? '', ...letter(content, from) }
      : { subject: '', text: content, html: '' }),
  })
}

type Giver = Pick<Act, 'store' | 'db' | 'metadata'>
const command = ({ store, db, metadata }: Giver, messageId: number, command: MessageCommand) =>
  store.handle(db, { stream: messageStream(messageId), decider: message, command, metadata })

async function stored(db: Db, id: number): Promise<MessageRow> {
  const row = await messageById(db, id)
  if (!row) throw new Error(`message ${id} is missing from its read model`)
  return row
}
