import { erased } from '@plumbline/platform/encryption'
import { type MessageType, messageTypes } from '../api.ts'
import type { VisitRow } from '../appointments.ts'
import type { Refusals } from '../consent/projection.ts'
import type { CustomerRow } from '../customers.ts'
import { isReachable } from '../delivery/guard.ts'
import { notReminded, optedOut, removed, unreachable } from '../delivery/templates.ts'
import { reminderTimes } from './times.ts'

/** All that decides about a reminder. */
export type Facts = {
  visit: VisitRow
  customer: Pick<CustomerRow, 'firstName' | 'email' | 'dialable'> | null
  refusals: Refusals
  skipped: boolean
  /** Whether anybody is reminded at all. */
  on: boolean
}

export type Plan = {
  from: Date
  until: Date
  channels: MessageType[]
  /** Channels that it does not go out on, and why. */
  without: { channel: MessageType; reason: string }[]
  /** Why there is none at all. */
  reason: string | null
}

/** When a reminder goes out and on which channels, or why it does not. */
export function planOf({ visit, customer, refusals, skipped, on }: Facts): Plan {
  const { from, until } = reminderTimes(visit.id, visit.startsAt)
  const none = (reason: string): Plan => ({ from, until, channels: [], without: [], reason })
  if (!visit.isOn) return none('The appointment is not scheduled any more.')
  if (new Date(visit.agreedAt) >= from) return none('Agreed on too late for a reminder the day before.')
  if (!on) return none(notReminded.off)
  if (!customer || customer.firstName === erased) return none(removed)
  if (refusals.reminders) return none(notReminded.unwanted)
  if (skipped) return none(notReminded.skipped)
  const without = messageTypes.flatMap((channel): Plan['without'] => {
    if (!isReachable(customer, channel)) return [{ channel, reason: unreachable[channel] }]
    return refusals[channel] ? [{ channel, reason: optedOut[channel] }] : []
  })
  const channels = messageTypes.filter((channel) => !without.some((it) => it.channel === channel))
  const reason = channels.length > 0 ? null : without.map((it) => it.reason).join(' ')
  return { from, until, channels, without, reason }
}
