import { sql, type Tx } from '@plumbline/platform/db'
import { type Aggregate, type CommandContext, create, execute } from '@plumbline/platform/event-store'
import { nextNumber } from '@plumbline/platform/sequence'
import type { MessageType } from '../api.ts'
import { assignMessage } from '../conversation/commands.ts'
import type { ContactEvent } from '../events.ts'
import { type ContactCommand, type ContactState, contactDecider, requireExistingContact } from './decider.ts'
import { messagesOfContact } from './messages.ts'
import { type ContactRow, contacts } from './projection.ts'
import { contactByAddress, contactById } from './queries.ts'

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
  const now = ctx.now.toISOString()
  const { row } = await create(ctx, contact, contactId, {
    type: 'NoteContact',
    contactId,
    channel,
    address,
    now,
  })
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
  const existing = await contactByAddress(ctx.db, channel, address)
  if ((existing?.optedOut ?? false) === optedOut) return
  const { id: contactId } = existing ?? (await noteContact(ctx, channel, address))
  const now = ctx.now.toISOString()
  await execute(ctx, contact, contactId, { type: 'ChangeContactConsent', contactId, optedOut, now })
}

/** Assigns a number to a customer, with all messages that came from it. */
export async function assignContact(
  ctx: CommandContext,
  contactId: number,
  customerId: number,
): Promise<void> {
  const { db } = ctx
  const { channel, address } = requireExistingContact(await contactById(db, contactId))
  await lockAddresses(db, channel, [address])
  const now = ctx.now.toISOString()
  await execute(ctx, contact, contactId, { type: 'AssignContact', contactId, customerId, now })
  for (const { id: messageId, content, providerId, createdAt } of await messagesOfContact(db, contactId)) {
    const message = { messageId, customerId, channel, content, providerId, receivedAt: createdAt }
    await assignMessage(ctx, message)
  }
}
