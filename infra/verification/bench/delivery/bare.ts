import { sendDelivery } from '@plumbline/messaging/service'
import { createPool, inTransaction } from '@plumbline/platform/db'
import { createLog } from '@plumbline/platform/log'
import { forEach } from './recipients.ts'

const { concurrency = 10 } = sendDelivery

/** Only the commits of a delivery, at its concurrency: one claims the row, one stores its outcome and the event. */
export async function benchBare(url: string, messages: number): Promise<number> {
  const log = createLog('bench')
  log.level = process.env.LOG_LEVEL || 'silent'
  const pool = createPool({ url, name: 'bench', log, max: concurrency })
  await pool.query(`
    CREATE SCHEMA bare;
    CREATE TABLE bare.deliveries (id integer PRIMARY KEY, status text NOT NULL, body text NOT NULL, lease timestamptz);
    CREATE TABLE bare.messages (id integer PRIMARY KEY, status text NOT NULL, body text NOT NULL);
    CREATE TABLE bare.events (id bigserial PRIMARY KEY, stream text NOT NULL, version integer NOT NULL, data jsonb,
      UNIQUE (stream, version))`)
  const fill = 'SELECT n, $2, repeat($3, 200) FROM generate_series(1, $1) n'
  await pool.query(`INSERT INTO bare.deliveries (id, status, body) ${fill}`, [messages, 'pending', 'x'])
  await pool.query(`INSERT INTO bare.messages (id, status, body) ${fill}`, [messages, 'waiting', 'x'])
  const began = performance.now()
  await forEach(messages, concurrency, async (id) => {
    await pool.query(
      `UPDATE bare.deliveries SET status = 'sending', lease = now() WHERE id = $1 AND status = 'pending' RETURNING *`,
      [id],
    )
    await inTransaction(pool, async (tx) => {
      await tx.query(`UPDATE bare.deliveries SET status = 'sent', lease = NULL WHERE id = $1`, [id])
      await tx.query('SELECT * FROM bare.events WHERE stream = $1', [`message-${id}`])
      await tx.query('INSERT INTO bare.events (stream, version, data) VALUES ($1, 2, $2)', [
        `message-${id}`,
        { messageId: id, providerId: 'x'.repeat(34), sentAt: '2026-11-21T15:00:00.000Z' },
      ])
      await tx.query(`UPDATE bare.messages SET status = 'sent' WHERE id = $1`, [id])
    })
  })
  const perSecond = (messages * 1_000) / (performance.now() - began)
  await pool.end()
  return perSecond
}
