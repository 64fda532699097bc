import type { CustomerEvent } from '@plumbline/crm/events'
import { type Db, run } from '@plumbline/platform/db'
import { erased } from '@plumbline/platform/encryption'
import { defineProjection, tableFor } from '@plumbline/platform/projections'
import { plainText } from '@plumbline/platform/search'
import { dialable } from './phone.ts'

export type CustomerRow = {
  id: number
  firstName: string
  lastName: string
  /** As people say it. */
  name: string
  email: string
  phone: string
  /** Where an SMS goes, as E.164. */
  dialable: string | null
  /** The record that this one became. */
  mergedInto: number | null
  /** The name as searches compare it. */
  searched: string
}

type Heard = Extract<
  CustomerEvent,
  { type: 'CustomerRegistered' | 'CustomerDetailsChanged' | 'CustomerMerged' | 'CustomerRemoved' }
>

/** Whom we write to, from the events of the CRM. */
export const customers = defineProjection<Heard, CustomerRow>({
  name: 'customers',
  version: 2,
  columns: {
    id: 'integer',
    firstName: 'text',
    lastName: 'text',
    name: 'text',
    email: 'text',
    phone: 'text',
    dialable: 'text?',
    mergedInto: 'integer?',
    searched: 'text',
  },
  indexes: ['(merged_into) WHERE merged_into IS NOT NULL', '(dialable) WHERE dialable IS NOT NULL'],
  types: ['CustomerRegistered', 'CustomerDetailsChanged', 'CustomerMerged', 'CustomerRemoved'],
  partitionBy: 'stream',
  keys: ({ type, data }) =>
    type === 'CustomerDetailsChanged' && Object.keys(contactOf(data)).length === 0 ? [] : [data.customerId],
  evolve: (row, { type, data }) => {
    switch (type) {
      case 'CustomerRegistered': {
        const { customerId: id, firstName, lastName, email, phone } = data
        return derived({ id, firstName, lastName, email, phone, mergedInto: null })
      }
      case 'CustomerDetailsChanged':
        return row && derived({ ...row, ...contactOf(data) })
      case 'CustomerMerged':
        return row && { ...row, mergedInto: data.intoCustomerId }
      case 'CustomerRemoved':
        return null
    }
  },
})

type Changed = Extract<Heard, { type: 'CustomerDetailsChanged' }>['data']

/** What a change has to do with writing to them. */
function contactOf({ firstName, lastName, email, phone }: Changed): Partial<CustomerRow> {
  const given = Object.entries({ firstName, lastName, email, phone }).filter(([, it]) => it !== undefined)
  return Object.fromEntries(given)
}

function derived(row: Omit<CustomerRow, 'name' | 'dialable' | 'searched'>): CustomerRow {
  const name = row.firstName === erased ? erased : `${row.firstName} ${row.lastName}`
  return { ...row, name, dialable: dialable(row.phone), searched: plainText(name) }
}

const table = tableFor(customers)

/**
 * The record that a row of `customers` is today, as SQL: itself, or the one at the end of the merges it went through. The
 * merges are only followed where there are any. Here and below, `OFFSET 0` keeps the planner from reading the whole table
 * where it has no statistics.
 */
export const survivorOf = (
  row: string,
) => `CASE WHEN ${row}.merged_into IS NULL THEN ${row}.id ELSE coalesce((
    WITH RECURSIVE chain AS (
      SELECT id, merged_into FROM customers WHERE id = ${row}.merged_into
      UNION ALL SELECT next.* FROM chain CROSS JOIN LATERAL (
        SELECT id, merged_into FROM customers WHERE id = chain.merged_into OFFSET 0) next)
    SELECT id FROM chain WHERE merged_into IS NULL), ${row}.id) END`

const recordById = async (db: Db, id: number): Promise<CustomerRow | undefined> =>
  (
    await run<CustomerRow>(db, {
      name: 'customer-record',
      text: `${table.select} WHERE id = $1`,
      values: [id],
    })
  )[0]

/** The customer of this number, or whom it was merged into. */
export async function customerById(db: Db, id: number): Promise<CustomerRow | undefined> {
  const record = await recordById(db, id)
  let survivor = record
  while (survivor?.mergedInto) survivor = await recordById(db, survivor.mergedInto)
  return survivor ?? record
}

/** The customers that `start` selects and all that were merged into them, for use in a `WITH RECURSIVE`. */
export const recordsFrom = (start: string) => `records AS (
  ${start} UNION SELECT merged.id FROM records CROSS JOIN LATERAL (
    SELECT id FROM customers WHERE merged_into = records.id OFFSET 0) merged)`

/** The numbers of this customer and of all that were merged into it. */
export const recordsOf = async (db: Db, id: number): Promise<number[]> =>
  (
    await run<{ id: number }>(db, {
      name: 'customer-records',
      text: `WITH RECURSIVE ${recordsFrom('SELECT $1::integer AS id')} SELECT id FROM records`,
      values: [id],
    })
  ).map((row) => row.id)

/** Who has this number today, longest known first. */
export const customersByNumber = (db: Db, number: string): Promise<CustomerRow[]> =>
  run<CustomerRow>(db, {
    name: 'customers-by-number',
    text: `SELECT c.* FROM (SELECT DISTINCT ${survivorOf('owner')} AS id FROM customers owner WHERE owner.dialable = $1) known
      CROSS JOIN LATERAL (${table.select} WHERE id = known.id OFFSET 0) c ORDER BY c.id`,
    values: [number],
  })
