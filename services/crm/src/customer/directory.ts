import { createHash } from 'node:crypto'
import { type Db, first, run } from '@plumbline/platform/db'
import { toSmsNumber } from '@plumbline/platform/e164'
import { erased } from '@plumbline/platform/encryption'
import {
  defineProjection,
  int,
  pickColumns,
  type RowOf,
  tableFor,
  text,
} from '@plumbline/platform/projections'
import { plainText } from '@plumbline/platform/search'
import type { CustomerEvent } from '../events.ts'
import { mergeResolution } from './mergeResolution.ts'

type DirectoryEvent = Exclude<CustomerEvent, { type: 'CustomerStatusChanged' }>

/** What every service has of a customer. */
const commonColumns = {
  id: int,
  firstName: text,
  lastName: text,
  /** First and last name, or `[erased]`. */
  name: text,
  /** The name, and the address where that is a column, as plain text, a line each; see `platform/search`. */
  searchText: text,
  /** The record that this one was merged into, and no record that was merged itself. */
  mergedInto: int.null,
  /** Changes with every change of the columns that describe the customer. */
  tag: text,
}

/** What a service can have of a customer in addition. */
const optionalColumns = {
  email: text,
  phone: text,
  /** The phone as E.164 when SMS can be sent to it. */
  smsNumber: text.null,
  address: text.null,
  /** How they came to us, such as `referral`. */
  source: text,
}
export type DirectoryColumn = keyof typeof optionalColumns

export type DirectoryRow<Name extends DirectoryColumn = never> = RowOf<
  typeof commonColumns & Pick<typeof optionalColumns, Name>
>

export type DirectoryOptions<Name extends DirectoryColumn> = {
  /** Raise it with every change of `columns`, `indexes` or of this module. */
  version: number
  columns: readonly Name[]
  indexes?: readonly string[]
}

/**
 * The customers in the schema of another service: a read model of CRM's events with the columns that the service needs,
 * and the look-ups that resolve any id to the customer it leads to today. Removed customers are not in it.
 * @example const customers = customerDirectory({ version: 1, columns: ['email', 'phone'] })
 */
export function customerDirectory<Name extends DirectoryColumn = never>({
  version,
  columns: names,
  indexes = [],
}: DirectoryOptions<Name>) {
  type Row = DirectoryRow<Name>
  const columns = { ...commonColumns, ...pickColumns(optionalColumns, names) }
  const has = (name: DirectoryColumn) => name in columns
  /** The fields of an event that the columns are derived from. */
  const fields = new Set<string>(
    ['firstName', 'lastName', ...names].map((name) => (name === 'smsNumber' ? 'phone' : name)),
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
    const content = JSON.stringify([nextRow.id, firstName, lastName, ...names.map((name) => nextRow[name])])
    return { ...nextRow, tag: createHash('sha1').update(content).digest('hex').slice(0, 8) } as Row
  }

  const projection = defineProjection<DirectoryEvent>()({
    name: 'customers',
    version,
    columns,
    indexes: ['(merged_into) WHERE merged_into IS NOT NULL', ...indexes],
    replacedBy: 'mergedInto',
    key: ({ data }) => data.customerId,
    on: {
      CustomerRegistered: (_, { data }) =>
        derive({ id: data.customerId, mergedInto: null, ...relevantFields(data) }),
      CustomerDetailsChanged: (row, { data }) => {
        const changes = relevantFields(data)
        return row && Object.keys(changes).length > 0 ? derive({ ...row, ...changes }) : row
      },
      CustomerMerged: (row, { data }) => row && { ...row, mergedInto: data.intoCustomerId },
      CustomerRemoved: () => null,
    },
  })

  const table = tableFor(projection)
  const { join, recordIds, idsOf, survivorsOf } = mergeResolution(table.name)
  /** Selects the ids that lead to customers whose name or address is like this pattern; see `wordPatterns`. */
  const idsLike = (pattern: string) => idsOf(`survivor.search_text LIKE ${pattern}`)

  // with `= ANY` it would be planned each time, as the plan for one id is cheaper than that for any number of them
  /** The customer that this id leads to today. */
  const find = async (db: Db, id: number): Promise<Row | undefined> => {
    return first<Row>(db, {
      name: 'customer-of-id',
      text: `${table.select} WHERE id = (SELECT coalesce(merged_into, id) FROM ${table.name} WHERE id = $1)`,
      values: [id],
    })
  }

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
    survivorsOf,
    idsLike,
    findMany,
    find,
  }
}
export type CustomerDirectory<Name extends DirectoryColumn = never> = ReturnType<
  typeof customerDirectory<Name>
>
