import type { Db } from '@plumbline/platform/db'
import { erased, type Keyring } from '@plumbline/platform/encryption'
import type { MessageType } from '../api.ts'
import { refusalsOf } from '../consent/projection.ts'
import { addressesOf } from '../contact/commands.ts'
import { customerNow } from '../customerNow.ts'
import type { CustomerRow } from '../customers.ts'
import { remindersAreOn } from '../reminder/settings.ts'
import { isSkipped } from '../reminder/skips.ts'
import type { Claimed, ClaimedMessage } from './ledger.ts'
import { notReminded, optedOut, outdated, removed, unreachable } from './templates.ts'
import { type Binding, bindingOf, whyUntrue } from './validity.ts'

export type Checked = { recipient: string } | { refusal: string }

/**
 * Decides whether a delivery may go out now, and to which number or address. Every attempt asks, the first one too:
 * what was right when the message was written may have changed since.
 */
export async function checkDelivery(
  { db, keyring }: { db: Db; keyring: Keyring },
  delivery: Claimed,
  now: Date,
): Promise<Checked> {
  const { message, about, channel, expiresAt } = delivery
  if (expiresAt && now >= new Date(expiresAt)) return { refusal: outdated.reminder }
  const customerId = Number(/^customer-(\d+)$/.exec(about)?.[1])
  if (!customerId) return { recipient: delivery.recipient }
  const customer = await customerNow({ db, keyring }, customerId)
  if (!customer || customer.firstName === erased) return { refusal: removed }
  const untrue = message && (await refusalOf(db, { delivery, message, customer }, now))
  if (untrue) return { refusal: untrue }
  const { recipient, refusal } = await resolveRecipient(db, customer, channel, customerId)
  return recipient === null || refusal ? { refusal: refusal ?? unreachable[channel] } : { recipient }
}

type Facts = { delivery: Claimed; message: ClaimedMessage; customer: CustomerRow }

async function refusalOf(db: Db, facts: Facts, now: Date): Promise<string | null> {
  const { delivery, message, customer } = facts
  const binding = await bindingOf(db, message, delivery.boundTo ?? message.boundTo)
  const untrue = await whyUntrue(db, { ...message, binding }, [message.customerId, customer.id], now)
  if (untrue || message.cause !== 'appointment') return untrue
  return whyNotReminded(db, facts, binding)
}

async function whyNotReminded(
  db: Db,
  { delivery, message, customer }: Facts,
  binding: Binding | null,
): Promise<string | null> {
  for (const id of new Set([message.customerId, customer.id]))
    if ((await refusalsOf(db, id)).reminders) return notReminded.unwanted
  // staff who send a failed one again want this one to go out
  if (delivery.cause !== 'appointment') return null
  if (!(await remindersAreOn(db))) return notReminded.off
  return binding && (await isSkipped(db, binding.id, binding.version)) ? notReminded.skipped : null
}

/** Where a message to this customer goes, if anywhere, and why it must not. */
export async function resolveRecipient(
  db: Db,
  { id, email, dialable }: Pick<CustomerRow, 'id' | 'email' | 'dialable'>,
  channel: MessageType,
  /** The record that the message was written to, which may have become this one. */
  writtenTo: number = id,
): Promise<{ recipient: string | null; refusal?: string }> {
  if (!isReachable({ email, dialable }, channel)) return { recipient: null, refusal: unreachable[channel] }
  const recipient = channel === 'sms' ? (dialable as string) : email.trim()
  for (const record of new Set([id, writtenTo]))
    if ((await refusalsOf(db, record, addressesOf({ email, dialable })))[channel])
      return { recipient, refusal: optedOut[channel] }
  return { recipient }
}

/** Whether there is a number or an address at all. */
export const isReachable = (
  { email, dialable }: Pick<CustomerRow, 'email' | 'dialable'>,
  channel: MessageType,
): boolean => (channel === 'sms' ? /^\+/.test(dialable ?? '') : /.@./.test(email))
