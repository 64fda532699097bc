import { erased } from '@plumbline/platform/encryption'
import { clockAt, dayIn, dayLater } from '@plumbline/platform/time'
import { type MessageType, messageTypes, reminderSpreadMinutes } from '../api.ts'
import type { Appointment } from '../appointments.ts'
import type { KnownRefusals, Refusals } from '../consent/decider.ts'
import { whyBlocked } from '../consent/whyBlocked.ts'
import type { Customer } from '../customers.ts'
import type { MessageHours } from '../messageHours.ts'
import { reasons } from '../texts/reasons.ts'

type ReminderFacts = { remindersOn: boolean; refusals: Refusals; isSkipped: boolean }

/** Why a customer is not reminded of an appointment. */
export const whyNotReminded = ({ remindersOn, refusals, isSkipped }: ReminderFacts): string | null => {
  if (!remindersOn) return reasons.noReminder.off
  if (refusals.reminders) return reasons.noReminder.unwanted
  return isSkipped ? reasons.noReminder.skipped : null
}

export type ReminderHours = Pick<MessageHours, 'timeZone' | 'remindAt' | 'quietFrom'>

/** When an appointment reminder may be sent: from a time of the day before to its evening. */
export function reminderTimes(
  { timeZone, remindAt, quietFrom }: ReminderHours,
  appointmentId: number,
  startsAt: string,
): { from: Date; until: Date } {
  const dayBefore = dayLater(dayIn(timeZone, new Date(startsAt)), -1)
  // spread, for the sake of the provider and of the office's phone
  const spreadMs = (appointmentId % reminderSpreadMinutes) * 60_000
  const first = clockAt(timeZone, dayBefore, remindAt).getTime()
  return { from: new Date(first + spreadMs), until: clockAt(timeZone, dayBefore, quietFrom) }
}

/** Everything that decides about an appointment reminder. */
export type Facts = {
  hours: ReminderHours
  appointment: Pick<Appointment, 'id' | 'startsAt' | 'status' | 'agreedAt'>
  customer: Pick<Customer, 'firstName' | 'email' | 'smsNumber'> | null
  refusals: KnownRefusals
  isSkipped: boolean
  /** For all customers. */
  remindersOn: boolean
}

export type Plan = {
  from: Date
  until: Date
  channels: MessageType[]
  /** Channels that it is not sent on. */
  without: { channel: MessageType; reason: string }[]
  /** Why it is not sent at all. */
  reason: string | null
}

/** When a reminder is sent and on which channels, or why it is not sent. */
export function planReminder({
  hours,
  appointment,
  customer,
  refusals,
  isSkipped,
  remindersOn,
}: Facts): Plan {
  const { from, until } = reminderTimes(hours, appointment.id, appointment.startsAt)
  const none = (reason: string): Plan => ({ from, until, channels: [], without: [], reason })
  if (appointment.status !== 'scheduled') return none(reasons.noReminder.notScheduled)
  if (new Date(appointment.agreedAt) >= from) return none(reasons.noReminder.agreedLate)
  if (!remindersOn) return none(reasons.noReminder.off)
  if (!customer || customer.firstName === erased) return none(reasons.removed)
  const notReminded = whyNotReminded({ remindersOn, refusals, isSkipped })
  if (notReminded !== null) return none(notReminded)
  const without = messageTypes.flatMap((channel): Plan['without'] => {
    const reason = whyBlocked(customer, channel, refusals, 'appointment-reminder')
    return reason === null ? [] : [{ channel, reason }]
  })
  const channels = messageTypes.filter((channel) => !without.some((it) => it.channel === channel))
  const reason = channels.length > 0 ? null : without.map((it) => it.reason).join(' ')
  return { from, until, channels, without, reason }
}
