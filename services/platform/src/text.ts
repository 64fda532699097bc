/** Text without space around it; null when nothing is left. @example textOrNull('  ') // null */
export const textOrNull = (text: string | null | undefined): string | null => text?.trim() || null

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' })

/**
 * The beginning of a text, at most so many UTF-16 code units, that ends with a whole character as people see it: half an emoji
 * is no text, which a database refuses.
 */
export function truncate(text: string, maxLength: number): string {
  if (text.length <= maxLength) return text
  // the segments of a long text take long to find, and one character may be longer than the limit
  const near = text.slice(0, maxLength + maxGraphemeLength)
  const end = graphemes.segment(near).containing(maxLength)?.index || maxLength
  return text
    .slice(0, end)
    .toWellFormed()
    .replace(/\uFFFD$/, '')
}
const maxGraphemeLength = 64

/** A text that does not fit is cut, which an ellipsis says. @example excerpt('See you at nine', 7) // 'See you…' */
export const excerpt = (text: string, maxLength: number): string =>
  text.length > maxLength ? `${truncate(text, maxLength)}…` : text
