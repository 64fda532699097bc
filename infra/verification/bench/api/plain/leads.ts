import { LeadRequest, leadSources } from '@plumbline/crm/api'
import { Router } from 'express'
import { HttpError, type Pool, parse } from './context.ts'

const columns = `id, first_name AS "firstName", last_name AS "lastName", email, phone, service_needed AS "serviceNeeded",
  project_description AS "projectDescription", status, source, estimated_value AS "estimatedValue",
  lost_reason AS "lostReason", follow_up_on AS "followUpOn", notes, customer_id AS "customerId", created_at AS "createdAt",
  updated_at AS "updatedAt"`

/** The estimate form of visitors. */
export function publicLeadRoutes(pool: Pool): Router {
  const router = Router()
  router.post('/api/leads', async (req, res) => {
    const form = parse(LeadRequest, req.body)
    const { rows } = await pool.query({
      name: 'insert-lead',
      text: `INSERT INTO leads (first_name, last_name, email, phone, service_needed, project_description, source)
        VALUES ($1, $2, $3, $4, $5, $6, $7) RETURNING ${columns}`,
      values: [
        ...[form.firstName, form.lastName, form.email, form.phone],
        ...[form.serviceNeeded || null, form.projectDescription || null],
        leadSources.find((it) => it === form.source) ?? 'website',
      ],
    })
    res.status(201).json(rows[0])
  })
  return router
}

export function leadRoutes(pool: Pool): Router {
  const router = Router()
  router.get('/api/leads', async (_req, res) => {
    const { rows } = await pool.query({
      name: 'leads',
      text: `SELECT ${columns} FROM leads ORDER BY created_at DESC, id DESC`,
    })
    res.json(rows)
  })
  router.get('/api/leads/:id', async (req, res) => {
    const { rows } = await pool.query({
      name: 'lead',
      text: `SELECT ${columns} FROM leads WHERE id = $1`,
      values: [Number(req.params.id)],
    })
    if (!rows[0]) throw new HttpError(404, 'Lead not found')
    res.set('ETag', `"${Date.parse(rows[0].updatedAt)}"`).json(rows[0])
  })
  return router
}
