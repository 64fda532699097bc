import type { Pool } from '@plumbline/platform/db'
import { defineJob, PermanentFailure } from '@plumbline/platform/jobs'
import type { Log } from '@plumbline/platform/log'
import * as z from 'zod'
import { type Channel, ChannelError } from './channels/channel.ts'
import { type Claimed, claim, markFailed, markSent, statusOf } from './delivery.ts'

/** The job carries only the id: the ledger holds the rest. */
export const sendDelivery = defineJob({
  name: 'sendDelivery',
  data: z.object({ id: z.uuid() }),
  concurrency: 10,
})

/** Claim, call, record. Safe to run twice: a settled delivery is left alone, a claimed one waits for its lease. */
export async function deliver(pool: Pool, channel: Channel, id: string, log: Log): Promise<void> {
  const delivery = await claim(pool, id)
  if (!delivery) {
    // left in mid-send by a process that is gone: the queue comes back after the lease
    if ((await statusOf(pool, id)) === 'sending') throw new Error(`delivery ${id} is leased`)
    return
  }
  const providerId = await attempt(pool, channel, delivery, log)
  if (providerId === undefined) return
  // should this fail, the lease decides: what the provider took must not look like a failed attempt
  await markSent(pool, id, providerId)
  log.info({ delivery: id, channel: delivery.channel, attempt: delivery.attempt }, 'delivered')
}

/** The provider's id, or undefined when the delivery is given up; throws when it is to be tried again. */
async function attempt(
  pool: Pool,
  channel: Channel,
  delivery: Claimed,
  log: Log,
): Promise<string | undefined> {
  try {
    return await channel.send(delivery)
  } catch (error) {
    const fault = error instanceof ChannelError ? error.fault : 'transient'
    const final = fault === 'permanent' || delivery.late
    await markFailed(pool, delivery.id, final ? 'failed' : 'pending', String(error), fault === 'ambiguous')
    log.warn({ err: error, delivery: delivery.id, fault, attempt: delivery.attempt, final }, 'not delivered')
    // the sweep comes back to it when it is due; the queue would be too quick
    if (fault === 'ambiguous') throw new PermanentFailure(String(error))
    if (!final) throw error
    return undefined
  }
}
