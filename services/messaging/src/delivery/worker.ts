import type { Keyring } from '@plumbline/platform/encryption'
import type { EventStore } from '@plumbline/platform/event-store'
import { defineJob, PermanentFailure } from '@plumbline/platform/jobs'
import type { Log } from '@plumbline/platform/log'
import { SpanKind, withRemoteSpan, withSpan } from '@plumbline/platform/trace'
import * as z from 'zod'
import { abreast, type Channel, ChannelError, type Channels, type Document } from '../channel/channel.ts'
import type { MessagingStore } from '../store.ts'
import { checkDelivery } from './guard.ts'
import { type Claimed, claim, readdress, statusOf, unclaimed } from './ledger.ts'
import { markFailed, markUnknown, postpone, settleFailed, settleSent } from './outcome.ts'
import { quietHoursEnd } from './quietHours.ts'
import { reserveSmsQuota } from './smsQuota.ts'
import { failureText, outdated } from './templates.ts'

/** The job carries only the id: the ledger holds the rest. */
export const sendDelivery = defineJob({
  name: 'sendDelivery',
  data: z.object({ id: z.uuid() }),
  concurrency: abreast,
})

export type Sending = {
  store: MessagingStore
  keyring: Keyring
  channels: Channels
  log: Log
  /** Draws what is attached. */
  invoiceDocument?: InvoiceDocument
  limitScale?: number
  pace?: Pace
  clock?: () => Date
}

/** How long to wait before an attempt whose end nobody knows is looked into. Tests are in a hurry. */
export type Pace = { leaseSeconds?: number; lookAgainSeconds?: number }

export type InvoiceDocument = (invoiceId: number) => Promise<Document>

/** Claim, call, record. Safe to run twice: a settled delivery is left alone, a claimed one waits for its lease. */
export async function deliver(sending: Sending, id: string): Promise<void> {
  const { store, keyring, pace } = sending
  const delivery = await claim(store.pool, keyring, id, pace?.leaseSeconds)
  if (!delivery) {
    // left in mid-send by a process that is gone: the sweep hands it over once its lease is over, while the queue's own
    // pauses, twice as long each time, may just have begun another one
    if ((await statusOf(store.pool, id)) === 'sending') throw new PermanentFailure(`delivery ${id} is leased`)
    return
  }
  const { channel, attempt } = delivery
  const attributes = { queue: sendDelivery.name, channel, attempt }
  const step = { name: `deliver ${channel}`, kind: SpanKind.CONSUMER, attributes }
  return withRemoteSpan(delivery.traceparent, step, () => settle(sending, delivery))
}

async function settle(sending: Sending, delivery: Claimed): Promise<void> {
  const { store, log, clock = () => new Date() } = sending
  const settling = { store, delivery, now: clock() }
  if (delivery.erased) return settleFailed(settling, 'the person has been erased', failureText.erased)
  const providerId = await attempt(sending, delivery, (error, reason = failureText[delivery.channel]) =>
    settleFailed({ ...settling, number: delivery.recipient }, error, reason),
  )
  // should this fail, the lease decides: what the provider took must not look like a failed attempt
  await settleSent({ ...settling, now: clock() }, providerId)
  log.info({ delivery: delivery.id, channel: delivery.channel, attempt: delivery.attempt }, 'delivered')
}

/** The provider's id; throws when there is none, `PermanentFailure` when the queue is not to try again by itself. */
async function attempt(
  sending: Sending,
  delivery: Claimed,
  giveUp: (error: string, reason?: string) => Promise<void>,
): Promise<string> {
  const { store, log } = sending
  const channel = sending.channels[delivery.channel]
  try {
    return (await foundBefore(store, channel, delivery)) ?? (await send(sending, channel, delivery))
  } catch (error) {
    if (error instanceof NotDueYet) {
      await postpone(store.pool, delivery.id, error.until)
      throw new PermanentFailure(error.message)
    }
    const fault = error instanceof ChannelError ? error.fault : 'transient'
    const unknown = fault === 'ambiguous' && channel.find !== undefined
    const final = !unknown && (fault === 'permanent' || delivery.late)
    const reason = kindOf(error)
    if (unknown) await markUnknown(store.pool, delivery.id, sending.pace?.lookAgainSeconds)
    else if (final) await giveUp(reason, error instanceof ChannelError ? error.reason : undefined)
    else await markFailed(store.pool, delivery.id, 'pending', reason, fault === 'ambiguous')
    log.warn({ reason, delivery: delivery.id, fault, attempt: delivery.attempt, final }, 'not delivered')
    // ambiguous: the sweep comes back when it is due, the queue would be too quick; final: a job that looked done
    // would swallow the next add, should an operator ask for another try
    if (fault === 'ambiguous' || final) throw new PermanentFailure(reason)
    throw new Error(reason)
  }
}

/** What is stored and logged of an error: the text of another system's error may repeat the recipient. */
function kindOf(error: unknown): string {
  if (error instanceof ChannelError) return error.message
  const { name, code } = error as { name?: string; code?: unknown }
  return [name ?? 'Error', typeof code === 'string' ? code : undefined].filter(Boolean).join(' ')
}

/** It is not its time yet. */
class NotDueYet extends Error {
  readonly until: Date
  constructor(until: Date) {
    super(`waits until ${until.toISOString()}`)
    this.until = until
  }
}

/** Sends what is still right to send, when it may. */
async function send(
  { store, keyring, invoiceDocument, limitScale = 1, clock = () => new Date() }: Sending,
  channel: Channel,
  delivery: Claimed,
): Promise<string> {
  const { attachment, expiresAt } = delivery
  const morning = quietHoursEnd(delivery, clock())
  if (morning && expiresAt && morning >= new Date(expiresAt)) throw refused(outdated.reminder)
  if (morning) throw new NotDueYet(morning)
  if (attachment && !invoiceDocument) throw new ChannelError('configuration', 'nobody here draws invoices')
  const document = attachment ? await invoiceDocument?.(attachment.invoiceId) : undefined
  const step = {
    name: `send ${delivery.channel}`,
    kind: SpanKind.CLIENT,
    attributes: { channel: delivery.channel },
  }
  const inTurn = channel.inTurn ?? ((work) => work())
  return inTurn(async () => {
    const now = clock()
    const checked = await checkDelivery({ db: store.pool, keyring }, delivery, now)
    if ('refusal' in checked) throw refused(checked.refusal)
    if (checked.recipient !== delivery.recipient) {
      await readdress(store.pool, keyring, delivery, checked.recipient)
      delivery.recipient = checked.recipient
    }
    const until = await reserveSmsQuota(store.pool, delivery, now, limitScale)
    if (until) throw new NotDueYet(until)
    return withSpan(step, () => channel.send(delivery, document))
  })
}

const refused = (reason: string) => new ChannelError('permanent', reason, undefined, reason)

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
