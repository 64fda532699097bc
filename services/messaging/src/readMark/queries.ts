import { type Db, run } from '@plumbline/platform/db'
import { customers } from '../customers.ts'
import type { ReadMark } from './decider.ts'

/** Joins as `mark` the read mark of a record of a customer. */
export const joinReadMark = (customerId: string) =>
  `LEFT JOIN read_marks mark ON mark.customer_id = ${customerId}`

/** Whether a message is from the customer and after the joined `mark`. As a range it is found by the index. */
export const isUnread = `unread_from IS NOT NULL
  AND (unread_from, id) > (coalesce(mark.received_at, '-infinity'), coalesce(mark.message_id, 0))`

/**
 * For each record of a customer with unread messages the newest of them, at most up to one message of the conversation; a
 * message of another conversation is up to none.
 */
export const newestUnread = (
  db: Db,
  customerId: number,
  upToMessageId: number | null = null,
): Promise<(ReadMark & { customerId: number })[]> =>
  run(db, {
    name: 'newest-unread',
    text: `WITH record AS MATERIALIZED (SELECT unnest(${customers.recordIds('$1::integer')}) AS id)
      SELECT record.id AS "customerId", m.id AS "messageId", m.unread_from AS "receivedAt"
      FROM record ${joinReadMark('record.id')}
      CROSS JOIN LATERAL (
        SELECT id, unread_from FROM messages
        WHERE customer_id = record.id AND ${isUnread} AND ($2::integer IS NULL OR (created_at, id) <= (
          SELECT created_at, id FROM messages WHERE id = $2 AND customer_id IN (SELECT id FROM record)))
        ORDER BY unread_from DESC, id DESC LIMIT 1) m`,
    values: [customerId, upToMessageId],
  })
