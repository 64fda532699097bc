import { toE164 } from '@plumbline/platform/e164'
import { erased } from '@plumbline/platform/encryption'
import { plainText } from '@plumbline/platform/search'

/** The text that a record is found by: its fields as plain text, a line each. Every word has a space before it. */
export const searchText = (...fields: (string | null)[]): string =>
  fields
    .filter((field) => field && field !== erased)
    .map((field) => ` ${plainText(field as string)}`)
    .join('\n')

export const digitsOf = (text: string): string => text.replace(/\D/g, '')

/** The digits of a phone number as it is dialled, or as it is written when it cannot be dialled. */
export const phoneDigits = (phone: string): string => digitsOf(toE164(phone) ?? phone)

/** The digits that a phone number is found by. */
export function phoneText(phone: string): string {
  const [asWritten, asDialled] = [digitsOf(phone), phoneDigits(phone)]
  return asDialled.includes(asWritten) ? asDialled : `${asWritten} ${asDialled}`
}

const maxNameLength = 30

/**
 * A word, and what is left of it without one of its letters. Two words have one of these in common when a letter of one
 * of them is missing, added, wrong or in another place.
 */
export function spellings(word: string): string[] {
  if (word.length > maxNameLength) return [word]
  const letters = Array.from(word)
  return [...new Set([word, ...letters.map((_, i) => letters.toSpliced(i, 1).join(''))])]
}

/** The spellings of every word of a name, with spaces between them. */
export const nameSpellings = (name: string): string =>
  [...new Set(plainText(name).split(' ').flatMap(spellings))].filter(Boolean).join(' ')
