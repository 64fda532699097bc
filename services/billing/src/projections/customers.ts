import type { CustomerEvent } from '@plumbline/crm/events'
import { type Db, run } from '@plumbline/platform/db'
import { erased } from '@plumbline/platform/encryption'
import { defineProjection, tableFor } from '@plumbline/platform/projections'

export type CustomerRow = {
  id: number
  firstName: string
  lastName: string
  address: string | null
  /** How they came to us, such as `referral`. */
  source: string
  mergedInto: number | null
  removed: boolean
  /** Changes with what is kept here and with whom it leads to. */
  version: number
}

type Heard = Exclude<CustomerEvent, { type: 'CustomerStatusChanged' }>
type Changed = Extract<Heard, { type: 'CustomerDetailsChanged' }>['data']

/** What a change has to do with invoices. */
function namedIn({ firstName, lastName, address, source }: Changed): Partial<CustomerRow> {
  const given = Object.entries({ firstName, lastName, address, source }).filter(([, it]) => it !== undefined)
  return Object.fromEntries(given)
}

/** Whom invoices are for, and where the numbers of merged ones lead. */
export const customers = defineProjection<Heard, CustomerRow>({
  name: 'customers',
  version: 2,
  columns: {
    id: 'integer',
    firstName: 'text',
    lastName: 'text',
    address: 'text?',
    source: 'text',
    mergedInto: 'integer?',
    removed: 'boolean',
    version: 'integer',
  },
  indexes: ['(merged_into)'],
  types: ['CustomerRegistered', 'CustomerDetailsChanged', 'CustomerMerged', 'CustomerRemoved'],
  partitionBy: 'stream',
  keys: ({ type, data }) =>
    type === 'CustomerDetailsChanged' && Object.keys(namedIn(data)).length === 0 ? [] : [data.customerId],
  evolve: (row, event) => {
    const { version } = event
    switch (event.type) {
      case 'CustomerRegistered': {
        const { customerId: id, firstName, lastName, address, source } = event.data
        return { id, firstName, lastName, address, source, mergedInto: null, removed: false, version }
      }
      case 'CustomerDetailsChanged':
        return row && { ...row, ...namedIn(event.data), version }
      case 'CustomerMerged':
        return row && { ...row, mergedInto: event.data.intoCustomerId, version }
      case 'CustomerRemoved':
        return row && { ...row, removed: true, version }
    }
  },
})

const table = tableFor(customers)

/** By each of these numbers the customer it leads to now. */
export async function customersBy(db: Db, ids: readonly number[]): Promise<Map<number, CustomerRow>> {
  const rows = await run<CustomerRow & { asked: number }>(db, {
    text: `WITH RECURSIVE path AS (
             SELECT id AS asked, id AS reached, merged_into FROM ${table.name} WHERE id = ANY($1)
             UNION SELECT asked, c.id, c.merged_into FROM path JOIN ${table.name} c ON c.id = path.merged_into)
           SELECT asked, current.* FROM path JOIN (${table.select}) current ON current.id = reached
           WHERE path.merged_into IS NULL`,
    values: [[...new Set(ids)]],
  })
  return new Map(rows.map(({ asked, ...row }) => [asked, row]))
}

/** The customer that this number leads to, unless it was taken away. */
export async function customerBy(db: Db, id: number): Promise<CustomerRow | undefined> {
  const row = (await customersBy(db, [id])).get(id)
  return row?.removed ? undefined : row
}

/** A condition that holds for a customer and all that were merged into it; `parameter` is its number. */
export const sameCustomer = (parameter: number) => `customer_id IN (WITH RECURSIVE same AS (
    SELECT $${parameter}::integer AS id UNION SELECT c.id FROM ${table.name} c JOIN same ON c.merged_into = same.id)
  SELECT id FROM same)`

export const nameOf = ({ firstName, lastName }: CustomerRow): string =>
  firstName === erased ? erased : `${firstName} ${lastName}`.trim()
