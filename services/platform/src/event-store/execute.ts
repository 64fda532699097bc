import { setTimeout as sleep } from 'node:timers/promises'
import { inTransaction, namedStatement, type Pool, type Tx } from '../db.ts'
import { type DataKeys, dataKeyOf } from '../encryption/dataKeys.ts'
import type { DataKey } from '../encryption/keyring.ts'
import { subjectOf } from '../encryption/personalFields.ts'
import { Rejection } from '../errors.ts'
import { changesFromHistory, fragmentsOf, type RowChanges } from '../projections/applyEvents.ts'
import type { Row } from '../projections/columns.ts'
import { type AnyProjection, foldRow, type Projection } from '../projections/projection.ts'
import { tableFor } from '../projections/table.ts'
import type { AppendNotifier } from '../subscriptions/notifier.ts'
import { appendStatement, type EventFormat, keyringFor, storedEvents, traceAppend } from './append.ts'
import type { Decider } from './decider.ts'
import type { DomainEvent, Metadata, Recorded } from './event.ts'
import { assertIfMatch, type VersionCondition } from './ifMatch.ts'
import { type History, lockStreams, readHistory, readStreams } from './read.ts'

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
  /** Appends that were sent in this transaction; `commit` reads from them where the log has got to. */
  appended: Appended[]
  /** After a conflict commands lock their streams, so that those that lost a race follow each other. */
  isRetry: boolean
}
type Appended = { types: readonly string[]; position: Promise<bigint> }

/** The rules of one kind of stream, and the read model that answers with it. Stream `<name>-<id>`. */
export type Aggregate<State, Command, Event extends DomainEvent, R extends Row> = {
  name: string
  decider: Decider<State, Command, Event>
  /** Inline, one row per stream. */
  projection?: Projection<Event, R>
}

export type Executed<State, Event extends DomainEvent, R> = {
  state: State
  /** Of the stream after the command. */
  version: number
  /** The whole stream after the command; new events have no id, position and time of recording yet. */
  events: Recorded<Event>[]
  /** Of the aggregate's projection after the command. */
  row: R | undefined
}

/**
 * Loads an aggregate, decides, and appends at the version that was loaded, together with the rows of the inline
 * projections. The append is sent, not awaited: the transaction's commit confirms it, and repeats all on a conflict.
 * @throws the decider's Rejection; `precondition-failed` when `ctx.ifMatch` names other versions of what is there, unless
 *   there is nothing to change.
 */
export async function execute<State, Command, Event extends DomainEvent, R extends Row>(
  ctx: CommandContext,
  aggregate: Aggregate<State, Command, Event, R>,
  id: number | string,
  command: Command,
): Promise<Executed<State, Event, R>> {
  const { store, db } = ctx
  const stream = `${aggregate.name}-${id}`
  if (ctx.isRetry) db.send(lockStreams([stream]))
  return decideAndAppend(ctx, aggregate, id, await readHistory(db, stream, store), command)
}

/** A stream as a command found it: its state, its version, and the row that the aggregate's projection makes of it. */
export type Loaded<State, R> = { state: State; version: number; row: R | undefined }

/**
 * Locks streams until the transaction ends, in an order of their own, and loads them: what a command decides on that needs
 * more than the one stream it changes. Rows do not serve for that: while two releases run, each has its own, and they
 * lag behind what the other appends.
 */
export async function loadForUpdate<State, Command, Event extends DomainEvent, R extends Row>(
  { db, store }: CommandContext,
  { name, decider, projection }: Aggregate<State, Command, Event, R>,
  ids: readonly number[],
): Promise<Loaded<State, R>[]> {
  const streams = ids.map((id) => `${name}-${id}`)
  db.send(lockStreams(streams))
  const eventsOf = await readStreams(db, streams, store)
  return streams.map((stream) => {
    const events = eventsOf(stream) as Recorded<Event>[]
    return {
      state: events.reduce(decider.evolve, decider.initialState()),
      version: events.length,
      row: projection && rowAfter(projection, events),
    }
  })
}

/** The same for an id that was just drawn: there is nothing to load, and should there be, it is a conflict. */
export const create = <State, Command, Event extends DomainEvent, R extends Row>(
  ctx: CommandContext,
  aggregate: Aggregate<State, Command, Event, R>,
  id: number,
  command: Command,
): Promise<Executed<State, Event, R>> =>
  decideAndAppend({ ...ctx, ifMatch: undefined }, aggregate, id, { events: [], keys: [] }, command)

async function decideAndAppend<State, Command, Event extends DomainEvent, R extends Row>(
  ctx: CommandContext,
  { name, decider, projection }: Aggregate<State, Command, Event, R>,
  id: number | string,
  history: History,
  command: Command,
): Promise<Executed<State, Event, R>> {
  const stream = `${name}-${id}`
  const version = history.events.length
  const before = (history.events as Recorded<Event>[]).reduce(decider.evolve, decider.initialState())
  const events = decideIfMatch(
    // a stream that is the only one of its kind has a name for an id, which its decider has no use for
    () => decider.decide(command, before, { id: id as number, now: ctx.now.toISOString() }),
    () => assertIfMatch(ctx.ifMatch, id, version),
  )
  const appended = events.map((event, i) =>
    provisional(event, { stream, version: version + i + 1, metadata: ctx.metadata }),
  )
  const written = events.length > 0 ? await sendAppend(ctx, stream, history, appended) : new Map()
  const all = [...history.events, ...appended] as Recorded<Event>[]
  return {
    state: events.reduce(decider.evolve, before),
    version: all.length,
    events: all,
    row: projection && (written.get(projection)?.upserts[0] ?? rowAfter(projection, all)),
  }
}

/** A rule may refuse because of what the caller has not seen: then the version is what they are told. */
function decideIfMatch<Event>(decide: () => Event[], assertVersion: () => void): Event[] {
  try {
    const events = decide()
    if (events.length > 0) assertVersion()
    return events
  } catch (error) {
    // what is gone is gone in every version
    if (error instanceof Rejection && error.code !== 'not-found') assertVersion()
    throw error
  }
}

/** Answers what the append writes to each inline read model. */
async function sendAppend(
  ctx: CommandContext,
  stream: string,
  history: History,
  events: readonly Recorded[],
): Promise<ReadonlyMap<AnyProjection, RowChanges>> {
  const { store, db, metadata } = ctx
  const changes = new Map(
    store.projections.map((it) => [it, changesFromHistory(it, history.events, events)] as const),
  )
  const rows = [...changes].flatMap(([projection, { upserts }]) =>
    fragmentsOf({ upserts, deletes: [] }, tableFor(projection)),
  )
  const deletes = [...changes].filter(([, its]) => its.deletes.length > 0)
  // a row that a process of another release is about to write is not seen by a DELETE; it writes under this lock
  if (deletes.length > 0) db.send(lockStreams([stream]))
  const subject = subjectOf(stream, events, store.personal)
  const dataKey = subject === null ? undefined : await keyFor(ctx, stream, history, subject)
  // rows repeat words of the history, so the append is refused too when a person in it is erased meanwhile
  const others = rows.length > 0 ? history.keys.filter((key) => key.subject !== subject) : []
  const stored = storedEvents({ stream, events }, store, dataKey)
  const position = traceAppend({ stream, events, metadata }, async (metadata) => {
    const { rows: answered } = await db.send(
      appendStatement({
        stream,
        expectedVersion: history.events.length,
        metadata,
        stored,
        keys: dataKey ? [dataKey, ...others] : others,
        subject,
        rows,
        writer: store.writer,
      }),
    )
    return BigInt((answered[0] as { positions: string[] }).positions.at(-1) as string)
  })
  position.catch(() => {})
  for (const [projection, its] of changes)
    for (const statement of tableFor(projection).shortenChains(its.upserts)) db.send(statement)
  for (const [projection, { deletes: keys }] of deletes)
    db.send(namedStatement((bind) => tableFor(projection).remove(keys)(bind, '')))
  ctx.appended.push({ types: events.map(({ type }) => type), position })
  return changes
}

/** The key that was read, the one that is stored, or a new one. */
function keyFor(
  { store, db, dataKeys, isRetry }: CommandContext,
  stream: string,
  history: History,
  subject: string,
): DataKey | Promise<DataKey> {
  const readKey = history.keys.find((key) => key.subject === subject)
  if (readKey) return readKey
  const keyring = keyringFor(stream, store)
  const isNewPerson = subject === stream && history.events.length === 0 && !isRetry
  return isNewPerson ? keyring.createDataKey(subject) : dataKeyOf({ db, keyring, dataKeys }, subject)
}

function rowAfter<Event extends DomainEvent, R extends Row>(
  projection: Projection<Event, R>,
  events: readonly Recorded<Event>[],
): R | undefined {
  return foldRow(projection, events) ?? undefined
}

/** An event before it has a place in the log. */
const provisional = (
  event: DomainEvent,
  place: Pick<Recorded, 'stream' | 'version' | 'metadata'>,
): Recorded =>
  ({
    ...event,
    ...place,
    get position() {
      return throwMetadataUnavailable()
    },
    get recordedAt() {
      return throwMetadataUnavailable()
    },
  }) as unknown as Recorded

function throwMetadataUnavailable(): never {
  throw new Error('an inline projection reads metadata that its events do not have yet')
}

/** The context of commands in a transaction that the caller commits, such as a subscription's. */
export const commandsIn = (db: Tx, store: EventStore, origin: CommandOrigin): CommandContext => ({
  ...origin,
  store,
  db,
  dataKeys: new Map(),
  appended: [],
  isRetry: false,
})

/** Announces what commands appended, once it is committed; answers where the log has got to. */
export async function notifyAppended(
  { notifier, writer }: EventStore,
  appended: readonly Appended[],
): Promise<bigint | undefined> {
  const position = await appended.at(-1)?.position
  if (position === undefined) return undefined
  const types = appended.flatMap((it) => it.types)
  notifier.notify({ types, writers: writer === undefined ? [] : [writer], position })
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
    let appended: Appended[] = []
    try {
      const result = await inTransaction(store.pool, (db) => {
        const ctx = { ...commandsIn(db, store, origin), isRetry: attempt > 1 }
        appended = ctx.appended
        return work(ctx)
      })
      const position = await notifyAppended(store, appended)
      if (position !== undefined) onAppended(position)
      return result
    } catch (error) {
      const code = (error as { code?: string }).code ?? ''
      if (attempt === maxAttempts || !retryableCodes.has(code)) throw error
      await sleep(retryDelayMs * 1.5 ** (attempt - 1) * (0.5 + Math.random() / 2))
    }
  }
}
