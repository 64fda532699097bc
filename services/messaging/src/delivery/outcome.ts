import { type Db, exists, run, type SqlStatement } from '@plumbline/platform/db'
import { commit, type EventStore } from '@plumbline/platform/event-store'
import type { Fault } from '../channel/channel.ts'
import { applyProviderRefusal } from '../consent/commands.ts'
import { recordOutcome } from '../conversation/commands.ts'
import type { LeasedDelivery } from './lease.ts'

/** A delivery that was attempted, and when. */
type Attempted = { store: EventStore; delivery: LeasedDelivery; now: Date }

const originOf = ({ delivery, now }: Attempted) => ({
  metadata: { actor: 'messaging', requestId: delivery.id },
  now,
})

/** Records in ledger and conversation that it was sent. Does nothing when this was recorded before. */
export const recordSent = (attempted: Attempted, providerId: string): Promise<void> =>
  commit(attempted.store, originOf(attempted), async (ctx) => {
    await recordOutcome(ctx, attempted.delivery, { type: 'RecordSent', providerId })
    ctx.db.send(sentStatement(attempted.delivery.id, providerId))
  })

type Failure = {
  /** For operators. */
  error: string
  /** For staff. */
  reason: string
  /** The provider refused it, and not our own check. */
  isByProvider?: boolean
}

/** Records in ledger and conversation that it is not sent. A refusal by the provider holds here too. */
export const recordFailed = (
  attempted: Attempted,
  { error, reason, isByProvider = false }: Failure,
): Promise<void> =>
  commit(attempted.store, originOf(attempted), async (ctx) => {
    const { delivery } = attempted
    if (isByProvider && delivery.channel === 'sms')
      await applyProviderRefusal(ctx, reason, delivery.recipient)
    if (await markUnsent(ctx.db, delivery.id, { status: 'failed', error }))
      await recordOutcome(ctx, delivery, { type: 'RecordFailed', providerId: null, reason })
  })

const sentStatement = (id: string, providerId: string): SqlStatement => ({
  name: 'mark-delivery-sent',
  text: `UPDATE deliveries SET status = 'sent', provider_id = $2, lease_until = NULL, last_error = NULL,
      doubt_since = NULL, updated_at = now() WHERE id = $1 AND status <> 'sent' RETURNING 1`,
  values: [id, providerId],
})

/** Answers whether it was not marked before. */
export const markSent = (db: Db, id: string, providerId: string): Promise<boolean> =>
  exists(db, sentStatement(id, providerId))

// twice as long each time, at most half an hour; an attempt that may have been received is not repeated for ten minutes
const maxBackoffSeconds = 1_800
const ambiguousBackoffSeconds = 600

type RetriedFailure = {
  error: string
  fault: Fault
  /** Since when it may have been sent by an earlier attempt. */
  ambiguousSince: string | null
}

/** Schedules another attempt. */
export const markForRetry = (db: Db, id: string, failure: RetriedFailure): Promise<boolean> =>
  markUnsent(db, id, { status: 'pending', ...failure })

async function markUnsent(
  db: Db,
  id: string,
  {
    status,
    error,
    fault,
    ambiguousSince = null,
  }: { status: 'pending' | 'failed'; error: string } & Partial<RetriedFailure>,
): Promise<boolean> {
  const rows = await run(db, {
    name: 'mark-delivery-unsent',
    text: `UPDATE deliveries SET status = $2, last_error = $3, lease_until = NULL, updated_at = now(),
        doubt_since = CASE WHEN $4 THEN doubt_since ELSE $6::timestamptz END,
        refused_since = CASE WHEN $5 THEN coalesce(refused_since, now()) END,
        next_attempt_at = now() + make_interval(secs =>
          greatest(CASE WHEN $4 THEN ${ambiguousBackoffSeconds} ELSE 0 END, least(2 ^ least(attempt, 16) * 2, ${maxBackoffSeconds})))
      WHERE id = $1 AND status = 'sending' RETURNING 1`,
    values: [id, status, error, fault === 'ambiguous', fault === 'configuration', ambiguousSince],
  })
  return rows.length > 0
}

// time for the provider to list what it accepted
const defaultLookupSeconds = 120

/** It stays `sending` and is not sent again before the provider has said whether it accepted it. */
export const markAmbiguous = (db: Db, id: string, lookupSeconds = defaultLookupSeconds) =>
  run(db, {
    name: 'mark-delivery-ambiguous',
    text: `UPDATE deliveries SET last_error = 'unknown', updated_at = now(), lease_until = now() + make_interval(secs => $2)
      WHERE id = $1 AND status = 'sending'`,
    values: [id, lookupSeconds],
  })

/** Back to `pending` until its time; no attempt was made. */
export async function postpone(
  db: Db,
  id: string,
  until: Date,
  ambiguousSince: string | null,
): Promise<void> {
  await run(db, {
    name: 'postpone-delivery',
    text: `UPDATE deliveries SET status = 'pending', attempt = attempt - 1, doubt_since = $3, lease_until = NULL,
        held_until = $2, next_attempt_at = $2, updated_at = now() WHERE id = $1 AND status = 'sending'`,
    values: [id, until, ambiguousSince],
  })
}
