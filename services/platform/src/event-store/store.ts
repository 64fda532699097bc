import { setTimeout as sleep } from 'node:timers/promises'
import { inTransaction, type Pool, type Tx } from '../db.ts'
import { type Append, append } from './append.ts'
import { type Decider, fold } from './decider.ts'
import type { DomainEvent, Metadata, Recorded } from './event.ts'
import type { AnyPersonal, Keyring } from './personal.ts'
import { project } from './project.ts'
import type { AnyProjection, Row } from './projection.ts'
import { readStream } from './read.ts'
import { registeredName } from './registry.ts'
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
  /** True for a number that was just drawn: there is nothing to read, and should there be, it is a conflict. */
  isNew?: boolean
  /** Told which rows of a read model came of it, so that nobody has to read them again. */
  written?: (projection: AnyProjection, rows: readonly Row[]) => void
}

// a conflict, a deadlock or a serialization failure is settled by reading again
const worthRepeating = new Set(['ES409', '40001', '40P01'])
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

  async function appendIn<Event extends DomainEvent>(
    tx: Tx,
    options: Append<Event>,
    written?: Handle<unknown, unknown, Event>['written'],
  ): Promise<Recorded<Event>[]> {
    const events = await append(tx, { ...options, upcasts, personal, keyring, barriers })
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
    append: <Event extends DomainEvent>(tx: Tx, options: Append<Event>) => appendIn(tx, options),

    /** Read, fold, decide, append at the version that was read. Answers the state after the command. */
    async handle<State, Command, Event extends DomainEvent>(
      tx: Tx,
      { stream, decider, command, metadata, isNew, written }: Handle<State, Command, Event>,
    ): Promise<State> {
      const history = isNew ? [] : await readStream<Event>(tx, stream, { upcasts, keyring })
      const state = fold(decider, history)
      const events = decider.decide(command, state)
      const expected = history.at(-1)?.version ?? 'none'
      await appendIn(tx, { stream, expected, events, metadata }, written)
      return events.reduce(decider.evolve, state)
    },

    /**
     * One transaction around `work`, repeated whole on a version conflict, at most three times. `onAppended` is
     * told how far the log reaches with what was appended.
     */
    async commit<T>(work: (tx: Tx) => Promise<T>, onAppended?: (position: bigint) => void): Promise<T> {
      for (let attempt = 1; ; attempt++) {
        let used: Tx | undefined
        try {
          const result = await inTransaction(pool, (tx) => {
            used = tx
            appended.delete(tx)
            return work(tx)
          })
          const position = used && appended.get(used)
          if (position !== undefined) {
            wake.tell()
            onAppended?.(position)
          }
          return result
        } catch (error) {
          const code = (error as { code?: string }).code ?? ''
          if (attempt === attempts || !worthRepeating.has(code)) throw error
          await sleep(100 * 1.5 ** (attempt - 1) * (0.5 + Math.random() / 2))
        }
      }
    },
  }
}
