import type { Pool } from '@plumbline/platform/db'
import { rejection } from '@plumbline/platform/errors'
import { dayLater, isDay, readTime } from '@plumbline/platform/time'
import { Router } from 'express'

const columns = `a.id, a.customer_id AS "customerId", a.title, a.title AS "serviceType", a.description, a.notes,
  a.starts_at AS "scheduledDate", a.duration_minutes AS duration, a.status, a.estimated_price AS "estimatedPrice",
  a.actual_price AS "actualPrice", coalesce(a.actual_price, a.estimated_price) AS "totalAmount",
  coalesce(a.address, c.address) AS address, c.first_name || ' ' || c.last_name AS "customerName",
  a.created_at AS "createdAt", a.updated_at AS "updatedAt", '"' || a.version || '-' || c.version || '"' AS etag`

function timeOf(text: unknown): Date {
  const time = typeof text === 'string' ? readTime(text) : undefined
  if (!time) throw rejection('invalid', 'Invalid date')
  return time
}

export function appointmentRoutes(pool: Pool): Router {
  const router = Router()
  router.get('/api/appointments', async (req, res) => {
    const { from, to } = req.query
    const end = typeof to === 'string' && isDay(to) ? dayLater(to) : to
    const { rows } = await pool.query({
      name: 'appointments',
      text: `SELECT ${columns} FROM appointments a JOIN customers c ON c.id = a.customer_id
        WHERE a.starts_at >= $1 AND a.starts_at < $2 ORDER BY a.starts_at, a.id`,
      values: [timeOf(from), timeOf(end)],
    })
    res.json(rows)
  })
  return router
}
