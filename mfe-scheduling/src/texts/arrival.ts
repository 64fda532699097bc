/** A text that says a number of minutes; null where it says none. */
type Compose = (minutes: number | null) => string

/** The sentence or words that say the minutes. */
type Said = (minutes: number) => string

/**
 * Says other minutes and keeps what was written besides: in the text as it was filled in, or else in the words that say them,
 * or else behind what was written instead.
 */
export function withMinutes(
  text: string,
  [before, after]: readonly [number | null, number | null],
  { compose, said }: { compose: Compose; said: Said },
): string {
  const filledIn = compose(before)
  if (text.startsWith(filledIn)) return compose(after) + text.slice(filledIn.length)
  const sentence = after === null ? '' : ` ${said(after)}`
  const old = before === null ? '' : ` ${said(before)}`
  return old && text.includes(old) ? text.replace(old, sentence) : `${text}${sentence}`.trim()
}
