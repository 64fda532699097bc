import {
  bigint,
  defineProjection,
  handleAll,
  type RowOf,
  text,
  timestamptz,
} from '@plumbline/platform/projections'
import { happenedAt, type SourceEvent, timeFields } from '../source.ts'

const columns = { position: bigint, at: timestamptz, stream: text }

/** Every event by when it happened. What it says is read from its stream. */
export const activity = defineProjection<SourceEvent>()({
  name: 'activity',
  version: 4,
  columns,
  indexes: ['(at DESC, position DESC)'],
  key: ({ position }) => String(position),
  on: handleAll<SourceEvent, RowOf<typeof columns>>(timeFields, (_, event) => ({
    position: String(event.position),
    at: happenedAt(event),
    stream: event.stream,
  })),
})
