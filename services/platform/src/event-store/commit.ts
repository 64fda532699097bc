import { setTimeout as sleep } from 'node:timers/promises'
import { inTransaction, type Pool, type Tx } from '../db.ts'
import type { DataKeys } from '../encryption/dataKeys.ts'
import type { Keyring } from '../encryption/keyring.ts'
import type { AnyPersonal } from '../encryption/personalFields.ts'
import type { AnyProjection } from '../projections/projection.ts'
import type { AppendNotifier } from '../subscriptions/notifier.ts'
import type { Metadata } from './event.ts'
import type { VersionCondition } from './ifMatch.ts'
import type { Upcasters } from './upcasters.ts'

/** How a service's events are stored: the versions of their shapes, and which fields are encrypted. */
export type EventFormat = { upcasters?: Upcasters; personal?: AnyPersonal; keyring?: Keyring }

/** What a service appends with: its read models, written together with the events, and how events are stored. */
export type EventStore = EventFormat & {
  pool: Pool
  /** Written in the statement of every append; each is made of single streams and of what commands know. */
  projections: readonly AnyProjection[]
  /** Of the release that these are; see `Release`. Without it every release writes the rows once more. */
  writer?: number
  /** Notified after every commit that appended. */
  notifier: AppendNotifier
}

/** Who gives a command, when, and under which condition. */
export type CommandOrigin = {
  metadata: Metadata
  now: Date
  /** What a changed stream must be at; see `parseIfMatch`. */
  ifMatch?: readonly VersionCondition[] | undefined
}

/** One transaction of commands, and who gives them. */
export type CommandContext = CommandOrigin & {
  store: EventStore
  db: Tx
  /** Data keys that were read in this transaction. */
  dataKeys: DataKeys
  /** Appends of this transaction. Who commits it announces them. */
  appended: Appended[]
  /** After a conflict commands lock their streams, so that those that lost a race follow each other. */
  isRetry: boolean
}

/** An append that was sent. */
export type Appended = { types: readonly string[]; writer: number | undefined; position: Promise<bigint> }

/** The context of commands in a transaction that the caller commits, and whose appends it then announces. */
export const contextIn = (
  db: Tx,
  store: EventStore,
  origin: CommandOrigin,
  appended: Appended[],
  isRetry = false,
): CommandContext => ({ ...origin, store, db, dataKeys: new Map(), appended, isRetry })

/** Announces the appends of a transaction that is committed; answers where the log has got to with them. */
export async function announce(
  notifier: AppendNotifier,
  appended: readonly Appended[],
): Promise<bigint | undefined> {
  // an append of an event that was dead-lettered has been rolled back
  const settled = await Promise.allSettled(appended.map((it) => it.position))
  const position = settled.findLast((it) => it.status === 'fulfilled')?.value
  if (position === undefined) return undefined
  const types = appended.flatMap((it) => it.types)
  notifier.notify({ types, writers: appended.flatMap(({ writer }) => writer ?? []), position })
  return position
}

// another version of a stream, or a deadlock: reading again settles it
const retryableCodes = new Set(['ES409', '40001', '40P01'])
const maxAttempts = 5
const retryDelayMs = 100

/**
 * Executes commands in one transaction and tries them at most five times while they conflict. `onAppended` is called with
 * the position that the log has got to.
 */
export async function commit<T>(
  store: EventStore,
  origin: CommandOrigin,
  work: (ctx: CommandContext) => Promise<T>,
  onAppended: (position: bigint) => void = () => {},
): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    const appended: Appended[] = []
    try {
      const result = await inTransaction(store.pool, (db) =>
        work(contextIn(db, store, origin, appended, attempt > 1)),
      )
      const position = await announce(store.notifier, appended)
      if (position !== undefined) onAppended(position)
      return result
    } catch (error) {
      const code = (error as { code?: string }).code ?? ''
      if (attempt === maxAttempts || !retryableCodes.has(code)) throw error
      await sleep(retryDelayMs * 1.5 ** (attempt - 1) * (0.5 + Math.random() / 2))
    }
  }
}
