import type { Migration } from './migrate.ts'

// what people type in one way and phones, word processors and address books in another
const quotes = /[‘’‚‛ʹʻʼʽˈ′´`＇]/g
const doubleQuotes = /[“”„‟″«»＂]/g
const dashes = /[\p{Pd}−]/gu

const withPlainMarks = (text: string) =>
  text.replace(quotes, "'").replace(doubleQuotes, '"').replace(dashes, '-')

// letters that Unicode does not decompose, as people write them on other keyboards
const letters: Record<string, string> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ħ: 'h',
  ŧ: 't',
  ŋ: 'n',
  ı: 'i',
  ĸ: 'k',
  ƒ: 'f',
  ə: 'e',
  ς: 'σ',
}
const undecomposed = new RegExp(`[${Object.keys(letters).join('')}]`, 'g')

/**
 * Text as searches compare it: no case, no accents, one kind of quotes and dashes, one space. Read models store it beside
 * what they show, because what a database makes of `É` depends on the locale it was made with.
 * @example plainText('12 Elm  St, José') // '12 elm st jose'
 */
export const plainText = (text: string): string =>
  // before, because some are decomposed into a space; and after, because others are decomposed into one of them
  withPlainMarks(withPlainMarks(text).normalize('NFKD'))
    // accents and invisible marks
    .replace(/[\p{M}\p{Cf}]/gu, '')
    .toLowerCase()
    .replace(undecomposed, (letter) => letters[letter] as string)
    .replace(/[\s,]+/g, ' ')
    .trim()

const literally = (text: string) => plainText(text).replace(/[\\%_]/g, '\\$&')

/** A pattern for LIKE on plain text that has this in it, wild cards as what they are. */
export const containing = (text: string): string => `%${literally(text)}%`

/** The same for text in which a word begins with this, where every word has a space before it. */
export const beginningWord = (text: string): string => `% ${literally(text)}%`

const maxWords = 10

/** The words of a query, each as a pattern for LIKE on plain text. */
export const wordPatterns = (query: string): string[] =>
  plainText(query).split(' ').filter(Boolean).slice(0, maxWords).map(containing)

/**
 * Makes LIKE '%part%' an index scan: what a service with a trigram index lists among its migrations. The extension comes
 * with Postgres; only its installation needs a right.
 */
export const trigramsMigration: Migration = {
  id: 'trigrams-v1',
  sql: `DO $$ BEGIN
    CREATE EXTENSION IF NOT EXISTS pg_trgm WITH SCHEMA public;
  EXCEPTION
    WHEN insufficient_privilege THEN
      RAISE EXCEPTION 'The extension pg_trgm is missing and % may not create it: run CREATE EXTENSION pg_trgm WITH SCHEMA public as a superuser', current_user;
    WHEN undefined_file OR feature_not_supported THEN
      RAISE EXCEPTION 'This Postgres does not have the extension pg_trgm: install the package with the contrib extensions';
  END $$`,
}
