import { defineProjection } from '@plumbline/platform/projections'
import { customerOf, happenedAt, type SourceEvent, sourceTypes, statusAfter } from '../source.ts'

/** One row per stream: a lead, customer, appointment, invoice, message or consent, as it is today. */
export type Subject = {
  /** The name of the stream. */
  stream: string
  kind: string
  number: number
  /** As the events say; it may be a record that was merged. */
  customerId: number | null
  status: string | null
  openedAt: string
  /** When an appointment was completed, cancelled or deleted. */
  closedAt: string | null
}

const openStatuses = ['scheduled', 'in_progress']

/** Changes of details, the most frequent event of a customer, change none of the columns. */
const isIrrelevant = ({ type }: SourceEvent) => type === 'CustomerDetailsChanged'

/** What the events are about. The figures of the dashboard are counted from it. */
export const subjects = defineProjection<SourceEvent, Subject>({
  name: 'subjects',
  version: 2,
  columns: {
    stream: 'text',
    kind: 'text',
    number: 'integer',
    customerId: 'integer?',
    status: 'text?',
    openedAt: 'timestamptz',
    closedAt: 'timestamptz?',
  },
  indexes: [
    '(customer_id)',
    '(kind, status)',
    '(kind, opened_at)',
    // appointments that are open, or were at some time
    `(closed_at, opened_at) WHERE kind = 'appointment'`,
  ],
  types: sourceTypes,
  partitionBy: 'stream',
  keys: (event) => (isIrrelevant(event) ? [] : [event.stream]),
  evolve: (row, event) => {
    const at = happenedAt(event)
    const before = row ?? newSubject(event.stream, at)
    const status = statusAfter(event) ?? before.status
    const isOpen = before.kind !== 'appointment' || (status !== null && openStatuses.includes(status))
    return {
      ...before,
      status,
      customerId: customerOf(event) ?? before.customerId,
      closedAt: isOpen ? null : (before.closedAt ?? at),
    }
  },
})

function newSubject(stream: string, openedAt: string): Subject {
  const dash = stream.lastIndexOf('-')
  return {
    stream,
    kind: stream.slice(0, dash),
    number: Number(stream.slice(dash + 1)),
    customerId: null,
    status: null,
    openedAt,
    closedAt: null,
  }
}
