/**
 * Text as searches compare it: no case, no accents, one space. Read models store it beside what they show, because what a
 * database makes of `É` depends on the locale it was made with.
 * @example plainText('12 Elm  St, José') // '12 elm st jose'
 */
export const plainText = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[\s,]+/g, ' ')
    .trim()

/** A pattern for LIKE on plain text that has this in it, wild cards as what they are. */
export const containing = (text: string): string => `%${plainText(text).replace(/[\\%_]/g, '\\$&')}%`

const mostWords = 10

/** The words of a query, each as a pattern for LIKE on plain text. */
export const wordPatterns = (query: string): string[] =>
  plainText(query).split(' ').filter(Boolean).slice(0, mostWords).map(containing)
