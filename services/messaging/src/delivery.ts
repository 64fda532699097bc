import { createHash } from 'node:crypto'
import { type Db, run, sql } from '@plumbline/platform/db'
import type { Migration } from '@plumbline/platform/migrate'

/** One message to one recipient on one channel: the ledger, not the queue, knows what became of it. */
export type Delivery = {
  id: string
  channel: 'email'
  recipient: string
  subject: string
  text: string
  html: string
}

export type Status = 'pending' | 'sending' | 'sent' | 'failed'

export const deliveriesMigration: Migration = {
  id: 'deliveries-v1',
  sql: `CREATE TABLE deliveries (
    id uuid PRIMARY KEY,
    channel text NOT NULL CHECK (channel IN ('email', 'sms')),
    recipient text NOT NULL,
    subject text NOT NULL,
    text text NOT NULL,
    html text NOT NULL,
    status text NOT NULL DEFAULT 'pending' CHECK (status IN ('pending', 'sending', 'sent', 'failed')),
    attempt integer NOT NULL DEFAULT 0,
    lease_until timestamptz,
    next_attempt_at timestamptz NOT NULL DEFAULT now(),
    provider_id text,
    last_error text,
    created_at timestamptz NOT NULL DEFAULT now(),
    updated_at timestamptz NOT NULL DEFAULT now());
    CREATE INDEX deliveries_open ON deliveries (created_at) WHERE status IN ('pending', 'sending')`,
}

/** The same event, purpose and recipient always give the same id, so that a repeat is no second message. */
export function deliveryId(eventId: string, purpose: string, recipient: string): string {
  const hex = createHash('sha256').update(`${eventId} ${purpose} ${recipient}`).digest('hex')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}`
}

export const record = (db: Db, it: Delivery) =>
  db.query(
    sql`INSERT INTO deliveries (id, channel, recipient, subject, text, html)
        VALUES (${it.id}, ${it.channel}, ${it.recipient}, ${it.subject}, ${it.text}, ${it.html}) ON CONFLICT DO NOTHING`,
  )

// longer than every provider time-out, so that a lease cannot end under a call in progress
const leaseSeconds = 120
// a mail server may be away for a night; after a day the news is old
const patienceHours = 24

export type Claimed = Delivery & { attempt: number; late: boolean }

/** Takes a delivery for one attempt; undefined when it is settled or somebody else is at it. */
export const claim = async (db: Db, id: string): Promise<Claimed | undefined> =>
  (
    await run<Claimed>(
      db,
      sql`UPDATE deliveries SET status = 'sending', attempt = attempt + 1, updated_at = now(),
            lease_until = now() + make_interval(secs => ${leaseSeconds})
          WHERE id = ${id} AND (status = 'pending' OR (status = 'sending' AND lease_until < now()))
          RETURNING id, channel, recipient, subject, text, html, attempt,
            created_at < now() - make_interval(hours => ${patienceHours}) AS late`,
    )
  )[0]

export const statusOf = async (db: Db, id: string): Promise<Status | undefined> =>
  (await run<{ status: Status }>(db, sql`SELECT status FROM deliveries WHERE id = ${id}`))[0]?.status

export const markSent = (db: Db, id: string, providerId: string) =>
  db.query(
    sql`UPDATE deliveries SET status = 'sent', provider_id = ${providerId}, lease_until = NULL, last_error = NULL,
        updated_at = now() WHERE id = ${id}`,
  )

// twice as long each time, at most half an hour; an attempt that may have arrived is not repeated before ten minutes
const longestPauseSeconds = 1_800
const doubtSeconds = 600

/** Back to `pending` for another try later, or to `failed` for good. */
export const markFailed = (
  db: Db,
  id: string,
  status: 'pending' | 'failed',
  error: string,
  doubtful = false,
) =>
  db.query(
    sql`UPDATE deliveries SET status = ${status}, last_error = ${error}, lease_until = NULL, updated_at = now(),
          next_attempt_at = now() + make_interval(secs =>
            greatest(${doubtful ? doubtSeconds : 0}, least(2 ^ least(attempt, 16) * 2, ${longestPauseSeconds})))
        WHERE id = ${id} AND status = 'sending'`,
  )

/** Whatever still has to go out and nobody is at. */
export const openDeliveries = async (db: Db, limit: number): Promise<string[]> =>
  (
    await run<{ id: string }>(
      db,
      sql`SELECT id FROM deliveries WHERE (status = 'pending' AND next_attempt_at <= now()) OR (status = 'sending' AND lease_until < now())
          ORDER BY created_at LIMIT ${limit}`,
    )
  ).map((row) => row.id)
