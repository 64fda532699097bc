import { type PhoneNumber, parsePhoneNumberFromString } from 'libphonenumber-js/min'
import { LRUCache } from 'lru-cache'

// SMS to other countries cost a multiple
const smsCountries = new Set(['US', 'CA'])

// a form is validated, stored and shown: each asks again
const parsedNumbers = new LRUCache<string, { number: PhoneNumber | undefined }>({ max: 1_000 })

/** The number, of the US unless it says otherwise; undefined when it has not the length of one that can be dialled. */
function parse(phone: string): PhoneNumber | undefined {
  const parsed = parsedNumbers.get(phone) ?? { number: parsePhoneNumberFromString(phone, 'US') }
  parsedNumbers.set(phone, parsed)
  return parsed.number?.isPossible() ? parsed.number : undefined
}

/** A number as E.164, of the US unless it says otherwise; null when it has not the length of one that can be dialled. */
export const toE164 = (phone: string): string | null => parse(phone)?.number ?? null

/** A number as E.164 when SMS can be sent to it; null otherwise. */
export function toSmsNumber(phone: string): string | null {
  const parsed = parse(phone)
  // an area code that is younger than the library has no country, unless the number is written without the +1
  const country = parsed?.country ?? (parsed?.countryCallingCode === '1' ? 'US' : '')
  return parsed && smsCountries.has(country) ? parsed.number : null
}
