import { type Pool, run } from '../db.ts'
import { jointly } from '../jointly.ts'
import type { Recorded } from './event.ts'
import { oneLine } from './personal.ts'
import { type Outcome, outcome, ownTable } from './project.ts'
import type { AnyProjection, Key, Row } from './projection.ts'

/**
 * A row of an inline read model that says all that a decider asks of a stream, and which version the stream is at
 * (`version`): it is read in the place of its events, however many they are. The idea is Marten's, whose
 * `FetchForWriting` takes an inline projection so.
 */
export type Snapshot<State> = {
  projection: AnyProjection
  key: Key
  /** Of whom the row speaks. Of somebody erased it may still speak for a moment: then the events are read. */
  subject: string
  // biome-ignore lint/suspicious/noExplicitAny: the row of any projection
  state: (row: any) => State
}

/** `wrapped`: the key that the person's words are sealed with. */
export type SnapshotRow = { row: Row & { version: number }; wrapped: string }

/** Reads snapshots together with others that are asked for in the same turn; none of those who are erased. */
export function createSnapshots(pool: Pool) {
  const readers = new Map<AnyProjection, (asked: Asked) => Promise<SnapshotRow | undefined>>()
  const readerOf = (projection: AnyProjection) => {
    const reader =
      readers.get(projection) ?? jointly((all: readonly Asked[]) => readAll(pool, projection, all))
    readers.set(projection, reader)
    return reader
  }
  return ({ projection, key, subject }: Snapshot<unknown>) => readerOf(projection)({ key, subject })
}

type Asked = { key: Key; subject: string }
type Read = Row & { version: number; $wrapped: string | null }

async function readAll(pool: Pool, projection: AnyProjection, all: readonly Asked[]) {
  const table = ownTable(projection)
  const rows = await run<Read>(pool, table.loadWithKeys(all.map((it) => [it.key, it.subject])))
  const found = new Map<string, SnapshotRow>()
  for (const { $wrapped, ...row } of rows)
    if ($wrapped !== null)
      found.set(String(row[table.names[0] as string]), {
        row: row as SnapshotRow['row'],
        wrapped: oneLine($wrapped),
      })
  return ({ key }: Asked) => found.get(String(key))
}

/** What becomes of a row by new events; undefined for what it does not tell of. */
export function fromSnapshot(
  { projection: own, key }: Snapshot<unknown>,
  row: Row,
  projection: AnyProjection,
  events: readonly Recorded[],
): Outcome | undefined {
  const isAbout =
    projection === own && events.every((event) => projection.keys(event).every((it: Key) => it === key))
  return isAbout ? outcome(projection, events, new Map([[key, row]])) : undefined
}
