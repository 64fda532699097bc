import { arrivalText, onMyWayText } from '@plumbline/messaging/api'

/** Says another arrival and keeps what was written besides. */
export function withArrival(text: string, before: number | null, after: number | null): string {
  const sentence = after === null ? '' : ` ${arrivalText(after)}`
  const old = before === null ? '' : ` ${arrivalText(before)}`
  if (old && text.includes(old)) return text.replace(old, sentence)
  return text.includes(onMyWayText)
    ? text.replace(onMyWayText, onMyWayText + sentence)
    : `${text}${sentence}`.trim()
}
