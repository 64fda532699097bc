import { createHash } from 'node:crypto'
import type { CustomerEvent } from '@plumbline/crm/events'
import { type Db, run } from '@plumbline/platform/db'
import { erased } from '@plumbline/platform/encryption'
import { defineProjection } from '@plumbline/platform/projections'
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
  partitionBy: 'stream',
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

/**
 * `survivor`, whom the number `id` leads to today, and `records`, all that were merged into it with itself, for use in a
 * `WITH RECURSIVE`. OFFSET keeps look-ups what they are, whatever the planner believes about the size of the table.
 */
export const recordsOf = (id: string): string => `
  path (id, next) AS (
    SELECT id, merged_into FROM customers WHERE id = ${id}
    UNION SELECT c.id, c.merged_into FROM path CROSS JOIN LATERAL (
      SELECT id, merged_into FROM customers WHERE id = path.next OFFSET 0) c),
  survivor (id) AS (SELECT id FROM path WHERE next IS NULL OR next NOT IN (SELECT id FROM path)),
  records (id) AS (
    SELECT id FROM survivor UNION SELECT c.id FROM records CROSS JOIN LATERAL (
      SELECT id FROM customers WHERE merged_into = records.id OFFSET 0) c)`

/** The customer of this number, or the one it was merged into. */
export const customerById = async (db: Db, id: number): Promise<ShownCustomer | undefined> =>
  (await customersOf(db, [id]))(id)

export type ShownCustomer = Pick<
  CustomerRow,
  'id' | 'name' | 'address' | 'email' | 'phone' | 'tag' | 'mergedInto'
>

const shownColumns = 'id, name, address, email, phone, tag, merged_into AS "mergedInto"'

/** The customer that each of these records has become; undefined for unknown ones. */
export async function customersOf(
  db: Db,
  ids: readonly number[],
): Promise<(id: number) => ShownCustomer | undefined> {
  const known = new Map<number, ShownCustomer>()
  for (let wanted = [...new Set(ids)]; wanted.length > 0; ) {
    const rows = await run<ShownCustomer>(db, {
      name: 'customers-by-ids',
      text: `SELECT ${shownColumns} FROM customers WHERE id = ANY($1::int[])`,
      values: [wanted],
    })
    for (const row of rows) known.set(row.id, row)
    wanted = [
      ...new Set(
        rows.flatMap(({ mergedInto }) => (mergedInto === null || known.has(mergedInto) ? [] : [mergedInto])),
      ),
    ]
  }
  const current = (id: number): ShownCustomer | undefined => {
    const row = known.get(id)
    return row?.mergedInto != null && known.has(row.mergedInto) ? current(row.mergedInto) : row
  }
  return current
}
