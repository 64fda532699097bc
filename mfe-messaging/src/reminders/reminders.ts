import { dayAt, dayLater, formatLongDay } from '@plumbline/contract'
import type { PlannedReminder } from '@plumbline/messaging/api'

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
