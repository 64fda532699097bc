import type { Db, SqlStatement } from '../db.ts'
import type { DomainEvent, Recorded } from './event.ts'

/**
 * A read model: its table and, per event, the statements that keep it true. Table names are
 * unqualified; they live in the schema of the service. Raise `version` when the outcome changes.
 */
export type Projection<Event extends DomainEvent = DomainEvent> = {
  name: string
  version: number
  /** DDL that creates the table and its indexes. */
  table: string
  types: readonly Event['type'][]
  project: (event: Recorded<Event>) => SqlStatement[]
}

export const defineProjection = <Event extends DomainEvent>(
  projection: Projection<Event>,
): Projection<Event> => projection

/** Runs the statements of every projection that wants these events, in log order. */
export async function project(
  db: Db,
  // biome-ignore lint/suspicious/noExplicitAny: projections of different event types stand side by side
  projections: readonly Projection<any>[],
  events: readonly Recorded[],
): Promise<void> {
  for (const event of events) {
    for (const projection of projections) {
      if (!projection.types.includes(event.type)) continue
      for (const statement of projection.project(event)) await db.query(statement)
    }
  }
}
