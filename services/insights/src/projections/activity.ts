import { defineProjection } from '@plumbline/platform/projections'
import { happenedAt, type SourceEvent, sourceTypes } from '../source.ts'

/** Everything that happened, by when it happened; what it was stands in its stream. */
export const activity = defineProjection<SourceEvent, { position: string; at: string; stream: string }>({
  name: 'activity',
  version: 3,
  columns: { position: 'bigint', at: 'timestamptz', stream: 'text' },
  indexes: ['(at DESC, position DESC)'],
  types: sourceTypes,
  partitionBy: 'stream',
  needsMetadata: true,
  keys: (event) => [String(event.position)],
  evolve: (_, event) => ({
    position: String(event.position),
    at: happenedAt(event),
    stream: event.stream,
  }),
})
