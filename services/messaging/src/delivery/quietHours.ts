import { dayInNewYork, dayLater, readTime } from '@plumbline/platform/time'

const opens = '08:00'
const closes = '21:00'

/** What clocks in New York show on a day. @example clockAt('2026-11-21', '09:00') // 2026-11-21T14:00:00.000Z */
export const clockAt = (day: string, time: string): Date => readTime(`${day}T${time}`) as Date

/** When what is not urgent may reach people: now, or at eight in the morning. */
export function nextAllowedTime(now: Date): Date {
  const today = dayInNewYork(now)
  if (now < clockAt(today, opens)) return clockAt(today, opens)
  return now < clockAt(today, closes) ? now : clockAt(dayLater(today), opens)
}

/** What nobody wrote and nothing depends on waits for the morning; a cancellation does not. */
export const isUrgent = (cause: string | null): boolean => cause !== 'reminder' && cause !== 'appointment'

/** When something that is not urgent may go out, if that is not now. */
export function quietHoursEnd({ cause }: { cause?: string | null }, now: Date): Date | null {
  if (isUrgent(cause ?? null)) return null
  const decent = nextAllowedTime(now)
  return decent > now ? decent : null
}
