import type { Db, Pool } from '@plumbline/platform/db'
import { erased, type Keyring } from '@plumbline/platform/encryption'
import type { MessageType } from '../api.ts'
import type { Refusals } from '../consent/decider.ts'
import { refusalsOf } from '../consent/queries.ts'
import { whyBlocked } from '../consent/whyBlocked.ts'
import { contactByAddress } from '../contact/queries.ts'
import { addressesOf, type Customer, loadCustomerFromLog, type Reachable, recipientOf } from '../customers.ts'
import { whyNotFollowedUp } from '../follow-up/plan.ts'
import { customerIdOf, type Delivery, memberIdOf } from '../ledger/ledger.ts'
import { whyNotReminded } from '../reminder/plan.ts'
import { followUpsAreOn, remindersAreOn } from '../reminder/settings.ts'
import { isReminderSkipped } from '../reminder/skips.ts'
import { reasons } from '../texts/reasons.ts'
import { whyNotAuthorized } from './author.ts'
import { quietHoursEnd } from './quietHours.ts'
import { reserveSmsQuota } from './smsQuota.ts'
import { parseVersion, whyOutdated } from './validity.ts'

type Candidate = { customer: Reachable & Pick<Customer, 'id'>; channel: MessageType; cause: string }

export type NewMessageDecision = {
  /** Null when the customer has none. */
  recipient: string | null
  /** Why it is not sent. */
  refusal?: string
  /** It is sent then; null: now. */
  waitsUntil: Date | null
}

/**
 * Decides about a message that is being written; it is true at that moment. The SMS of staff are counted with
 * `countStaffSms` when their delivery is stored.
 */
export async function checkNewMessage(
  db: Db,
  { customer, channel, cause }: Candidate,
  now: Date,
): Promise<NewMessageDecision> {
  const refusals = await refusalsOf(db, [customer.id], addressesOf(customer))
  return {
    recipient: recipientOf(customer, channel),
    refusal: whyBlocked(customer, channel, refusals, cause) ?? undefined,
    waitsUntil: await quietHoursEnd(db, cause, now),
  }
}

/** `error`: what operators read of a refusal, where that is less than staff do. */
export type DeliveryDecision =
  | { recipient: string }
  | { refusal: string; error?: string }
  | { waitsUntil: Date }

/** The message of a conversation that a delivery carries. */
export type CarriedMessage = {
  customerId: number
  cause: string
  validForVersion: string | null
  isCancelled: boolean
}

type CheckedDelivery = Pick<Delivery, 'validForVersion' | 'cause'> & {
  isOutOfDate: boolean
  message: CarriedMessage | null
}

/** A delivery that waits, and until when. */
export type WaitingDelivery = CheckedDelivery &
  Pick<Delivery, 'channel' | 'expiresAt' | 'messageId'> & { goesOutAt: string | null }

/** Why a message that waits will not be sent, as things are now; null when it will. */
export async function whyWaitsInVain(
  db: Db,
  customer: Reachable & Pick<Customer, 'id'>,
  delivery: WaitingDelivery,
  now: Date,
): Promise<string | null> {
  const { cause = null, channel, expiresAt, goesOutAt, message } = delivery
  if (expiresAt && goesOutAt && new Date(goesOutAt) >= new Date(expiresAt)) return reasons.outdated.reminder
  const customerIds = [...new Set([customer.id, message?.customerId ?? customer.id])]
  const refusals = await refusalsOf(db, [customer.id, message?.customerId], addressesOf(customer))
  return (
    (await whyNotSent(db, { delivery, customerIds, refusals }, now)) ??
    whyBlocked(customer, channel, refusals, cause) ??
    (delivery.messageId ? whyNotAuthorized(db, delivery.messageId) : null)
  )
}

type GuardContext = { pool: Pool; keyring: Keyring; limitScale: number }

/**
 * Decides about a delivery right before every attempt, the first one too: what was right when the message was written may
 * have changed since. An SMS that may be sent is counted.
 */
export async function checkDelivery(
  { pool, keyring, limitScale }: GuardContext,
  delivery: Delivery & CheckedDelivery & { countedAt: string | null; hasWaited: boolean },
  now: Date,
): Promise<DeliveryDecision> {
  const { cause = null, expiresAt, channel, dataSubject } = delivery
  const waitsUntil = await quietHoursEnd(pool, cause, now)
  if (expiresAt && (waitsUntil ?? now) >= new Date(expiresAt)) return { refusal: reasons.outdated.reminder }
  if (waitsUntil) return { waitsUntil }

  const writtenTo = customerIdOf(dataSubject)
  if (!writtenTo) {
    // a mail to the owner, a test, or a notice to a member, of which an SMS counts like any other
    const { recipient } = delivery
    const isNotice = memberIdOf(dataSubject) !== null
    const refusal = isNotice && channel === 'sms' ? await whyNumberRefused(pool, recipient) : null
    if (refusal !== null) return { refusal }
    const free = isNotice ? await reserveSmsQuota(pool, delivery, now, limitScale) : null
    return free ? { waitsUntil: free } : { recipient }
  }
  const customer = await loadCustomerFromLog({ db: pool, keyring }, writtenTo)
  if (!customer || customer.firstName === erased) return { refusal: reasons.removed }
  // the read model may not know yet that the record was merged
  const customerIds = [...new Set([customer.id, writtenTo])]
  const refusals = await refusalsOf(pool, [customer.id, writtenTo], addressesOf(customer))
  const refusal =
    (await whyNotSent(pool, { delivery, customerIds, refusals }, now)) ??
    whyBlocked(customer, channel, refusals, cause)
  if (refusal !== null) return { refusal }
  // what goes out at once was ordered by who might a moment ago
  const { hasWaited, messageId } = delivery
  const unauthorized = hasWaited && messageId ? await whyNotAuthorized(pool, messageId) : null
  if (unauthorized !== null) return { refusal: `Not sent: ${unauthorized}`, error: reasons.notAuthorizedCode }
  const recipient = recipientOf(customer, channel) as string
  const free = await reserveSmsQuota(pool, { ...delivery, recipient }, now, limitScale)
  return free ? { waitsUntil: free } : { recipient }
}

/** Why a notice is not sent to a number: an opt-out is of the number, not of a person. */
async function whyNumberRefused(db: Db, number: string): Promise<string | null> {
  const contact = await contactByAddress(db, 'sms', number)
  if (contact?.optedOut) return reasons.notice.optedOut
  return contact?.hold === 'unreachable' ? reasons.noSms : null
}

type Facts = { delivery: CheckedDelivery; customerIds: readonly number[]; refusals: Refusals }

/** Why what the message says is not true, or not wanted, any more. */
async function whyNotSent(
  db: Db,
  { delivery, customerIds, refusals }: Facts,
  now: Date,
): Promise<string | null> {
  const { message, isOutOfDate } = delivery
  if (!message) return null
  // an operator may have it sent in another attempt
  if (message.isCancelled) return reasons.cancelled
  const version = parseVersion(delivery.validForVersion ?? message.validForVersion ?? '')
  const outdated = await whyOutdated(db, { cause: message.cause, version, customerIds, isOutOfDate }, now)
  if (outdated) return outdated
  // staff who retry a reminder or a follow-up want this one to be sent
  const isRetry = delivery.cause === 'staff'
  if (message.cause === 'quote-follow-up')
    return whyNotFollowedUp(refusals, isRetry || (await followUpsAreOn(db)))
  if (message.cause !== 'appointment-reminder') return null
  return whyNotReminded({
    refusals,
    remindersOn: isRetry || (await remindersAreOn(db)),
    isSkipped: !isRetry && version !== null && (await isReminderSkipped(db, version.id, version.version)),
  })
}
