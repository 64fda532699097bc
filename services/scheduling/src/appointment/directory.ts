import type { Recorded } from '@plumbline/platform/event-store'
import { moneyText } from '@plumbline/platform/money'
import { defineProjection, tableFor } from '@plumbline/platform/projections'
import { plainText } from '@plumbline/platform/search'
import type { AppointmentEvent } from '../events.ts'
import { type AppointmentRecord, appointmentEventTypes, changesBy } from './record.ts'

/** What a service can have of an appointment in addition to its customer. */
type OptionalColumns = Omit<AppointmentRecord, 'id' | 'customerId' | 'estimatedCents' | 'actualCents'> & {
  /** Start and duration must be columns, too. */
  endsAt: string
  estimatedPrice: string | null
  actualPrice: string | null
  /** The version of the stream that set `agreedAt`. */
  agreedVersion: number
  /** Demonstration data. */
  demo: boolean
  /** Title and own address, which must be columns too, as plain text, a line each; searches read it. */
  searched: string
  /** Of the stream. */
  version: number
}
export type AppointmentColumn = keyof OptionalColumns

const columnTypes: Record<AppointmentColumn, string> = {
  title: 'text',
  description: 'text?',
  notes: 'text?',
  address: 'text?',
  startsAt: 'timestamptz',
  endsAt: 'timestamptz',
  durationMinutes: 'integer',
  status: 'text',
  estimatedPrice: 'numeric(10, 2)?',
  actualPrice: 'numeric(10, 2)?',
  completedAt: 'timestamptz?',
  agreedAt: 'timestamptz',
  agreedVersion: 'integer',
  createdAt: 'timestamptz',
  updatedAt: 'timestamptz',
  deleted: 'boolean',
  demo: 'boolean',
  searched: 'text',
  version: 'integer',
}

export type AppointmentDirectoryRow<Column extends AppointmentColumn> = {
  id: number
  customerId: number
} & Pick<OptionalColumns, Column>

type DirectoryOptions<Column extends AppointmentColumn> = {
  /** Raise it with every change of `columns`, `indexes` or of this module. */
  version: number
  /** With `deleted`, the rows of deleted appointments stay. */
  columns: readonly Column[]
  indexes?: readonly string[]
}

/**
 * The appointments in the schema of a service: a read model of scheduling's events with the columns that the service needs.
 * @example const appointments = appointmentDirectory({ version: 1, columns: ['title', 'status'] })
 */
export function appointmentDirectory<Column extends AppointmentColumn>({
  version,
  columns,
  indexes = [],
}: DirectoryOptions<Column>) {
  type Row = AppointmentDirectoryRow<Column>
  const has = (column: AppointmentColumn) => (columns as readonly AppointmentColumn[]).includes(column)
  const names = ['id', 'customerId', ...columns] as const

  const projection = defineProjection<AppointmentEvent, Row>({
    name: 'appointments',
    version,
    columns: {
      id: 'integer',
      customerId: 'integer',
      ...Object.fromEntries(columns.map((column) => [column, columnTypes[column]])),
    } as { [Name in keyof Row]: string },
    indexes,
    types: appointmentEventTypes,
    partitionBy: 'stream',
    keys: ({ data }) => [data.appointmentId],
    evolve: (row, event) => {
      if (!row && event.type !== 'AppointmentScheduled') return null
      const next: Partial<FullRow> = { ...row, ...changedColumns(event, has('demo')) }
      if (next.deleted && !has('deleted')) return null
      if (has('endsAt')) next.endsAt = endOf(next as FullRow)
      if (has('searched')) next.searched = searchTextOf(next as FullRow)
      return Object.fromEntries(names.map((name) => [name, next[name]])) as Row
    },
  })
  return { projection, table: tableFor(projection) }
}

type FullRow = OptionalColumns & { id: number; customerId: number }

function changedColumns(event: Recorded<AppointmentEvent>, readsMetadata: boolean): Partial<FullRow> {
  const { estimatedCents, actualCents, ...changes } = changesBy(event)
  return {
    ...changes,
    ...(estimatedCents !== undefined && { estimatedPrice: moneyOrNull(estimatedCents) }),
    ...(actualCents !== undefined && { actualPrice: moneyOrNull(actualCents) }),
    ...(changes.agreedAt !== undefined && { agreedVersion: event.version }),
    ...(readsMetadata && changes.createdAt !== undefined && { demo: event.metadata.demo === true }),
    version: event.version,
  }
}

const moneyOrNull = (cents: number | null) => (cents === null ? null : moneyText(cents))

const endOf = ({ startsAt, durationMinutes }: FullRow) =>
  new Date(Date.parse(startsAt) + durationMinutes * 60_000).toISOString()

const searchTextOf = ({ title, address }: FullRow) => [title, address ?? ''].map(plainText).join('\n')
