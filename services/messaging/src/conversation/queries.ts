import {
  type Db,
  namedStatement,
  type Pool,
  run,
  type SqlStatement,
  streamRows,
} from '@plumbline/platform/db'
import { afterCursor, limitClause, type Paged, pageOf } from '@plumbline/platform/paging'
import { containing } from '@plumbline/platform/search'
import { type ConversationMessage, type ListedMessage, type Message, maxPageSize } from '../api.ts'
import { recordsFrom, survivorOf } from '../customers.ts'
import { type MessageRow, messagesTable as table } from './projection.ts'

/** What answers say of a message `m`, but for its customer. */
const ownColumns = `m.id, m.type, m.direction, m.content, m.subject, m.status, m.reason, m.attachment,
  m.created_at AS "createdAt"`

/** The delivery, if any, that keeps the message `m` back until its time. */
const held = `FROM deliveries WHERE message_id = m.id AND status = 'pending' AND held_until IS NOT NULL`
const goesOutAt = `(SELECT held_until ${held} LIMIT 1) AS "goesOutAt"`
const columns = `${ownColumns}, ${goesOutAt}`

const customerColumns = `c.name AS "customerName", c.phone AS "customerPhone", c.email AS "customerEmail"`

export type StoredMessage = MessageRow & Pick<Message, 'goesOutAt'>
export type Page = Paged & { q?: string; status?: string; type?: string }

/** Newest first. `next`: the cursor of the page behind this one, null at the end. */
export const listMessages = async (
  db: Db,
  page: Page,
): Promise<{ rows: ListedMessage[]; next: string | null }> =>
  pageOf(await run<ListedMessage>(db, listQuery(page)), page.limit)

/** All of them, in batches as they are read. */
export const streamMessages = (pool: Pool, wanted: Omit<Page, 'limit'>): AsyncGenerator<ListedMessage[]> =>
  streamRows<ListedMessage>(pool, listQuery(wanted))

function listQuery({ q, status, type, limit, cursor }: Page): SqlStatement {
  return namedStatement((bind) => {
    const conditions = ['true']
    // coalesce: without statistics the planner takes equality for rare, and would read and sort the whole table
    if (status) conditions.push(`coalesce(m.status = ${bind(status)}, false)`)
    if (type) conditions.push(`coalesce(m.type = ${bind(type)}, false)`)
    if (cursor) conditions.push(afterCursor(cursor, bind, 'm.created_at, m.id'))
    const pattern = q?.trim() ? bind(containing(q)) : null
    const order = 'ORDER BY m.created_at DESC, m.id DESC'
    // a page is cut before its customers are looked up, by a number that the planner knows
    const cut = limit && !pattern ? `${order} LIMIT ${maxPageSize + 1}` : ''
    const join = (name: string, from: string) =>
      `LEFT JOIN LATERAL (SELECT * ${from} ${cut && 'OFFSET 0'}) ${name} ON true`
    return `SELECT ${ownColumns}, delivery.held_until AS "goesOutAt", coalesce(c.id, m.customer_id) AS "customerId",
        ${customerColumns}
      FROM (SELECT * FROM messages m WHERE ${conditions.join(' AND ')} ${cut}) m
      ${join('record', 'FROM customers WHERE id = m.customer_id')}
      ${join('c', `FROM customers WHERE id = ${survivorOf('record')}`)} ${join('delivery', held)}
      ${pattern ? `WHERE m.searched LIKE ${pattern} OR c.searched LIKE ${pattern}` : ''} ${order}${limitClause(limit, bind)}`
  })
}

/** All that was said with a customer under any of their records, oldest first; undefined where there is no such customer. */
export async function conversationOf(db: Db, id: number): Promise<ConversationMessage[] | undefined> {
  type Row = ConversationMessage & { sharedWith: number[] | null }
  const rows = await run<Row>(db, {
    name: 'conversation',
    text: `WITH RECURSIVE survivor AS (SELECT ${survivorOf('c')} AS id FROM customers c WHERE c.id = $1),
        ${recordsFrom('SELECT id FROM survivor')}
      SELECT ${columns}, (SELECT id FROM survivor) AS "customerId", m.shared_with AS "sharedWith"
      FROM records LEFT JOIN LATERAL (SELECT * FROM messages WHERE customer_id = records.id OFFSET 0) m ON true
      ORDER BY m.created_at, m.id`,
    values: [id],
  })
  if (rows.length === 0) return undefined
  // a record without messages is a row without one
  return rows
    .filter((row) => row.id !== null)
    .map(({ sharedWith, ...row }) => ({ ...row, ...(sharedWith && { sharedWith }) }))
}

/** The latest message with everybody, newest first: a look at an index for each of them, however many messages. */
export const latestOfEach = (db: Db): Promise<ListedMessage[]> =>
  run<ListedMessage>(db, {
    name: 'latest-of-each',
    text: `WITH RECURSIVE ids AS (
        SELECT min(customer_id) AS id FROM messages
        UNION ALL SELECT (SELECT min(customer_id) FROM messages WHERE customer_id > ids.id) FROM ids WHERE ids.id IS NOT NULL),
      latest AS (
        SELECT DISTINCT ON (customer_id) m.*, coalesce(${survivorOf('record')}, ids.id) AS customer_id
        FROM ids CROSS JOIN LATERAL (
          SELECT id, created_at FROM messages WHERE customer_id = ids.id ORDER BY created_at DESC, id DESC LIMIT 1) m
        LEFT JOIN customers record ON record.id = ids.id
        ORDER BY customer_id, m.created_at DESC, m.id DESC)
      SELECT ${columns}, latest.customer_id AS "customerId", ${customerColumns}
      FROM latest JOIN messages m ON m.id = latest.id LEFT JOIN customers c ON c.id = latest.customer_id
      ORDER BY m.created_at DESC, m.id DESC`,
    values: [],
  })

export const messageById = async (db: Db, id: number): Promise<StoredMessage | undefined> =>
  (
    await run<StoredMessage>(db, {
      name: 'message-by-id',
      text: `SELECT m.*, ${goesOutAt} FROM (${table.select} WHERE id = $1) m`,
      values: [id],
    })
  )[0]

/** Whether this event has already been written about on this channel. */
export const isWritten = async (db: Db, causeId: string, channel: string): Promise<boolean> =>
  (
    await run(db, {
      name: 'is-written',
      text: 'SELECT 1 FROM messages WHERE cause_id = $1 AND type = $2',
      values: [causeId, channel],
    })
  ).length > 0

/** Whether it has been written about on any channel. */
export const isWrittenAtAll = async (db: Db, causeId: string): Promise<boolean> =>
  (
    await run(db, {
      name: 'is-written-at-all',
      text: 'SELECT 1 FROM messages WHERE cause_id = $1',
      values: [causeId],
    })
  ).length > 0

export const isReceived = async (db: Db, providerId: string): Promise<boolean> =>
  (
    await run(db, {
      name: 'is-received',
      text: `SELECT 1 FROM messages WHERE provider_id = $1 AND direction = 'inbound'`,
      values: [providerId],
    })
  ).length > 0
