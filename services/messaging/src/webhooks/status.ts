import { type Db, run } from '@plumbline/platform/db'
import * as z from 'zod'
import { smsFailure } from '../channels/twilioFaults.ts'
import { optOutAtProvider } from '../consent.ts'
import { optedOut } from '../notices.ts'
import { markSent, recordOutcome } from '../settlement.ts'
import type { Form, WebhookContext } from './router.ts'

const Id = z.guid()

/** What the provider says became of an SMS; twice, late and in any order. */
export async function recordStatusCallback(
  { store, log, now, requestId }: WebhookContext,
  { MessageSid: sid, MessageStatus: status = '', ErrorCode: code, To: number = '' }: Form,
  deliveryId: string | null,
): Promise<void> {
  if (!sid) return
  const at = now.toISOString()
  await store.commit(async (tx) => {
    const delivery = await deliveryOf(tx, sid, Id.safeParse(deliveryId).data ?? null)
    if (!delivery) return log.info({ requestId }, 'status of an SMS that is not ours')
    // whoever speaks of it has taken it: news that the worker may never have heard
    if (await markSent(tx, delivery.id, sid))
      await recordOutcome(store, tx, delivery, { type: 'RecordSent', providerId: sid, now: at })
    if (status === 'delivered' || status === 'read')
      await recordOutcome(store, tx, delivery, { type: 'RecordDelivered', providerId: sid, now: at })
    if (status !== 'failed' && status !== 'undelivered') return
    const reason = smsFailure(code)
    await recordOutcome(store, tx, delivery, { type: 'RecordFailed', providerId: sid, reason, now: at })
    if (reason === optedOut.sms) await optOutAtProvider({ store, db: tx, now }, number)
  })
}

type Found = { id: string; messageId: number | null }

/** Locked. The number may be unknown yet: then it is the delivery that the address names. */
const deliveryOf = async (db: Db, sid: string, id: string | null): Promise<Found | undefined> =>
  (
    await run<Found>(db, {
      name: 'delivery-of-status',
      text: `SELECT id, message_id AS "messageId" FROM deliveries
        WHERE provider_id = $1 OR (id = $2 AND provider_id IS NULL) ORDER BY provider_id LIMIT 1 FOR UPDATE`,
      values: [sid, id],
    })
  )[0]
