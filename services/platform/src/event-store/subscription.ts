import { setTimeout as sleep } from 'node:timers/promises'
import { inTransaction, type Pool, run, sql, type Tx } from '../db.ts'
import { isUnavailable } from '../errors.ts'
import type { Log } from '../log.ts'
import { continued, SpanKind } from '../trace.ts'
import { openUnit } from '../unit.ts'
import type { Recorded } from './event.ts'
import { applyAround, applyOneByOne, parkedStreams } from './parking.ts'
import type { Keyring } from './personal.ts'
import { project } from './project.ts'
import type { AnyProjection } from './projection.ts'
import { type EventRow, readLog, toRecorded } from './read.ts'
import { registeredName } from './registry.ts'
import type { Upcasts } from './upcast.ts'
import type { Wake } from './wake.ts'

/**
 * A reader of the whole log behind a checkpoint. `apply` runs in the transaction that moves the
 * checkpoint: what it writes there happens exactly once. Projections may be rebuilt, reactors never.
 */
export type Subscription = {
  name: string
  version: number
  kind: 'projection' | 'reactor'
  types: readonly string[]
  /** How older shapes of these events are read. */
  upcasts?: Upcasts
  apply: (tx: Tx, events: readonly Recorded[]) => Promise<unknown>
  /** Called after the commit of a batch that held wanted events, to start what was recorded. */
  committed?: () => void
}

/** Keeps a read model of others' events up to date; see `Owner.asyncProjections`. */
export const followLog = (schema: string, projection: AnyProjection): Subscription => ({
  name: registeredName(schema, projection),
  version: projection.version,
  kind: 'projection',
  types: projection.types,
  upcasts: projection.upcasts,
  apply: (tx, events) => project(tx, projection, events),
})

const pageSize = 1_000
const frozenAfter = '4s'

// a crash takes rows and checkpoint of a read model together, and they are made again: no need to wait for the disk
const isLazy = ({ kind }: Subscription) => kind === 'projection'

/** What `es.take_page` answers first; rows of events follow. */
type Taken = {
  held: boolean
  after: string
  up_to: string
  more: boolean
  parked: string[] | null
}

export type StepOptions = {
  /** Apply event by event and park the streams of those that fail. */
  isolate?: boolean
  log?: Log
  keyring?: Keyring
}

type State = 'more' | 'idle' | 'elsewhere'

/** Moves the checkpoint by one page. `'elsewhere'`: another process holds it. */
export const step = async (
  pool: Pool,
  subscription: Subscription,
  options: StepOptions = {},
): Promise<State> => (await takeTurn(pool, subscription, options)).state

/** `moved`: over how many positions of the log. */
async function takeTurn(
  pool: Pool,
  subscription: Subscription,
  { isolate = false, log, keyring }: StepOptions,
): Promise<{ state: State; moved: number }> {
  const { name, version, types, upcasts } = subscription
  // one that is known to fail goes step by step, which says why
  const unit = openUnit(pool, { holds: !isolate })
  try {
    const [turn, ...rows] = (await run(unit.tx, {
      name: 'es-take-page',
      text: 'SELECT * FROM es.take_page($1, $2, $3, $4, $5, $6)',
      values: [name, version, types, pageSize, isLazy(subscription), frozenAfter],
    })) as [Taken, ...EventRow[]]
    const events = rows.map((row) => toRecorded(row, { upcasts, keyring }))
    if (events.length > 0)
      await applyPage(unit.tx, subscription, events, { parked: new Set(turn.parked), isolate, log })
    await unit.commit()
    if (!turn.held) return { state: 'elsewhere', moved: 0 }
    if (events.length > 0) subscription.committed?.()
    return { state: turn.more ? 'more' : 'idle', moved: Number(turn.up_to) - Number(turn.after) }
  } catch (error) {
    await unit.rollback(error)
    throw error
  }
}

async function applyPage(
  tx: Tx,
  subscription: Subscription,
  events: Recorded[],
  { parked, isolate, log }: { parked: Set<string>; isolate: boolean; log?: Log },
): Promise<void> {
  const reader = { ...subscription, apply: tracing(subscription) }
  if (!isolate) return applyAround(tx, reader, events, parked)
  for (const { type, stream, position } of await applyOneByOne(tx, reader, events, parked))
    log?.error(
      { subscription: subscription.name, type, stream, position: String(position) },
      'event parked with its stream',
    )
}

/** What comes of an event belongs to its trace. A read model takes many at once and is nobody's doing. */
const tracing =
  ({ name, kind, apply }: Subscription): Subscription['apply'] =>
  async (tx, events) => {
    if (kind === 'projection' || !events.some(({ metadata }) => metadata.traceparent))
      return apply(tx, events)
    for (const event of events) {
      const attributes = { reactor: name, 'event.type': event.type }
      const step = { name: `react ${name}`, kind: SpanKind.CONSUMER, attributes }
      await continued(event.metadata.traceparent, step, async () => apply(tx, [event]))
    }
  }

export type RunOptions = {
  pool: Pool
  wake: Wake
  log: Log
  signal: AbortSignal
  keyring?: Keyring
  pollMs?: number
}

// under steady traffic a reader rests this many times as long as it worked: each turn then takes more at once,
// and many readers do not drown who appends; one that was idle begins at once
const restFactor = 3
const longestRestMs = 100
// where the log grows faster than this, being a moment later saves more than it costs
const quickPerSecond = 150
const rateOverMs = 500

/** How fast the log grows, in events a second, as a reader sees it over about half a second. */
function createRate() {
  let rate = 0
  let at = performance.now()
  return (moved: number): number => {
    const now = performance.now()
    rate = rate * Math.exp((at - now) / rateOverMs) + moved * (1_000 / rateOverMs)
    at = now
    return rate
  }
}

/** Milliseconds that a reader rests after so many of work, while the log grows by `rate` events a second. */
export const restAfter = (workedMs: number, rate: number): number =>
  Math.min(Math.max(restFactor * workedMs, (rate - quickPerSecond) / 2), longestRestMs)

// what fails this often in a row is not a passing fault
const failuresBeforeParking = 3

/** Runs until `signal` aborts: woken after commits, polling as the safety net, backing off on failure. */
export async function runSubscription(subscription: Subscription, options: RunOptions): Promise<void> {
  const { pool, wake, log, signal, keyring, pollMs = 500 } = options
  let wakeUp = () => {}
  const deaf = wake.hear(() => wakeUp())
  const rateOf = createRate()
  let failures = 0
  while (!signal.aborted) {
    const woken = new Promise<void>((resolve) => {
      wakeUp = resolve
    })
    try {
      const began = performance.now()
      const isolate = failures >= failuresBeforeParking
      const { state, moved } = await takeTurn(pool, subscription, { isolate, log, keyring })
      failures = 0
      const rate = rateOf(moved)
      if (state === 'more') continue
      const ended = performance.now()
      await pause(pollMs, signal, woken)
      const rest = restAfter(ended - began, rate) - (performance.now() - ended)
      if (rest >= 1) await pause(rest, signal)
    } catch (error) {
      // a store that is away says nothing about the events
      if (!isUnavailable(error)) failures += 1
      log.error(
        { err: error, subscription: subscription.name, failures },
        'subscription failed; it will try again',
      )
      await noteError(pool, subscription, error)
      await pause(Math.min(100 * 2 ** failures, 5_000), signal)
    }
  }
  deaf()
}

/** Ends when the time is over, when `signal` aborts or when somebody wakes; leaves no timer and no listener behind. */
async function pause(ms: number, signal: AbortSignal, woken?: Promise<void>): Promise<void> {
  const over = new AbortController()
  // with a reason: one is not made up with all that was called before
  const end = () => over.abort('over')
  signal.addEventListener('abort', end)
  if (signal.aborted) end()
  const time = sleep(ms, undefined, { signal: over.signal }).catch(() => {})
  await (woken ? Promise.race([woken, time]) : time)
  signal.removeEventListener('abort', end)
  end()
}

const noteError = (pool: Pool, { name, version }: Subscription, error: unknown) =>
  pool
    .query(
      sql`UPDATE es.subscriptions SET last_error = ${String(error)} WHERE name = ${name} AND version = ${version}`,
    )
    .catch(() => {})

/**
 * Applies what was parked again, in order, in one transaction a stream. Answers how many events are through; a
 * stream whose event fails once more stays parked.
 */
export async function retryParked(
  pool: Pool,
  subscription: Subscription,
  keyring?: Keyring,
): Promise<{ applied: number; stillParked: string[] }> {
  const { name, version } = subscription
  let applied = 0
  const stillParked: string[] = []
  for (const stream of await parkedStreams(pool, subscription)) {
    try {
      applied += await inTransaction(pool, (tx) => retryStream(tx, subscription, stream, keyring))
    } catch (error) {
      if (isUnavailable(error)) throw error
      stillParked.push(stream)
      await pool.query(
        sql`UPDATE es.parked SET error = ${String(error)} WHERE subscription = ${name} AND version = ${version}
            AND stream_id = ${stream} AND position = (SELECT min(position) FROM es.parked
              WHERE subscription = ${name} AND version = ${version} AND stream_id = ${stream})`,
      )
    }
  }
  if (applied > 0) subscription.committed?.()
  return { applied, stillParked }
}

async function retryStream(
  tx: Tx,
  subscription: Subscription,
  stream: string,
  keyring?: Keyring,
): Promise<number> {
  const { name, version } = subscription
  // the runner must not park another event of this stream meanwhile
  await tx.query(sql`SELECT 1 FROM es.subscriptions WHERE name = ${name} AND version = ${version} FOR UPDATE`)
  const parked = await run<{ position: string }>(
    tx,
    sql`DELETE FROM es.parked WHERE subscription = ${name} AND version = ${version} AND stream_id = ${stream} RETURNING position`,
  )
  const positions = parked.map((row) => BigInt(row.position)).sort((a, b) => (a < b ? -1 : 1))
  for (const position of positions) {
    const events = await readLog(tx, position - 1n, position, 1, { upcasts: subscription.upcasts, keyring })
    await subscription.apply(tx, events)
  }
  return positions.length
}
