import { type Db, inPieces, type Pool, run, type SqlStatement } from '@plumbline/platform/db'
import { behind, type Paged, pageOf, upTo } from '@plumbline/platform/paging'
import type { Json } from '@plumbline/platform/shape'
import type { Customer } from '../api.ts'
import { searchCondition } from '../searchText.ts'
import { type CustomerRow, customersTable as table } from './customers.ts'

type Listed = { shown: Json<Customer>; createdAt: string; id: number }

export type Page = Paged & { q?: string; status?: string }

/** Newest first. `next`: the cursor of the page behind this one, null at the end. */
export async function listCustomers(
  db: Db,
  page: Page,
): Promise<{ rows: Json<Customer>[]; next: string | null }> {
  const { rows, next } = pageOf(await run<Listed>(db, listing(page)), page.limit)
  return { rows: rows.map(({ shown }) => shown), next }
}

/** All of them, in pieces. */
export async function* allCustomers(
  pool: Pool,
  wanted: Omit<Page, 'limit'>,
): AsyncGenerator<Json<Customer>[]> {
  for await (const rows of inPieces<Pick<Listed, 'shown'>>(pool, listing(wanted)))
    yield rows.map(({ shown }) => shown)
}

function listing({ q = '', status, limit, cursor }: Page): SqlStatement {
  const values: unknown[] = []
  const conditions = ['merged_into IS NULL']
  const wanted = searchCondition(q, 1)
  if (wanted) {
    conditions.push(wanted.text)
    values.push(...wanted.values)
  }
  if (status) conditions.push(`status = $${values.push(status)}`)
  if (cursor) conditions.push(behind(cursor, values))
  // where all are wanted nobody goes on behind one of them
  const place = limit ? ', created_at AS "createdAt", id' : ''
  const text = `SELECT shown${place} FROM ${table.name} WHERE ${conditions.join(' AND ')} ORDER BY created_at DESC, id DESC${upTo(limit, values)}`
  return { text, values }
}

/** The records that those which meet the condition have become. */
const current = (condition: string) => `WITH RECURSIVE found AS (
    SELECT id, merged_into FROM ${table.name} WHERE ${condition}
    UNION SELECT c.id, c.merged_into FROM ${table.name} c JOIN found ON c.id = found.merged_into)
  ${table.select} WHERE id IN (SELECT id FROM found WHERE merged_into IS NULL) ORDER BY created_at DESC, id DESC`

/** The customer of this number, or the one it was merged into. */
export const customerById = async (db: Db, id: number): Promise<CustomerRow | undefined> =>
  (await customersById(db, [id])).get(id)

/** The same of several, by the numbers that were asked for. */
export async function customersById(
  db: Db,
  ids: readonly number[],
): Promise<ReadonlyMap<number, CustomerRow>> {
  const found = new Map<number, CustomerRow>()
  const rows = await run<CustomerRow>(db, {
    name: 'customers-by-id',
    text: `${table.select} WHERE id = ANY($1)`,
    values: [ids],
  })
  for (const row of rows) {
    // few are merged, and following them takes longer than everything else
    const [now] =
      row.mergedInto === null
        ? [row]
        : await run<CustomerRow>(db, { text: current('id = $1'), values: [row.id] })
    if (now) found.set(row.id, now)
  }
  return found
}

/** Customers with this phone number (E.164) or this e-mail address in any case. */
export const matchingCustomers = (db: Db, phone: string | null, email: string): Promise<CustomerRow[]> =>
  run<CustomerRow>(db, {
    text: current('phone_e164 = $1 OR lower(email) = lower($2)'),
    values: [phone, email],
  })

/** Rows of these numbers, merged ones too, that nobody else changes before the transaction ends. */
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
export const namedCustomers = async (db: Db, ids: readonly number[], after: bigint): Promise<number[]> =>
  (
    await run<{ id: number }>(db, {
      text: `SELECT DISTINCT id FROM unnest($1::int[]) id JOIN es.events e ON e.data->'customerId' = to_jsonb(id)
             WHERE e.position > $2 AND e.stream_id <> 'customer-' || id`,
      values: [ids, after],
    })
  ).map(({ id }) => id)

/** Those of these customers that a merged record or a converted lead leads to. */
export const usedCustomers = async (db: Db, ids: readonly number[]): Promise<Set<number>> =>
  new Set(
    (
      await run<{ id: number }>(db, {
        text: `SELECT merged_into AS id FROM ${table.name} WHERE merged_into = ANY($1)
               UNION SELECT customer_id FROM leads WHERE customer_id = ANY($1)`,
        values: [ids],
      })
    ).map(({ id }) => id),
  )
