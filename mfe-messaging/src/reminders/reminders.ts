import { dayAt, dayLater, formatLongDay, formatTime } from '@plumbline/contract'
import { type PlannedReminder, reminderSpreadMinutes } from '@plumbline/messaging/api'

export type Day = { day: string; title: string; reminders: PlannedReminder[] }

/** Reminders by the day they are sent, in their order. */
export function byDay(reminders: readonly PlannedReminder[], now: Date): Day[] {
  const today = dayAt(now)
  const names = new Map([
    [today, 'Today'],
    [dayLater(today), 'Tomorrow'],
  ])
  const days = new Map<string, PlannedReminder[]>()
  for (const reminder of reminders) {
    const day = dayAt(new Date(reminder.goesOutAt))
    days.set(day, [...(days.get(day) ?? []), reminder])
  }
  return [...days].map(([day, reminders]) => ({
    day,
    title: names.get(day) ?? formatLongDay(day).replace(/, \d{4}$/, ''),
    reminders,
  }))
}

/** When the reminders of a day go out. @example reminderHours('09:00') // 'between 9:00 AM and 9:30 AM' */
export function reminderHours(remindAt: string): string {
  const first = Date.parse(`2000-01-01T${remindAt}Z`)
  const clock = (instant: number) => formatTime(new Date(instant).toISOString().slice(0, 16))
  return `between ${clock(first)} and ${clock(first + reminderSpreadMinutes * 60_000)}`
}
