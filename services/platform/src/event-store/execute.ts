import { namedStatement } from '../db.ts'
import { dataKeyOf } from '../encryption/dataKeys.ts'
import type { DataKey } from '../encryption/keyring.ts'
import { subjectOf } from '../encryption/personalFields.ts'
import { Rejection } from '../errors.ts'
import { changesFromHistory, fragmentsOf } from '../projections/applyEvents.ts'
import type { Row } from '../projections/columns.ts'
import { foldRow, type Projection } from '../projections/projection.ts'
import { tableFor } from '../projections/table.ts'
import { append, keyringFor } from './append.ts'
import type { CommandContext } from './commit.ts'
import { type Decider, fold } from './decider.ts'
import type { DomainEvent, Recorded } from './event.ts'
import { assertIfMatch } from './ifMatch.ts'
import { type History, lockStreams, readHistory, readStreams } from './read.ts'

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
  { name, decider, projection }: Aggregate<State, Command, Event, R>,
  id: number | string,
  command: Command,
  isNew = false,
): Promise<Executed<State, Event, R>> {
  const stream = `${name}-${id}`
  const history = isNew ? { events: [], keys: [] } : await loadHistory(ctx, stream)
  const version = history.events.length
  const before = fold(decider, history.events as Recorded<Event>[])
  const events = decideIfMatch(
    // a stream that is the only one of its kind has a name, which its decider has no use for
    () => decider.decide(command, before, { id: id as number, now: ctx.now.toISOString() }),
    () => assertIfMatch(ctx.ifMatch, id, version),
  )
  const recorded = events.map((event, i) =>
    beforeAppend(event, { stream, version: version + i + 1, metadata: ctx.metadata }),
  )
  if (events.length > 0) await appendWithRows(ctx, stream, history, recorded)
  const all = [...history.events, ...recorded] as Recorded<Event>[]
  return {
    state: events.reduce(decider.evolve, before),
    version: all.length,
    events: all,
    row: (projection && foldRow(projection, all)) ?? undefined,
  }
}

/** The same for an id that was just drawn: there is nothing to load, and should there be, it is a conflict. */
export const create = <State, Command, Event extends DomainEvent, R extends Row>(
  ctx: CommandContext,
  aggregate: Aggregate<State, Command, Event, R>,
  id: number,
  command: Command,
): Promise<Executed<State, Event, R>> => execute({ ...ctx, ifMatch: undefined }, aggregate, id, command, true)

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
      state: fold(decider, events),
      version: events.length,
      row: (projection && foldRow(projection, events)) ?? undefined,
    }
  })
}

function loadHistory({ db, store, isRetry }: CommandContext, stream: string): Promise<History> {
  if (isRetry) db.send(lockStreams([stream]))
  return readHistory(db, stream, store)
}

/** A rule may refuse because of what the caller has not seen: then the answer is about the version. */
function decideIfMatch<Event>(decide: () => Event[], assertVersion: () => void): Event[] {
  try {
    const events = decide()
    if (events.length > 0) assertVersion()
    return events
  } catch (error) {
    // what does not exist has no version
    if (error instanceof Rejection && error.code !== 'not-found') assertVersion()
    throw error
  }
}

/** Sends the append of a command together with the rows that it changes in the inline read models. */
async function appendWithRows(
  ctx: CommandContext,
  stream: string,
  history: History,
  events: readonly Recorded[],
): Promise<void> {
  const { store, db } = ctx
  const changes = store.projections.map((projection) => ({
    projection,
    table: tableFor(projection),
    ...changesFromHistory(projection, history.events, events),
  }))
  const rows = changes.flatMap(({ table, upserts }) => fragmentsOf({ upserts, deletes: [] }, table))
  const subject = subjectOf(stream, events, store.personal)
  const dataKey = subject === null ? undefined : await dataKeyFor(ctx, stream, history, subject)
  // rows repeat words of the history, so the append is refused too when a person in it is erased meanwhile
  const otherKeys = rows.length > 0 ? history.keys.filter((key) => key.subject !== subject) : []
  // a row that a process of another release is about to write is not seen by a DELETE; it writes under this lock
  if (changes.some(({ deletes }) => deletes.length > 0)) db.send(lockStreams([stream]))
  const expectedVersion = history.events.length
  append(ctx, { stream, expectedVersion, events }, { dataKey, otherKeys, rows, writer: store.writer })
  for (const { table, upserts, deletes } of changes) {
    for (const statement of table.shortenChains(upserts)) db.send(statement)
    if (deletes.length > 0) db.send(namedStatement((bind) => table.remove(deletes)(bind, '')))
  }
}

/** The key that was read, the one that is stored, or a new one. */
function dataKeyFor(
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

const throwUnavailable = (): never => {
  throw new Error('an inline projection reads metadata that its events do not have yet')
}

/** An event before it has a place in the log. */
const beforeAppend = (
  event: DomainEvent,
  place: Pick<Recorded, 'stream' | 'version' | 'metadata'>,
): Recorded => Object.assign(Object.create(withoutPosition), event, place)

const withoutPosition = Object.defineProperties(
  {},
  { position: { get: throwUnavailable }, recordedAt: { get: throwUnavailable } },
)
