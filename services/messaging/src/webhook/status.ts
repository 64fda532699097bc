import { type Db, run } from '@plumbline/platform/db'
import { commit } from '@plumbline/platform/event-store'
import * as z from 'zod'
import { smsFailure } from '../channel/twilioErrors.ts'
import { optOutAtProvider } from '../consent/commands.ts'
import { markSent, recordOutcome } from '../delivery/outcome.ts'
import { optedOut } from '../delivery/templates.ts'
import type { Form, WebhookContext } from './routes.ts'

const Id = z.guid()

/** What the provider says became of an SMS; twice, late and in any order. */
export async function recordStatusCallback(
  { store, log, now, requestId }: WebhookContext,
  { MessageSid: sid, MessageStatus: status = '', ErrorCode: code, To: number = '' }: Form,
  deliveryId: string | null,
): Promise<void> {
  if (!sid) return
  const origin = { metadata: { actor: 'messaging', requestId }, now }
  await commit(store, origin, async (ctx) => {
    const delivery = await deliveryOf(ctx.db, sid, Id.safeParse(deliveryId).data ?? null)
    if (!delivery) return log.info({ requestId }, 'status of an SMS that is not ours')
    // whatever has a status was taken by the provider, which the worker may never have learned
    if (await markSent(ctx.db, delivery.id, sid))
      await recordOutcome(ctx, delivery, { type: 'RecordSent', providerId: sid })
    if (status === 'delivered' || status === 'read')
      await recordOutcome(ctx, delivery, { type: 'RecordDelivered', providerId: sid })
    if (status !== 'failed' && status !== 'undelivered') return
    const reason = smsFailure(code)
    await recordOutcome(ctx, delivery, { type: 'RecordFailed', providerId: sid, reason })
    if (reason === optedOut.sms) await optOutAtProvider(ctx, number)
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
