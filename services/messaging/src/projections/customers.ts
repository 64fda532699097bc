import type { CustomerEvent } from '@plumbline/crm/events'
import { type Db, run } from '@plumbline/platform/db'
import { erased } from '@plumbline/platform/encryption'
import { defineProjection, tableFor } from '@plumbline/platform/projections'
import { plainText } from '@plumbline/platform/search'
import { dialable } from '../phone.ts'

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

/** Every merged record and the one it is today, for use in a `WITH RECURSIVE`. */
export const merged = `merged (id, winner) AS (
  SELECT l.id, w.id FROM customers l JOIN customers w ON w.id = l.merged_into
  WHERE l.merged_into IS NOT NULL AND w.merged_into IS NULL
  UNION ALL
  SELECT l.id, m.winner FROM customers l JOIN merged m ON l.merged_into = m.id WHERE l.merged_into IS NOT NULL)`

/** The customer of this number, or whom it was merged into. */
export const customerById = async (db: Db, id: number): Promise<CustomerRow | undefined> =>
  (
    await run<CustomerRow>(db, {
      text: `WITH RECURSIVE ${merged} ${table.select}
        WHERE id = coalesce((SELECT m.winner FROM merged m WHERE m.id = $1), $1)`,
      values: [id],
    })
  )[0]

/** The customer `$1` and all that were merged into it, for use in a `WITH RECURSIVE`. */
export const records = `records AS (
  SELECT $1::integer AS id UNION SELECT c.id FROM customers c JOIN records r ON c.merged_into = r.id)`

/** The numbers of this customer and of all that were merged into it. */
export const recordsOf = async (db: Db, id: number): Promise<number[]> =>
  (
    await run<{ id: number }>(db, {
      text: `WITH RECURSIVE ${records} SELECT id FROM records`,
      values: [id],
    })
  ).map((row) => row.id)

/** Who has this number today, longest known first. */
export const customersByNumber = (db: Db, number: string): Promise<CustomerRow[]> =>
  run<CustomerRow>(db, {
    text: `WITH RECURSIVE ${merged} ${table.select} WHERE id IN (
        SELECT coalesce(m.winner, c.id) FROM customers c LEFT JOIN merged m ON m.id = c.id WHERE c.dialable = $1)
      ORDER BY id`,
    values: [number],
  })
