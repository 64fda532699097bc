import type { Recorded } from '@plumbline/platform/event-store'
import {
  bigint,
  bool,
  defineProjection,
  handleAll,
  type RowOf,
  text,
  timestamptz,
} from '@plumbline/platform/projections'
import { happenedAt, type SourceEvent, timeFields } from '../source.ts'

const columns = {
  position: bigint,
  at: timestamptz,
  stream: text,
  /** A visitor's request, or a message of a customer. */
  isIncoming: bool,
}

const isIncoming = ({ type, metadata }: SourceEvent & Recorded): boolean =>
  type === 'LeadReceived' ? metadata.actor === 'visitor' : /^(Contact)?MessageReceived$/.test(type)

/** Every event by when it happened. What it says is read from its stream. */
export const activity = defineProjection<SourceEvent>()({
  name: 'activity',
  version: 10,
  columns,
  indexes: ['(at DESC, position DESC)', '(at DESC, position DESC) WHERE is_incoming'],
  key: ({ position }) => String(position),
  on: handleAll<SourceEvent, RowOf<typeof columns>>(timeFields, (_, event) => ({
    position: String(event.position),
    at: happenedAt(event),
    stream: event.stream,
    isIncoming: isIncoming(event),
  })),
})
