import type { Db } from '../db.ts'
import { rejection } from '../errors.ts'
import { type Decider, fold } from './decider.ts'
import type { DomainEvent, Recorded } from './event.ts'
import { type ReadOptions, readStream } from './read.ts'

/** One change of a record, the events before it, and what was true then. */
export type Change<State, Event extends DomainEvent> = {
  event: Recorded<Event>
  earlier: readonly Recorded<Event>[]
  before: State
}

/**
 * For a command that takes a change back, which sets what the change set to what it was before.
 * @throws `not-found` when the stream has no such version.
 */
export async function readChange<State, Command, Event extends DomainEvent>(
  { db, store }: { db: Db; store: ReadOptions },
  { name, decider }: { name: string; decider: Decider<State, Command, Event> },
  id: number,
  version: number,
): Promise<Change<State, Event>> {
  const events = await readStream<Event>(db, `${name}-${id}`, store)
  const event = events[version - 1]
  if (!event) throw rejection('not-found', 'There is no such change.')
  const earlier = events.slice(0, version - 1)
  return { event, earlier, before: fold(decider, earlier) }
}

export const cannotBeRestored = () => rejection('conflict', 'This change cannot be taken back.')

/** Those of these fields that a change sets, as they were before it; a field that was not there yet was empty. */
export const fieldsBefore = <Fields extends object>(
  before: Fields,
  set: object,
  names: readonly (keyof Fields & string)[],
): Partial<Fields> =>
  Object.fromEntries(
    names.filter((name) => name in set).map((name) => [name, before[name] ?? null]),
  ) as Partial<Fields>
