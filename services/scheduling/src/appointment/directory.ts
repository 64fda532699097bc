import type { Recorded } from '@plumbline/platform/event-store'
import { moneyOrNull } from '@plumbline/platform/money'
import {
  bool,
  type Columns,
  type ColumnsOf,
  defineProjection,
  handleAll,
  int,
  jsonb,
  money,
  pickColumns,
  type RowOf,
  text,
  timestamptz,
} from '@plumbline/platform/projections'
import { plainText } from '@plumbline/platform/search'
import { ofTexts } from '../api/fields.ts'
import type { AppointmentStatus } from '../api.ts'
import type { AppointmentEvent } from '../events.ts'
import {
  type AppointmentRecord,
  agreedVersionOf,
  appointmentChanges,
  changesBy,
  isBeginning,
} from './record.ts'

const identity = { id: int, customerId: int }

/** What a service can have of an appointment in addition to its customer. */
const optionalColumns = {
  title: text,
  ...ofTexts(() => text.null),
  startsAt: timestamptz,
  /** Start and duration must be columns, too. */
  endsAt: timestamptz,
  durationMinutes: int,
  arrivalWindowMinutes: int,
  anytime: bool,
  status: text.of<AppointmentStatus>(),
  assigneeIds: jsonb.of<number[]>(),
  estimatedPrice: money.null,
  actualPrice: money.null,
  completedAt: timestamptz.null,
  onTheWaySince: timestamptz.null,
  agreedAt: timestamptz,
  /** The version of the stream that set `agreedAt`. */
  agreedVersion: int,
  createdAt: timestamptz,
  updatedAt: timestamptz,
  deleted: bool,
  /** Demonstration data. */
  demo: bool,
  /** Title and own address, which must be columns too, as plain text, a line each; searches read it. */
  searched: text,
  /** Of the stream. */
  version: int,
} satisfies Columns &
  ColumnsOf<Omit<AppointmentRecord, 'id' | 'customerId' | 'estimatedCents' | 'actualCents'>>

type DirectoryOptions<Name extends keyof typeof optionalColumns> = {
  /** Raise it with every change of `columns`, `indexes` or of this module. */
  version: number
  /** With `deleted`, the rows of deleted appointments stay. */
  columns: readonly Name[]
  indexes?: readonly string[]
}

/**
 * The appointments in the schema of a service: a read model of scheduling's events with the columns that the service needs.
 * @example const appointments = appointmentDirectory({ version: 1, columns: ['title', 'status'] })
 */
export function appointmentDirectory<Name extends keyof typeof optionalColumns>({
  version,
  columns: names,
  indexes = [],
}: DirectoryOptions<Name>) {
  const columns = { ...identity, ...pickColumns(optionalColumns, names) }
  type Row = RowOf<typeof columns>
  const evolve = (row: Row | null, event: Recorded<AppointmentEvent>): Row | null => {
    if (!row && !isBeginning(event)) return null
    const next = { ...row, ...changedColumns(event) } as FullRow
    if (next.deleted && !('deleted' in columns)) return null
    if ('endsAt' in columns) next.endsAt = endOf(next)
    if ('searched' in columns) next.searched = searchTextOf(next)
    return Object.fromEntries(Object.entries(next).filter(([name]) => name in columns)) as Row
  }
  return defineProjection<AppointmentEvent>()({
    name: 'appointments',
    version,
    columns,
    indexes,
    key: ({ data }) => data.appointmentId,
    on: handleAll<AppointmentEvent, Row>(appointmentChanges, evolve),
  })
}

/**
 * The records of customers of a member's jobs from 14 days ago to 14 days ahead, as a subquery on the table in which a
 * service has `assigneeIds` and when jobs start.
 * @example `WHERE customer_id IN (${customersOfJobs('appointments', '$1', '$2')})`
 */
export const customersOfJobs = (table: string, member: string, now: string, startsAt = 'starts_at') =>
  `SELECT customer_id FROM ${table} WHERE assignee_ids @> to_jsonb(${member}::int)
    AND ${startsAt} BETWEEN ${now}::timestamptz - interval '14 days' AND ${now}::timestamptz + interval '14 days'`

type FullRow = RowOf<typeof identity & typeof optionalColumns>

function changedColumns(event: Recorded<AppointmentEvent>): Partial<FullRow> {
  const { estimatedCents, actualCents, ...changes } = changesBy(event)
  const agreedVersion = agreedVersionOf(event)
  return {
    ...changes,
    ...(estimatedCents !== undefined && { estimatedPrice: moneyOrNull(estimatedCents) }),
    ...(actualCents !== undefined && { actualPrice: moneyOrNull(actualCents) }),
    ...(agreedVersion !== undefined && { agreedVersion }),
    ...(changes.createdAt !== undefined && { demo: event.metadata.demo === true }),
    version: event.version,
  }
}

const endOf = ({ startsAt, durationMinutes }: FullRow) =>
  new Date(Date.parse(startsAt) + durationMinutes * 60_000).toISOString()

const searchTextOf = ({ title, address }: FullRow) => [title, address ?? ''].map(plainText).join('\n')
