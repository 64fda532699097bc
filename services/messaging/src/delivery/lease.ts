import { type Db, namedStatement, run } from '@plumbline/platform/db'
import { decryptFields, holdDataKey, type Keyring } from '@plumbline/platform/encryption'
import { type Delivery, encryptContent, encryptionContext, retryPeriodHours } from '../ledger/ledger.ts'
import type { CarriedMessage } from '../rules/guard.ts'

// from the lease to the end of the provider's answer
const maxAttemptMs = 90_000
// for a request to the SMS provider that began before the deadline, and for recording the outcome
const recordingMs = 30_000

/** A delivery that one worker has for one attempt. Its deadline is before the end of the lease, so that no two workers send it. */
export type LeasedDelivery = Delivery & {
  deadline: AbortSignal
  attempt: number
  /** It is older than a day: a failure of this attempt is final, and what staff wrote is not sent any more. */
  isOutOfDate: boolean
  /** Since when it may have been sent by an attempt whose outcome is unknown. Column `doubt_since`. */
  ambiguousSince: string | null
  /** The data key of its person is destroyed. */
  isErased: boolean
  countedAt: string | null
  /** For longer than it takes to send what was just written. */
  hasWaited: boolean
  /** The trace that it was written in. */
  traceparent: string | null
  message: CarriedMessage | null
}

type LeasedRow = Omit<LeasedDelivery, 'recipient' | 'subject' | 'text' | 'html' | 'isErased' | 'deadline'> & {
  content: Record<string, unknown>
  wrapped: string | null
}

/** Leases a delivery for one attempt; undefined when it is not due or another worker has it. */
export async function acquireLease(
  db: Db,
  keyring: Keyring,
  id: string,
  attemptMs = maxAttemptMs,
): Promise<LeasedDelivery | undefined> {
  const deadline = AbortSignal.timeout(attemptMs)
  const [row] = await run<LeasedRow>(
    db,
    // for every message: planned once per connection
    namedStatement(
      (bind) => `WITH before AS (
          SELECT id, doubt_since FROM deliveries
          WHERE id = ${bind(id)}::uuid AND ((status = 'pending' AND next_attempt_at <= now())
            OR (status = 'sending' AND lease_until < now())) FOR UPDATE),
        leased AS (
          UPDATE deliveries SET status = 'sending', attempt = attempt + 1, updated_at = now(),
            lease_until = now() + make_interval(secs => ${bind((attemptMs + recordingMs) / 1_000)}), held_until = NULL,
            doubt_since = coalesce(deliveries.doubt_since, now())
          FROM before WHERE deliveries.id = before.id
          RETURNING deliveries.*, before.doubt_since AS ambiguous_since)
        SELECT id, channel, about AS "dataSubject", message_id AS "messageId", content, attempt,
          ambiguous_since AS "ambiguousSince", cause, bound_to AS "validForVersion", expires_at AS "expiresAt", attachment,
          counted_at AS "countedAt", traceparent, encode(wrapped, 'base64') AS wrapped, message,
          leased.created_at < now() - interval '1 minute' AS "hasWaited",
          leased.created_at < now() - make_interval(hours => ${bind(retryPeriodHours)}) AS "isOutOfDate"
        FROM leased LEFT JOIN es.subject_keys ON subject = about LEFT JOIN LATERAL (
          SELECT jsonb_build_object('customerId', m.customer_id, 'cause', m.cause,
            'validForVersion', m.valid_for_version, 'isCancelled', m.is_cancelled) AS message
          FROM messages m WHERE m.id = leased.message_id) carried ON true`,
    ),
  )
  if (!row) return undefined
  const { content, wrapped, dataSubject: subject, ...leased } = row
  const context = encryptionContext(id)
  const decrypted = decryptFields(keyring, { subject, wrapped, context }, content)
  return {
    ...leased,
    deadline,
    dataSubject: subject,
    ...(decrypted as Pick<Delivery, 'recipient' | 'subject' | 'text' | 'html'>),
    isErased: subject !== null && wrapped === null,
  }
}

/** Stores where a delivery goes this time: a later look-up at the provider, and what it reports, is about this recipient. */
export async function changeRecipient(
  db: Db,
  keyring: Keyring,
  delivery: LeasedDelivery,
  recipient: string,
): Promise<void> {
  const { id, dataSubject } = delivery
  const key = await holdDataKey(db, keyring, dataSubject)
  await run(db, {
    name: 'change-recipient',
    text: `UPDATE deliveries SET content = $2 WHERE id = $1 AND status = 'sending'`,
    values: [id, encryptContent(keyring, id, key, { ...delivery, recipient })],
  })
}
