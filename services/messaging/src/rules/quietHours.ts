import { clockAt, dayInNewYork, dayLater } from '@plumbline/platform/time'
import { reminderHours } from '../api.ts'

const { start: startOfDay, end: endOfDay } = reminderHours

/** When a message that is not urgent may go out: now, or at eight in the morning. */
export function nextAllowedTime(now: Date): Date {
  const today = dayInNewYork(now)
  if (now < clockAt(today, startOfDay)) return clockAt(today, startOfDay)
  return now < clockAt(today, endOfDay) ? now : clockAt(dayLater(today), startOfDay)
}

/** Reminders wait for the morning; what staff write, cancellations and invoices do not. */
export const isUrgent = (cause: string | null): boolean =>
  cause !== 'payment-reminder' && cause !== 'appointment-reminder'

/** Until when a message waits; null: it may go out now. */
export function quietHoursEnd(cause: string | null, now: Date): Date | null {
  if (isUrgent(cause)) return null
  const allowed = nextAllowedTime(now)
  return allowed > now ? allowed : null
}
