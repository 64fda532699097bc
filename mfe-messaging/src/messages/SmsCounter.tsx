import { longestSms } from '@plumbline/messaging/api'
import { countSegments } from './smsLength.ts'

/** How long an SMS is, of how many characters it may have, and how many SMS it is charged as. */
export function SmsCounter({ text }: { text: string }) {
  const content = text.trim()
  const length = content.length.toLocaleString('en-US')
  return (
    <span css={{ fontVariantNumeric: 'tabular-nums' }}>
      {length} of {longestSms.toLocaleString('en-US')} characters · {countSegments(content)} SMS
    </span>
  )
}
