import { type Db, first } from '@plumbline/platform/db'
import type { CommandContext } from '@plumbline/platform/event-store'
import type { Log } from '@plumbline/platform/log'
import type { StatusForm } from '../api.ts'
import { smsFailureReason } from '../channel/twilioErrors.ts'
import { applyProviderRefusal } from '../consent/commands.ts'
import { recordOutcome } from '../conversation/commands.ts'
import { markSent } from '../delivery/outcome.ts'
import { memberIdOf } from '../ledger/ledger.ts'

/** Records what the provider reports of an SMS: repeatedly, late and in any order. */
export async function recordStatusCallback(
  call: CommandContext & { log: Log },
  { MessageSid: sid, MessageStatus: status, ErrorCode: code, To: to }: StatusForm,
  deliveryId: string | undefined,
): Promise<void> {
  if (!sid) return
  const { requestId } = call.metadata
  const ctx = { ...call, metadata: { actor: 'messaging', requestId } }
  const delivery = await lockDelivery(ctx.db, sid, deliveryId)
  if (!delivery) return call.log.info({ requestId }, 'status of an SMS that is not ours')
  // the provider accepted it, which the worker may never have learned
  if (await markSent(ctx.db, delivery.id, sid))
    await recordOutcome(ctx, delivery, { type: 'RecordSent', providerId: sid })
  if (status === 'delivered' || status === 'read')
    await recordOutcome(ctx, delivery, { type: 'RecordDelivered', providerId: sid })
  if (status !== 'failed' && status !== 'undelivered') return
  const reason = smsFailureReason(code)
  await recordOutcome(ctx, delivery, { type: 'RecordFailed', providerId: sid, reason })
  // the number of a member says nothing of a customer
  if (memberIdOf(delivery.dataSubject) === null) await applyProviderRefusal(ctx, reason, to)
}

type ReportedDelivery = { id: string; messageId: number | null; dataSubject: string | null }

/** While the worker has not recorded the provider's id, the address of the callback says which delivery it is. */
const lockDelivery = (db: Db, sid: string, id: string | undefined): Promise<ReportedDelivery | undefined> =>
  first<ReportedDelivery>(db, {
    name: 'lock-delivery-of-status',
    text: `SELECT id, message_id AS "messageId", about AS "dataSubject" FROM deliveries
        WHERE provider_id = $1 OR (id = $2 AND provider_id IS NULL) ORDER BY provider_id LIMIT 1 FOR UPDATE`,
    values: [sid, id ?? null],
  })
