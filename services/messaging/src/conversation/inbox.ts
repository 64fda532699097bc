import { type Db, first, run } from '@plumbline/platform/db'
import type { Conversation, ConversationCounts } from '../api.ts'
import { waitingContacts } from '../contact/queries.ts'
import { isUnread, joinReadMark } from '../readMark/queries.ts'
import { isOwnCustomer, type Own } from '../visibility.ts'
import { customerColumns, goesOutAt, messageColumns } from './queries.ts'

/** A message that staff sent and that did not fail; what the product writes by itself is no answer. */
const isAnswer = `cause IN ('staff', 'invoice', 'quote') AND status <> 'failed'`

/**
 * `latest`: the latest message with every customer, how many are unread, and whether the customer waits for an answer. Reads per
 * record the unread messages and, from the latest one back, those that the product wrote by itself, however many others there are.
 */
const withLatest = `WITH RECURSIVE ids AS (
    SELECT min(customer_id) AS id FROM messages
    UNION ALL SELECT (SELECT min(customer_id) FROM messages WHERE customer_id > ids.id) FROM ids WHERE ids.id IS NOT NULL),
  records AS (
    SELECT coalesce(record.merged_into, ids.id) AS customer_id, m.*, unread.count, said.*
    FROM ids CROSS JOIN LATERAL (
      SELECT id, created_at FROM messages WHERE customer_id = ids.id ORDER BY created_at DESC, id DESC LIMIT 1) m
    LEFT JOIN LATERAL (
      SELECT id AS said_id, created_at AS said_at, asks
      FROM messages WHERE customer_id = ids.id AND (asks OR ${isAnswer})
      ORDER BY created_at DESC, id DESC LIMIT 1) said ON true
    ${joinReadMark('ids.id')}
    CROSS JOIN LATERAL (SELECT count(*) FROM messages WHERE customer_id = ids.id AND ${isUnread}) unread
    LEFT JOIN customers record ON record.id = ids.id),
  latest AS (
    SELECT DISTINCT ON (customer_id) customer_id, id,
      (sum(count) OVER (PARTITION BY customer_id))::integer AS unread,
      coalesce(first_value(asks) OVER (PARTITION BY customer_id ORDER BY said_at DESC NULLS LAST, said_id DESC), false) AS waits
    FROM records ORDER BY customer_id, created_at DESC, id DESC)`

/** The latest message with every customer, or with own ones, newest first. Nothing of a removed customer is unread: it cannot be opened. */
export const conversations = (db: Db, own: Own): Promise<Conversation[]> =>
  run<Conversation>(db, {
    name: 'conversations',
    text: `${withLatest}
      SELECT ${messageColumns}, ${goesOutAt}, latest.customer_id AS "customerId", ${customerColumns},
        CASE WHEN c.id IS NULL THEN 0 ELSE latest.unread END AS unread, latest.waits AS "waitsForAnswer"
      FROM latest JOIN messages m ON m.id = latest.id LEFT JOIN customers c ON c.id = latest.customer_id
      WHERE ${isOwnCustomer('latest.customer_id', '$1', '$2')}
      ORDER BY m.created_at DESC, m.id DESC`,
    values: [own?.member ?? null, own?.now ?? null],
  })

/** A number without a customer waits until staff say whose it is, unless it opted out. */
export const conversationCounts = async (db: Db, own: Own): Promise<ConversationCounts> =>
  (await first<ConversationCounts>(db, {
    name: 'conversation-counts',
    text: `${withLatest},
        unknown AS (SELECT * FROM (${waitingContacts}) waiting WHERE $1::int IS NULL)
        SELECT (SELECT count(*) FROM unknown WHERE unread > 0)::integer + (count(*) FILTER (WHERE latest.unread > 0))::integer AS unread,
          (SELECT count(*) FROM unknown)::integer + (count(*) FILTER (WHERE latest.waits))::integer AS waiting
        FROM latest JOIN customers c ON c.id = latest.customer_id AND ${isOwnCustomer('c.id', '$1', '$2')}`,
    values: [own?.member ?? null, own?.now ?? null],
  })) as ConversationCounts
