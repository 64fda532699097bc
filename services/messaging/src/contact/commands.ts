import { sql, type Tx } from '@plumbline/platform/db'
import { rejection } from '@plumbline/platform/errors'
import { type CommandContext, create, execute } from '@plumbline/platform/event-store'
import { nextNumber } from '@plumbline/platform/sequence'
import type { MessageType } from '../api.ts'
import { messageAggregate } from '../conversation/messageAggregate.ts'
import type { CustomerRow } from '../customers.ts'
import type { ContactEvent, MessageReceived } from '../events.ts'
import { recordEvent } from '../store.ts'
import { messagesFrom } from './messages.ts'
import { type ContactRow, contactByAddress, contactById } from './projection.ts'

const record = (ctx: CommandContext, event: ContactEvent) =>
  recordEvent(ctx, 'contact', event.data.contactId, event)

export const emailAddress = (email: string): string => email.trim().toLowerCase()

/** Where a customer can be reached, as contacts are noted. */
export const addressesOf = ({
  email,
  dialable,
}: Pick<CustomerRow, 'email' | 'dialable'>): Record<MessageType, string | null> => ({
  sms: dialable,
  email: emailAddress(email) || null,
})

/** Until the transaction ends, no other one notes or assigns these addresses, or receives from them. */
export const lockAddresses = (db: Tx, channel: MessageType, addresses: readonly string[]) =>
  db.query(
    sql`SELECT pg_advisory_xact_lock(key) FROM (
          SELECT DISTINCT hashtext('contact ' || ${channel}::text || ' ' || address) AS key
          FROM unnest(${addresses}::text[]) address ORDER BY key) keys`,
  )

/** The contact of this address, noted when there is none. */
export async function noteContact(
  ctx: CommandContext,
  channel: MessageType,
  address: string,
): Promise<ContactRow> {
  await lockAddresses(ctx.db, channel, [address])
  const known = await contactByAddress(ctx.db, channel, address)
  if (known) return known
  const contactId = await nextNumber(ctx.db, 'contact_id')
  const notedAt = ctx.now.toISOString()
  await record(ctx, { type: 'ContactNoted', data: { contactId, channel, address, notedAt } })
  return { id: contactId, channel, address, optedOut: false, customerId: null }
}

/** Opts a number or an address out or in: it holds for every customer who has it, now or later. */
export async function changeContactConsent(
  ctx: CommandContext,
  channel: MessageType,
  address: string | null,
  optedOut: boolean,
): Promise<void> {
  if (!address) return
  const known = await contactByAddress(ctx.db, channel, address)
  if ((known?.optedOut ?? false) === optedOut) return
  const { id: contactId } = await noteContact(ctx, channel, address)
  const changedAt = ctx.now.toISOString()
  await record(ctx, {
    ...{ type: 'ContactConsentChanged', data: { contactId, channel, optedOut, changedAt } },
  })
}

/** An SMS from a number that is no customer's. */
export async function receiveFromContact(
  ctx: CommandContext,
  contact: ContactRow,
  { content, providerId }: { content: string; providerId: string },
): Promise<void> {
  const messageId = await nextNumber(ctx.db, 'message_id')
  const receivedAt = ctx.now.toISOString()
  const message = {
    messageId,
    contactId: contact.id,
    channel: 'sms',
    content,
    providerId,
    receivedAt,
  } as const
  await create(ctx, messageAggregate, messageId, { type: 'ReceiveFromContact', message })
}

/** Gives the conversation of a number to a customer, with all that came from it. */
export async function assignContact(
  ctx: CommandContext,
  contactId: number,
  customerId: number,
): Promise<void> {
  const { db, now } = ctx
  const found = await contactById(db, contactId)
  if (found) await lockAddresses(db, found.channel as MessageType, [found.address])
  const contact = await contactById(db, contactId)
  if (!contact) throw rejection('not-found', 'Conversation not found')
  if (contact.customerId === customerId) return
  if (contact.customerId !== null)
    throw rejection('conflict', 'This conversation already belongs to another customer.')
  await record(ctx, {
    type: 'ContactAssigned',
    data: { contactId, customerId, assignedAt: now.toISOString() },
  })
  for (const { id: messageId, content, providerId, createdAt: receivedAt } of await messagesFrom(
    db,
    contactId,
  )) {
    const received: MessageReceived['data'] = {
      ...{ messageId, customerId, channel: 'sms', content, providerId, receivedAt },
    }
    await execute(ctx, messageAggregate, messageId, { type: 'ReceiveMessage', message: received })
  }
}
