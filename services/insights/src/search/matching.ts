import type { Bind } from '@plumbline/platform/db'
import { customers } from '../customers.ts'
import { type DocumentKind, personKinds } from './document.ts'
import type { Reading, Term, Word } from './question.ts'
import { phoneDigits } from './searchText.ts'

/** Conditions on a document `d`, in SQL. */

/**
 * The ids of all records of the customers that have every word, and of those in whose names each begins a word. They are
 * arrays as Postgres writes them, because they only go back to it.
 */
export type CustomersOfWords = {
  count: number
  containing: string
  beginningCount: number
  beginning: string
}

/** A reading with what is known of the customers before records of other kinds are searched. */
export type Matching = {
  reading: Reading
  /** Null where they are many or were not looked up: then the document `c` of each record's customer is joined. */
  customersOfWords: CustomersOfWords | null
  /** Ids of some of them, as far as they are known. */
  someCustomers: string
}

export const isPerson = (kind: DocumentKind) => (personKinds as readonly string[]).includes(kind)

export const wordsOf = ({ terms }: Reading): Word[] => terms.filter((term) => term.type === 'word')

/** Whether records of this kind can have these terms at all. */
export const canMatch = (kind: DocumentKind, { terms }: Reading): boolean =>
  kind === 'invoice' || terms.every(({ type }) => type === 'word' || type === 'id')

/** Joins the document of the customer that `d` belongs to today, of records for which it decides. */
export function customerJoin(
  bind: Bind,
  kind: DocumentKind,
  { reading, customersOfWords }: Matching,
): string {
  const words = wordsOf(reading)
  if (isPerson(kind) || words.length === 0 || (customersOfWords && words.length === 1)) return ''
  // without a word in the record itself, its customer must have them all
  const id = customersOfWords ? `CASE WHEN ${anyInText(bind, words)} THEN d.customer_id END` : 'd.customer_id'
  return `${customers.join(id, 'owner')}
    LEFT JOIN LATERAL (
      SELECT text, names, spellings FROM search_documents WHERE kind = 'customer' AND id = owner.id OFFSET 0
    ) c ON true`
}

export const inText = (bind: Bind, { contains }: Word): string => `d.text LIKE ${bind(contains)}`
export const anyInText = (bind: Bind, words: readonly Word[]): string =>
  `(${words.map((word) => inText(bind, word)).join(' OR ')})`

/** The word is in the text of a person, or differs in a letter from a word of the name. */
export const personHas = (bind: Bind, person: 'd' | 'c', { contains, spellings }: Word): string => {
  const contained = `${person}.text LIKE ${bind(contains)}`
  return spellings
    ? `(${contained} OR string_to_array(${person}.spellings, ' ') && ${bind(spellings)}::text[])`
    : contained
}

/**
 * Every word is in the text of a person. An index looks up spellings word by word, so it is asked for the first word alone;
 * CASE hides the others from the planner.
 */
export function personHasAll(bind: Bind, words: readonly Word[]): string {
  const isIndexed = words.every(({ spellings }) => !spellings)
  return words
    .map((word, i) => {
      const has = personHas(bind, 'd', word)
      return isIndexed || i === 0 ? has : `CASE WHEN ${has} THEN true ELSE false END`
    })
    .join(' AND ')
}

export const beginsName = (bind: Bind, person: 'd' | 'c', { begins }: Word): string =>
  `${person}.names LIKE ${bind(begins)}`

export const ofCustomers = (bind: Bind, ids: string): string => `d.customer_id = ANY(${bind(ids)}::integer[])`

const hasNumber = (bind: Bind, term: Exclude<Term, Word>): string => {
  switch (term.type) {
    case 'id':
      return `d.id = ${bind(term.id)}`
    case 'invoice':
      return `d.number = ${bind(term.number)}`
    case 'draft':
      return `(d.id = ${bind(term.id)} AND d.number IS NULL)`
  }
}

/** The numbers that the record must have; empty without any. */
export const hasNumbers = (bind: Bind, { terms }: Reading): string[] =>
  terms.flatMap((term) => (term.type === 'word' ? [] : hasNumber(bind, term)))

/** Every term is in the document or in that of its customer. */
export const matches = (bind: Bind, kind: DocumentKind, matching: Matching): string =>
  [...hasNumbers(bind, matching.reading), ...hasWords(bind, kind, matching)].join(' AND ')

function hasWords(bind: Bind, kind: DocumentKind, { reading, customersOfWords }: Matching): string[] {
  const words = wordsOf(reading)
  if (words.length === 0) return []
  if (isPerson(kind)) return words.map((word) => personHas(bind, 'd', word))
  const inCustomer = customersOfWords && ofCustomers(bind, customersOfWords.containing)
  if (inCustomer && words.length === 1) return [`(${anyInText(bind, words)} OR ${inCustomer})`]
  const inEither = words
    .map((word) => `(${inText(bind, word)} OR ${personHas(bind, 'c', word)})`)
    .join(' AND ')
  return [inCustomer ? `(${inCustomer} OR (${inEither}))` : inEither]
}

/**
 * What comes first, before the newest: 0 has exactly the number, 1 has a name in which every word of the question begins
 * a word, 2 is all else.
 */
export const ranks = [0, 1, 2] as const
export type Rank = (typeof ranks)[number]

export function rankOf(bind: Bind, kind: DocumentKind, matching: Matching): string {
  const isExact = exactMatch(bind, kind, matching.reading)
  const isName = nameMatch(bind, kind, matching)
  return `CASE ${isExact ? `WHEN ${isExact} THEN 0` : ''} WHEN ${isName} THEN 1 ELSE 2 END`
}

const maxNumber = 2_147_483_647

/** The number of an invoice, or a person's phone; null where nothing can be exact. */
export function exactMatch(bind: Bind, kind: DocumentKind, { exact }: Reading): string | null {
  if (exact === null) return null
  if (isPerson(kind)) return `d.phone = ${bind(phoneDigits(exact))}`
  return kind === 'invoice' && Number(exact) <= maxNumber ? `d.number = ${bind(Number(exact))}` : null
}

/** Every word begins a word of the person's name, or of that of the customer. */
export function nameMatch(bind: Bind, kind: DocumentKind, { reading, customersOfWords }: Matching): string {
  const words = wordsOf(reading)
  if (words.length === 0) return 'false'
  if (!isPerson(kind) && customersOfWords) return ofCustomers(bind, customersOfWords.beginning)
  return words.map((word) => beginsName(bind, isPerson(kind) ? 'd' : 'c', word)).join(' AND ')
}
