import { defineProjection } from '@plumbline/platform/event-store'
import { happenedAt, type SourceEvent, type SourceType, sourceTypes } from '../source.ts'
import type { Fields } from '../words.ts'

/** One thing that happened, as it was told. */
export type Entry = {
  /** Place in the log. */
  position: string
  at: string
  stream: string
  type: SourceType
  actor: string
  data: Fields
}

/** Everything that happened, by when it happened; what it has changed shows beside what its stream tells before it. */
export const activity = defineProjection<SourceEvent, Entry>({
  name: 'activity',
  version: 4,
  columns: {
    position: 'bigint',
    at: 'timestamptz',
    stream: 'text',
    type: 'text',
    actor: 'text',
    data: 'jsonb',
  },
  indexes: ['(at DESC, position DESC)'],
  types: sourceTypes,
  scope: 'stream',
  envelope: true,
  keys: (event) => [String(event.position)],
  evolve: (_, event) => ({
    position: String(event.position),
    at: happenedAt(event),
    stream: event.stream,
    type: event.type,
    actor: event.metadata.actor,
    data: event.data,
  }),
})
