import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { InvoiceChanges, InvoiceForm, paymentTerms } from '@plumbline/billing/api'
import { centsOf, dollars, moneyText } from '@plumbline/platform/money'
import { dayIn, defaultTimeZone } from '@plumbline/platform/time'
import { type Response, Router } from 'express'
import { HttpError, isoText, type Pool, parse } from './context.ts'

const columns = `i.id, i.customer_id AS "customerId", c.first_name || ' ' || c.last_name AS "customerName",
  i.appointment_id AS "appointmentId", NULL::integer AS "quoteId",
  coalesce('INV-' || lpad(i.number::text, greatest(6, length(i.number::text)), '0'), 'DRAFT-' || i.id) AS "invoiceNumber",
  i.description, i.amount, i.tax, i.total_amount AS "totalAmount", i.paid_amount AS "paidAmount", i.balance, i.status,
  i.due_date AS "dueDate", i.issue_date AS "issueDate", i.paid_date AS "paidDate", i.payment_method AS "paymentMethod",
  i.last_reminder_at AS "lastReminderAt", i.last_sent_at AS "lastSentAt", i.created_at AS "createdAt",
  i.updated_at AS "updatedAt"`
const ofOne = `c.address AS "customerAddress", '"' || i.version || '-' || c.version || '"' AS etag`

const list = (rows: string) => `coalesce((SELECT json_agg(${rows}), '[]')`
/** What belongs to an invoice and is kept in tables of its own. */
const entries = `
  ${list(`json_build_object('id', p.id, 'amount', p.amount::text, 'method', p.method, 'date', p.date,
    'recordedAt', ${isoText('p.recorded_at')}, 'refunded', coalesce((SELECT sum(r.amount) FROM refunds r
      WHERE r.invoice_id = p.invoice_id AND r.payment_id = p.id), 0.00)::text) ORDER BY p.id)
    FROM payments p WHERE p.invoice_id = i.id`)} AS payments,
  ${list(`json_build_object('paymentId', r.payment_id, 'amount', r.amount::text, 'date', r.date,
    'recordedAt', ${isoText('r.recorded_at')}) ORDER BY r.recorded_at) FROM refunds r WHERE r.invoice_id = i.id`)} AS refunds,
  ${list(`json_build_object('channel', m.channel, 'balance', m.balance::text, 'at', ${isoText('m.at')}) ORDER BY m.at)
    FROM payment_reminders m WHERE m.invoice_id = i.id`)} AS reminders,
  ${list(`json_strip_nulls(json_build_object('at', ${isoText('h.at')}, 'actor', h.actor, 'actorName', h.actor_name,
    'text', h.text, 'restore', CASE WHEN h.text LIKE 'Changed %' THEN '/api/invoices/' || h.invoice_id || '/changes/' ||
      (SELECT count(*) FROM invoice_history e WHERE e.invoice_id = h.invoice_id AND e.place <= h.place) || '/restore' END))
    ORDER BY h.place)
    FROM invoice_history h WHERE h.invoice_id = i.id`)} AS history`

const { name, phone, email } = JSON.parse(
  readFileSync(join(import.meta.dirname, '../../../../processes/business.json'), 'utf8'),
)
const letterhead = { name, phone, email, terms: paymentTerms }

function sendOne(res: Response, { etag, ...details }: { etag: string; issueDate: string | null }) {
  res.set('ETag', etag).json({ ...details, ...(details.issueDate && { letterhead }) })
}

type User = { id: number; username: string }
const actorOf = ({ id, username }: User) => ({ actor: `user-${id}`, actorName: username })

export function invoiceRoutes(pool: Pool): Router {
  const router = Router()
  router.get('/api/invoices', async (_req, res) => {
    const { rows } = await pool.query({
      name: 'invoices',
      text: `SELECT ${columns} FROM invoices i JOIN customers c ON c.id = i.customer_id
        ORDER BY i.created_at DESC, i.id DESC`,
    })
    res.json(rows)
  })
  router.get('/api/customers/:id/invoices', async (req, res) => {
    const { rows } = await pool.query({
      name: 'customer-invoices',
      text: `SELECT ${columns} FROM customers c LEFT JOIN invoices i ON i.customer_id = c.id
        WHERE c.id = (SELECT coalesce(merged_into, id) FROM customers WHERE id = $1)
        ORDER BY i.created_at DESC, i.id DESC`,
      values: [Number(req.params.id)],
    })
    if (rows.length === 0) throw new HttpError(404, 'Customer not found')
    res.json(rows[0].id === null ? [] : rows)
  })
  router.get('/api/invoices/:id', async (req, res) => {
    const { rows } = await pool.query({
      name: 'invoice',
      text: `SELECT ${columns}, ${ofOne}, i.lines, ${entries}
        FROM invoices i JOIN customers c ON c.id = i.customer_id WHERE i.id = $1`,
      values: [Number(req.params.id)],
    })
    if (!rows[0]) throw new HttpError(404, 'Invoice not found')
    sendOne(res, rows[0])
  })
  router.post('/api/invoices', async (req, res) => {
    sendOne(res.status(201), await insert(pool, parse(InvoiceForm, req.body), res.locals.user))
  })
  // the amounts of a draft are never changed by the measurement, so they cannot be changed here
  router.patch('/api/invoices/:id', async (req, res) => {
    const id = Number(req.params.id)
    const { appointmentId, description, dueDate } = parse(InvoiceChanges, req.body)
    const now = new Date().toISOString()
    const { actor, actorName } = actorOf(res.locals.user)
    const { rows } = await pool.query({
      name: 'update-invoice',
      text: `WITH before AS (SELECT * FROM invoices WHERE id = $1 AND status <> 'void' FOR UPDATE),
        i AS (UPDATE invoices i SET description = coalesce($2, b.description), due_date = coalesce($3, b.due_date),
            appointment_id = CASE WHEN $4 THEN $5 ELSE b.appointment_id END,
            lines = CASE WHEN jsonb_array_length(b.lines) = 1 AND b.lines -> 0 ->> 'description' = b.description
              THEN jsonb_set(b.lines, '{0,description}', to_jsonb(coalesce($2, b.description))) ELSE b.lines END,
            status = CASE WHEN b.status IN ('pending', 'overdue') AND $3::date IS DISTINCT FROM b.due_date
              THEN CASE WHEN coalesce($3, b.due_date) < $8 THEN 'overdue' ELSE 'pending' END ELSE b.status END,
            version = b.version + 1, updated_at = $6
          FROM before b WHERE i.id = b.id RETURNING i.*),
        h AS (INSERT INTO invoice_history (invoice_id, at, actor, actor_name, text)
          SELECT i.id, $6, $7, $9, 'Changed ' || concat_ws(', ',
            CASE WHEN i.appointment_id IS DISTINCT FROM b.appointment_id THEN 'the appointment' END,
            CASE WHEN i.description <> b.description THEN 'the description' END,
            CASE WHEN i.lines <> b.lines THEN 'the items' END,
            CASE WHEN i.due_date <> b.due_date THEN 'the due date' END)
          FROM i JOIN before b ON b.id = i.id RETURNING text)
        SELECT ${columns}, ${ofOne}, i.lines, h.text AS change, ${entries}
          FROM i JOIN customers c ON c.id = i.customer_id CROSS JOIN h`,
      values: [
        ...[id, description, dueDate, appointmentId !== undefined, appointmentId],
        ...[now, actor, dayIn(defaultTimeZone, new Date()), actorName],
      ],
    })
    if (!rows[0]) throw await refusal(pool, id)
    const { change, ...details } = rows[0]
    // a statement does not see the row it inserts
    const restore = `/api/invoices/${id}/changes/${details.history.length + 1}/restore`
    details.history.push({ at: now, actor, actorName, text: change, restore })
    sendOne(res, details)
  })
  return router
}

/** The number is counted in the statement that inserts the invoice: it waits for others and leaves no gap. */
async function insert(pool: Pool, form: InvoiceForm, user: User) {
  const { amount = '0', tax = '0', description, customerId, appointmentId = null } = form
  const lines = (form.lines ?? [{ description, amount, tax }]).map((it) => ({
    ...it,
    amount: moneyText(centsOf(it.amount)),
    tax: moneyText(centsOf(it.tax)),
  }))
  const sum = (name: 'amount' | 'tax') => lines.reduce((cents, it) => cents + centsOf(it[name]), 0)
  const [amountCents, taxCents] = [sum('amount'), sum('tax')]
  const now = new Date()
  const today = dayIn(defaultTimeZone, now)
  const isIssued = form.status === 'pending'
  const { actor, actorName } = actorOf(user)
  const written = `Created, ${dollars(amountCents + taxCents)}`
  const { rows } = await pool.query({
    name: 'insert-invoice',
    text: `WITH c AS (
        SELECT * FROM customers WHERE id = (SELECT coalesce(merged_into, id) FROM customers WHERE id = $1)
          AND ($2::int IS NULL OR EXISTS (SELECT 1 FROM appointments a WHERE a.id = $2 AND a.customer_id = customers.id))),
      n AS (UPDATE counters SET value = value + 1 WHERE name = 'invoice' AND $3 AND EXISTS (SELECT 1 FROM c)
        RETURNING value),
      i AS (INSERT INTO invoices (customer_id, appointment_id, number, description, lines, amount, tax, total_amount,
          balance, status, due_date, issue_date, created_at, updated_at)
        SELECT c.id, $2, (SELECT value FROM n), $4, $5, $6, $7, $8, $8, $9, $10, $11, $12, $12 FROM c RETURNING *),
      h AS (INSERT INTO invoice_history (invoice_id, at, actor, actor_name, text)
        SELECT i.id, $12, $13, $15, text FROM i, unnest(ARRAY[$14, 'Issued as INV-'
          || lpad(i.number::text, greatest(6, length(i.number::text)), '0')]) AS text WHERE text IS NOT NULL)
      SELECT ${columns}, ${ofOne}, i.lines FROM i CROSS JOIN c`,
    values: [
      ...[customerId, appointmentId, isIssued, description, JSON.stringify(lines)],
      ...[moneyText(amountCents), moneyText(taxCents), moneyText(amountCents + taxCents)],
      ...[isIssued ? 'pending' : 'draft', form.dueDate ?? today, isIssued ? today : null],
      ...[now.toISOString(), actor, written, actorName],
    ],
  })
  const [row] = rows
  if (!row) throw new HttpError(400, 'Customer not found')
  const at = now.toISOString()
  const history = [
    { at, actor, actorName, text: written },
    ...(isIssued ? [{ at, actor, actorName, text: `Issued as ${row.invoiceNumber}` }] : []),
  ]
  return { ...row, payments: [], refunds: [], reminders: [], history }
}

async function refusal(pool: Pool, id: number): Promise<HttpError> {
  const { rows } = await pool.query('SELECT 1 FROM invoices WHERE id = $1', [id])
  return rows[0]
    ? new HttpError(409, 'A void invoice cannot be changed.')
    : new HttpError(404, 'Invoice not found')
}
