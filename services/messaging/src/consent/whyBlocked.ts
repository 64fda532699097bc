import type { MessageType } from '../api.ts'
import { type Reachable, recipientOf } from '../customers.ts'
import { reasons } from '../texts/reasons.ts'
import type { KnownRefusals } from './decider.ts'

/** Why a customer gets nothing on a channel; null when they can be written to. Staff may ask where there is a doubt. */
export const whyBlocked = (
  customer: Reachable,
  channel: MessageType,
  refusals: KnownRefusals,
  cause: string | null,
): string | null => {
  if (recipientOf(customer, channel) === null) return reasons.unreachable[channel]
  if (refusals[channel]) return reasons.optedOut[channel]
  if (channel !== 'sms' || refusals.smsHold === null) return null
  if (refusals.smsHold === 'unreachable') return reasons.noSms
  return cause === 'staff' ? null : reasons.doubt
}
