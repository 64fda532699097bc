import {
  type Db,
  namedStatement,
  type Pool,
  run,
  type SqlStatement,
  streamRows,
} from '@plumbline/platform/db'
import { afterCursor, limitClause, type Paged, pageOf } from '@plumbline/platform/paging'
import type { Customer } from '../api.ts'
import { searchCondition } from '../searchText.ts'
import { type CustomerRow, customersTable as table, toCustomer } from './customers.ts'

export type Page = Paged & { q?: string; status?: string }

/** Newest first. `next`: the cursor of the next page, null at the end. */
export async function listCustomers(db: Db, page: Page): Promise<{ rows: Customer[]; next: string | null }> {
  const { rows, next } = pageOf(await run<CustomerRow>(db, listQuery(page)), page.limit)
  return { rows: rows.map(toCustomer), next }
}

/** All of them, in batches as they are read. */
export async function* streamCustomers(pool: Pool, wanted: Omit<Page, 'limit'>): AsyncGenerator<Customer[]> {
  for await (const rows of streamRows<CustomerRow>(pool, listQuery(wanted))) yield rows.map(toCustomer)
}

function listQuery({ q = '', status, limit, cursor }: Page): SqlStatement {
  return namedStatement((bind) => {
    const conditions = ['merged_into IS NULL', ...searchCondition(q, bind)]
    if (status) conditions.push(`status = ${bind(status)}`)
    if (cursor) conditions.push(afterCursor(cursor, bind))
    return `${table.select} WHERE ${conditions.join(' AND ')} ORDER BY created_at DESC, id DESC${limitClause(limit, bind)}`
  })
}

/** The records that those which meet the condition have become. */
const current = (condition: string) => `WITH RECURSIVE found AS (
    SELECT id, merged_into FROM ${table.name} WHERE ${condition}
    UNION SELECT c.id, c.merged_into FROM ${table.name} c JOIN found ON c.id = found.merged_into)
  ${table.select} WHERE id IN (SELECT id FROM found WHERE merged_into IS NULL) ORDER BY created_at DESC, id DESC`

/** The customer of this number, or the one it was merged into. */
export async function customerById(db: Db, id: number): Promise<CustomerRow | undefined> {
  const [row] = await run<CustomerRow>(db, {
    name: 'customer-by-id',
    text: `${table.select} WHERE id = $1`,
    values: [id],
  })
  if (!row || row.mergedInto === null) return row
  return (await run<CustomerRow>(db, { text: current('id = $1'), values: [id] }))[0]
}

/** Customers with this phone number (E.164) or this e-mail address in any case. */
export const matchingCustomers = (db: Db, phone: string | null, email: string): Promise<CustomerRow[]> =>
  run<CustomerRow>(db, {
    text: current('phone_e164 = $1 OR lower(email) = lower($2)'),
    values: [phone, email],
  })

/** Rows of these numbers, merged ones too, locked for the rest of the transaction. */
export const lockCustomers = (db: Db, ids: readonly number[]): Promise<CustomerRow[]> =>
  run<CustomerRow>(db, {
    name: 'lock-customers',
    text: `${table.select} WHERE id = ANY($1) ORDER BY id FOR UPDATE`,
    values: [ids],
  })

export type Known = { id: number; phoneE164: string | null; email: string }

/** Who has any of these phone numbers (E.164) or e-mail addresses (lower case); a merged record as the one it became. */
export const knownCustomers = (
  db: Db,
  phones: readonly string[],
  emails: readonly string[],
): Promise<Known[]> =>
  run<Known>(db, {
    text: `SELECT coalesce(merged_into, id) AS id, phone_e164 AS "phoneE164", lower(email) AS email FROM ${table.name}
           WHERE phone_e164 = ANY($1) OR lower(email) = ANY($2) ORDER BY id`,
    values: [phones, emails],
  })

/** Those of these customers whom an event of another stream names after this position, as an appointment does. */
export const customersReferencedSince = async (
  db: Db,
  ids: readonly number[],
  after: bigint,
): Promise<number[]> =>
  (
    await run<{ id: number }>(db, {
      text: `SELECT DISTINCT id FROM unnest($1::int[]) id JOIN es.events e ON e.data->'customerId' = to_jsonb(id)
             WHERE e.position > $2 AND e.stream_id <> 'customer-' || id`,
      values: [ids, after],
    })
  ).map(({ id }) => id)

/** Those of these customers that a merged record or a converted lead leads to. */
export const customersReferencedInCrm = async (db: Db, ids: readonly number[]): Promise<Set<number>> =>
  new Set(
    (
      await run<{ id: number }>(db, {
        text: `SELECT merged_into AS id FROM ${table.name} WHERE merged_into = ANY($1)
               UNION SELECT customer_id FROM leads WHERE customer_id = ANY($1)`,
        values: [ids],
      })
    ).map(({ id }) => id),
  )
