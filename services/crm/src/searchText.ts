import type { SqlStatement } from '@plumbline/platform/db'
import { containing, plainText, wordPatterns } from '@plumbline/platform/search'

type Person = {
  firstName: string
  lastName: string
  email: string
  phone: string
  phoneE164: string | null
  address: string | null
}

const digits = (text: string) => text.replace(/\D/g, '')

/** What a person is found by, one line a field; phone numbers as digits, as written and as E.164. */
export function searchText({ firstName, lastName, email, phone, phoneE164, address }: Person): string {
  const asWritten = digits(phone)
  const asDialled = digits(phoneE164 ?? '')
  const number = asDialled.includes(asWritten) ? asDialled : `${asWritten} ${asDialled}`
  return [`${firstName} ${lastName}`, email, address ?? '', number].map(plainText).join('\n')
}

const numberLike = /^[\d\s()+./-]+$/
// shorter runs of digits say nothing about a phone number
const fewestDigits = 3

/** The condition on `search` for what somebody typed, with parameters from `$first` on; null for nothing typed. */
export function searchCondition(query: string, first: number): SqlStatement | null {
  const words = wordPatterns(query)
  if (words.length === 0) return null
  const number = numberLike.test(query) ? digits(query) : ''
  const asNumber = number.length >= fewestDigits
  const text = words.map((_, i) => `search LIKE $${first + i}`).join(' AND ')
  return {
    text: asNumber ? `(${text} OR search LIKE $${first + words.length})` : text,
    values: [...words, ...(asNumber ? [containing(number)] : [])],
  }
}
