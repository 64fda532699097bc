import type { QueryResultRow } from 'pg'
import { type Db, type Pool, run, type SqlStatement, streamRows } from '../db.ts'
import { type Cursor, type Paged, pageOf } from '../paging.ts'

/** A list that can be answered as a whole or in pages. */
export type List<Query extends Paged, Row extends QueryResultRow, Item> = {
  /** Selects the rows of a query, one more than its limit. */
  statement: (query: Query) => SqlStatement
  /** The rows as answers show them. */
  toItems: (rows: Row[], db: Db) => Item[] | Promise<Item[]>
  /** Where a row is in the order of the list. */
  cursorOf: (row: Row) => Cursor
}

type ListCall<Query> = { db: Pool; query: Query; header: (name: 'Link', value: string) => void }

/**
 * Answers a list: all of it in batches as they are read, or a page with the address of the next one in `Link`.
 * @example route(listLeads, (call) => answerList(call, listLeads.path, leadList))
 */
export async function answerList<Query extends Paged, Row extends QueryResultRow, Item>(
  { db, query, header }: ListCall<Query>,
  path: string,
  { statement, toItems, cursorOf }: List<Query, Row, Item>,
): Promise<Item[] | AsyncIterable<Item[]>> {
  if (query.limit === undefined) return toBatches(db, statement(query), toItems)
  const { rows, next } = pageOf(await run<Row>(db, statement(query)), query.limit, cursorOf)
  if (next !== null) {
    const search = new URLSearchParams()
    for (const [name, value] of Object.entries({ ...query, cursor: next })) search.set(name, String(value))
    header('Link', `<${path}?${search}>; rel="next"`)
  }
  return toItems(rows, db)
}

async function* toBatches<Row extends QueryResultRow, Item>(
  db: Pool,
  statement: SqlStatement,
  toItems: List<Paged, Row, Item>['toItems'],
): AsyncGenerator<Item[]> {
  for await (const rows of streamRows<Row>(db, statement)) yield toItems(rows, db)
}
