import { type Db, run, sql } from '@plumbline/platform/db'
import { afterCursor, limitClause, type Paged, pageOf } from '@plumbline/platform/paging'
import { containing } from '@plumbline/platform/search'
import type { ConversationMessage, ListedMessage, Message } from '../api.ts'
import { merged, recordsOf } from './customers.ts'
import { type MessageRow, messagesTable as table } from './messages.ts'

/** Messages with when they go out, for those that wait for it. */
const withWait = `(SELECT m.*, d.held_until AS "goesOutAt" FROM (${table.select}) m
  LEFT JOIN deliveries d ON d.message_id = m.id AND d.status = 'pending')`

export type StoredMessage = MessageRow & Pick<Message, 'goesOutAt'>
export type Page = Paged & { q?: string; status?: string; type?: string }
type Listed = StoredMessage & ListedMessage

/** Newest first. `next`: the cursor of the page behind this one, null at the end. */
export async function listMessages(
  db: Db,
  { q, status, type, limit, cursor }: Page,
): Promise<{ rows: Listed[]; next: string | null }> {
  const values: unknown[] = []
  const conditions = ['true']
  if (q?.trim()) {
    const part = `$${values.push(containing(q))}`
    conditions.push(`(m.searched LIKE ${part} OR c.searched LIKE ${part})`)
  }
  if (status) conditions.push(`m.status = $${values.push(status)}`)
  if (type) conditions.push(`m.type = $${values.push(type)}`)
  if (cursor) conditions.push(afterCursor(cursor, values, 'm."createdAt", m.id'))
  const text = `WITH RECURSIVE ${merged}
    SELECT m.*, coalesce(w.winner, m."customerId") AS "customerId",
      c.name AS "customerName", c.phone AS "customerPhone", c.email AS "customerEmail"
    FROM ${withWait} m LEFT JOIN merged w ON w.id = m."customerId"
    LEFT JOIN customers c ON c.id = coalesce(w.winner, m."customerId")
    WHERE ${conditions.join(' AND ')} ORDER BY m."createdAt" DESC, m.id DESC${limitClause(limit, values)}`
  return pageOf(await run<Listed>(db, { text, values }), limit)
}

/** All that was said with a customer under any of their records, oldest first. */
export async function conversationWith(db: Db, customerId: number): Promise<ConversationMessage[]> {
  const rows = await run<StoredMessage>(db, {
    text: `SELECT * FROM ${withWait} m WHERE "customerId" = ANY($1) ORDER BY "createdAt", id`,
    values: [await recordsOf(db, customerId)],
  })
  return rows.map(({ sharedWith, ...row }) => ({ ...row, customerId, ...(sharedWith && { sharedWith }) }))
}

/** The latest message with everybody, newest first: a look at an index for each of them, however many messages. */
export const latestOfEach = (db: Db): Promise<Listed[]> =>
  run<Listed>(db, {
    text: `WITH RECURSIVE ${merged}, ids AS (
        SELECT min(customer_id) AS id FROM messages
        UNION ALL SELECT (SELECT min(customer_id) FROM messages WHERE customer_id > ids.id) FROM ids WHERE ids.id IS NOT NULL),
      latest AS (
        SELECT DISTINCT ON (coalesce(w.winner, ids.id)) m.id, coalesce(w.winner, ids.id) AS customer
        FROM ids CROSS JOIN LATERAL (
          SELECT id, created_at FROM messages WHERE customer_id = ids.id ORDER BY created_at DESC, id DESC LIMIT 1) m
        LEFT JOIN merged w ON w.id = ids.id
        ORDER BY coalesce(w.winner, ids.id), m.created_at DESC, m.id DESC)
      SELECT m.*, latest.customer AS "customerId",
        c.name AS "customerName", c.phone AS "customerPhone", c.email AS "customerEmail"
      FROM latest JOIN ${withWait} m ON m.id = latest.id LEFT JOIN customers c ON c.id = latest.customer
      ORDER BY m."createdAt" DESC, m.id DESC`,
    values: [],
  })

export const messageById = async (db: Db, id: number): Promise<StoredMessage | undefined> =>
  (await run<StoredMessage>(db, { text: `SELECT * FROM ${withWait} m WHERE id = $1`, values: [id] }))[0]

/** Whether this event has already been written about on this channel. */
export const isWritten = async (db: Db, causeId: string, channel: string): Promise<boolean> =>
  (await run(db, sql`SELECT 1 FROM messages WHERE cause_id = ${causeId} AND type = ${channel}`)).length > 0

/** Whether it has been written about on any channel. */
export const isWrittenAtAll = async (db: Db, causeId: string): Promise<boolean> =>
  (await run(db, sql`SELECT 1 FROM messages WHERE cause_id = ${causeId}`)).length > 0

export const isReceived = async (db: Db, providerId: string): Promise<boolean> =>
  (await run(db, sql`SELECT 1 FROM messages WHERE provider_id = ${providerId} AND direction = 'inbound'`))
    .length > 0
