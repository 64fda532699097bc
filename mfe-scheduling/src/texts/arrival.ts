import { arrivalText, onMyWayText, runningLateText } from '@plumbline/messaging/api'

/** Says another arrival and keeps what was written besides. */
export function withArrival(text: string, before: number | null, after: number | null): string {
  const sentence = after === null ? '' : ` ${arrivalText(after)}`
  const old = before === null ? '' : ` ${arrivalText(before)}`
  if (old && text.includes(old)) return text.replace(old, sentence)
  return text.includes(onMyWayText)
    ? text.replace(onMyWayText, onMyWayText + sentence)
    : `${text}${sentence}`.trim()
}

/** Says another delay and keeps what was written besides. */
export function withDelay(text: string, before: number, after: number): string {
  const [old, sentence] = [runningLateText(before), runningLateText(after)]
  return text.includes(old) ? text.replace(old, sentence) : `${text} ${sentence}`.trim()
}
