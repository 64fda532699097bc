import type { Db } from '@plumbline/platform/db'
import { clockAt, dayIn, dayLater } from '@plumbline/platform/time'
import { type MessageHours, readMessageHours } from '../messageHours.ts'

/** When a message that is not urgent may go out: now, or in the morning. */
export function nextAllowedTime(
  { timeZone, quietUntil, quietFrom }: Pick<MessageHours, 'timeZone' | 'quietUntil' | 'quietFrom'>,
  now: Date,
): Date {
  const today = dayIn(timeZone, now)
  if (now < clockAt(timeZone, today, quietUntil)) return clockAt(timeZone, today, quietUntil)
  return now < clockAt(timeZone, today, quietFrom) ? now : clockAt(timeZone, dayLater(today), quietUntil)
}

/** Reminders and follow-ups wait for the morning; what staff write, cancellations and invoices do not. */
export const isUrgent = (cause: string | null): boolean =>
  cause !== 'payment-reminder' && cause !== 'appointment-reminder' && cause !== 'quote-follow-up'

/** Until when a message waits; null: it may go out now. */
export async function quietHoursEnd(db: Db, cause: string | null, now: Date): Promise<Date | null> {
  if (isUrgent(cause)) return null
  const allowed = nextAllowedTime(await readMessageHours(db, now), now)
  return allowed > now ? allowed : null
}
