import { beginningWord, containing, plainText } from '@plumbline/platform/search'
import { digitsOf, spellings } from './searchText.ts'

/** A word of a question. `contains` and `begins` are patterns for LIKE. */
export type Word = {
  type: 'word'
  contains: string
  /** Finds it at the beginning of a word. */
  begins: string
  /** What it has in common with names that differ in a letter; see `spellings`. */
  spellings?: readonly string[]
}

/** What a record must have: a word, or a number that it is called by. */
export type Term =
  | Word
  | { type: 'id'; id: number }
  | { type: 'invoice'; number: number }
  | { type: 'draft'; id: number }
  | { type: 'quote'; id: number }

/** One way to read a question; a record matches when it has all of the terms. */
export type Reading = {
  terms: readonly Term[]
  /** The digits of a question that is one number: what has exactly this number comes first. */
  exact: string | null
}

const maxWords = 8
// an index finds nothing shorter inside of words; what has no such part is found where a word begins with it
const indexedPart = /[\p{L}\p{N}]{3}/u
const minPhoneDigits = 3

const idPattern = /^#0*([1-9]\d{0,8})$/
const invoicePattern = /^inv-?0*([1-9]\d{0,8})$/
const quotePattern = /^quo-?0*([1-9]\d{0,8})$/
const draftPattern = /^draft-?0*([1-9]\d{0,8})$/
const hasLetterOrDigit = /[\p{L}\p{N}]/u
const isPartOfNumber = /^\+?[\d()./-]*\d[\d()./-]*$/

/**
 * The ways to read a question, in the order in which they are tried until something is found: with numbers in several
 * parts as one phone number, word by word, and with a letter of a name wrong.
 */
export function readingsOf(question: string): Reading[] {
  const words = plainText(question)
    .split(' ')
    .filter((word) => hasLetterOrDigit.test(word))
  if (words.length === 0) return []
  const asPhone = joinNumbers(words)
  const asWords = readingOf(words)
  const withTypos = readingOf(words, withSpellings)
  return [
    ...(asPhone.join(' ') === words.join(' ') ? [] : [readingOf(asPhone)]),
    asWords,
    ...(withTypos.terms.some((term) => term.type === 'word' && term.spellings) ? [withTypos] : []),
  ]
}

/** Numbers that follow each other become one without punctuation: `(919) 555-0104` is one number. */
function joinNumbers(words: readonly string[]): string[] {
  const joined: string[] = []
  let parts: string[] = []
  const join = () => {
    const number = digitsOf(parts.join(''))
    joined.push(...(number.length >= minPhoneDigits ? [number] : parts))
    parts = []
  }
  for (const word of words) {
    if (isPartOfNumber.test(word)) {
      parts.push(word)
      continue
    }
    join()
    joined.push(word)
  }
  join()
  return joined
}

function readingOf(words: readonly string[], toWord: (word: string) => Word = wordOf): Reading {
  const distinct = [...new Set(words)].slice(0, maxWords)
  const [only = ''] = distinct
  return {
    terms: distinct.map((word) => numberOf(word) ?? toWord(word)),
    exact: distinct.length === 1 && /^\d+$/.test(only) ? only : null,
  }
}

function numberOf(word: string): Term | null {
  const [, id] = idPattern.exec(word) ?? []
  if (id) return { type: 'id', id: Number(id) }
  const [, number] = invoicePattern.exec(word) ?? []
  if (number) return { type: 'invoice', number: Number(number) }
  const [, quote] = quotePattern.exec(word) ?? []
  if (quote) return { type: 'quote', id: Number(quote) }
  const [, draft] = draftPattern.exec(word) ?? []
  return draft ? { type: 'draft', id: Number(draft) } : null
}

function wordOf(word: string): Word {
  const begins = beginningWord(word)
  return { type: 'word', begins, contains: indexedPart.test(word) ? containing(word) : begins }
}

const isName = /^[\p{L}'’.-]{3,}$/u

const withSpellings = (word: string): Word =>
  isName.test(word) ? { ...wordOf(word), spellings: spellings(word) } : wordOf(word)
