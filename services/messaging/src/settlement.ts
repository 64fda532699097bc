import { type Db, namedStatement, run, sql } from '@plumbline/platform/db'
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
    await tell(store, tx, delivery, { type: 'RecordSent', providerId, now: now.toISOString() })
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
      await tell(store, tx, delivery, {
        type: 'RecordFailed',
        providerId: null,
        reason,
        now: now.toISOString(),
      })
  })

type Outcome = Extract<MessageCommand, { type: `Record${string}` }>
type Bare<Command> = Command extends Outcome ? Omit<Command, 'messageId'> : never

export async function tell(
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
      namedStatement((value) => `${markedSent(id, providerId)(value, '')} RETURNING 1`),
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
    await run(
      db,
      sql`UPDATE deliveries SET status = ${status}, last_error = ${error}, lease_until = NULL, updated_at = now(),
            doubt_since = CASE WHEN ${doubtful} THEN doubt_since END,
            next_attempt_at = now() + make_interval(secs =>
              greatest(${doubtful ? doubtSeconds : 0}, least(2 ^ least(attempt, 16) * 2, ${longestPauseSeconds})))
          WHERE id = ${id} AND status = 'sending' RETURNING 1`,
    )
  ).length > 0

// the provider must have had the time to list what it took
const secondLookSeconds = 120

/** It stays `sending` and is never sent again blindly: somebody asks the provider later. */
export const markUnknown = (db: Db, id: string, againInSeconds = secondLookSeconds) =>
  db.query(
    sql`UPDATE deliveries SET last_error = 'unknown', updated_at = now(),
          lease_until = now() + make_interval(secs => ${againInSeconds}) WHERE id = ${id} AND status = 'sending'`,
  )

/** Back to `pending` until its time has come; no attempt was made. */
export const hold = (db: Db, id: string, until: Date) =>
  db.query(
    sql`UPDATE deliveries SET status = 'pending', attempt = attempt - 1, doubt_since = NULL, lease_until = NULL,
          held_until = ${until}, next_attempt_at = ${until}, updated_at = now() WHERE id = ${id} AND status = 'sending'`,
  )
