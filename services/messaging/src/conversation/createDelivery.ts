import { signatureOf } from '@plumbline/business/directory'
import { customerSubject } from '@plumbline/crm/events'
import type { DataKey } from '@plumbline/platform/encryption'
import type { MessageType } from '../api.ts'
import { type Delivery, deliveryId, insertDelivery } from '../ledger/ledger.ts'
import type { NewMessageDecision } from '../rules/guard.ts'
import { countStaffSms } from '../rules/smsQuota.ts'
import { lookOf, readSender } from '../sender.ts'
import type { MessagingContext } from '../settings.ts'
import { letter } from '../texts/mail.ts'

type Outgoing = {
  messageId: number
  customerId: number
  channel: MessageType
  content: string
  subject: string | null
  /** What the id of the delivery is made of. */
  origin: string
  key?: DataKey
} & Pick<Delivery, 'cause' | 'validForVersion' | 'expiresAt' | 'attachment'>

/**
 * Stores the delivery of a message that may be sent; the outbox relay finds it there. Demonstration data is not sent.
 * Answers until when it waits, if it does.
 */
export async function createDelivery(
  ctx: MessagingContext,
  { messageId, customerId, channel, content, subject, origin, key, ...message }: Outgoing,
  { recipient, refusal, waitsUntil }: NewMessageDecision,
): Promise<string | null> {
  const { db, keyring, metadata, now } = ctx
  const { limitScale } = ctx.settings
  if (recipient === null || refusal || metadata.demo) return null
  const { cause, validForVersion, expiresAt, attachment } = message
  const bodies = channel === 'email' ? await signedLetter(ctx, content) : { text: content, html: '' }
  // staff learn at once that the day is full; other SMS are counted, and wait, in the worker
  const isCounted = channel === 'sms' && cause === 'staff'
  const delivery = {
    id: deliveryId(origin, 'message', channel),
    channel,
    dataSubject: customerSubject(customerId),
    recipient,
    subject: subject ?? '',
    ...bodies,
    messageId,
    cause,
    validForVersion,
    expiresAt,
    attachment,
    heldUntil: waitsUntil,
    countedAt: isCounted ? now : null,
  }
  // in one round trip; a refusal rolls the delivery back
  await Promise.all([
    isCounted && countStaffSms(db, now, limitScale),
    insertDelivery(db, keyring, delivery, key),
  ])
  return waitsUntil?.toISOString() ?? null
}

async function signedLetter(ctx: MessagingContext, content: string) {
  const { texts, ...business } = await readSender(ctx)
  return letter(content, signatureOf(texts, business), lookOf(business, ctx.settings.publicUrl))
}
