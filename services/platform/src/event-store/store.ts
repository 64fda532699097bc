import { setTimeout as sleep } from 'node:timers/promises'
import { type Pool, sql, type Tx } from '../db.ts'
import { jointly } from '../jointly.ts'
import { beside, openUnit, unitOf } from '../unit.ts'
import { type Append, append } from './append.ts'
import { type AtOnce, atOnce } from './atOnce.ts'
import { type Decider, fold } from './decider.ts'
import type { DomainEvent, Metadata, Recorded } from './event.ts'
import type { AnyPersonal, Keyring } from './personal.ts'
import { project, refold } from './project.ts'
import type { AnyProjection, Row } from './projection.ts'
import { type History, readHistories } from './read.ts'
import { registeredName } from './registry.ts'
import { createSnapshots, fromSnapshot, type Snapshot } from './snapshot.ts'
import type { Upcasts } from './upcast.ts'
import type { Wake } from './wake.ts'

export type StoreOptions = {
  pool: Pool
  /** Where the read models live; part of their registered names. */
  schema: string
  /** Written in the transaction of every append. */
  projections: readonly AnyProjection[]
  /** How older shapes of the service's own events are read. */
  upcasts?: Upcasts
  /** Which fields of them are sealed; needs the keyring. */
  personal?: AnyPersonal
  keyring?: Keyring
  /** Told after every commit that appended. */
  wake: Wake
}

export type EventStore = ReturnType<typeof createEventStore>

export type Handle<State, Command, Event extends DomainEvent> = {
  stream: string
  decider: Decider<State, Command, Event>
  command: Command
  metadata: Metadata
  /** Read in the place of the events where that is enough. */
  snapshot?: Snapshot<State>
  /** True for a number that was just drawn: there is nothing to read, and should there be, it is a conflict. */
  isNew?: boolean
  /** Told which version the events follow, before they do; may refuse. */
  follows?: (version: number) => void
  /** Told which rows of a read model came of it, so that nobody has to read them again. */
  written?: (projection: AnyProjection, rows: readonly Row[]) => void
}

/** What a stream is, as far as a command asks. `keys`: of those of whom its rows speak. */
type Known<State> = {
  version: number
  state: State
  keys: ReadonlyMap<string, string>
  outcomeOf: AtOnce['outcomeOf']
}

// a conflict, a key that was taken at the same moment, a deadlock or a serialization failure: reading again settles it
const worthRepeating = new Set(['ES409', '23505', '40001', '40P01'])
const attempts = 3

/** A service's door to the log: its own read models are written in the transaction of the append. */
export function createEventStore({
  pool,
  schema,
  projections,
  upcasts = {},
  personal = {},
  keyring,
  wake,
}: StoreOptions) {
  const appended = new WeakMap<Tx, bigint>()
  const barriers = projections.map((projection) => registeredName(schema, projection))
  const own = { upcasts, personal, keyring }
  const snapshotOf = createSnapshots(pool)
  const readJointly = jointly((streams: readonly string[]) => readHistories(pool, [...new Set(streams)], own))

  /** Together with others that ask in the same turn, by a connection that none of them holds; else by one's own. */
  async function historyOf(tx: Tx, stream: string): Promise<History> {
    const unit = unitOf(tx)
    if (unit?.holds && unit.untouched) return readJointly(stream)
    return (await readHistories(beside(tx), [stream], own))(stream)
  }

  async function knownOf<State, Command, Event extends DomainEvent>(
    tx: Tx,
    { stream, decider, snapshot, isNew }: Handle<State, Command, Event>,
  ): Promise<Known<State>> {
    const unit = unitOf(tx)
    const mayBe = !isNew && unit?.holds && unit.untouched
    const found = mayBe && snapshot && (await snapshotOf(snapshot))
    if (found) {
      const { row, wrapped } = found
      return {
        version: row.version,
        state: snapshot.state(row),
        keys: new Map([[snapshot.subject, wrapped]]),
        outcomeOf: (projection, events) => fromSnapshot(snapshot, row, projection, events),
      }
    }
    const { events: history, keys } = isNew ? nothing : await historyOf(tx, stream)
    return {
      version: history.at(-1)?.version ?? 0,
      state: fold(decider, history as Recorded<Event>[]),
      keys,
      outcomeOf: (projection, events) => refold(projection, history, events),
    }
  }

  async function appendNow<Event extends DomainEvent>(
    tx: Tx,
    options: Append<Event>,
    written?: Handle<unknown, unknown, Event>['written'],
  ): Promise<Recorded<Event>[]> {
    const events = await append(tx, { ...options, ...own, barriers })
    for (const projection of projections) {
      const rows = await project(tx, projection, events)
      if (rows.length > 0) written?.(projection, rows)
    }
    const last = events.at(-1)
    if (last) appended.set(tx, last.position)
    return events
  }

  return {
    pool,
    append: <Event extends DomainEvent>(tx: Tx, options: Append<Event>) => appendNow(tx, options),

    /**
     * Read, fold, decide, append at the version that was read. Answers the state after the command; in `commit` the
     * append is held until the next statement or the end, so that most commands are one statement.
     */
    async handle<State, Command, Event extends DomainEvent>(
      tx: Tx,
      handle: Handle<State, Command, Event>,
    ): Promise<State> {
      const { stream, decider, command, metadata, isNew = false, follows, written } = handle
      const unit = unitOf(tx)
      // those who lost a race follow each other instead of racing again
      if (unit && !unit.holds) await tx.query(sql`SELECT pg_advisory_xact_lock(17747, hashtext(${stream}))`)
      const { version, state, keys, outcomeOf } = await knownOf(tx, handle)
      const events = decider.decide(command, state)
      const after = () => events.reduce(decider.evolve, state)
      if (events.length === 0) return after()
      follows?.(version)
      const to = { stream, events, metadata }
      const prepared =
        unit?.holds &&
        (await atOnce(beside(tx), {
          ...{ ...to, ...own, before: version, outcomeOf, schema, projections, keys, isNew },
          appended: (position) => appended.set(tx, position),
        }))
      if (!prepared) {
        await appendNow(tx, { ...to, expected: version || 'none' }, written)
        return after()
      }
      await unit.hold(prepared.held)
      for (const { projection, rows } of prepared.written) written?.(projection, rows)
      return after()
    },

    /**
     * One transaction around `work`, repeated whole on a version conflict, at most three times. `onAppended` is
     * told how far the log reaches with what was appended.
     */
    async commit<T>(work: (tx: Tx) => Promise<T>, onAppended?: (position: bigint) => void): Promise<T> {
      for (let attempt = 1; ; attempt++) {
        // one that did not fit as a whole goes step by step, which says why
        const unit = openUnit(pool, { holds: attempt === 1 })
        try {
          const result = await work(unit.tx)
          await unit.commit()
          const position = appended.get(unit.tx)
          if (position !== undefined) {
            wake.tell()
            onAppended?.(position)
          }
          return result
        } catch (error) {
          await unit.rollback(error)
          const code = (error as { code?: string }).code ?? ''
          if (attempt === attempts || !worthRepeating.has(code)) throw error
          await sleep(100 * 1.5 ** (attempt - 1) * (0.5 + Math.random() / 2))
        }
      }
    },
  }
}

const nothing: History = { events: [], keys: new Map() }
