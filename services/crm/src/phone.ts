import { parsePhoneNumberFromString } from 'libphonenumber-js/min'

/** The number as E.164, US unless it says otherwise; null when it has not the length of one that can be dialled. */
export function e164(phone: string): string | null {
  const parsed = parsePhoneNumberFromString(phone, 'US')
  return parsed?.isPossible() ? parsed.number : null
}
