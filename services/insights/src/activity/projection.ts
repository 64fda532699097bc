import { defineProjection } from '@plumbline/platform/projections'
import { happenedAt, type SourceEvent, sourceTypes } from '../source.ts'

/** Every event by when it happened. What it says is read from its stream. */
export const activity = defineProjection<SourceEvent, { position: string; at: string; stream: string }>({
  name: 'activity',
  version: 4,
  columns: { position: 'bigint', at: 'timestamptz', stream: 'text' },
  indexes: ['(at DESC, position DESC)'],
  types: sourceTypes,
  partitionBy: 'stream',
  keys: (event) => [String(event.position)],
  evolve: (_, event) => ({
    position: String(event.position),
    at: happenedAt(event),
    stream: event.stream,
  }),
})
