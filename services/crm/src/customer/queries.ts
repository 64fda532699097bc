import { type Db, exists, first, namedStatement, type Pool, run } from '@plumbline/platform/db'
import type { List } from '@plumbline/platform/http'
import { type Paged, pageOf } from '@plumbline/platform/paging'
import { customersOfJobs } from '@plumbline/scheduling/directory'
import type { CustomerWithWork } from '../api.ts'
import { appointmentsTable } from '../appointments.ts'
import type { LeadEvent } from '../events.ts'
import { personOrders, searchCondition } from '../search.ts'
import { mergeResolution } from './mergeResolution.ts'
import { type CustomerRow, customersTable as table, toCustomer } from './projection.ts'
import { owesMoney, workOf } from './work.ts'

const { join, survivorsOf } = mergeResolution(table.name)
const newestFirst = 'ORDER BY created_at DESC, id DESC'

type CustomerFilter = Paged & { q?: string; status?: string; owes?: 'true'; include?: 'work' }

/** The customers of a member's jobs of these days, as a condition on the column `id`. */
const isOfJobs = (member: string, now: string) =>
  `id IN (${survivorsOf(customersOfJobs(appointmentsTable.name, member, now))})`

/** Without merged records; a job is next as of a moment. With `of` the customers of this member's jobs. */
export const customerList = (
  { include }: Pick<CustomerFilter, 'include'>,
  now: Date,
  of: number | null = null,
): List<CustomerFilter, CustomerRow, CustomerWithWork> => ({
  statement: ({ q = '', status, owes, include: _, ...page }) =>
    namedStatement((bind) => {
      const conditions = ['merged_into IS NULL', ...searchCondition(q, bind)]
      if (status) conditions.push(`status = ${bind(status)}`)
      if (owes) conditions.push(owesMoney)
      if (of !== null) conditions.push(isOfJobs(bind(of), bind(now)))
      return pageOf(`${table.select} WHERE ${conditions.join(' AND ')}`, page, personOrders, bind)
    }),
  orders: personOrders,
  toItems: async (rows, db) => {
    const customers = rows.map(toCustomer)
    if (include === undefined) return customers
    const work = await workOf(
      db,
      customers.map(({ id }) => id),
      now,
    )
    return customers.map((it) => ({ ...it, work: work.get(it.id) }))
  },
})

/** The customer that this id leads to today. */
export async function customerById(db: Db, id: number): Promise<CustomerRow | undefined> {
  return first<CustomerRow>(db, {
    name: 'customer-by-id',
    text: `${table.select} WHERE id = (SELECT coalesce(merged_into, id) FROM ${table.name} WHERE id = $1)`,
    values: [id],
  })
}

/** Customers with this phone number (E.164) or this e-mail address in any case. */
export const matchingCustomers = (db: Db, phone: string | null, email: string): Promise<CustomerRow[]> =>
  run<CustomerRow>(db, {
    name: 'matching-customers',
    text: `${table.select} WHERE id = ANY (ARRAY(
        SELECT survivor.id FROM ${table.name} record ${join('record.id', 'survivor')}
        WHERE record.phone_e164 = $1 OR (record.email <> '' AND lower(record.email) = lower($2))))
      ${newestFirst}`,
    values: [phone, email],
  })

export type CustomerContacts = { id: number; phoneE164: string | null; email: string }

/**
 * Customers with any of these phone numbers (E.164) or e-mail addresses (lower case). The contacts of a merged record
 * count for the customer it leads to.
 */
export const customersByContacts = (
  db: Db,
  phones: readonly string[],
  emails: readonly string[],
): Promise<CustomerContacts[]> =>
  run<CustomerContacts>(db, {
    text: `SELECT survivor.id, record.phone_e164 AS "phoneE164", lower(record.email) AS email
      FROM ${table.name} record ${join('record.id', 'survivor')}
      WHERE record.phone_e164 = ANY($1) OR lower(record.email) = ANY($2) ORDER BY record.id`,
    values: [phones, emails],
  })

/**
 * Those of these customers that events of other streams name after this position, as an appointment, a converted lead or a
 * record that was merged does. Read from the log, because another release may just have appended them.
 */
export const customersReferencedSince = async (
  db: Db,
  ids: readonly number[],
  after: bigint,
): Promise<number[]> =>
  (
    await run<{ id: number }>(db, {
      text: `SELECT DISTINCT id FROM unnest($1::int[]) id
             JOIN (SELECT stream_id, reference FROM es.events
               CROSS JOIN LATERAL (VALUES (data->'customerId'), (data->'intoCustomerId')) named (reference)
               WHERE position > $2 AND reference IS NOT NULL) e ON e.reference = to_jsonb(id)
             WHERE e.stream_id <> 'customer-' || id`,
      values: [ids, after],
    })
  ).map(({ id }) => id)

/**
 * All records of one person: the customers that were merged with this one, either way, and the leads of which the log says
 * last that any of them asked: a lead that was removed has no row. For operators, whose connection is not in the schema of
 * this service.
 */
export async function personRecords(
  pool: Pool,
  customerId: number,
): Promise<{ customerIds: number[]; leadIds: number[] }> {
  const [records] = await run<{ customerIds: number[]; leadIds: number[] }>(pool, {
    text: `SELECT ids AS "customerIds", ARRAY(
        SELECT lead_id FROM (${lastLinks}) link WHERE customer_id = ANY(ids) ORDER BY lead_id) AS "leadIds"
      FROM (SELECT ${mergeResolution('crm.customers').recordIds('$1::integer')} AS ids) same`,
    values: [customerId],
  })
  return records as { customerIds: number[]; leadIds: number[] }
}

const linkTypes = ['LeadLinked', 'LeadConverted'] satisfies LeadEvent['type'][]
/** For each lead the customer that it was linked to or became last. */
const lastLinks = `SELECT DISTINCT ON (stream_id) (data->>'leadId')::int AS lead_id, (data->>'customerId')::int AS customer_id
  FROM es.events WHERE type IN (${linkTypes.map((type) => `'${type}'`).join(', ')}) ORDER BY stream_id, version DESC`

/** Whether a member has a job these days for the customer of this id. */
export const isCustomerOfJobs = (db: Db, id: number, member: number, now: Date): Promise<boolean> =>
  exists(db, {
    name: 'is-customer-of-jobs',
    text: `SELECT 1 FROM ${table.name} WHERE id = $1 AND ${isOfJobs('$2', '$3')}`,
    values: [id, member, now],
  })
