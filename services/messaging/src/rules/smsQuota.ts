import { type Clock, readClock } from '@plumbline/business/directory'
import { type Db, exists, inTransaction, type Pool, run, type Tx } from '@plumbline/platform/db'
import { rejection } from '@plumbline/platform/errors'
import { clockAt, dayLater } from '@plumbline/platform/time'
import type { Delivery } from '../ledger/ledger.ts'
import { readMessageHours } from '../messageHours.ts'
import { nextAllowedTime } from './quietHours.ts'

/** All SMS of the business in a day. */
const maxPerDay = 200
/** SMS that staff did not write, to one number in an hour; codes of links are no part of it. */
const maxPerNumber = 3
const hourMs = 3_600_000

const scaled = (max: number, scale: number) => Math.max(1, Math.round(max * scale))
const nextDay = ({ timeZone, today }: Clock) => clockAt(timeZone, dayLater(today), '00:00')

/**
 * Counts an SMS as one of today's; false when the day is full. It belongs to the transaction that writes the message or marks
 * the delivery, and locks the day until that ends: what is rolled back was never counted.
 */
export const countTowardsDay = (db: Db, today: string, scale: number): Promise<boolean> =>
  countUpTo(db, today, scaled(maxPerDay, scale))

/** `max` null: whatever the count. */
const countUpTo = (db: Db, today: string, max: number | null): Promise<boolean> =>
  exists(db, {
    name: 'count-sms-of-day',
    text: `INSERT INTO sms_days AS today (day, count) VALUES ($1, 1)
        ON CONFLICT (day) DO UPDATE SET count = today.count + 1 WHERE $2::int IS NULL OR today.count < $2::int RETURNING 1`,
    values: [today, max],
  })

/** Counts an SMS that staff write; they learn at once that the day is full. */
export async function countStaffSms(db: Db, now: Date, scale: number): Promise<void> {
  const clock = await readClock(db, now)
  if (await countTowardsDay(db, clock.today, scale)) return
  throw rejection(
    'too-many',
    'Today’s limit for SMS is reached. Please call, send an email, or try again tomorrow.',
    { retryAfter: Math.ceil((nextDay(clock).getTime() - now.getTime()) / 1_000) },
  )
}

type Countable = Pick<Delivery, 'id' | 'channel' | 'recipient' | 'cause'> & { countedAt: string | null }

/** Counts an SMS that is not counted yet. Answers until when it has to wait; null: it may be sent. */
export async function reserveSmsQuota(
  pool: Pool,
  { id, channel, recipient, cause, countedAt }: Countable,
  now: Date,
  scale: number,
): Promise<Date | null> {
  if (channel !== 'sms' || countedAt) return null
  return inTransaction(pool, async (tx) => {
    // a code ends before it could wait, and crm limits how many each link gets
    const isCode = cause === 'access-code'
    const free = isCode ? null : await lockedNumberFreeAt(tx, recipient, now, scaled(maxPerNumber, scale))
    if (free) return free
    // urgent or not: an SMS that could not go out the day before wakes no customer
    const hours = await readMessageHours(tx, now)
    const max = isCode ? null : scaled(maxPerDay, scale)
    if (!(await countUpTo(tx, hours.today, max))) return nextAllowedTime(hours, nextDay(hours))
    await run(tx, {
      name: 'mark-counted',
      text: 'UPDATE deliveries SET counted_at = $2 WHERE id = $1',
      values: [id, now],
    })
    return null
  })
}

/** Until the transaction ends no other SMS to this number is counted. */
async function lockedNumberFreeAt(tx: Tx, number: string, now: Date, max: number): Promise<Date | null> {
  await run(tx, {
    name: 'lock-sms-number',
    text: 'SELECT pg_advisory_xact_lock(hashtext($1))',
    values: [`sms to ${number}`],
  })
  return numberFreeAt(tx, number, now, max)
}

/** When the oldest of the last SMS to this number is an hour old; null when fewer than `max` were sent since. */
async function numberFreeAt(tx: Tx, number: string, now: Date, max: number): Promise<Date | null> {
  const [row] = await run<{ at: string }>(tx, {
    name: 'sms-number-free-at',
    text: `SELECT counted_at AS at FROM deliveries
      WHERE counted_at > $1 AND channel = 'sms' AND cause NOT IN ('staff', 'access-code')
        AND about IN (SELECT 'customer-' || id FROM customers WHERE sms_number = $2)
      ORDER BY counted_at DESC OFFSET $3 LIMIT 1`,
    values: [new Date(now.getTime() - hourMs), number, max - 1],
  })
  return row ? new Date(Date.parse(row.at) + hourMs) : null
}
