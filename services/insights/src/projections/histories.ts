import { defineProjection } from '@plumbline/platform/event-store'
import { customerOf, happenedAt, type SourceEvent, sourceTypes, statusAfter } from '../source.ts'
import { type Change, changesOf, type Fields, titleOf } from '../words.ts'

export type Entry = {
  /** Place in the log. */
  id: string
  type: string
  at: string
  actor: string
  title: string
  changes: Change[]
}

/** One lead, customer, appointment or invoice: what it is now, and all that happened with it, oldest first. */
export type History = {
  /** The name of its stream. */
  stream: string
  kind: string
  number: number
  customerId: number | null
  status: string | null
  openedAt: string
  /** When it ceased to be work to do: completed, cancelled or deleted. */
  closedAt: string | null
  current: Fields
  entries: Entry[]
}

const active = ['scheduled', 'in_progress']

export const histories = defineProjection<SourceEvent, History>({
  name: 'histories',
  version: 3,
  columns: {
    stream: 'text',
    kind: 'text',
    number: 'integer',
    customerId: 'integer?',
    status: 'text?',
    openedAt: 'timestamptz',
    closedAt: 'timestamptz?',
    current: 'jsonb',
    entries: 'jsonb',
  },
  indexes: ['(customer_id)', '(kind, status)', '(kind, opened_at)'],
  types: sourceTypes,
  scope: 'stream',
  envelope: true,
  keys: (event) => [event.stream],
  evolve: (row, event) => {
    const dash = event.stream.lastIndexOf('-')
    const at = happenedAt(event)
    const before: History = row ?? {
      stream: event.stream,
      kind: event.stream.slice(0, dash),
      number: Number(event.stream.slice(dash + 1)),
      customerId: null,
      status: null,
      openedAt: at,
      closedAt: null,
      current: {},
      entries: [],
    }
    const status = statusAfter(event) ?? before.status
    const open = before.kind !== 'appointment' || (status !== null && active.includes(status))
    const entry: Entry = {
      id: String(event.position),
      type: event.type,
      at,
      actor: event.metadata.actor,
      title: titleOf(event),
      changes: changesOf(event, before.current),
    }
    return {
      ...before,
      status,
      customerId: customerOf(event) ?? before.customerId,
      closedAt: open ? null : (before.closedAt ?? at),
      current: { ...before.current, ...event.data },
      entries: [...before.entries, entry],
    }
  },
})
