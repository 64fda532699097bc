import { age, dayAt, dayLater, formatDay, formatTime } from '@plumbline/contract'
import { dateName } from '@plumbline/contract/when'
import { useEffect, useState } from 'react'

const weekMs = 7 * 86_400_000

/** How long ago a message came, and its day when that was over a week ago. @example '5 minutes ago', 'yesterday', 'Nov 2, 2026' */
export function relativeTime(at: string, now: Date): string {
  const elapsedMs = now.getTime() - Date.parse(at)
  if (elapsedMs >= weekMs) return formatDay(at)
  // by the calendar: a message of last evening is from yesterday, whatever the hours
  const days = (Date.parse(dayAt(now)) - Date.parse(dayAt(new Date(at)))) / 86_400_000
  return days > 0 ? age(new Date(now.getTime() - days * 86_400_000).toISOString(), now) : age(at, now)
}

/** When a message came: the time of a message of today, else its day. @example '9:59 AM', 'Yesterday', 'Thu, Nov 12' */
export const timeOrDay = (at: string, now: Date): string =>
  dayAt(new Date(at)) === dayAt(now) ? formatTime(at) : dayHeading(at, now)

/** The day over the messages of a day. @example 'Today', 'Yesterday', 'Thu, Nov 12' */
export function dayHeading(at: string, now: Date): string {
  const [day, today] = [dayAt(new Date(at)), dayAt(now)]
  if (day === today) return 'Today'
  return dayLater(day) === today ? 'Yesterday' : dateName(day, today)
}

/** The current time, once a minute. */
export function useMinute(): Date {
  const [now, setNow] = useState(() => new Date())
  useEffect(() => {
    const timer = setInterval(() => setNow(new Date()), 60_000)
    return () => clearInterval(timer)
  }, [])
  return now
}
