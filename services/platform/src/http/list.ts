import type { QueryResultRow } from 'pg'
import { type Db, type Pool, run, type SqlStatement, streamRows } from '../db.ts'
import { type Orders, orderOf, type Paged, writeCursor } from '../paging.ts'

/** A list that can be answered as a whole or in pages. */
export type List<Query extends Paged, Row extends QueryResultRow, Item> = {
  /** Selects the rows of a query as `pageOf` has them. */
  statement: (query: Query) => SqlStatement
  orders: Orders
  /** The rows as answers show them. */
  toItems: (rows: Row[], db: Db) => Item[] | Promise<Item[]>
}

type ListHeader = 'Link' | 'X-Total-Count'
type ListCall<Query> = {
  db: Pool
  query: Query & { count?: boolean }
  header: (name: ListHeader, value: string) => void
}

/**
 * Answers a list: all of it in batches as they are read, or a page with the address of the next one in `Link`. With `count`,
 * `X-Total-Count` says how many rows all pages have.
 * @example route(listLeads, (call) => answerList(call, listLeads.path, leadList))
 */
export async function answerList<Query extends Paged, Row extends QueryResultRow, Item>(
  { db, query: { count = false, ...asked }, header }: ListCall<Query>,
  path: string,
  { statement, orders, toItems }: List<Query, Row, Item>,
): Promise<Item[] | AsyncIterable<Item[]>> {
  const query = asked as Query
  if (query.limit === undefined) return toBatches(db, statement(query), toItems)
  type PageRow = Row & { place: unknown[] }
  const [found, total] = await Promise.all([
    run<PageRow>(db, statement(query)),
    count
      ? countRows(db, statement({ ...query, limit: undefined, cursor: undefined, unordered: true }))
      : null,
  ])
  if (total !== null) header('X-Total-Count', String(total))
  const page = found.slice(0, query.limit)
  if (found.length > query.limit) {
    const [sort] = orderOf(query, orders)
    const search = new URLSearchParams()
    const next = { ...query, cursor: writeCursor(sort, (page.at(-1) as PageRow).place) }
    for (const [name, value] of Object.entries(next)) if (value !== undefined) search.set(name, String(value))
    header('Link', `<${path}?${search}>; rel="next"`)
  }
  return toItems(
    page.map(({ place: _, ...row }) => row as unknown as Row),
    db,
  )
}

async function countRows(db: Db, { text, values }: SqlStatement): Promise<number> {
  const [counted] = await run<{ count: number }>(db, {
    text: `SELECT count(*)::int AS count FROM (${text}) listed`,
    values,
  })
  return counted?.count ?? 0
}

async function* toBatches<Row extends QueryResultRow, Item>(
  db: Pool,
  statement: SqlStatement,
  toItems: List<Paged, Row, Item>['toItems'],
): AsyncGenerator<Item[]> {
  for await (const rows of streamRows<Row>(db, statement)) yield toItems(rows, db)
}
