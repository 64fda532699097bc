import { type Db, inTransaction, type Pool, run, sql, type Tx } from '@plumbline/platform/db'
import { type Rejection, rejection } from '@plumbline/platform/errors'
import { dayInNewYork, dayLater } from '@plumbline/platform/time'
import type { Claimed } from './delivery.ts'
import { clockAt, isUrgent, whenDecent } from './quietHours.ts'

/** All SMS of the business in a day, and those that nobody wrote by hand to one number in an hour. */
const perDay = 200
const perNumber = 3
const hourMs = 3_600_000

const scaled = (max: number, scale: number) => Math.max(1, Math.round(max * scale))
const nextDay = (now: Date) => clockAt(dayLater(dayInNewYork(now)), '00:00')

/** Counts an SMS as one of today's; false when there were enough. */
export const countSms = async (db: Db, now: Date, scale: number): Promise<boolean> =>
  (
    await run(
      db,
      sql`INSERT INTO sms_days AS known (day, count) VALUES (${dayInNewYork(now)}, 1)
          ON CONFLICT (day) DO UPDATE SET count = known.count + 1 WHERE known.count < ${scaled(perDay, scale)}
          RETURNING 1`,
    )
  ).length > 0

export const tooManyToday = (now: Date): Rejection =>
  rejection(
    'too-many',
    'The most SMS for one day have gone out. Please call, write an e-mail, or try again tomorrow.',
    { retryAfter: Math.ceil((nextDay(now).getTime() - now.getTime()) / 1_000) },
  )

/** When an SMS that nobody wrote by hand may go out; null: now, and it is counted. */
export const waitForTurn = (
  pool: Pool,
  delivery: Pick<Claimed, 'id' | 'channel' | 'cause' | 'countedAt' | 'recipient'>,
  now: Date,
  scale: number,
): Promise<Date | null> | null =>
  delivery.channel !== 'sms' || delivery.countedAt
    ? null
    : inTransaction(pool, async (tx) => {
        await tx.query(sql`SELECT pg_advisory_xact_lock(hashtext(${`sms to ${delivery.recipient}`}))`)
        const free = await freeAgain(tx, delivery.recipient, now, scaled(perNumber, scale))
        if (free) return free
        if (!(await countSms(tx, now, scale)))
          return isUrgent(delivery.cause ?? null) ? nextDay(now) : whenDecent(nextDay(now))
        await tx.query(sql`UPDATE deliveries SET counted_at = ${now} WHERE id = ${delivery.id}`)
        return null
      })

/** When the oldest of the last ones to this number is an hour old; null when there is room. */
async function freeAgain(tx: Tx, number: string, now: Date, max: number): Promise<Date | null> {
  const [row] = await run<{ at: string }>(
    tx,
    sql`SELECT counted_at AS at FROM deliveries
        WHERE counted_at > ${new Date(now.getTime() - hourMs)} AND channel = 'sms' AND cause <> 'staff'
          AND about IN (SELECT 'customer-' || id FROM customers WHERE dialable = ${number})
        ORDER BY counted_at DESC OFFSET ${max - 1} LIMIT 1`,
  )
  return row ? new Date(Date.parse(row.at) + hourMs) : null
}
