import { readClock } from '@plumbline/business/directory'
import type { Db } from '@plumbline/platform/db'
import { clockAt, dayIn, dayLater } from '@plumbline/platform/time'
import { reminderHours } from '../api.ts'

const { start: startOfDay, end: endOfDay } = reminderHours

/** When a message that is not urgent may go out: now, or at eight in the morning. */
export function nextAllowedTime(timeZone: string, now: Date): Date {
  const today = dayIn(timeZone, now)
  if (now < clockAt(timeZone, today, startOfDay)) return clockAt(timeZone, today, startOfDay)
  return now < clockAt(timeZone, today, endOfDay) ? now : clockAt(timeZone, dayLater(today), startOfDay)
}

/** Reminders wait for the morning; what staff write, cancellations and invoices do not. */
export const isUrgent = (cause: string | null): boolean =>
  cause !== 'payment-reminder' && cause !== 'appointment-reminder'

/** Until when a message waits; null: it may go out now. */
export async function quietHoursEnd(db: Db, cause: string | null, now: Date): Promise<Date | null> {
  if (isUrgent(cause)) return null
  const allowed = nextAllowedTime((await readClock(db, now)).timeZone, now)
  return allowed > now ? allowed : null
}
