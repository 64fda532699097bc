import type { Db } from '@plumbline/platform/db'
import type { Keyring } from '@plumbline/platform/encryption'
import type { EventStore } from '@plumbline/platform/event-store'
import type { Job } from '@plumbline/platform/jobs'
import type { Log } from '@plumbline/platform/log'
import { SpanKind, withRemoteSpan, withSpan } from '@plumbline/platform/trace'
import { type Channel, ChannelError, maxConcurrentSends } from '../channel/channel.ts'
import type { WithChannel } from '../channel/keptChannels.ts'
import {
  cancelledCode,
  customerIdOf,
  refusedDeliveries,
  testSubject,
  withoutDelivery,
} from '../ledger/ledger.ts'
import { composeNotice } from '../notice/composeNotice.ts'
import { checkDelivery, type DeliveryDecision } from '../rules/guard.ts'
import { readSender } from '../sender.ts'
import type { MessagingSettings } from '../settings.ts'
import { fillLinks } from '../texts/fillLinks.ts'
import { reasons } from '../texts/reasons.ts'
import { acquireLease, changeRecipient, type LeasedDelivery } from './lease.ts'
import { markAmbiguous, markForRetry, postpone, recordFailed, recordSent } from './outcome.ts'

/** A job is the id of a delivery: the ledger is the truth. */
export const sendDelivery: Job = { name: 'sendDelivery', concurrency: maxConcurrentSends }

export type DeliveryWorker = {
  store: EventStore
  keyring: Keyring
  withChannel: WithChannel
  log: Log
  settings: Pick<
    MessagingSettings,
    'business' | 'lockedBy' | 'publicUrl' | 'limitScale' | 'drawDocument' | 'pace'
  >
  clock: () => Date
}

/**
 * Attempts a delivery, if it is due: lease, channel, outcome. Safe to run twice. The ledger stores what became of it and when
 * it is tried again; when it cannot, the lease ends and the relay comes back.
 */
export async function deliver(worker: DeliveryWorker, id: string): Promise<void> {
  const { store, keyring, settings } = worker
  const delivery = await acquireLease(store.pool, keyring, id, settings.pace?.attemptMs)
  if (!delivery) return
  const { channel, attempt, traceparent } = delivery
  const attributes = { queue: sendDelivery.name, channel, attempt }
  const span = { name: `deliver ${channel}`, kind: SpanKind.CONSUMER, attributes }
  return withRemoteSpan(traceparent, span, () =>
    worker.withChannel(channel, (opened) => attemptDelivery({ ...worker, opened }, delivery)),
  )
}

/** A worker with the channel of an attempt. */
type Attempting = DeliveryWorker & { opened: Channel }

async function attemptDelivery(worker: Attempting, delivery: LeasedDelivery): Promise<void> {
  const { store, log, clock } = worker
  const { id, channel, attempt } = delivery
  const attempted = () => ({ store, delivery, now: clock() })
  if (delivery.isErased)
    return recordFailed(attempted(), { error: 'the person has been erased', reason: reasons.erased })
  let result: Result
  try {
    result = await findOrSend(worker, delivery)
  } catch (error) {
    return recordError(worker, delivery, error)
  }
  if ('waitsUntil' in result) {
    const since = stillAmbiguousSince(worker.opened, delivery)
    return postpone(store.pool, id, result.waitsUntil, since)
  }
  if ('refusal' in result) {
    const { refusal: reason, error: code = reason } = result
    const error = delivery.message?.isCancelled ? cancelledCode : code
    await recordFailed(attempted(), { error, reason })
    return log.warn({ reason: code, delivery: id, attempt, final: true }, 'not delivered')
  }
  // should this fail, the lease decides: what the provider accepted must not look like a failed attempt
  await recordSent(attempted(), result.providerId)
  log.info({ delivery: id, channel, attempt }, 'delivered')
}

type Result = { providerId: string } | Exclude<DeliveryDecision, { recipient: string }>

async function findOrSend(worker: Attempting, delivery: LeasedDelivery): Promise<Result> {
  const { store, keyring, settings, clock, opened: channel } = worker
  const notice = await composeNotice({ db: store.pool, keyring, settings }, delivery, clock())
  if (notice && !('recipient' in notice)) return notice
  Object.assign(delivery, notice)
  // beside the delivery and not in it: what is stored of that has no addresses
  const bodies = await fillLinks({ db: store.pool, keyring, settings, now: clock() }, delivery)
  const sentBefore = await findSent(store.pool, channel, { ...delivery, ...bodies })
  if (sentBefore !== undefined) return { providerId: sentBefore }
  if (isLeftToStaff(channel, delivery, clock())) return { refusal: reasons.ambiguous }
  const document = await drawAttachment(worker, delivery)
  const from =
    delivery.channel === 'email'
      ? { sender: await readSender({ db: store.pool, settings, now: clock() }) }
      : {}
  const withConnection = channel.withConnection ?? ((work) => work())
  return withConnection(async () => {
    const context = { pool: store.pool, keyring, limitScale: settings.limitScale }
    const decision = await checkDelivery(context, delivery, clock())
    if (!('recipient' in decision)) return decision
    if (decision.recipient !== delivery.recipient) {
      await changeRecipient(store.pool, keyring, delivery, decision.recipient)
      delivery.recipient = decision.recipient
    }
    const attributes = { channel: delivery.channel }
    const span = { name: `send ${delivery.channel}`, kind: SpanKind.CLIENT, attributes }
    if (delivery.deadline.aborted)
      throw new ChannelError('transient', 'The attempt took too long before anything was sent.')
    return {
      providerId: await withSpan(span, () => channel.send({ ...delivery, ...bodies, ...from }, document)),
    }
  })
}

/** The provider's id of what an attempt with an unknown outcome sent, if it did. */
async function findSent(db: Db, channel: Channel, delivery: LeasedDelivery): Promise<string | undefined> {
  if (!delivery.ambiguousSince || !channel.find) return undefined
  try {
    const [sent] = await withoutDelivery(db, await channel.find(delivery, new Date(delivery.ambiguousSince)))
    return sent
  } catch (cause) {
    throw new ChannelError('ambiguous', 'The provider could not say whether it took this.', cause)
  }
}

/** Since when it may have been sent by an earlier attempt. A look-up has answered that, where the channel has one. */
const stillAmbiguousSince = (channel: Channel, { ambiguousSince }: LeasedDelivery): string | null =>
  channel.find ? null : ambiguousSince

// a mail that broke off is sent again at once, under its Message-ID; after this it would be read as another one
const maxAmbiguousMs = 3_600_000

/** Whether a message of a conversation may have been sent long ago, as one in a restored backup, and cannot be looked up. */
const isLeftToStaff = (channel: Channel, { ambiguousSince, messageId }: LeasedDelivery, now: Date): boolean =>
  ambiguousSince !== null &&
  !channel.find &&
  typeof messageId === 'number' &&
  now.getTime() - new Date(ambiguousSince).getTime() > maxAmbiguousMs

async function drawAttachment({ settings }: DeliveryWorker, { attachment }: LeasedDelivery) {
  if (!attachment) return undefined
  if (!settings.drawDocument) throw new ChannelError('configuration', 'documents cannot be drawn here')
  return settings.drawDocument(attachment)
}

/** Records an attempt that failed. */
async function recordError(
  { store, opened, log, settings, clock }: Attempting,
  delivery: LeasedDelivery,
  error: unknown,
): Promise<void> {
  const { id, channel, attempt, isOutOfDate } = delivery
  const fault = error instanceof ChannelError ? error.fault : 'transient'
  const isAmbiguous = fault === 'ambiguous'
  const reason =
    (error instanceof ChannelError ? error.reason : undefined) ??
    (isAmbiguous ? reasons.unknownOutcome : reasons.failed)[channel]
  const code = errorCode(error)
  const isTest = delivery.dataSubject === testSubject
  const isToCustomer = customerIdOf(delivery.dataSubject) !== null
  const isFinal = fault === 'permanent' || isOutOfDate || isTest
  // it can be looked up later; after a day staff decide
  if (isAmbiguous && !isFinal && opened.find)
    await markAmbiguous(store.pool, id, settings.pace?.lookupSeconds)
  else if (isFinal)
    await recordFailed({ store, delivery, now: clock() }, { error: code, reason, isByProvider: isToCustomer })
  else {
    // one alert for all that the provider refuses alike
    const isNews = fault === 'configuration' && !(await isRefused(store.pool, channel))
    await markForRetry(store.pool, id, {
      error: code,
      fault,
      ambiguousSince: stillAmbiguousSince(opened, delivery),
    })
    if (isNews) log.error({ reason: code, channel }, 'the provider refuses what is sent; it waits')
  }
  log.warn({ reason: code, delivery: id, fault, attempt, final: isFinal }, 'not delivered')
}

const isRefused = async (db: Db, channel: string) =>
  (await refusedDeliveries(db)).some((refused) => refused.channel === channel)

/** What is stored and logged of an error: the text of another system's error may contain the recipient. */
function errorCode(error: unknown): string {
  if (error instanceof ChannelError) return error.message
  const { name, code } = error as { name?: string; code?: unknown }
  return [name ?? 'Error', typeof code === 'string' ? code : undefined].filter(Boolean).join(' ')
}
