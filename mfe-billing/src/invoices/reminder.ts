import { defaultMessageHours, type MessageHours } from '@plumbline/business/api'
import { dayAt, dayLater, formatTime, readTime } from '@plumbline/contract'
import type { Consent, MessageType } from '@plumbline/messaging/api'

type Blocked = Consent['blocked']

/** The first channel on which a customer can be reached; null when there is none. */
export const openChannel = (channels: readonly MessageType[], blocked: Blocked): MessageType | null =>
  channels.find((channel) => !blocked?.[channel]) ?? null

/** When a reminder that is requested now is sent; null: at once. Hours that are not known yet are the default ones. */
export function waitsUntil(now: Date, hours: MessageHours = defaultMessageHours): Date | null {
  const today = dayAt(now)
  const at = (day: string, time: string) => readTime(`${day}T${time}`) as Date
  if (now < at(today, hours.quietUntil)) return at(today, hours.quietUntil)
  return now < at(today, hours.quietFrom) ? null : at(dayLater(today), hours.quietUntil)
}

/** What becomes of a reminder that is requested now. @example 'will be sent at 8:00 AM' */
export function reminderOutcome(now: Date, hours?: MessageHours): string {
  const time = waitsUntil(now, hours)
  return time ? `will be sent at ${formatTime(time.toISOString())}` : 'queued'
}
