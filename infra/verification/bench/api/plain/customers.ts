import { CustomerChanges, CustomerForm } from '@plumbline/crm/api'
import { toE164 } from '@plumbline/platform/e164'
import { Router } from 'express'
import { HttpError, type Pool, parse, textOrNull } from './context.ts'

const columns = `id, first_name AS "firstName", last_name AS "lastName", email, phone, address, status, source, notes,
  created_at AS "createdAt", updated_at AS "updatedAt", phone_dialable AS "phoneDialable"`

type Row = { id: number; version: number }

const etagOf = ({ version }: Row) => `"${version}"`

function toAnswer({ version: _, ...fields }: Row): object {
  return fields
}

const isDialable = (phone: string) => toE164(phone) !== null

export function customerRoutes(pool: Pool): Router {
  const router = Router()
  router.get('/api/customers', async (_req, res) => {
    const { rows } = await pool.query({
      name: 'customers',
      text: `SELECT ${columns} FROM customers WHERE merged_into IS NULL ORDER BY created_at DESC, id DESC`,
    })
    res.json(rows)
  })
  router.get('/api/customers/:id', async (req, res) => {
    const { rows } = await pool.query<Row>({
      name: 'customer',
      text: `SELECT ${columns}, version FROM customers
        WHERE id = (SELECT coalesce(merged_into, id) FROM customers WHERE id = $1)`,
      values: [Number(req.params.id)],
    })
    if (!rows[0]) throw new HttpError(404, 'Customer not found')
    res.set('ETag', etagOf(rows[0])).json(toAnswer(rows[0]))
  })
  router.post('/api/customers', async (req, res) => {
    const form = parse(CustomerForm, req.body)
    const { rows } = await pool.query<Row>({
      name: 'insert-customer',
      text: `INSERT INTO customers (first_name, last_name, email, phone, address, status, source, notes, phone_dialable)
        VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9) RETURNING ${columns}, version`,
      values: [
        ...[form.firstName, form.lastName, form.email, form.phone, textOrNull(form.address)],
        ...[form.status ?? 'lead', textOrNull(form.source) ?? 'website', textOrNull(form.notes)],
        isDialable(form.phone),
      ],
    })
    const row = rows[0] as Row
    res.status(201).set('ETag', etagOf(row)).json(toAnswer(row))
  })
  router.patch('/api/customers/:id', async (req, res) => {
    const id = Number(req.params.id)
    const changes = parse(CustomerChanges, req.body)
    const { address, notes, phone, status } = changes
    const { rows } = await pool.query<Row>({
      name: 'update-customer',
      text: `UPDATE customers SET first_name = coalesce($2, first_name), last_name = coalesce($3, last_name),
          email = coalesce($4, email), phone = coalesce($5, phone), phone_dialable = coalesce($6, phone_dialable),
          address = CASE WHEN $7 THEN $8 ELSE address END, status = coalesce($9, status), source = coalesce($10, source),
          notes = CASE WHEN $11 THEN $12 ELSE notes END, version = version + 1, updated_at = now()
        WHERE id = $1 AND merged_into IS NULL AND ($9::text IS NULL OR status = $9
          OR (status, $9) IN (('lead', 'active'), ('active', 'completed'), ('completed', 'active')))
        RETURNING ${columns}, version`,
      values: [
        ...[id, changes.firstName, changes.lastName, changes.email, phone, phone && isDialable(phone)],
        ...[address !== undefined, textOrNull(address), status, textOrNull(changes.source)],
        ...[notes !== undefined, textOrNull(notes)],
      ],
    })
    if (!rows[0]) throw await refusal(pool, id)
    res.set('ETag', etagOf(rows[0])).json(toAnswer(rows[0]))
  })
  return router
}

async function refusal(pool: Pool, id: number): Promise<HttpError> {
  const { rows } = await pool.query('SELECT 1 FROM customers WHERE id = $1', [id])
  return rows[0]
    ? new HttpError(409, 'This customer cannot be changed like that.')
    : new HttpError(404, 'Customer not found')
}
