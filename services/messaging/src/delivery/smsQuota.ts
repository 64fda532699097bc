import { type Db, inTransaction, type Pool, run, type Tx } from '@plumbline/platform/db'
import { rejection } from '@plumbline/platform/errors'
import { dayInNewYork, dayLater } from '@plumbline/platform/time'
import type { Delivery } from './ledger.ts'
import { clockAt, nextAllowedTime } from './quietHours.ts'

/** All SMS of the business in a day. */
const maxPerDay = 200
/** SMS that staff did not write, to one number in an hour. */
const maxPerNumber = 3
const hourMs = 3_600_000

const scaled = (max: number, scale: number) => Math.max(1, Math.round(max * scale))
const nextDay = (now: Date) => clockAt(dayLater(dayInNewYork(now)), '00:00')

// the count of a day is split, so that messages written at the same moment do not wait for each other's commit
const stripes = 16

/** Counts an SMS in a stripe that is not full. */
const incrementStripe = async (db: Db, values: unknown[], onLock: 'wait' | 'skip'): Promise<boolean> =>
  (
    await run(db, {
      name: `increment-sms-quota-${onLock}`,
      text: `WITH free AS (
          SELECT stripe FROM sms_quota
          WHERE day = $1 AND count < ($2 + ${stripes - 1} - stripe) / ${stripes}
          ORDER BY stripe LIMIT 1 FOR UPDATE ${onLock === 'skip' ? 'SKIP LOCKED' : ''})
        UPDATE sms_quota q SET count = q.count + 1 FROM free WHERE q.day = $1 AND q.stripe = free.stripe RETURNING 1`,
      values,
    })
  ).length > 0

/**
 * Counts an SMS as one of today's; false when the day is full. It belongs to the transaction that writes the message or
 * marks the delivery: after a rollback or a crash it was never counted, and the count is never too low for others, because
 * a stripe stays locked until its transaction ends.
 */
export async function countTowardsDay(db: Db, now: Date, scale: number): Promise<boolean> {
  const values = [dayInNewYork(now), scaled(maxPerDay, scale)]
  if (await incrementStripe(db, values, 'skip')) return true
  // the first SMS of the day, or every stripe that is not full is locked, or all are full
  await run(db, {
    name: 'begin-sms-day',
    text: `INSERT INTO sms_quota (day, stripe) SELECT $1::date, stripe FROM generate_series(0, ${stripes - 1}) stripe
      ON CONFLICT DO NOTHING`,
    values: [values[0]],
  })
  return incrementStripe(db, values, 'wait')
}

/** Counts an SMS that staff write; they learn at once that the day is full. */
export async function countStaffSms(db: Db, now: Date, scale: number): Promise<void> {
  if (await countTowardsDay(db, now, scale)) return
  throw rejection(
    'too-many',
    'Today’s limit for SMS is reached. Please call, send an email, or try again tomorrow.',
    { retryAfter: Math.ceil((nextDay(now).getTime() - now.getTime()) / 1_000) },
  )
}

type Countable = Pick<Delivery, 'id' | 'channel' | 'recipient'> & { countedAt: string | null }

/** Counts an SMS that is not counted yet. Answers until when it has to wait; null: it may be sent. */
export async function reserveSmsQuota(
  pool: Pool,
  { id, channel, recipient, countedAt }: Countable,
  now: Date,
  scale: number,
): Promise<Date | null> {
  if (channel !== 'sms' || countedAt) return null
  return inTransaction(pool, async (tx) => {
    await run(tx, {
      name: 'lock-sms-number',
      text: 'SELECT pg_advisory_xact_lock(hashtext($1))',
      values: [`sms to ${recipient}`],
    })
    const free = await numberFreeAt(tx, recipient, now, scaled(maxPerNumber, scale))
    if (free) return free
    // urgent or not: an SMS that could not go out the day before wakes no customer
    if (!(await countTowardsDay(tx, now, scale))) return nextAllowedTime(nextDay(now))
    await run(tx, {
      name: 'mark-counted',
      text: 'UPDATE deliveries SET counted_at = $2 WHERE id = $1',
      values: [id, now],
    })
    return null
  })
}

/** When the oldest of the last SMS to this number is an hour old; null when fewer than `max` were sent since. */
async function numberFreeAt(tx: Tx, number: string, now: Date, max: number): Promise<Date | null> {
  const [row] = await run<{ at: string }>(tx, {
    name: 'sms-number-free-at',
    text: `SELECT counted_at AS at FROM deliveries
      WHERE counted_at > $1 AND channel = 'sms' AND cause <> 'staff'
        AND about IN (SELECT 'customer-' || id FROM customers WHERE sms_number = $2)
      ORDER BY counted_at DESC OFFSET $3 LIMIT 1`,
    values: [new Date(now.getTime() - hourMs), number, max - 1],
  })
  return row ? new Date(Date.parse(row.at) + hourMs) : null
}
