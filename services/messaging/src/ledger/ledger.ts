import { createHash } from 'node:crypto'
import { type Db, exists, first, run, sql } from '@plumbline/platform/db'
import { type DataKey, encryptFields, holdDataKey, type Keyring } from '@plumbline/platform/encryption'
import { rejection } from '@plumbline/platform/errors'
import { traceparent } from '@plumbline/platform/trace'
import type { MessageType } from '../api.ts'
import type { Attachment } from '../events.ts'

/** One message to one recipient on one channel. The ledger, not the queue, knows what became of it. */
export type Delivery = {
  id: string
  channel: MessageType
  /** The person it is about; its content is encrypted with their data key. Column `about`. */
  dataSubject: string
  recipient: string
  /** Of an email, as is `html`; empty in an SMS. */
  subject: string
  text: string
  html: string
  /** The message of a conversation that it carries, if any. */
  messageId?: number | null
  /** Why it was written. A message that staff retry has another cause here than in the conversation. */
  cause?: string | null
  /** The version of an appointment or invoice that it is true for: `appointment-42@3`. Column `bound_to`. */
  validForVersion?: string | null
  /** It is not sent after this. */
  expiresAt?: string | null
  attachment?: Attachment | null
}

// a mail server may be down for a night; after a day a message is out of date
export const retryPeriodHours = 24

/** The subject of a test of a sender, which is about no person. */
export const testSubject = 'senders-1'

/** The subject of a notice: the member to whom it goes. */
export const memberSubject = (memberId: number): string => `member-${memberId}`
const idIn = (pattern: RegExp, dataSubject: string | null): number | null => {
  const [, id] = pattern.exec(dataSubject ?? '') ?? []
  return id ? Number(id) : null
}
export const memberIdOf = (dataSubject: string | null) => idIn(/^member-(\d+)$/, dataSubject)
export const customerIdOf = (dataSubject: string | null) => idIn(/^customer-(\d+)$/, dataSubject)

type Waiting = {
  heldUntil?: Date | null
  /** When it was counted as one of the SMS of its day. */
  countedAt?: Date | null
}

/** The same event, purpose and recipient always give the same id, so that a repeat is no second message. */
export function deliveryId(eventId: string, purpose: string, recipient: string): string {
  const hex = createHash('sha256').update(`${eventId} ${purpose} ${recipient}`).digest('hex')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}`
}

type Content = Pick<Delivery, 'recipient' | 'subject' | 'text' | 'html'>

export const encryptionContext = (id: string) => `delivery|${id}`

export const encryptContent = (
  keyring: Keyring,
  id: string,
  key: DataKey,
  { recipient, subject, text, html }: Content,
) =>
  encryptFields(keyring, { key, context: encryptionContext(id) }, { recipient, subject, text, html }, [
    'recipient',
    'subject',
    'text',
    'html',
  ])

/**
 * For a day after a backup was restored, what happens by itself may be written for the second time: an SMS is looked up at the
 * provider before it is sent. Staff write each message once.
 */
const sentBeforeRestore = `CASE WHEN $2 = 'sms' AND $6 IS DISTINCT FROM 'staff' THEN
  (SELECT backup_made_at FROM es.installation WHERE restored_at > now() - interval '1 day') END`

/** `key`: of its person, where an append of the same transaction holds it. */
export async function insertDelivery(
  db: Db,
  keyring: Keyring,
  delivery: Delivery & Waiting,
  key?: DataKey,
): Promise<void> {
  const { id, channel, dataSubject, messageId, cause, validForVersion, expiresAt, attachment } = delivery
  const dataKey = key ?? (await holdDataKey(db, keyring, dataSubject))
  await run(db, {
    name: 'insert-delivery',
    text: `INSERT INTO deliveries (id, channel, about, content, message_id, cause, bound_to, expires_at, attachment,
        held_until, next_attempt_at, counted_at, traceparent, doubt_since)
      VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, coalesce($10, now()), $11, $12, ${sentBeforeRestore})
      ON CONFLICT DO NOTHING`,
    values: [
      id,
      channel,
      dataSubject,
      encryptContent(keyring, id, dataKey, delivery),
      messageId,
      cause,
      validForVersion,
      expiresAt,
      attachment,
      delivery.heldUntil,
      delivery.countedAt,
      traceparent(),
    ],
  })
}

/**
 * Answers the version that the removed delivery was true for.
 * @throws `conflict` while it is open: an operator has it sent again.
 */
export async function deleteDeliveryOf(db: Db, messageId: number): Promise<string | null> {
  const [deleted] = await run<{ validForVersion: string | null; isOpen: boolean }>(db, {
    name: 'delete-delivery-of-message',
    text: `DELETE FROM deliveries WHERE message_id = $1
      RETURNING bound_to AS "validForVersion", status IN ('pending', 'sending') AS "isOpen"`,
    values: [messageId],
  })
  if (deleted?.isOpen) throw rejection('conflict', 'This message is already being sent again.')
  return deleted?.validForVersion ?? null
}

/** Which deliveries can be cancelled or sent now: of an attempt with an unknown outcome it is not known whether it was sent. */
export const isUnsent = `status = 'pending' AND (doubt_since IS NULL OR attempt = 0)`
/** A worker has it, and no attempt before this one can have sent it: doubt begins with the lease, which is its last change. */
export const isAttemptedAgain = `status = 'sending' AND attempt > 1 AND doubt_since = updated_at`
/** The `last_error` of what staff cancelled. */
export const cancelledCode = 'cancelled'
const isCancelled = `status = 'failed' AND last_error = '${cancelledCode}'`

/** Answers false when a worker has it or had it: then it is sent, or may be. */
export const cancelDelivery = (db: Db, messageId: number): Promise<boolean> =>
  exists(db, {
    name: 'cancel-delivery',
    text: `UPDATE deliveries SET status = 'failed', last_error = '${cancelledCode}', updated_at = now()
        WHERE message_id = $1 AND ((${isUnsent}) OR (${isCancelled})) RETURNING 1`,
    values: [messageId],
  })

/** It waits as before; answers false when it was sent since, or is being sent. */
export const restoreDelivery = (db: Db, messageId: number): Promise<boolean> =>
  exists(db, {
    name: 'restore-delivery',
    text: `UPDATE deliveries SET status = 'pending', last_error = NULL, updated_at = now(),
          next_attempt_at = coalesce(held_until, next_attempt_at)
        WHERE message_id = $1 AND (status = 'pending' OR (${isCancelled})) RETURNING 1`,
    values: [messageId],
  })

/** As if staff had written it now; undefined when a worker has it or had it. */
export const sendDeliveryNow = (
  db: Db,
  messageId: number,
  now: Date,
): Promise<{ isNewlyCounted: boolean } | undefined> =>
  first<{ isNewlyCounted: boolean }>(db, {
    name: 'send-delivery-now',
    text: `WITH before AS (
          SELECT id, channel = 'sms' AND counted_at IS NULL AS is_newly_counted
          FROM deliveries WHERE message_id = $1 AND ${isUnsent} FOR UPDATE)
        UPDATE deliveries SET cause = 'staff', held_until = NULL, next_attempt_at = now(), updated_at = now(),
          counted_at = CASE WHEN is_newly_counted THEN $2 ELSE counted_at END
        FROM before WHERE deliveries.id = before.id RETURNING is_newly_counted AS "isNewlyCounted"`,
    values: [messageId, now],
  })

/** Deliveries that are due and that no worker has leased, without those in `except`. */
export const dueDeliveries = async (
  db: Db,
  limit: number,
  except: readonly string[] = [],
): Promise<string[]> =>
  (
    await run<{ id: string }>(
      db,
      sql`SELECT id FROM deliveries WHERE id <> ALL(${except}::uuid[])
            AND ((status = 'pending' AND next_attempt_at <= now()) OR (status = 'sending' AND lease_until < now()))
          ORDER BY created_at LIMIT ${limit}`,
    )
  ).map((row) => row.id)

/** What waits because the provider refuses it for a reason of our account, by channel. */
export const refusedDeliveries = (
  db: Db,
): Promise<{ channel: MessageType; count: number; since: string; error: string }[]> =>
  run(db, {
    name: 'refused-deliveries',
    text: `SELECT channel, count(*)::integer AS count, min(refused_since) AS since,
        (array_agg(last_error ORDER BY updated_at DESC))[1] AS error
      FROM deliveries WHERE status IN ('pending', 'sending') AND refused_since IS NOT NULL GROUP BY channel ORDER BY channel`,
    values: [],
  })

/** What the provider refused for a reason of our account is tried again at once: that may have been corrected. */
export const retryRefused = (db: Db, channel: MessageType) =>
  run(db, {
    name: 'retry-refused-deliveries',
    text: `UPDATE deliveries SET next_attempt_at = now() WHERE channel = $1 AND status = 'pending' AND refused_since IS NOT NULL
      AND (held_until IS NULL OR held_until <= now())`,
    values: [channel],
  })

/** Those of the provider's ids that belong to no delivery yet. */
export async function withoutDelivery(db: Db, providerIds: readonly string[]): Promise<string[]> {
  const rows = await run<{ id: string }>(db, {
    name: 'provider-ids-with-delivery',
    text: 'SELECT provider_id AS id FROM deliveries WHERE provider_id = ANY($1::text[])',
    values: [providerIds],
  })
  const recorded = new Set(rows.map((row) => row.id))
  return providerIds.filter((id) => !recorded.has(id))
}
