import { CustomerChanges, CustomerForm } from '@plumbline/crm/api'
import { type Db, inTransaction, type Pool } from '@plumbline/platform/db'
import { rejection } from '@plumbline/platform/errors'
import { Router } from 'express'
import { e164 } from '../../../../services/crm/src/phone.ts'
import { searchText } from '../../../../services/crm/src/searchText.ts'
import { oncePerKey } from './idempotency.ts'
import { parse } from './parse.ts'

const columns = `id, first_name AS "firstName", last_name AS "lastName", email, phone, address, status, source, notes,
  created_at AS "createdAt", updated_at AS "updatedAt", phone_e164 IS NOT NULL AS "phoneDialable"`

type Details = {
  firstName: string
  lastName: string
  email: string
  phone: string
  address: string | null
  status: string
  source: string
  notes: string | null
}
type Row = Details & { id: number; version: number; mergedInto: number | null }

const nextStatuses: Record<string, string[]> = {
  lead: ['active'],
  active: ['completed'],
  completed: ['active'],
}
const etagOf = ({ version }: Row) => `"${version}"`

function shown(row: Row): object {
  const { version: _, mergedInto: __, ...fields } = row
  return fields
}

/** Values of the columns that a person fills in, and of those made of them. */
function cells(details: Details) {
  const { firstName, lastName, email, phone, address, status, source, notes } = details
  const phoneE164 = e164(phone)
  const search = searchText({ ...details, phoneE164 })
  return [firstName, lastName, email, phone, address, status, source, notes, phoneE164, search]
}

async function find(db: Db, id: number, lock = ''): Promise<Row> {
  const { rows } = await db.query<Row>({
    name: `customer ${lock}`,
    text: `SELECT ${columns}, version, merged_into AS "mergedInto" FROM customers WHERE id = $1 ${lock}`,
    values: [id],
  })
  if (!rows[0]) throw rejection('not-found', 'Customer not found')
  return rows[0].mergedInto === null ? rows[0] : find(db, rows[0].mergedInto, lock)
}

async function insert(db: Db, form: CustomerForm): Promise<Row> {
  const { rows } = await db.query<Row>({
    name: 'insert-customer',
    text: `INSERT INTO customers (first_name, last_name, email, phone, address, status, source, notes, phone_e164, search)
      VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10) RETURNING ${columns}, version, merged_into AS "mergedInto"`,
    values: cells({
      ...form,
      address: form.address || null,
      status: form.status ?? 'lead',
      source: form.source || 'website',
      notes: form.notes || null,
    }),
  })
  return rows[0] as Row
}

async function update(db: Db, id: number, details: Details): Promise<Row> {
  const { rows } = await db.query<Row>({
    name: 'update-customer',
    text: `UPDATE customers SET first_name = $2, last_name = $3, email = $4, phone = $5, address = $6, status = $7,
      source = $8, notes = $9, phone_e164 = $10, search = $11, version = version + 1, updated_at = now()
      WHERE id = $1 RETURNING ${columns}, version, merged_into AS "mergedInto"`,
    values: [id, ...cells(details)],
  })
  return rows[0] as Row
}

function changed(before: Row, changes: CustomerChanges): Details {
  const { status = before.status } = changes
  if (status !== before.status && !nextStatuses[before.status]?.includes(status))
    throw rejection('conflict', `A customer cannot go from ${before.status} to ${status}.`)
  const given = Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined))
  return { ...before, ...given }
}

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
    const row = await find(pool, Number(req.params.id))
    res.set('ETag', etagOf(row)).json(shown(row))
  })
  router.post('/api/customers', async (req, res) => {
    const form = parse(CustomerForm, req.body)
    const answer = await inTransaction(pool, (tx) =>
      oncePerKey(tx, req, res.locals.user.id, async () => {
        const row = await insert(tx, form)
        return { status: 201, etag: etagOf(row), body: shown(row) }
      }),
    )
    res.status(answer.status).set('ETag', answer.etag).json(answer.body)
  })
  router.patch('/api/customers/:id', async (req, res) => {
    const changes = parse(CustomerChanges, req.body)
    const row = await inTransaction(pool, async (tx) => {
      const before = await find(tx, Number(req.params.id), 'FOR UPDATE')
      const seen = req.get('if-match')
      if (seen !== undefined && seen !== '*' && seen !== etagOf(before))
        throw rejection('precondition-failed', 'Somebody else changed this. Please reload it.')
      return update(tx, before.id, changed(before, changes))
    })
    res.set('ETag', etagOf(row)).json(shown(row))
  })
  return router
}
