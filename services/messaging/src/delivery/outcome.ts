import { type Db, run, type SqlStatement } from '@plumbline/platform/db'
import { type CommandContext, commit, type EventStore, execute } from '@plumbline/platform/event-store'
import { optOutAtProvider } from '../consent/commands.ts'
import type { MessageCommand } from '../conversation/decider.ts'
import { messageAggregate } from '../conversation/messageAggregate.ts'
import type { Delivery } from './ledger.ts'
import { optedOut } from './templates.ts'

type Settled = Pick<Delivery, 'id' | 'messageId'>
/** A delivery that is dealt with, and where its outcome is recorded. */
export type Settling = { store: EventStore; delivery: Settled; now: Date }

const originOf = ({ delivery, now }: Settling) => ({
  metadata: { actor: 'messaging', requestId: delivery.id },
  now,
})

/** It is out: the ledger and the conversation say so together. Harmless when it was recorded before. */
export const settleSent = (settling: Settling, providerId: string) =>
  commit(settling.store, originOf(settling), async (ctx) => {
    await recordOutcome(ctx, settling.delivery, { type: 'RecordSent', providerId })
    ctx.db.send(markedSent(settling.delivery.id, providerId))
  })

/**
 * It will not go out; `reason` is for people. An opt-out at the provider opts the `number` out here too.
 */
export const settleFailed = (
  { number, ...settling }: Settling & { number?: string },
  error: string,
  reason: string,
) =>
  commit(settling.store, originOf(settling), async (ctx) => {
    if (number && reason === optedOut.sms) await optOutAtProvider(ctx, number)
    if (await markFailed(ctx.db, settling.delivery.id, 'failed', error))
      await recordOutcome(ctx, settling.delivery, { type: 'RecordFailed', providerId: null, reason })
  })

type Outcome = Extract<MessageCommand, { type: `Record${string}` }>
type OutcomeOf<Command> = Command extends Outcome ? Omit<Command, 'messageId' | 'now'> : never

/** Records in the conversation what became of a message. */
export async function recordOutcome(
  ctx: CommandContext,
  { id, messageId }: Settled,
  outcome: OutcomeOf<Outcome>,
): Promise<void> {
  if (!messageId) return
  const metadata = { actor: 'messaging', requestId: id }
  const command = { ...outcome, messageId, now: ctx.now.toISOString() } as Outcome
  await execute({ ...ctx, metadata }, messageAggregate, messageId, command)
}

const markedSent = (id: string, providerId: string): SqlStatement => ({
  name: 'mark-delivery-sent',
  text: `UPDATE deliveries SET status = 'sent', provider_id = $2, lease_until = NULL, last_error = NULL,
      doubt_since = NULL, updated_at = now() WHERE id = $1 AND status <> 'sent' RETURNING 1`,
  values: [id, providerId],
})

/** Whether it was still open. */
export const markSent = async (db: Db, id: string, providerId: string): Promise<boolean> =>
  (await run(db, markedSent(id, providerId))).length > 0

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
