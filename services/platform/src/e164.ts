import { parsePhoneNumberFromString } from 'libphonenumber-js/min'

// SMS to other countries cost a multiple
const smsCountries = new Set(['US', 'CA'])

/** A number as E.164, of the US unless it says otherwise; null when it has not the length of one that can be dialled. */
export function toE164(phone: string): string | null {
  const parsed = parsePhoneNumberFromString(phone, 'US')
  return parsed?.isPossible() ? parsed.number : null
}

/** A number as E.164 when SMS can be sent to it; null otherwise. */
export function toSmsNumber(phone: string): string | null {
  const parsed = parsePhoneNumberFromString(phone, 'US')
  return parsed?.isPossible() && smsCountries.has(parsed.country ?? '') ? parsed.number : null
}
