import { plainText } from '@plumbline/platform/search'

export type Searched<Item> = {
  /** What a search looks through. */
  text: (item: Item) => string
  /** A phone number, found by its digits however either side writes it. */
  phone?: (item: Item) => string | null
}

const digitsOf = (text: string) => text.replace(/\D/g, '')

/**
 * Finds items that hold every word of a query, whatever the case and accents, or whose phone number holds its digits. What an
 * item is searched by is computed once.
 * @example createMatcher<Customer>({ text: ({ lastName }) => lastName })(customers, 'prewitt')
 */
export function createMatcher<Item extends object>({ text, phone }: Searched<Item>) {
  const searched = new WeakMap<Item, { words: string; digits: string }>()
  const searchedOf = (item: Item) => {
    const cached = searched.get(item)
    if (cached) return cached
    const made = { words: plainText(text(item)), digits: digitsOf(phone?.(item) ?? '') }
    searched.set(item, made)
    return made
  }
  return (items: readonly Item[], query: string): readonly Item[] => {
    const plain = plainText(query)
    const words = plain.split(' ').filter(Boolean)
    if (words.length === 0) return items
    const digits = /^[\d\s()+.-]+$/.test(plain) ? digitsOf(plain) : ''
    // people write the country code, and stored numbers may be without it
    const hasCountryCode = digits.length === 11 || plain.startsWith('+')
    const numbers = [digits, hasCountryCode ? digits.replace(/^1/, '') : ''].filter(Boolean)
    return items.filter((item) => {
      const own = searchedOf(item)
      return (
        words.every((word) => own.words.includes(word)) ||
        numbers.some((number) => own.digits.includes(number))
      )
    })
  }
}
