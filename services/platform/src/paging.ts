import type { Bind } from './db.ts'
import { rejection } from './errors.ts'

/** A page of rows after an opaque cursor, in one of the orders of the list; without a limit all of them. */
export type Paged = {
  limit?: number
  cursor?: string
  sort?: string
  /** All rows in any order, as to count them. */
  unordered?: boolean
}

/** What rows are ordered by: expressions that are never null, the last of which no two rows share. */
export type Order = { by: readonly string[]; descending?: boolean }

/** The orders of a list by the names that calls use; the first one is that of a call without a name. */
export type Orders = Readonly<Record<string, Order>>

/** The cursor of a row: the order, and what the row has of it. */
export const writeCursor = (sort: string, place: readonly unknown[]): string =>
  Buffer.from(JSON.stringify([sort, ...place])).toString('base64url')

function readCursor(cursor: string, sort: string, { by }: Order): unknown[] {
  let parts: unknown
  try {
    parts = JSON.parse(Buffer.from(cursor, 'base64url').toString())
  } catch {}
  const isOfOrder = Array.isArray(parts) && parts[0] === sort && parts.length === by.length + 1
  const place = isOfOrder ? (parts as unknown[]).slice(1) : []
  if (!isOfOrder || place.some((value) => value === null || typeof value === 'object'))
    throw rejection('invalid', 'Invalid cursor.')
  return place
}

/** The order that a call asks for, and its name. */
export function orderOf({ sort }: Paged, orders: Orders): [name: string, order: Order] {
  const [first] = Object.entries(orders)
  const named = sort !== undefined && Object.hasOwn(orders, sort) ? orders[sort] : undefined
  return named && sort !== undefined ? [sort, named] : (first as [string, Order])
}

/**
 * A page of these rows, one row more than its limit, each with its place in the order as `place`; without a limit all that
 * follow. Orders name columns as `rows` does. Throws `invalid`.
 */
export function pageOf(rows: string, page: Paged, orders: Orders, bind: Bind): string {
  if (page.unordered) return rows
  const [sort, order] = orderOf(page, orders)
  const columns = order.by.join(', ')
  const direction = order.descending ? 'DESC' : 'ASC'
  const place = page.cursor ? readCursor(page.cursor, sort, order).map(bind).join(', ') : null
  const after = place === null ? '' : `WHERE (${columns}) ${order.descending ? '<' : '>'} (${place})`
  const inOrder = `${after} ORDER BY ${order.by.map((column) => `${column} ${direction}`).join(', ')}`
  return page.limit === undefined
    ? `SELECT * FROM (${rows}) listed ${inOrder}`
    : `SELECT *, json_build_array(${columns}) AS place FROM (${rows}) listed ${inOrder} LIMIT ${bind(page.limit + 1)}`
}
