import type { CustomerEvent } from '@plumbline/crm/events'
import { type Db, run } from '@plumbline/platform/db'
import { erased } from '@plumbline/platform/encryption'
import { defineProjection, tableFor } from '@plumbline/platform/projections'
import { invoicesTable } from './invoice/projection.ts'

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

const table = tableFor(customers).name

/**
 * Joins the customer `c` that the number `id` leads to now. Only a merged record takes more than two look-ups. OFFSET
 * keeps them look-ups: without statistics the planner would rather read all customers for a single one.
 */
export const joinCustomer = (id: string): string => `
  LEFT JOIN LATERAL (SELECT id, merged_into FROM ${table} WHERE id = ${id} OFFSET 0) named ON true
  LEFT JOIN LATERAL (
    SELECT * FROM ${table} WHERE id = CASE WHEN named.merged_into IS NULL THEN named.id ELSE (
      WITH RECURSIVE path (id, next) AS (
        SELECT named.id, named.merged_into
        UNION SELECT next, (SELECT merged_into FROM ${table} WHERE id = next) FROM path WHERE next IS NOT NULL)
      SELECT id FROM path WHERE next IS NULL) END
    OFFSET 0
  ) c ON true`

/** Joins `named`, the record of the number `id`, and `merged`, what it was merged into in the end, for reading many at once. */
export const joinSource = (id: string): string => `
  LEFT JOIN ${table} named ON named.id = ${id}
  LEFT JOIN (
    WITH RECURSIVE path (id, reached) AS (
      SELECT id, merged_into FROM ${table} WHERE merged_into IS NOT NULL
      UNION SELECT path.id, merged_into FROM path JOIN ${table} next ON next.id = reached WHERE merged_into IS NOT NULL)
    SELECT id, (SELECT source FROM ${table} WHERE id = reached AND merged_into IS NULL) AS source FROM path
  ) merged ON merged.id = named.id AND merged.source IS NOT NULL`
/** The source of the record that the number leads to now. */
export const joinedSource = 'CASE WHEN named.merged_into IS NULL THEN named.source ELSE merged.source END'

/** The numbers of a customer and of all records that were merged into it, as an array; `id` is the customer's. */
export const numbersOfCustomer = (id: string): string => `ARRAY(
  WITH RECURSIVE same (id) AS (
    SELECT ${id} UNION SELECT merged.id FROM same, LATERAL (
      SELECT id FROM ${table} WHERE merged_into = same.id OFFSET 0) merged)
  SELECT id FROM same)`

const columns = `c.id, c.first_name AS "firstName", c.last_name AS "lastName", c.address, c.source,
  c.merged_into AS "mergedInto", c.removed, c.version`

/** By each of these numbers the customer it leads to now. */
export async function customersBy(db: Db, ids: readonly number[]): Promise<Map<number, CustomerRow>> {
  const rows = await run<CustomerRow & { asked: number }>(db, {
    name: 'customers-by-ids',
    text: `SELECT asked.id AS asked, ${columns} FROM unnest($1::integer[]) asked (id) ${joinCustomer('asked.id')}
      WHERE c.id IS NOT NULL`,
    values: [[...new Set(ids)]],
  })
  return new Map(rows.map(({ asked, ...row }) => [asked, row]))
}

/** The customer whom an invoice is for now. */
export async function customerOfInvoice(db: Db, invoiceId: number): Promise<CustomerRow | undefined> {
  const [customer] = await run<CustomerRow>(db, {
    name: 'customer-of-invoice',
    text: `SELECT ${columns} FROM ${invoicesTable.name} invoice ${joinCustomer('invoice.customer_id')}
      WHERE invoice.id = $1 AND c.id IS NOT NULL`,
    values: [invoiceId],
  })
  return customer
}

/** The customer that this number leads to, unless it was taken away. */
export async function customerBy(db: Db, id: number): Promise<CustomerRow | undefined> {
  const row = (await customersBy(db, [id])).get(id)
  return row?.removed ? undefined : row
}

export const nameOf = ({ firstName, lastName }: Pick<CustomerRow, 'firstName' | 'lastName'>): string =>
  firstName === erased ? erased : `${firstName} ${lastName}`.trim()
