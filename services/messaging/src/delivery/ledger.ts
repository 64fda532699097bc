import { createHash } from 'node:crypto'
import { type Db, namedStatement, run, sql } from '@plumbline/platform/db'
import {
  type DataKey,
  decryptFields,
  encryptFields,
  holdDataKey,
  type Keyring,
} from '@plumbline/platform/encryption'
import { traceparent } from '@plumbline/platform/trace'
import type { MessageRow } from '../conversation/projection.ts'
import type { Attachment } from '../events.ts'

/** One message to one recipient on one channel: the ledger, not the queue, knows what became of it. */
export type Delivery = {
  id: string
  channel: 'email' | 'sms'
  /** The person it speaks of; what it says is sealed with their key and gone when they are erased. */
  about: string
  recipient: string
  /** Of an e-mail, as is `html`; empty in an SMS. */
  subject: string
  text: string
  html: string
  /** The message in a conversation that it carries, if any. */
  messageId?: number | null
  /** Why it was written, as in the conversation. */
  cause?: string | null
  /** What it speaks of: it does not go out when that has changed meanwhile. `appointment-42@3`. */
  boundTo?: string | null
  /** After this it is not worth sending. */
  expiresAt?: string | null
  attachment?: Attachment | null
}

type Waiting = {
  /** It waits until then. */
  heldUntil?: Date | null
  /** Counted as one of the SMS that may go out in a day. */
  countedAt?: Date | null
}

export type Status = 'pending' | 'sending' | 'sent' | 'failed'

/** The same event, purpose and recipient always give the same id, so that a repeat is no second message. */
export function deliveryId(eventId: string, purpose: string, recipient: string): string {
  const hex = createHash('sha256').update(`${eventId} ${purpose} ${recipient}`).digest('hex')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}`
}

const contentFields = ['recipient', 'subject', 'text', 'html']
const context = (id: string) => `delivery|${id}`

/** `key`: of the person it speaks of, where an append of the same transaction holds it. */
export async function insertDelivery(
  db: Db,
  keyring: Keyring,
  { id, channel, about, recipient, subject, text, html, ...more }: Delivery & Waiting,
  key?: DataKey,
): Promise<void> {
  const { messageId, cause, boundTo, expiresAt, attachment, heldUntil, countedAt } = more
  const content = { recipient, subject, text, html }
  const sealed = encryptFields(
    keyring,
    { key: key ?? (await holdDataKey(db, keyring, about)), context: context(id) },
    content,
    contentFields,
  )
  await run(db, {
    name: 'insert-delivery',
    text: `INSERT INTO deliveries (id, channel, about, content, message_id, cause, bound_to, expires_at, attachment,
        held_until, next_attempt_at, counted_at, traceparent)
      VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, coalesce($10, now()), $11, $12) ON CONFLICT DO NOTHING`,
    values: [
      ...[id, channel, about, sealed, messageId, cause, boundTo, expiresAt, attachment],
      ...[heldUntil, countedAt, traceparent()],
    ],
  })
}

/** Notes where a delivery goes this time: a later look-up at the provider, and whatever it reports, is about that. */
export async function readdress(
  db: Db,
  keyring: Keyring,
  { id, about, subject, text, html }: Claimed,
  recipient: string,
): Promise<void> {
  const sealed = encryptFields(
    keyring,
    { key: await holdDataKey(db, keyring, about), context: context(id) },
    { recipient, subject, text, html },
    contentFields,
  )
  await run(db, {
    name: 'readdress-delivery',
    text: `UPDATE deliveries SET content = $2 WHERE id = $1 AND status = 'sending'`,
    values: [id, sealed],
  })
}

// longer than every provider time-out, so that a lease cannot end under a call in progress
const usualLeaseSeconds = 120
// a mail server may be away for a night; after a day the news is old
const patienceHours = 24

export type Claimed = Delivery & {
  attempt: number
  late: boolean
  /** When the first attempt began whose end nobody knows: it may have gone out since. */
  doubtSince: string | null
  /** There is nobody left to speak of. */
  erased: boolean
  countedAt: string | null
  /** The trace that it was written in. */
  traceparent: string | null
  /** What the conversation says of the message that it carries, and never says otherwise. */
  message: ClaimedMessage | null
}

export type ClaimedMessage = Pick<MessageRow, 'customerId' | 'cause' | 'causeId' | 'boundTo' | 'attachment'>

type ClaimedRow = Omit<Claimed, 'recipient' | 'subject' | 'text' | 'html' | 'erased'> & {
  content: Record<string, unknown>
  wrapped: string | null
}

/** Takes a delivery for one attempt; undefined when it is settled or somebody else is at it. */
export async function claim(
  db: Db,
  keyring: Keyring,
  id: string,
  leaseSeconds = usualLeaseSeconds,
): Promise<Claimed | undefined> {
  const [row] = await run<ClaimedRow>(
    db,
    // for every message: planned once a connection
    namedStatement(
      (bind) => `WITH before AS (
          SELECT id, doubt_since FROM deliveries
          WHERE id = ${bind(id)}::uuid AND (status = 'pending' OR (status = 'sending' AND lease_until < now())) FOR UPDATE),
        claimed AS (
          UPDATE deliveries SET status = 'sending', attempt = attempt + 1, updated_at = now(),
            lease_until = now() + make_interval(secs => ${bind(leaseSeconds)}), held_until = NULL,
            doubt_since = coalesce(deliveries.doubt_since, now())
          FROM before WHERE deliveries.id = before.id
          RETURNING deliveries.*, before.doubt_since AS doubted)
        SELECT id, channel, about, message_id AS "messageId", content, attempt, doubted AS "doubtSince",
          cause, bound_to AS "boundTo", expires_at AS "expiresAt", attachment, counted_at AS "countedAt",
          traceparent, encode(wrapped, 'base64') AS wrapped, message,
          claimed.created_at < now() - make_interval(hours => ${bind(patienceHours)}) AS late
        FROM claimed LEFT JOIN es.subject_keys ON subject = about LEFT JOIN LATERAL (
          SELECT jsonb_build_object('customerId', m.customer_id, 'cause', m.cause, 'causeId', m.cause_id,
            'boundTo', m.bound_to, 'attachment', m.attachment) AS message
          FROM messages m WHERE m.id = claimed.message_id) said ON true`,
    ),
  )
  if (!row) return undefined
  const { content, wrapped, ...claimed } = row
  const opened = decryptFields(keyring, { subject: row.about, wrapped, context: context(id) }, content)
  const erased = row.about !== null && wrapped === null
  return { ...claimed, ...(opened as Pick<Delivery, 'recipient' | 'subject' | 'text' | 'html'>), erased }
}

export const statusOf = async (db: Db, id: string): Promise<Status | undefined> =>
  (
    await run<{ status: Status }>(db, {
      name: 'delivery-status',
      text: 'SELECT status FROM deliveries WHERE id = $1',
      values: [id],
    })
  )[0]?.status

export type Open = {
  id: string
  /** Nobody has ever been at it. */
  isNew: boolean
}

/** Whatever still has to go out and nobody is at, but for these. */
export const openDeliveries = (db: Db, limit: number, but: readonly string[] = []): Promise<Open[]> =>
  run(
    db,
    sql`SELECT id, attempt = 0 AND updated_at = created_at AS "isNew" FROM deliveries WHERE id <> ALL(${but}::uuid[])
          AND ((status = 'pending' AND next_attempt_at <= now()) OR (status = 'sending' AND lease_until < now()))
        ORDER BY created_at LIMIT ${limit}`,
  )

/** Those of these numbers that no delivery is known to have. */
export async function unclaimed(db: Db, providerIds: readonly string[]): Promise<string[]> {
  const rows = await run<{ id: string }>(db, {
    name: 'claimed-provider-ids',
    text: 'SELECT provider_id AS id FROM deliveries WHERE provider_id = ANY($1::text[])',
    values: [providerIds],
  })
  const claimed = new Set(rows.map((row) => row.id))
  return providerIds.filter((id) => !claimed.has(id))
}
