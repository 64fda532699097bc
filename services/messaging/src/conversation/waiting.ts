import { rejection } from '@plumbline/platform/errors'
import { assertIfMatch, type CommandContext, execute } from '@plumbline/platform/event-store'
import { type Customer, customers, recipientOf } from '../customers.ts'
import { cancelDelivery, restoreDelivery, sendDeliveryNow } from '../ledger/ledger.ts'
import { checkNewMessage } from '../rules/guard.ts'
import { countStaffSms } from '../rules/smsQuota.ts'
import type { MessagingContext } from '../settings.ts'
import { reasons } from '../texts/reasons.ts'
import { message } from './commands.ts'
import { alreadySent, requireExistingMessage } from './decider.ts'
import type { MessageRow } from './projection.ts'
import { messageById, type StoredMessage } from './queries.ts'

/**
 * Cancels a message that waits. The stream says what has become of it, and its row in the ledger whether a worker has it: a
 * worker takes a row that waits, and the row that is cancelled does not.
 */
export async function cancelMessage(ctx: CommandContext, messageId: number): Promise<StoredMessage> {
  const { row } = await execute(ctx, message, messageId, { type: 'CancelMessage', reason: reasons.cancelled })
  if (!(await cancelDelivery(ctx.db, messageId))) throw alreadySent()
  return { ...(row as MessageRow), goesOutAt: null }
}

/** Lets a message that was cancelled wait again, until when it would have waited. */
export async function restoreMessage(ctx: CommandContext, messageId: number): Promise<StoredMessage> {
  const { before, customer } = await loadOutbound(ctx, messageId)
  const recipient = recipientOf(customer, before.type)
  const { row } = await execute(ctx, message, messageId, { type: 'RestoreMessage', recipient })
  if (!(await restoreDelivery(ctx.db, messageId))) throw alreadySent()
  const goesOutAt = (await messageById(ctx.db, messageId))?.goesOutAt ?? null
  return { ...(row as MessageRow), goesOutAt }
}

/** Sends a message that waits; refused where the customer, or the day's limit, would have it wait or fail. */
export async function sendMessageNow(ctx: MessagingContext, messageId: number): Promise<StoredMessage> {
  const { db, now, settings } = ctx
  const { before, customer } = await loadOutbound(ctx, messageId)
  const channel = before.type
  const { recipient, refusal } = await checkNewMessage(db, { customer, channel, cause: 'staff' }, now)
  const { row } = await execute(ctx, message, messageId, { type: 'SendMessageNow', recipient })
  if (refusal) throw rejection('conflict', refusal)
  const sending = await sendDeliveryNow(db, messageId, now)
  if (!sending) throw alreadySent()
  if (sending.isNewlyCounted) await countStaffSms(db, now, settings.limitScale)
  return { ...(row as MessageRow), goesOutAt: null }
}

async function loadOutbound(
  { db, ifMatch }: CommandContext,
  messageId: number,
): Promise<{ before: StoredMessage; customer: Customer }> {
  const before = requireExistingMessage(await messageById(db, messageId))
  const customer = await customers.find(db, before.customerId)
  if (customer) return { before, customer }
  assertIfMatch(ifMatch, messageId, before.version)
  throw rejection('conflict', reasons.removed)
}
