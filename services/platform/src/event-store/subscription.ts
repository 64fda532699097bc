import { inTransaction, type Pool, run, sql, type Tx } from '../db.ts'
import { isUnavailable } from '../errors.ts'
import type { Log } from '../log.ts'
import { continued, SpanKind } from '../trace.ts'
import { openUnit } from '../unit.ts'
import type { Recorded } from './event.ts'
import { applyAround, applyOneByOne, parkedStreams } from './parking.ts'
import { pause } from './pause.ts'
import type { Keyring } from './personal.ts'
import { project } from './project.ts'
import type { AnyProjection } from './projection.ts'
import { type EventRow, readLog, type Stored, toRecorded } from './read.ts'
import { registeredName } from './registry.ts'
import { frozenAfter, lastOf, type Moved, Tail, type Window } from './tail.ts'
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
  /** False for an event that leaves no trace here. A reader that none of the new ones concern opens no transaction. */
  concerns?: (event: Recorded) => boolean
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
  concerns: (event) => projection.keys(event).length > 0,
  apply: (tx, events) => project(tx, projection, events, { alone: true }),
})

const pageSize = 1_000

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
/** `reached`: where its checkpoint is, or beyond it. */
type Turn = { state: State; reached?: bigint }

/** Moves the checkpoint by one page. `'elsewhere'`: another process holds it. */
export const step = async (pool: Pool, subscription: Subscription, options?: StepOptions): Promise<State> =>
  (await readPage(pool, subscription, options)).state

function readPage(
  pool: Pool,
  subscription: Subscription,
  { isolate = false, log, keyring }: StepOptions = {},
): Promise<Turn> {
  const { name, version, types, upcasts } = subscription
  // one that is known to fail goes step by step, which says why
  return inUnit(pool, subscription, { holds: !isolate }, async (tx) => {
    const [turn, ...rows] = (await run(tx, {
      name: 'es-take-page',
      text: 'SELECT * FROM es.take_page($1, $2, $3, $4, $5, $6)',
      values: [name, version, types, pageSize, isLazy(subscription), frozenAfter],
    })) as [Taken, ...EventRow[]]
    if (!turn.held) return { state: 'elsewhere', applied: 0 }
    const events = rows.map((row) => toRecorded(row, { upcasts, keyring }))
    if (events.length > 0)
      await applyPage(tx, subscription, events, { parked: new Set(turn.parked), isolate, log })
    return { state: turn.more ? 'more' : 'idle', reached: BigInt(turn.up_to), applied: events.length }
  })
}

/** The same over what was read for all readers; `'more'` when it must read for itself. */
async function moveOver(
  pool: Pool,
  subscription: Subscription,
  tail: Tail,
  { window, reached }: { window: Window; reached: bigint | undefined },
): Promise<Turn> {
  const { name, version, types, upcasts, concerns = () => true } = subscription
  const wanted = window.events.filter(({ type }) => types.includes(type))
  if (reached !== undefined && reached >= window.from) {
    const isForIt = (it: Stored) => it.position > reached && concerns(it.recorded(upcasts))
    if (!wanted.some(isForIt))
      return turnOf(await tail.pass({ name, version, from: reached, window }), window)
  }
  const lazy = isLazy(subscription) || wanted.length === 0
  return inUnit(pool, subscription, {}, async (tx) => {
    const [moved] = (await run(tx, {
      name: 'es-move-over',
      text: 'SELECT * FROM es.move_over($1, $2, $3, $4, $5, $6, $7, $8)',
      values: [name, version, window.from, window.to, ...lastOf(window), lazy, frozenAfter],
    })) as [Moved]
    if (!moved.moved) return { ...turnOf(moved, window), applied: 0 }
    const after = BigInt(moved.after)
    const events = wanted.filter(({ position }) => position > after).map((it) => it.recorded(upcasts))
    if (events.length > 0)
      await applyPage(tx, subscription, events, { parked: new Set(moved.parked), isolate: false })
    return { ...turnOf(moved, window), applied: events.length }
  })
}

function turnOf({ held, behind }: Moved, { to }: Window): Turn {
  if (!held) return { state: 'elsewhere' }
  return behind ? { state: 'more' } : { state: 'idle', reached: to }
}

async function inUnit(
  pool: Pool,
  { committed }: Subscription,
  options: { holds?: boolean },
  work: (tx: Tx) => Promise<Turn & { applied: number }>,
): Promise<Turn> {
  const unit = openUnit(pool, options)
  try {
    const { applied, ...turn } = await work(unit.tx)
    await unit.commit()
    if (applied > 0) committed?.()
    return turn
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
  log: Log
  signal: AbortSignal
  keyring?: Keyring
  pollMs?: number
} & (
  | { wake: Wake }
  /** What is new, read once for several. */
  | { tail: Tail }
)

// what fails this often in a row is not a passing fault
const failuresBeforeParking = 3

/**
 * Runs until `signal` aborts. It reads for itself until it is where the log is, and where it failed; then it takes what
 * the tail has, and looks for itself again when there is nothing for a while.
 */
export async function runSubscription(subscription: Subscription, options: RunOptions): Promise<void> {
  const { pool, log, signal, keyring, pollMs = 500 } = options
  const tail = 'tail' in options ? options.tail : new Tail({ ...options, subscriptions: [subscription] })
  let given = false
  let reached: bigint | undefined
  let failures = 0
  while (!signal.aborted) {
    const { newest } = tail
    try {
      const began = performance.now()
      const isolate = failures >= failuresBeforeParking
      const turn: Turn = given
        ? await moveOver(pool, subscription, tail, { window: newest, reached })
        : await readPage(pool, subscription, { isolate, log, keyring })
      failures = 0
      reached = turn.reached
      tail.worked(performance.now() - began)
      given = turn.state !== 'more' && (await tail.after(newest, pollMs)) !== undefined
    } catch (error) {
      given = false
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
  if (!('tail' in options)) await tail.ended
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
