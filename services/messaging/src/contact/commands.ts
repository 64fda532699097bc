import { sql, type Tx } from '@plumbline/platform/db'
import { rejection } from '@plumbline/platform/errors'
import { type Aggregate, type CommandContext, create, execute } from '@plumbline/platform/event-store'
import { nextNumber } from '@plumbline/platform/sequence'
import type { MessageType } from '../api.ts'
import { assignMessage, releaseMessage } from '../conversation/commands.ts'
import { customers } from '../customers.ts'
import type { ContactEvent, Hold } from '../events.ts'
import { type ContactCommand, type ContactState, contactDecider, requireExistingContact } from './decider.ts'
import { messagesOfContact, unreadIdsOfContact } from './messages.ts'
import { type ContactRow, contacts } from './projection.ts'
import { contactByAddress, contactById, contactsByAddress, numbersAssignedTo } from './queries.ts'
import { readContact } from './readMark.ts'

const contact: Aggregate<ContactState, ContactCommand, ContactEvent, ContactRow> = {
  name: 'contact',
  decider: contactDecider,
  projection: contacts,
}

/** Until the transaction ends, no other one notes or assigns these addresses, or receives messages from them. */
export const lockAddresses = (db: Tx, channel: MessageType, addresses: readonly string[]) =>
  db.query(
    sql`SELECT pg_advisory_xact_lock(key) FROM (
          SELECT DISTINCT hashtext('contact ' || ${channel}::text || ' ' || address) AS key
          FROM unnest(${addresses}::text[]) address ORDER BY key) keys`,
  )

/** The contact of this address, which is created when there is none. */
export async function noteContact(
  ctx: CommandContext,
  channel: MessageType,
  address: string,
): Promise<ContactRow> {
  await lockAddresses(ctx.db, channel, [address])
  const existing = await contactByAddress(ctx.db, channel, address)
  if (existing) return existing
  const contactId = await nextNumber(ctx.db, 'contact_id')
  const { row } = await create(ctx, contact, contactId, { type: 'NoteContact', channel, address })
  return row as ContactRow
}

/** Opts a number or an address out or in: it holds for every customer who has it, now or later. */
export async function changeContactConsent(
  ctx: CommandContext,
  channel: MessageType,
  address: string | null,
  optedOut: boolean,
): Promise<void> {
  if (!address) return
  const existing = await contactsByAddress(ctx.db, channel, address)
  if (existing.length === 0 && !optedOut) return
  const noted = existing.length > 0 ? existing : [await noteContact(ctx, channel, address)]
  for (const { id: contactId } of noted)
    await execute(ctx, contact, contactId, { type: 'ChangeContactConsent', optedOut })
}

/** Pauses SMS to a number: automatic ones where its owner may have opted out, all where it cannot receive any. */
export async function holdContact(ctx: CommandContext, number: string, hold: Hold): Promise<void> {
  const { id: contactId } = await noteContact(ctx, 'sms', number)
  await execute(ctx, contact, contactId, { type: 'HoldContact', hold })
}

/** Assigns a number that no customer has to a customer, with all messages that came from it. */
export async function assignContact(
  ctx: CommandContext,
  contactId: number,
  customerId: number,
): Promise<void> {
  const { channel, customerId: assignedTo } = await lockContact(ctx, contactId)
  const isAssigned = assignedTo !== null && (await customers.find(ctx.db, assignedTo)) !== undefined
  const replaces = isAssigned ? null : assignedTo
  await execute(ctx, contact, contactId, { type: 'AssignContact', customerId, replaces })
  const unreadIds = await unreadIdsOfContact(ctx.db, contactId)
  for (const it of await messagesOfContact(ctx.db, contactId))
    if (it.customerId !== customerId) {
      const { id: messageId, content, providerId, createdAt: receivedAt } = it
      const message = { customerId, contactId, channel, content, providerId, receivedAt }
      await assignMessage(ctx, messageId, message, unreadIds.has(messageId))
    }
}

/** Takes a number that a customer does not have from them, with all messages that came from it. */
export async function releaseContact(
  ctx: CommandContext,
  contactId: number,
  customerId: number,
): Promise<void> {
  const { channel } = await lockContact(ctx, contactId)
  const isAssigned = (await numbersAssignedTo(ctx.db, customerId)).some(({ id }) => id === contactId)
  if (!isAssigned) throw rejection('conflict', 'This number is not assigned to this customer.')
  await execute(ctx, contact, contactId, { type: 'ReleaseContact' })
  const unreadIds = await unreadIdsOfContact(ctx.db, contactId)
  const messages = await messagesOfContact(ctx.db, contactId)
  for (const { id: messageId, content, providerId, createdAt: receivedAt } of messages)
    await releaseMessage(ctx, messageId, { contactId, channel, content, providerId, receivedAt })
  const firstUnread = messages.findIndex(({ id }) => unreadIds.has(id))
  // a mark is one place: what was read behind the first unread message is unread again
  const lastRead = firstUnread === -1 ? messages.at(-1) : messages[firstUnread - 1]
  if (lastRead) await readContact(ctx, contactId, lastRead.id)
}

/** The contact, with its address locked until the transaction ends. */
async function lockContact({ db }: CommandContext, contactId: number): Promise<ContactRow> {
  const { channel, address } = requireExistingContact(await contactById(db, contactId))
  await lockAddresses(db, channel, [address])
  return requireExistingContact(await contactById(db, contactId))
}
