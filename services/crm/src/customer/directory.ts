import { createHash } from 'node:crypto'
import { type Db, run } from '@plumbline/platform/db'
import { toSmsNumber } from '@plumbline/platform/e164'
import { erased } from '@plumbline/platform/encryption'
import { defineProjection, tableFor } from '@plumbline/platform/projections'
import { plainText } from '@plumbline/platform/search'
import type { CustomerEvent } from '../events.ts'
import { mergeResolution } from './mergeResolution.ts'

type DirectoryEvent = Exclude<CustomerEvent, { type: 'CustomerStatusChanged' }>

/** What a service can have of a customer in addition to the name. */
type OptionalColumns = {
  email: string
  phone: string
  /** The phone as E.164 when SMS can be sent to it. */
  smsNumber: string | null
  address: string | null
  /** How they came to us, such as `referral`. */
  source: string
}
export type DirectoryColumn = keyof OptionalColumns

export type DirectoryRow<Column extends DirectoryColumn = never> = {
  id: number
  firstName: string
  lastName: string
  /** First and last name, or `[erased]`. */
  name: string
  /** The name, and the address where that is a column, as plain text, a line each; see `platform/search`. */
  searchText: string
  /** The record that this one was merged into, and no record that was merged itself. */
  mergedInto: number | null
  /** Changes with every change of the columns that describe the customer. */
  tag: string
} & Pick<OptionalColumns, Column>

export type DirectoryOptions<Column extends DirectoryColumn> = {
  /** Raise it with every change of `columns`, `indexes` or of this module. */
  version: number
  columns: readonly Column[]
  indexes?: readonly string[]
}

const columnTypes: Record<DirectoryColumn, string> = {
  email: 'text',
  phone: 'text',
  smsNumber: 'text?',
  address: 'text?',
  source: 'text',
}

/**
 * The customers in the schema of another service: a read model of CRM's events with the columns that the service needs,
 * and the look-ups that resolve any id to the customer it leads to today. Removed customers are not in it.
 * @example const customers = customerDirectory({ version: 1, columns: ['email', 'phone'] })
 */
export function customerDirectory<Column extends DirectoryColumn = never>({
  version,
  columns,
  indexes = [],
}: DirectoryOptions<Column>) {
  type Row = DirectoryRow<Column>
  const has = (column: DirectoryColumn) => (columns as readonly DirectoryColumn[]).includes(column)
  /** The fields of an event that the columns are derived from. */
  const fields = new Set<string>(
    ['firstName', 'lastName', ...columns].map((column) => (column === 'smsNumber' ? 'phone' : column)),
  )
  const relevantFields = (data: object): Partial<Row> =>
    Object.fromEntries(
      Object.entries(data).filter(([name, value]) => fields.has(name) && value !== undefined),
    ) as Partial<Row>

  const derive = (row: Record<string, unknown>): Row => {
    const { firstName, lastName, phone, address } = row as Record<string, string | null | undefined>
    const name = firstName === erased ? erased : `${firstName} ${lastName}`.trim()
    const nextRow = {
      ...row,
      name,
      ...(has('smsNumber') && phone !== undefined && { smsNumber: toSmsNumber(phone ?? '') }),
      searchText: (has('address') ? [name, address ?? ''] : [name]).map(plainText).join('\n'),
    } as Record<string, unknown>
    if (!has('phone')) delete nextRow.phone
    const content = JSON.stringify([
      nextRow.id,
      firstName,
      lastName,
      ...columns.map((column) => nextRow[column]),
    ])
    return { ...nextRow, tag: createHash('sha1').update(content).digest('hex').slice(0, 8) } as Row
  }

  const projection = defineProjection<DirectoryEvent, Row>({
    name: 'customers',
    version,
    columns: {
      id: 'integer',
      firstName: 'text',
      lastName: 'text',
      name: 'text',
      searchText: 'text',
      mergedInto: 'integer?',
      tag: 'text',
      ...Object.fromEntries(columns.map((column) => [column, columnTypes[column]])),
    } as { [Name in keyof Row]: string },
    indexes: ['(merged_into) WHERE merged_into IS NOT NULL', ...indexes],
    types: ['CustomerRegistered', 'CustomerDetailsChanged', 'CustomerMerged', 'CustomerRemoved'],
    partitionBy: 'stream',
    replacedBy: 'mergedInto',
    keys: ({ type, data }) =>
      type === 'CustomerDetailsChanged' && Object.keys(relevantFields(data)).length === 0
        ? []
        : [data.customerId],
    evolve: (row, { type, data }) => {
      switch (type) {
        case 'CustomerRegistered':
          return derive({ id: data.customerId, mergedInto: null, ...relevantFields(data) })
        case 'CustomerDetailsChanged':
          return row && derive({ ...row, ...relevantFields(data) })
        case 'CustomerMerged':
          return row && { ...row, mergedInto: data.intoCustomerId }
        case 'CustomerRemoved':
          return null
      }
    },
  })

  const table = tableFor(projection)
  const { join, recordIds } = mergeResolution(table.name)

  /** The customer that each of these ids leads to today; unknown ids are missing. */
  const findMany = async (db: Db, ids: readonly number[]): Promise<Map<number, Row>> => {
    const rows = await run<Row & { requestedId: number }>(db, {
      name: 'customers-by-ids',
      text: `SELECT requested.id AS "requestedId", c.* FROM ${table.name} requested
        JOIN (${table.select}) c ON c.id = coalesce(requested.merged_into, requested.id)
        WHERE requested.id = ANY($1::integer[])`,
      values: [[...new Set(ids)]],
    })
    return new Map(rows.map(({ requestedId, ...row }) => [requestedId, row as unknown as Row]))
  }

  return {
    projection,
    table,
    join,
    recordIds,
    findMany,
    /** The customer that this id leads to today. */
    find: async (db: Db, id: number): Promise<Row | undefined> => (await findMany(db, [id])).get(id),
  }
}
export type CustomerDirectory<Column extends DirectoryColumn = never> = ReturnType<
  typeof customerDirectory<Column>
>
