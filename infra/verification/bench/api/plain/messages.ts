import { MessageForm } from '@plumbline/messaging/api'
import { Router } from 'express'
import { HttpError, type Pool, parse } from './context.ts'

const columns = `m.id, m.customer_id AS "customerId", m.type, m.direction, m.content, m.subject, m.status, m.reason,
  m.goes_out_at AS "goesOutAt", m.attachment, m.created_at AS "createdAt"`

const unreachable = {
  sms: 'This customer has no phone number that can receive SMS.',
  email: 'This customer has no email address.',
}

export function messageRoutes(pool: Pool): Router {
  const router = Router()
  router.get('/api/messages', async (_req, res) => {
    const { rows } = await pool.query({
      name: 'messages',
      text: `SELECT ${columns}, c.first_name || ' ' || c.last_name AS "customerName", c.phone AS "customerPhone",
          c.email AS "customerEmail"
        FROM messages m JOIN customers c ON c.id = m.customer_id ORDER BY m.created_at DESC, m.id DESC`,
    })
    res.json(rows)
  })
  router.get('/api/messages/customer/:id', async (req, res) => {
    const { rows } = await pool.query({
      name: 'conversation',
      text: `SELECT ${columns} FROM customers c LEFT JOIN messages m ON m.customer_id = c.id
        WHERE c.id = (SELECT coalesce(merged_into, id) FROM customers WHERE id = $1) ORDER BY m.created_at, m.id`,
      values: [Number(req.params.id)],
    })
    if (rows.length === 0) throw new HttpError(404, 'Customer not found')
    res.json(rows[0].id === null ? [] : rows)
  })
  router.post('/api/messages', async (req, res) => {
    const { customerId, type, content, subject } = parse(MessageForm, req.body)
    const reachable = type === 'sms' ? 'c.phone_dialable' : `c.email <> ''`
    const { rows } = await pool.query({
      name: `insert-${type}`,
      text: `INSERT INTO messages AS m (customer_id, type, direction, content, subject, status, reason)
        SELECT c.id, $2, 'outbound', $3, $4, CASE WHEN ${reachable} THEN 'sent' ELSE 'failed' END,
          CASE WHEN ${reachable} THEN NULL ELSE $5 END
        FROM customers c WHERE c.id = (SELECT coalesce(merged_into, id) FROM customers WHERE id = $1)
        RETURNING ${columns}`,
      values: [customerId, type, content, type === 'email' ? subject : null, unreachable[type]],
    })
    if (!rows[0]) throw new HttpError(400, 'Customer not found')
    res.status(201).json(rows[0])
  })
  return router
}
