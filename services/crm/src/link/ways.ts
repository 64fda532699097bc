import { toSmsNumber } from '@plumbline/platform/e164'
import type { WayToCustomer } from '../api.ts'

/** Where a code can be sent, as much of it as its owner needs to know it again. */
export function waysTo({ phone, email }: { phone: string; email: string }): WayToCustomer[] {
  const number = toSmsNumber(phone)
  const [name = '', host] = email.trim().split('@')
  return [
    ...(number ? [{ channel: 'sms' as const, to: `the number ending in ${number.slice(-2)}` }] : []),
    ...(name && host ? [{ channel: 'email' as const, to: `${name[0]}***@${host}` }] : []),
  ]
}
