import { parsePhoneNumberFromString } from 'libphonenumber-js/min'

const countries = new Set(['US', 'CA'])

/** The number as E.164 when an SMS can be sent to it, null otherwise. Other countries cost too much to be written to. */
export function dialable(phone: string): string | null {
  const parsed = parsePhoneNumberFromString(phone, 'US')
  return parsed?.isPossible() && countries.has(parsed.country ?? '') ? parsed.number : null
}
