import { dayInNewYork, dayLater } from '@plumbline/platform/time'
import { clockAt } from '../delivery/quietHours.ts'

const spreadMinutes = 30

/** When a reminder goes out, and until when it may: from nine to the evening of the day before, as New York counts. */
export function reminderTimes(appointmentId: number, startsAt: string): { from: Date; until: Date } {
  const before = dayLater(dayInNewYork(new Date(startsAt)), -1)
  // a provider and a phone in the office take them better one after the other
  const minutes = String(appointmentId % spreadMinutes).padStart(2, '0')
  return { from: clockAt(before, `09:${minutes}`), until: clockAt(before, '21:00') }
}
