import { dayIn } from '@plumbline/platform/time'

const longDay = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' })

/** @example dayText('2026-11-30') // 'November 30, 2026' */
export const dayText = (day: string): string => longDay.format(new Date(`${day}T00:00:00Z`))

/** A time of a zone, with its day unless it is today. @example 'at 2:02 PM' or 'on November 30, 2026 at 2:02 PM' */
export function momentText(timeZone: string, at: string, today: string): string {
  const instant = new Date(at)
  const day = dayIn(timeZone, instant)
  // some releases of ICU put a narrow space before PM
  const time = instant
    .toLocaleTimeString('en-US', { timeZone, hour: 'numeric', minute: '2-digit' })
    .replace(/\s/g, ' ')
  return `${day === today ? '' : `on ${dayText(day)} `}at ${time}`
}
