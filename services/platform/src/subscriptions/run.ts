import { inTransaction, type Pool, run, sql, type Tx } from '../db.ts'
import type { Keyring } from '../encryption/keyring.ts'
import { isUnavailable } from '../errors.ts'
import { type Appended, announce } from '../event-store/commit.ts'
import type { Recorded } from '../event-store/event.ts'
import { type EventRow, toRecorded } from '../event-store/read.ts'
import type { Log } from '../log.ts'
import { SpanKind, withRemoteSpan } from '../trace.ts'
import { abortableSleep } from './abortableSleep.ts'
import { applyOneByOne, behindDeadLettered, type DeadLetter, storeDeadLetters } from './deadLetters.ts'
import type { AppendNotifier } from './notifier.ts'
import type { Subscription } from './subscription.ts'

export type RunOptions = {
  pool: Pool
  notifier: AppendNotifier
  log: Log
  signal: AbortSignal
  keyring?: Keyring
  /** How often it looks for events that were not announced. */
  pollIntervalMs?: number
  /** After a batch with events, unless a reader waits. */
  pauseMs?: number
}

// while an append that was announced waits behind one that has not ended
const awaitingPollMs = 10
// while another process has the checkpoint, which may be frozen
const lockedPollMs = 500
// an error that repeats this often is the event's, not the moment's
const maxFailures = 3
const maxRetryDelayMs = 5_000
// people wait for its rows as soon as the store is back
const maxOutageDelayMs = 1_000
// of an inline read model only what another release appended is news, and every request of its service waits for that
const pacesOf = (kind: Subscription['kind']) =>
  kind === 'inline' ? { pollIntervalMs: 10_000, pauseMs: 10 } : { pollIntervalMs: 2_000, pauseMs: 200 }

/** Applies what is new, woken by appends of its event types and polling as the safety net, until `signal` aborts. */
export async function runSubscription(subscription: Subscription, options: RunOptions): Promise<void> {
  const { name, kind, types, exceptWriter } = subscription
  const { notifier, signal, pollIntervalMs, pauseMs } = { ...pacesOf(kind), ...options }
  let wakeUp = () => {}
  let endPause = () => {}
  let announced = 0n
  const unsubscribe = notifier.subscribe((appended) => {
    if (appended?.awaited.has(name)) endPause()
    else if (appended) {
      if (!types.some((type) => appended.types.has(type))) return
      // who gets no news from appends of its own release is not woken by them
      if (exceptWriter !== undefined && appended.writers.has(exceptWriter)) return
    }
    if (appended && appended.position > announced) announced = appended.position
    wakeUp()
  })
  const pollDelay = ({ state, upTo = announced }: Applied) => {
    if (state === 'locked') return Math.min(lockedPollMs, pollIntervalMs)
    return upTo < announced ? awaitingPollMs : pollIntervalMs
  }
  const applyNext = createBatchLoop(subscription, options)
  while (!signal.aborted) {
    const wokenUp = new Promise<void>((resolve) => {
      wakeUp = resolve
    })
    const awaited = new Promise<void>((resolve) => {
      endPause = resolve
    })
    const batch = await applyNext()
    if (batch.state === 'failed') {
      await abortableSleep(batch.retryInMs, signal)
      continue
    }
    if (batch.state === 'more') continue
    // one event more in a batch costs little, one batch more a transaction
    if (batch.eventCount > 0) await abortableSleep(pauseMs, signal, awaited)
    await abortableSleep(pollDelay(batch), signal, wokenUp)
  }
  unsubscribe()
}

/** `error` is of an unavailable store, or of an event that will be dead-lettered when it fails again and again. */
type Failed = { state: 'failed'; error: unknown; retryInMs: number }

/**
 * Applies the next batch at each call. What fails is logged and answered; an event that keeps failing is dead-lettered with
 * its stream.
 */
function createBatchLoop(
  subscription: Subscription,
  { pool, log, keyring, notifier }: RunOptions,
): () => Promise<Applied | Failed> {
  let failures = 0
  let outages = 0
  return async () => {
    try {
      const isolate = failures >= maxFailures
      const applied = await applyBatch(pool, subscription, { isolate, log, keyring, notifier })
      failures = 0
      outages = 0
      return applied
    } catch (error) {
      // an unavailable store says nothing about the events
      const isOutage = isUnavailable(error)
      if (isOutage) outages += 1
      else failures += 1
      log.error(
        { err: error, subscription: subscription.name, failures },
        'subscription failed; it will retry',
      )
      if (!isOutage) await recordError(pool, subscription, error)
      const retryInMs = isOutage
        ? Math.min(100 * 2 ** outages, maxOutageDelayMs)
        : Math.min(100 * 2 ** failures, maxRetryDelayMs)
      return { state: 'failed', error, retryInMs }
    }
  }
}

const recordError = (pool: Pool, { name, version }: Subscription, error: unknown) =>
  pool
    .query(
      sql`UPDATE es.subscriptions SET last_error = ${String(error)} WHERE name = ${name} AND version = ${version}`,
    )
    .catch(() => {})

const maxBatchSize = 1_000
// appends wait for rows that a batch writes beside them
const maxInlineBatchSize = 100
// a host that freezes in mid-batch keeps the checkpoint no longer than this
const idleInTransactionTimeout = '4s'

export type BatchOptions = {
  /** Apply event by event and dead-letter the streams of those that fail. */
  isolate?: boolean
  log?: Log
  keyring?: Keyring
  /** Notified of what the subscription appends. */
  notifier?: AppendNotifier
}

/** `locked`: another process holds the checkpoint. */
type BatchState = 'more' | 'idle' | 'locked'

/** The first row that `es.claim_batch` answers; rows of events follow. */
type Claim = { claimed: boolean; up_to: string; is_full: boolean; dead_lettered: string[] | null }

/** Moves the checkpoint over the next batch. */
export const processBatch = async (
  pool: Pool,
  subscription: Subscription,
  options: BatchOptions = {},
): Promise<BatchState> => (await applyBatch(pool, subscription, options)).state

/** `upTo`: of the checkpoint, unless another process holds it. */
type Applied = { state: BatchState; eventCount: number; upTo?: bigint }

async function applyBatch(
  pool: Pool,
  subscription: Subscription,
  { isolate = false, log, keyring, notifier }: BatchOptions,
): Promise<Applied> {
  const { name, version, kind, types, upcasters, exceptWriter = null } = subscription
  const appended: Appended[] = []
  const applied = await inTransaction(pool, async (tx): Promise<Applied> => {
    const [claim, ...rows] = (await run(tx, {
      name: 'es-claim-batch',
      text: 'SELECT * FROM es.claim_batch($1, $2, $3, $4, $5, $6, $7)',
      values: [
        name,
        version,
        types,
        kind === 'inline' ? maxInlineBatchSize : maxBatchSize,
        // a crash takes rows and checkpoint of a projection together, and they are made again: no need to wait for the disk
        kind !== 'reactor',
        idleInTransactionTimeout,
        exceptWriter,
      ],
    })) as [Claim, ...EventRow[]]
    if (!claim.claimed) return { state: 'locked', eventCount: 0 }
    const apply = (batch: readonly EventRow[]) =>
      applyTraced(
        subscription,
        tx,
        batch.map((row) => toRecorded(row, { upcasters, keyring })),
        appended,
      )
    const deadLettered = new Set(claim.dead_lettered)
    const letters = isolate
      ? await applyOneByOne(tx, rows, deadLettered, async (row) => apply([row]))
      : await applySkippingDeadLettered(rows, deadLettered, apply)
    await storeDeadLetters(tx, subscription, letters)
    for (const { cause, stream, position } of letters)
      if (cause)
        log?.error(
          { err: cause, subscription: name, stream, position: String(position) },
          'event dead-lettered with its stream',
        )
    return {
      state: claim.is_full ? 'more' : 'idle',
      eventCount: rows.length,
      upTo: BigInt(claim.up_to),
    }
  })
  if (notifier) await announce(notifier, appended)
  if (applied.eventCount > 0) subscription.onCommitted?.()
  return applied
}

/** Applies a batch; events of dead-lettered streams queue up behind the one that failed. */
async function applySkippingDeadLettered(
  rows: readonly EventRow[],
  deadLettered: ReadonlySet<string>,
  apply: (rows: readonly EventRow[]) => Promise<unknown>,
): Promise<DeadLetter[]> {
  const free = rows.filter((row) => !deadLettered.has(row.stream_id))
  if (free.length > 0) await apply(free)
  return rows.filter((row) => deadLettered.has(row.stream_id)).map(behindDeadLettered)
}

/** A reactor's effects belong to the trace of their event. A projection takes many events at once and has no trace. */
async function applyTraced(
  { name, kind, apply }: Subscription,
  tx: Tx,
  events: readonly Recorded[],
  appended: Appended[],
): Promise<void> {
  if (kind !== 'reactor' || !events.some(({ metadata }) => metadata.traceparent))
    return void (await apply(tx, events, appended))
  for (const event of events)
    await withRemoteSpan(event.metadata.traceparent, spanOf(name, event), () => apply(tx, [event], appended))
}

const spanOf = (reactor: string, { type }: Recorded) => ({
  name: `react ${reactor}`,
  kind: SpanKind.CONSUMER,
  attributes: { reactor, 'event.type': type },
})
