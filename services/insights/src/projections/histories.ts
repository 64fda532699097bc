import { defineProjection } from '@plumbline/platform/projections'
import { customerOf, happenedAt, type SourceEvent, sourceTypes, statusAfter } from '../source.ts'

/** One lead, customer, appointment or invoice as it is now; all that happened with it stands in its stream. */
export type History = {
  /** The name of its stream. */
  stream: string
  kind: string
  number: number
  customerId: number | null
  status: string | null
  /** Of a lead or a customer. */
  firstName: string | null
  lastName: string | null
  openedAt: string
  /** When it ceased to be work to do: completed, cancelled or deleted. */
  closedAt: string | null
}

const active = ['scheduled', 'in_progress']

/** Most changes of a customer, the most frequent event of all, have nothing to do with it. */
const leavesIt = ({ type, data }: SourceEvent) =>
  type === 'CustomerDetailsChanged' && data.firstName === undefined && data.lastName === undefined

/** What everything is by now; the figures are made of it. */
export const histories = defineProjection<SourceEvent, History>({
  name: 'histories',
  version: 5,
  columns: {
    stream: 'text',
    kind: 'text',
    number: 'integer',
    customerId: 'integer?',
    status: 'text?',
    firstName: 'text?',
    lastName: 'text?',
    openedAt: 'timestamptz',
    closedAt: 'timestamptz?',
  },
  indexes: [
    '(customer_id)',
    '(kind, status)',
    '(kind, opened_at)',
    // work that is open, or was at some moment
    `(closed_at, opened_at) WHERE kind = 'appointment'`,
  ],
  types: sourceTypes,
  partitionBy: 'stream',
  keys: (event) => (leavesIt(event) ? [] : [event.stream]),
  evolve: (row, event) => {
    const dash = event.stream.lastIndexOf('-')
    const at = happenedAt(event)
    const before: History = row ?? {
      stream: event.stream,
      kind: event.stream.slice(0, dash),
      number: Number(event.stream.slice(dash + 1)),
      customerId: null,
      status: null,
      firstName: null,
      lastName: null,
      openedAt: at,
      closedAt: null,
    }
    const status = statusAfter(event) ?? before.status
    const open = before.kind !== 'appointment' || (status !== null && active.includes(status))
    const { firstName = before.firstName, lastName = before.lastName } = event.data as Partial<History>
    return {
      ...before,
      ...{ status, firstName, lastName },
      customerId: customerOf(event) ?? before.customerId,
      closedAt: open ? null : (before.closedAt ?? at),
    }
  },
})
