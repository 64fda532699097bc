import { createHash } from 'node:crypto'
import type { CustomerEvent } from '@plumbline/crm/events'
import { type Db, run } from '@plumbline/platform/db'
import { defineProjection, erased } from '@plumbline/platform/event-store'
import { plainText } from '@plumbline/platform/search'

export type CustomerRow = {
  id: number
  firstName: string
  lastName: string
  /** As people say it. */
  name: string
  email: string
  phone: string
  address: string | null
  /** The record that this one became. */
  mergedInto: number | null
  /** Name and address as plain text, a line each: in one column so that one index can put its words together. */
  searched: string
  /** Changes with whatever is shown of the customer. */
  tag: string
}

type Heard = Extract<
  CustomerEvent,
  { type: 'CustomerRegistered' | 'CustomerDetailsChanged' | 'CustomerMerged' | 'CustomerRemoved' }
>

/** Whom appointments are with, from the events of the CRM. */
export const customers = defineProjection<Heard, CustomerRow>({
  name: 'customers',
  version: 4,
  columns: {
    id: 'integer',
    firstName: 'text',
    lastName: 'text',
    name: 'text',
    email: 'text',
    phone: 'text',
    address: 'text?',
    mergedInto: 'integer?',
    searched: 'text',
    tag: 'text',
  },
  indexes: ['(merged_into) WHERE merged_into IS NOT NULL', 'USING gin (searched public.gin_trgm_ops)'],
  types: ['CustomerRegistered', 'CustomerDetailsChanged', 'CustomerMerged', 'CustomerRemoved'],
  scope: 'stream',
  keys: ({ type, data }) =>
    type === 'CustomerDetailsChanged' && Object.keys(shownOf(data)).length === 0 ? [] : [data.customerId],
  evolve: (row, { type, data }) => {
    switch (type) {
      case 'CustomerRegistered': {
        const { customerId, firstName, lastName, email, phone, address } = data
        return written({ id: customerId, firstName, lastName, email, phone, address, mergedInto: null })
      }
      case 'CustomerDetailsChanged':
        return row && written({ ...row, ...shownOf(data) })
      case 'CustomerMerged':
        return row && { ...row, mergedInto: data.intoCustomerId }
      case 'CustomerRemoved':
        return null
    }
  },
})

type Changed = Extract<Heard, { type: 'CustomerDetailsChanged' }>['data']

/** What a change has to do with appointments. */
function shownOf({ customerId: _, changedAt: __, notes: ___, source: ____, ...changes }: Changed) {
  return changes
}

type Known = Omit<CustomerRow, 'name' | 'searched' | 'tag'>

function written(row: Known): CustomerRow {
  const name = row.firstName === erased ? erased : `${row.firstName} ${row.lastName}`
  const shown = JSON.stringify([name, row.email, row.phone, row.address])
  const tag = createHash('sha1').update(shown).digest('hex').slice(0, 8)
  return { ...row, name, searched: [name, row.address ?? ''].map(plainText).join('\n'), tag }
}

/** Every merged record and the one it is today, for use in a `WITH RECURSIVE`. */
export const merged = `merged (id, winner) AS (
  SELECT l.id, w.id FROM customers l JOIN customers w ON w.id = l.merged_into
  WHERE l.merged_into IS NOT NULL AND w.merged_into IS NULL
  UNION ALL
  SELECT l.id, m.winner FROM customers l JOIN merged m ON l.merged_into = m.id WHERE l.merged_into IS NOT NULL)`

export type Customer = Pick<CustomerRow, 'id' | 'address'> & { records: number[] }

/** The customer of this number, or whom it was merged into, with the numbers of all their records. */
export const customerById = async (db: Db, id: number): Promise<Customer | undefined> =>
  (
    await run<Customer>(db, {
      name: 'customer-by-id',
      text: `WITH RECURSIVE ${merged}
        SELECT c.id, c.address, ARRAY(SELECT c.id UNION ALL SELECT m.id FROM merged m WHERE m.winner = c.id) AS records
        FROM customers c WHERE c.id = coalesce((SELECT m.winner FROM merged m WHERE m.id = $1), $1)`,
      values: [id],
    })
  )[0]

export type ShownCustomer = Pick<CustomerRow, 'id' | 'name' | 'address' | 'tag' | 'mergedInto'>

export const shownColumns = 'id, name, address, tag, merged_into AS "mergedInto"'

/** What is known of some, by the number of their record. */
export const byId = (rows: readonly ShownCustomer[]) => new Map(rows.map((row) => [row.id, row]))

/** Tells who each of these records is today, undefined of the unknown. `known`: who need not be read; it grows. */
export async function customersOf(
  db: Db,
  ids: readonly number[],
  known: Map<number, ShownCustomer> = new Map(),
): Promise<(id: number) => ShownCustomer | undefined> {
  // whom a record leads to that is not known yet; all of `known` would be looked through once for every piece of a list
  const unread = (id: number | null): number[] => {
    const row = id === null ? undefined : known.get(id)
    return row ? unread(row.mergedInto) : id === null ? [] : [id]
  }
  let asked = [...new Set(ids.flatMap(unread))]
  while (asked.length > 0) {
    const rows = await run<ShownCustomer>(db, {
      name: 'customers-of',
      text: `SELECT ${shownColumns} FROM customers WHERE id = ANY($1::int[])`,
      values: [asked],
    })
    for (const row of rows) known.set(row.id, row)
    asked = [...new Set(rows.flatMap(({ mergedInto }) => unread(mergedInto)))]
  }
  const today = (id: number): ShownCustomer | undefined => {
    const row = known.get(id)
    return row?.mergedInto != null && known.has(row.mergedInto) ? today(row.mergedInto) : row
  }
  return today
}
