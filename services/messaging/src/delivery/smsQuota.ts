import { type Db, inTransaction, type Pool, run, type Tx } from '@plumbline/platform/db'
import { type Rejection, rejection } from '@plumbline/platform/errors'
import { dayInNewYork, dayLater } from '@plumbline/platform/time'
import type { Claimed } from './ledger.ts'
import { clockAt, isUrgent, nextAllowedTime } from './quietHours.ts'

/** All SMS of the business in a day, and those that nobody wrote by hand to one number in an hour. */
const perDay = 200
const perNumber = 3
const hourMs = 3_600_000

const scaled = (max: number, scale: number) => Math.max(1, Math.round(max * scale))
const nextDay = (now: Date) => clockAt(dayLater(dayInNewYork(now)), '00:00')

// messages that are written at the same moment do not wait for each other's commit while there are more of these
const stripes = 16

/**
 * Takes one of the SMS of a day from a stripe that has some left of its share. What the release before counted in one row
 * (`sms_days`) is not shared out again; its processes, while they still run beside this one, do not see what is counted here.
 */
const takeOne = async (db: Db, values: unknown[], whileLocked: 'wait' | 'skip'): Promise<boolean> =>
  (
    await run(db, {
      name: `take-sms-${whileLocked}`,
      text: `WITH free AS (
          SELECT stripe FROM sms_quota
          WHERE day = $1 AND count < ($2 - coalesce((SELECT count FROM sms_days WHERE day = $1), 0)
            + ${stripes - 1} - stripe) / ${stripes}
          ORDER BY stripe LIMIT 1 FOR UPDATE ${whileLocked === 'skip' ? 'SKIP LOCKED' : ''})
        UPDATE sms_quota q SET count = q.count + 1 FROM free WHERE q.day = $1 AND q.stripe = free.stripe RETURNING 1`,
      values,
    })
  ).length > 0

/**
 * Counts an SMS as one of today's; false when there were enough. It is part of the transaction that writes the message or
 * marks the delivery as counted: what fails, and what a crash interrupts, was never counted, and the others never see a
 * count that is too low, because a stripe stays locked until its transaction ends.
 */
export async function takeFromDailyQuota(db: Db, now: Date, scale: number): Promise<boolean> {
  const values = [dayInNewYork(now), scaled(perDay, scale)]
  if (await takeOne(db, values, 'skip')) return true
  // the first of the day, or whatever has some left is locked, or there is none left
  await run(db, {
    name: 'begin-sms-day',
    text: `INSERT INTO sms_quota (day, stripe) SELECT $1::date, stripe FROM generate_series(0, ${stripes - 1}) stripe
      ON CONFLICT DO NOTHING`,
    values: [values[0]],
  })
  return takeOne(db, values, 'wait')
}

export const tooManyToday = (now: Date): Rejection =>
  rejection(
    'too-many',
    'The most SMS for one day have gone out. Please call, write an e-mail, or try again tomorrow.',
    { retryAfter: Math.ceil((nextDay(now).getTime() - now.getTime()) / 1_000) },
  )

/** When an SMS that nobody wrote by hand may go out; null: now, and it is counted. */
export const reserveSmsQuota = (
  pool: Pool,
  delivery: Pick<Claimed, 'id' | 'channel' | 'cause' | 'countedAt' | 'recipient'>,
  now: Date,
  scale: number,
): Promise<Date | null> | null =>
  delivery.channel !== 'sms' || delivery.countedAt
    ? null
    : inTransaction(pool, async (tx) => {
        await run(tx, {
          name: 'lock-sms-number',
          text: 'SELECT pg_advisory_xact_lock(hashtext($1))',
          values: [`sms to ${delivery.recipient}`],
        })
        const free = await freeAgain(tx, delivery.recipient, now, scaled(perNumber, scale))
        if (free) return free
        if (!(await takeFromDailyQuota(tx, now, scale)))
          return isUrgent(delivery.cause ?? null) ? nextDay(now) : nextAllowedTime(nextDay(now))
        await run(tx, {
          name: 'mark-counted',
          text: 'UPDATE deliveries SET counted_at = $2 WHERE id = $1',
          values: [delivery.id, now],
        })
        return null
      })

/** When the oldest of the last ones to this number is an hour old; null when there is room. */
async function freeAgain(tx: Tx, number: string, now: Date, max: number): Promise<Date | null> {
  const [row] = await run<{ at: string }>(tx, {
    name: 'sms-number-free-again',
    text: `SELECT counted_at AS at FROM deliveries
      WHERE counted_at > $1 AND channel = 'sms' AND cause <> 'staff'
        AND about IN (SELECT 'customer-' || id FROM customers WHERE dialable = $2)
      ORDER BY counted_at DESC OFFSET $3 LIMIT 1`,
    values: [new Date(now.getTime() - hourMs), number, max - 1],
  })
  return row ? new Date(Date.parse(row.at) + hourMs) : null
}
