import type { Bind } from '@plumbline/platform/db'
import type { Orders } from '@plumbline/platform/paging'
import { containing, plainText, wordPatterns } from '@plumbline/platform/search'

type Person = {
  firstName: string
  lastName: string
  email: string
  phone: string
  phoneE164: string | null
  address: string | null
}

/** The text that people are ordered by: the last name, of a company its one name. */
export const sortName = ({ firstName, lastName }: Pick<Person, 'firstName' | 'lastName'>): string =>
  plainText(`${lastName || firstName} ${firstName}`)

/** The orders of lists of people. */
export const personOrders = {
  newest: { by: ['"createdAt"', 'id'], descending: true },
  oldest: { by: ['"createdAt"', 'id'] },
  name: { by: ['"sortName"', 'id'] },
} satisfies Orders

const digits = (text: string) => text.replace(/\D/g, '')

/** The text that a person is searched by, one line per field; phone numbers as digits, as written and as E.164. */
export function searchText({ firstName, lastName, email, phone, phoneE164, address }: Person): string {
  const asWritten = digits(phone)
  const asDialled = digits(phoneE164 ?? '')
  const number = asDialled.includes(asWritten) ? asDialled : `${asWritten} ${asDialled}`
  return [`${firstName} ${lastName}`, email, address ?? '', number].map(plainText).join('\n')
}

const numberLike = /^[\d\s()+./-]+$/
// fewer digits match too many phone numbers
const minDigits = 3

/** The conditions on the column `search` for a query; none for an empty query. */
export function searchCondition(query: string, bind: Bind): string[] {
  const words = wordPatterns(query)
  if (words.length === 0) return []
  const number = numberLike.test(plainText(query)) ? digits(plainText(query)) : ''
  const text = words.map((word) => `search LIKE ${bind(word)}`).join(' AND ')
  return [number.length >= minDigits ? `(${text} OR search LIKE ${bind(containing(number))})` : text]
}
