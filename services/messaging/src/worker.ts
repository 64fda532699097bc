import type { EventStore, Keyring } from '@plumbline/platform/event-store'
import { defineJob, PermanentFailure } from '@plumbline/platform/jobs'
import type { Log } from '@plumbline/platform/log'
import * as z from 'zod'
import { type Channel, ChannelError, type Channels } from './channels/channel.ts'
import { type Claimed, claim, statusOf, unclaimed } from './delivery.ts'
import { failureText } from './notices.ts'
import { markFailed, markUnknown, settleFailed, settleSent } from './settlement.ts'

/** The job carries only the id: the ledger holds the rest. */
export const sendDelivery = defineJob({
  name: 'sendDelivery',
  data: z.object({ id: z.uuid() }),
  concurrency: 10,
})

export type Sending = {
  store: EventStore
  keyring: Keyring
  channels: Channels
  log: Log
  clock?: () => Date
}

/** Claim, call, record. Safe to run twice: a settled delivery is left alone, a claimed one waits for its lease. */
export async function deliver(sending: Sending, id: string): Promise<void> {
  const { store, keyring, log, clock = () => new Date() } = sending
  const delivery = await claim(store.pool, keyring, id)
  if (!delivery) {
    // left in mid-send by a process that is gone: the queue comes back after the lease
    if ((await statusOf(store.pool, id)) === 'sending') throw new Error(`delivery ${id} is leased`)
    return
  }
  const settling = { store, delivery, now: clock() }
  if (delivery.erased) return settleFailed(settling, 'the person has been erased', failureText.erased)
  const providerId = await attempt(sending, delivery, (error, reason = failureText[delivery.channel]) =>
    settleFailed(settling, error, reason),
  )
  // should this fail, the lease decides: what the provider took must not look like a failed attempt
  await settleSent({ ...settling, now: clock() }, providerId)
  log.info({ delivery: id, channel: delivery.channel, attempt: delivery.attempt }, 'delivered')
}

/** The provider's id; throws when there is none, `PermanentFailure` when the queue is not to try again by itself. */
async function attempt(
  { store, channels, log }: Sending,
  delivery: Claimed,
  giveUp: (error: string, reason?: string) => Promise<void>,
): Promise<string> {
  const channel = channels[delivery.channel]
  try {
    return (await foundBefore(store, channel, delivery)) ?? (await channel.send(delivery))
  } catch (error) {
    const fault = error instanceof ChannelError ? error.fault : 'transient'
    const unknown = fault === 'ambiguous' && channel.find !== undefined
    const final = !unknown && (fault === 'permanent' || delivery.late)
    const reason = String(error).replaceAll(delivery.recipient, '[recipient]')
    if (unknown) await markUnknown(store.pool, delivery.id)
    else if (final) await giveUp(reason, error instanceof ChannelError ? error.reason : undefined)
    else await markFailed(store.pool, delivery.id, 'pending', reason, fault === 'ambiguous')
    log.warn({ reason, delivery: delivery.id, fault, attempt: delivery.attempt, final }, 'not delivered')
    // ambiguous: the sweep comes back when it is due, the queue would be too quick; final: a job that looked done
    // would swallow the next add, should an operator ask for another try
    if (fault === 'ambiguous' || final) throw new PermanentFailure(reason)
    throw new Error(reason)
  }
}

/** What went out in an attempt that nobody saw the end of. */
async function foundBefore(
  { pool }: EventStore,
  channel: Channel,
  delivery: Claimed,
): Promise<string | undefined> {
  if (!delivery.doubtSince || !channel.find) return undefined
  try {
    const [found] = await unclaimed(pool, await channel.find(delivery, new Date(delivery.doubtSince)))
    return found
  } catch (cause) {
    throw new ChannelError('ambiguous', 'The provider could not say whether it took this.', cause)
  }
}
