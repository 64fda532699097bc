import { type Db, exists, first, namedStatement, run, type SqlStatement } from '@plumbline/platform/db'
import { recordEtag } from '@plumbline/platform/event-store'
import type { List } from '@plumbline/platform/http'
import { type Paged, pageOf } from '@plumbline/platform/paging'
import { maxPageSize } from '@plumbline/platform/schemas'
import { containing } from '@plumbline/platform/search'
import type { ConversationMessage, ListedMessage, Message } from '../api.ts'
import { customers } from '../customers.ts'
import { isAttemptedAgain, isUnsent, retryPeriodHours } from '../ledger/ledger.ts'
import { type WaitingDelivery, whyWaitsInVain } from '../rules/guard.ts'
import { type MessageRow, messagesTable as table } from './projection.ts'

/** The address of a customer's page is a secret of the customer, and not filled in here; see `texts/linkPlaceholder.ts`. */
const shownContent = String.raw`regexp_replace(m.content, '\{\{customer-(link|code):\w+:\d+\}\}', '[\1]', 'g') AS content`

/** What answers show of a message `m`, without its customer. */
export const messageColumns = `m.id, m.type, m.direction, ${shownContent}, m.subject, m.status, m.reason, m.attachment,
  m.created_at AS "createdAt"`

/** The delivery, if any, that waits until the message `m` may go out. */
const fromWaitingDelivery = `FROM deliveries WHERE message_id = m.id AND held_until IS NOT NULL AND ${isUnsent}`
export const goesOutAt = `(SELECT held_until ${fromWaitingDelivery} LIMIT 1) AS "goesOutAt"`

export const customerColumns = `c.name AS "customerName", c.phone AS "customerPhone", c.email AS "customerEmail"`

export type StoredMessage = MessageRow & Pick<Message, 'goesOutAt'>
type MessageFilter = Paged & { q?: string; status?: string; type?: string }

const orders = { newest: { by: ['created_at', 'id'], descending: true } }

export const messageList: List<MessageFilter, ListedMessage, ListedMessage> = {
  statement: listStatement,
  orders,
  toItems: (rows) => rows,
}

function listStatement({ q, status, type, ...page }: MessageFilter): SqlStatement {
  return namedStatement((bind) => {
    const conditions = ['true']
    // coalesce: without statistics the planner takes equality for rare, and would read and sort the whole table
    if (status) conditions.push(`coalesce(m.status = ${bind(status)}, false)`)
    if (type) conditions.push(`coalesce(m.type = ${bind(type)}, false)`)
    const pattern = q?.trim() ? bind(containing(q)) : null
    if (pattern) conditions.push(`(m.search_text LIKE ${pattern} OR c.search_text LIKE ${pattern})`)
    const rows = `SELECT m.* FROM messages m ${pattern ? customers.join('m.customer_id') : ''}
      WHERE ${conditions.join(' AND ')}`
    const listed = pageOf(rows, page, orders, bind)
    // a page is cut before its customers are looked up, at a size that the planner knows
    const cut = page.limit
      ? `SELECT * FROM (${listed}) page ORDER BY created_at DESC, id DESC LIMIT ${maxPageSize + 1}`
      : listed
    return `SELECT ${messageColumns}, delivery.held_until AS "goesOutAt",
        coalesce(c.id, m.customer_id) AS "customerId", ${customerColumns}${page.limit ? ', m.place' : ''}
      FROM (${cut}) m
      ${customers.join('m.customer_id')}
      LEFT JOIN LATERAL (SELECT held_until ${fromWaitingDelivery} LIMIT 1) delivery ON true
      ${page.unordered ? '' : 'ORDER BY m.created_at DESC, m.id DESC'} ${page.limit ? `LIMIT ${bind(page.limit + 1)}` : ''}`
  })
}

// one that is being sent for the first time is not shown as waiting
const waitingDelivery = `SELECT jsonb_build_object('channel', channel, 'messageId', m.id, 'cause', cause, 'validForVersion', bound_to,
    'expiresAt', expires_at, 'goesOutAt', held_until,
    'isOutOfDate', created_at < coalesce(held_until, now()) - make_interval(hours => ${retryPeriodHours}),
    'message', jsonb_build_object('customerId', m.customer_id, 'cause', m.cause,
      'validForVersion', m.valid_for_version, 'isCancelled', m.is_cancelled)) AS waiting
  FROM deliveries
  WHERE message_id = m.id AND m.direction = 'outbound'
    AND (((held_until IS NOT NULL OR attempt > 0) AND ${isUnsent}) OR (${isAttemptedAgain}))`

/** All messages of a customer, with those of merged records, oldest first; undefined when there is no such customer. */
export async function conversationOf(
  db: Db,
  id: number,
  now: Date,
): Promise<ConversationMessage[] | undefined> {
  type Row = Omit<ConversationMessage, 'waiting' | 'cancelled'> & {
    sharedWith: number[] | null
    isCancelled: boolean
    version: number
    waiting: WaitingDelivery | null
  }
  const rows = await run<Row>(db, {
    name: 'conversation',
    text: `SELECT ${messageColumns}, ${goesOutAt}, c.id AS "customerId", m.shared_with AS "sharedWith",
        m.is_cancelled AS "isCancelled", m.version, delivery.waiting
      FROM (SELECT $1::integer AS id) requested
      ${customers.join('requested.id')}
      LEFT JOIN messages m ON m.customer_id = ANY(${customers.recordIds('$1::integer')})
      LEFT JOIN LATERAL (${waitingDelivery} LIMIT 1) delivery ON true
      WHERE c.id IS NOT NULL
      ORDER BY m.created_at, m.id`,
    values: [id],
  })
  if (rows.length === 0) return undefined
  const customer = rows.some(({ waiting }) => waiting) ? await customers.find(db, id) : undefined
  // a customer without messages is a row without a message
  const messages = rows.filter((row) => row.id !== null)
  return Promise.all(
    messages.map(async ({ sharedWith, isCancelled, version, waiting, ...row }) => ({
      ...row,
      ...(sharedWith && { sharedWith }),
      ...(isCancelled && { cancelled: true as const }),
      ...(waiting &&
        customer && {
          waiting: {
            etag: recordEtag({ version, id: row.id }),
            refusal: await whyWaitsInVain(db, customer, waiting, now),
          },
        }),
    })),
  )
}

export const messageById = (db: Db, id: number): Promise<StoredMessage | undefined> =>
  first<StoredMessage>(db, {
    name: 'message-by-id',
    text: `SELECT m.*, ${goesOutAt} FROM (${table.select} WHERE id = $1) m`,
    values: [id],
  })

/** Whether a message with this cause was written, on this channel or on any. */
export const isWritten = (db: Db, causeId: string, channel?: string): Promise<boolean> =>
  exists(db, {
    name: 'is-written',
    text: 'SELECT 1 FROM messages WHERE cause_id = $1 AND ($2::text IS NULL OR type = $2) LIMIT 1',
    values: [causeId, channel ?? null],
  })

export const isReceived = (db: Db, providerId: string): Promise<boolean> =>
  exists(db, {
    name: 'is-received',
    text: `SELECT 1 FROM messages WHERE provider_id = $1 AND direction = 'inbound'`,
    values: [providerId],
  })
