import { dayAt, dayLater, formatTime, readTime } from '@plumbline/contract'
import { type Consent, type MessageType, reminderHours } from '@plumbline/messaging/api'

type Blocked = Consent['blocked']

/** The first channel on which a customer can be reached; null when there is none. */
export const openChannel = (channels: readonly MessageType[], blocked: Blocked): MessageType | null =>
  channels.find((channel) => !blocked?.[channel]) ?? null

/** When a reminder that is requested now is sent; null: at once. */
export function waitsUntil(now: Date): Date | null {
  const today = dayAt(now)
  const at = (day: string, time: string) => readTime(`${day}T${time}`) as Date
  if (now < at(today, reminderHours.start)) return at(today, reminderHours.start)
  return now < at(today, reminderHours.end) ? null : at(dayLater(today), reminderHours.start)
}

/** What becomes of a reminder that is requested now. @example 'will be sent at 8:00 AM' */
export function reminderOutcome(now: Date): string {
  const time = waitsUntil(now)
  return time ? `will be sent at ${formatTime(time.toISOString())}` : 'queued'
}
