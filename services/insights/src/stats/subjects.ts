import {
  defineProjection,
  handleAll,
  int,
  type RowOf,
  text,
  timestamptz,
} from '@plumbline/platform/projections'
import { customerOf, happenedAt, type SourceEvent, statusAfter, timeFields } from '../source.ts'

const columns = {
  /** The name of the stream. */
  stream: text,
  kind: text,
  number: int,
  /** As the events say; it may be a record that was merged. */
  customerId: int.null,
  status: text.null,
  openedAt: timestamptz,
  /** When an appointment was completed, cancelled or deleted. */
  closedAt: timestamptz.null,
}
/** One row per stream: a lead, customer, appointment, quote, invoice, message or consent, as it is today. */
export type Subject = RowOf<typeof columns>

const openStatuses = ['scheduled', 'in_progress']

/** Changes of details, the most frequent event of a customer, change none of the columns. */
type SubjectEvent = Exclude<SourceEvent, { type: 'CustomerDetailsChanged' }>
const { CustomerDetailsChanged: _, ...subjectTypes } = timeFields

/** What the events are about. The figures of the dashboard are counted from it. */
export const subjects = defineProjection<SubjectEvent>()({
  name: 'subjects',
  version: 8,
  columns,
  indexes: [
    '(customer_id)',
    '(kind, status)',
    '(kind, opened_at)',
    // appointments that are open, or were at some time
    `(closed_at, opened_at) WHERE kind = 'appointment'`,
  ],
  key: ({ stream }) => stream,
  on: handleAll<SubjectEvent, Subject>(subjectTypes, (row, event) => {
    const at = happenedAt(event)
    const before = row ?? newSubject(event.stream, at)
    const status = statusAfter(event) ?? before.status
    const customerId = customerOf(event)
    const isOpen = before.kind !== 'appointment' || (status !== null && openStatuses.includes(status))
    return {
      ...before,
      status,
      customerId: customerId === undefined ? before.customerId : customerId,
      closedAt: isOpen ? null : (before.closedAt ?? at),
    }
  }),
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
