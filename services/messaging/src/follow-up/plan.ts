import { erased } from '@plumbline/platform/encryption'
import { clockAt, dayIn, dayLater } from '@plumbline/platform/time'
import type { KnownRefusals, Refusals } from '../consent/decider.ts'
import { whyBlocked } from '../consent/whyBlocked.ts'
import type { Customer } from '../customers.ts'
import { type ReminderHours, reminderTimes } from '../reminder/plan.ts'
import { reasons } from '../texts/reasons.ts'
import type { OpenQuoteRow } from './openQuotes.ts'

/** So many days after it went out a customer is asked about a quote again. */
export const followUpDays = [3, 7] as const
export type FollowUpDay = (typeof followUpDays)[number]

// who has just looked is thinking about it
const justViewedMs = 24 * 3_600_000

type Facts = {
  quote: Pick<OpenQuoteRow, 'id' | 'channel' | 'sentAt' | 'viewedAt' | 'isOpen'>
  day: FollowUpDay
  hours: ReminderHours
  customer: Pick<Customer, 'firstName' | 'email' | 'smsNumber'> | null
  refusals: KnownRefusals
  /** For all customers. */
  followUpsOn: boolean
}

/** Why a customer is not asked about a quote again, as far as it may change after the follow-up was written. */
export const whyNotFollowedUp = (refusals: Refusals, followUpsOn: boolean): string | null => {
  if (!followUpsOn) return reasons.noFollowUp.off
  return refusals.reminders ? reasons.noReminder.unwanted : null
}

export type FollowUpPlan = { from: Date; until: Date; channel: 'email' | 'sms' | null; reason: string | null }

/** When a follow-up is sent and how, or why it is not. It goes out as the quote did. */
export function planFollowUp({ quote, day, hours, customer, refusals, followUpsOn }: Facts): FollowUpPlan {
  const { from, until } = followUpTimes(hours, quote, day)
  const channel = quote.channel === 'email' || quote.channel === 'sms' ? quote.channel : null
  const none = (reason: string): FollowUpPlan => ({ from, until, channel: null, reason })
  if (!quote.isOpen) return none(reasons.outdated.quote)
  if (channel === null) return none(reasons.noFollowUp.inPerson)
  const unwanted = whyNotFollowedUp(refusals, followUpsOn)
  if (unwanted !== null) return none(unwanted)
  if (!customer || customer.firstName === erased) return none(reasons.removed)
  const sinceView = quote.viewedAt === null ? Infinity : from.getTime() - Date.parse(quote.viewedAt)
  if (sinceView < justViewedMs) return none(reasons.noFollowUp.justViewed)
  const blocked = whyBlocked(customer, channel, refusals, 'quote-follow-up')
  return blocked === null ? { from, until, channel, reason: null } : none(blocked)
}

/** As reminders go out, on its own day. */
function followUpTimes(hours: ReminderHours, { id, sentAt }: Facts['quote'], day: FollowUpDay) {
  const sentOn = dayIn(hours.timeZone, new Date(sentAt as string))
  // reminders go out the day before what they are about
  const dayAfter = clockAt(hours.timeZone, dayLater(sentOn, day + 1), '12:00').toISOString()
  return reminderTimes(hours, id, dayAfter)
}
