import { dayLater, defaultTimeZone, isDay, readTime } from '@plumbline/platform/time'
import { AppointmentEdit, AppointmentForm, defaultDurationMinutes } from '@plumbline/scheduling/api'
import { type Response, Router } from 'express'
import { HttpError, type Pool, parse, textOrNull } from './context.ts'

const columns = `a.id, a.customer_id AS "customerId", a.title, a.title AS "serviceType", a.description, a.notes,
  a.starts_at AS "scheduledDate", a.duration_minutes AS duration,
  a.arrival_window AS "arrivalWindow", a.anytime, a.status, a.estimated_price AS "estimatedPrice",
  a.assignee_ids AS "assigneeIds", a.on_the_way_since AS "onTheWaySince", a.actual_price AS "actualPrice", coalesce(a.actual_price, a.estimated_price) AS "totalAmount",
  coalesce(a.address, c.address) AS address, c.first_name || ' ' || c.last_name AS "customerName",
  c.phone AS "customerPhone", a.created_at AS "createdAt", a.updated_at AS "updatedAt", '"' || a.version || '-' || c.version || '"' AS etag`
const details = `${columns}, c.email AS "customerEmail"`

function timeOf(text: unknown): Date {
  const time = typeof text === 'string' ? readTime(defaultTimeZone, text) : undefined
  if (!time) throw new HttpError(400, 'Invalid date')
  return time
}

const sendOne = (res: Response, row: { etag: string }) => res.set('ETag', row.etag).json(row)

/** When an appointment stopped being open work. */
const closedAt = (status: string) =>
  `CASE WHEN ${status} IN ('scheduled', 'in_progress') THEN NULL ELSE coalesce(a.closed_at, now()) END`

export function appointmentRoutes(pool: Pool): Router {
  const router = Router()
  router.get('/api/appointments', async (req, res) => {
    const { from, to } = req.query
    if (from === undefined) {
      const { rows } = await pool.query({
        name: 'all-appointments',
        text: `SELECT ${columns} FROM appointments a JOIN customers c ON c.id = a.customer_id ORDER BY a.starts_at, a.id`,
      })
      res.json(rows)
      return
    }
    const end = typeof to === 'string' && isDay(to) ? dayLater(to) : to
    const { rows } = await pool.query({
      name: 'appointments',
      text: `SELECT ${columns} FROM appointments a JOIN customers c ON c.id = a.customer_id
        WHERE a.starts_at >= $1 AND a.starts_at < $2 ORDER BY a.starts_at, a.id`,
      values: [timeOf(from), timeOf(end)],
    })
    res.json(rows)
  })
  router.get('/api/appointments/:id', async (req, res) => {
    const { rows } = await pool.query({
      name: 'appointment',
      text: `SELECT ${details} FROM appointments a JOIN customers c ON c.id = a.customer_id WHERE a.id = $1`,
      values: [Number(req.params.id)],
    })
    if (!rows[0]) throw new HttpError(404, 'Appointment not found')
    sendOne(res, rows[0])
  })
  router.get('/api/customers/:id/appointments', async (req, res) => {
    const { rows } = await pool.query({
      name: 'customer-appointments',
      text: `SELECT ${columns} FROM customers c LEFT JOIN appointments a ON a.customer_id = c.id
        WHERE c.id = (SELECT coalesce(merged_into, id) FROM customers WHERE id = $1) ORDER BY a.starts_at, a.id`,
      values: [Number(req.params.id)],
    })
    if (rows.length === 0) throw new HttpError(404, 'Customer not found')
    res.json(rows[0].id === null ? [] : rows)
  })
  router.post('/api/appointments', async (req, res) => {
    const form = parse(AppointmentForm, req.body)
    const { rows } = await pool.query({
      name: 'insert-appointment',
      text: `WITH c AS (
          SELECT * FROM customers WHERE id = (SELECT coalesce(merged_into, id) FROM customers WHERE id = $1)),
        a AS (INSERT INTO appointments
          (customer_id, title, description, notes, address, starts_at, duration_minutes, estimated_price)
          SELECT id, $2, $3, $4, nullif($5, address), $6, $7, $8 FROM c RETURNING *)
        SELECT ${details} FROM a CROSS JOIN c`,
      values: [
        ...[form.customerId, form.title, textOrNull(form.description), textOrNull(form.notes)],
        ...[textOrNull(form.address), timeOf(form.scheduledDate)],
        ...[form.duration ?? defaultDurationMinutes, form.estimatedPrice],
      ],
    })
    if (!rows[0]) throw new HttpError(400, 'There is no such customer.')
    sendOne(res.status(201), rows[0])
  })
  router.put('/api/appointments/:id', async (req, res) => {
    const edit = parse(AppointmentEdit, req.body)
    const { scheduledDate } = edit
    const { rows } = await pool.query({
      name: 'update-appointment',
      text: `UPDATE appointments a SET customer_id = c.id, title = coalesce($3, title),
          description = CASE WHEN $4 THEN $5 ELSE description END, notes = CASE WHEN $6 THEN $7 ELSE a.notes END,
          address = CASE WHEN $8 THEN nullif($9, c.address) ELSE a.address END, starts_at = coalesce($10, starts_at),
          duration_minutes = coalesce($11, duration_minutes),
          estimated_price = CASE WHEN $12 THEN $13 ELSE estimated_price END,
          actual_price = CASE WHEN $14 THEN $15 ELSE actual_price END, status = coalesce($16, a.status),
          closed_at = ${closedAt('coalesce($16, a.status)')}, version = a.version + 1, updated_at = now()
        FROM customers c
        WHERE a.id = $1 AND c.id = coalesce((SELECT coalesce(merged_into, id) FROM customers WHERE id = $2), a.customer_id)
        RETURNING ${details}`,
      values: [
        ...[Number(req.params.id), edit.customerId, edit.title],
        ...[edit.description !== undefined, textOrNull(edit.description)],
        ...[edit.notes !== undefined, textOrNull(edit.notes)],
        ...[edit.address !== undefined, textOrNull(edit.address)],
        ...[scheduledDate && timeOf(scheduledDate), edit.duration],
        ...[edit.estimatedPrice !== undefined, edit.estimatedPrice],
        ...[edit.actualPrice !== undefined, edit.actualPrice, edit.status],
      ],
    })
    if (!rows[0]) throw new HttpError(404, 'Appointment not found')
    sendOne(res, rows[0])
  })
  router.patch('/api/appointments/:id/cancel', async (req, res) => {
    const id = Number(req.params.id)
    const { rows } = await pool.query({
      name: 'cancel-appointment',
      text: `UPDATE appointments a SET status = 'cancelled', closed_at = now(), version = a.version + 1, updated_at = now()
        FROM customers c WHERE a.id = $1 AND a.status = 'scheduled' AND c.id = a.customer_id RETURNING ${details}`,
      values: [id],
    })
    if (!rows[0]) throw await refusal(pool, id)
    sendOne(res, rows[0])
  })
  return router
}

async function refusal(pool: Pool, id: number): Promise<HttpError> {
  const { rows } = await pool.query('SELECT 1 FROM appointments WHERE id = $1', [id])
  return rows[0]
    ? new HttpError(409, 'Only a scheduled appointment can be cancelled.')
    : new HttpError(404, 'Appointment not found')
}
