import type { MessageType } from '../api.ts'
import type { Customer } from '../customers.ts'

/** What decides where a customer can be reached. */
export type Reachable = Pick<Customer, 'email' | 'smsNumber'>

/** E-mail addresses are compared in lower case. */
export const normalizeEmail = (email: string): string => email.trim().toLowerCase()

/** Number and address of a customer, as contacts are stored. */
export const addressesOf = ({ email, smsNumber }: Reachable): Record<MessageType, string | null> => ({
  sms: smsNumber,
  email: normalizeEmail(email) || null,
})

/** Where messages to a customer go; null when they cannot be reached on this channel. */
export function recipientOf({ email, smsNumber }: Reachable, channel: MessageType): string | null {
  if (channel === 'sms') return smsNumber
  return /.@./.test(email) ? email.trim() : null
}
