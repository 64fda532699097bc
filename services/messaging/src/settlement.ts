import { type Db, prepared, run } from '@plumbline/platform/db'
import type { EventStore } from '@plumbline/platform/event-store'
import { type Part, together } from '@plumbline/platform/unit'
import { optOutAtProvider } from './consent.ts'
import type { Delivery } from './delivery.ts'
import { type MessageCommand, message, messageStream } from './message.ts'
import { optedOut } from './notices.ts'

/** A delivery that is dealt with, and where its end is told. */
export type Settling = { store: EventStore; delivery: Pick<Delivery, 'id' | 'messageId'>; now: Date }

/** It is out: the ledger and the conversation say so, in one statement. Harmless when somebody told before. */
export const settleSent = ({ store, delivery, now }: Settling, providerId: string) =>
  store.commit(async (tx) => {
    await recordOutcome(store, tx, delivery, { type: 'RecordSent', providerId, now: now.toISOString() })
    await together(tx, markedSent(delivery.id, providerId))
  })

/**
 * It will not go out; `reason` is for people. Whoever said no to the provider itself has said no to us: nothing more
 * goes to that `number`.
 */
export const settleFailed = (
  { store, delivery, now, number }: Settling & { number?: string },
  error: string,
  reason: string,
) =>
  store.commit(async (tx) => {
    if (number && reason === optedOut.sms) await optOutAtProvider({ store, db: tx, now }, number)
    if (await markFailed(tx, delivery.id, 'failed', error))
      await recordOutcome(store, tx, delivery, {
        type: 'RecordFailed',
        providerId: null,
        reason,
        now: now.toISOString(),
      })
  })

type Outcome = Extract<MessageCommand, { type: `Record${string}` }>
type Bare<Command> = Command extends Outcome ? Omit<Command, 'messageId'> : never

export async function recordOutcome(
  store: Pick<EventStore, 'handle'>,
  tx: Parameters<EventStore['handle']>[0],
  { id, messageId }: Settling['delivery'],
  outcome: Bare<Outcome>,
): Promise<void> {
  if (!messageId) return
  await store.handle(tx, {
    stream: messageStream(messageId),
    decider: message,
    command: { ...outcome, messageId } as Outcome,
    metadata: { actor: 'messaging', requestId: id },
  })
}

const markedSent =
  (id: string, providerId: string): Part =>
  (value, from) =>
    `UPDATE deliveries SET status = 'sent', provider_id = ${value(providerId)}, lease_until = NULL, last_error = NULL,
      doubt_since = NULL, updated_at = now() ${from} WHERE id = ${value(id)}::uuid AND status <> 'sent'`

/** Whether it was still open. */
export const markSent = async (db: Db, id: string, providerId: string): Promise<boolean> =>
  (
    await run(
      db,
      prepared((value) => `${markedSent(id, providerId)(value, '')} RETURNING 1`),
    )
  ).length > 0

// twice as long each time, at most half an hour; an attempt that may have arrived is not repeated before ten minutes
const longestPauseSeconds = 1_800
const doubtSeconds = 600

/** Back to `pending` for another try later, or to `failed` for good. */
export const markFailed = async (
  db: Db,
  id: string,
  status: 'pending' | 'failed',
  error: string,
  doubtful = false,
): Promise<boolean> =>
  (
    await run(db, {
      name: 'mark-delivery-failed',
      text: `UPDATE deliveries SET status = $2, last_error = $3, lease_until = NULL, updated_at = now(),
          doubt_since = CASE WHEN $4 THEN doubt_since END,
          next_attempt_at = now() + make_interval(secs =>
            greatest(CASE WHEN $4 THEN ${doubtSeconds} ELSE 0 END, least(2 ^ least(attempt, 16) * 2, ${longestPauseSeconds})))
        WHERE id = $1 AND status = 'sending' RETURNING 1`,
      values: [id, status, error, doubtful],
    })
  ).length > 0

// the provider must have had the time to list what it took
const secondLookSeconds = 120

/** It stays `sending` and is never sent again blindly: somebody asks the provider later. */
export const markUnknown = (db: Db, id: string, againInSeconds = secondLookSeconds) =>
  run(db, {
    name: 'mark-delivery-unknown',
    text: `UPDATE deliveries SET last_error = 'unknown', updated_at = now(), lease_until = now() + make_interval(secs => $2)
      WHERE id = $1 AND status = 'sending'`,
    values: [id, againInSeconds],
  })

/** Back to `pending` until its time has come; no attempt was made. */
export const postpone = (db: Db, id: string, until: Date) =>
  run(db, {
    name: 'postpone-delivery',
    text: `UPDATE deliveries SET status = 'pending', attempt = attempt - 1, doubt_since = NULL, lease_until = NULL,
        held_until = $2, next_attempt_at = $2, updated_at = now() WHERE id = $1 AND status = 'sending'`,
    values: [id, until],
  })
