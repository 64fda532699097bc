import { css } from '@emotion/react'
import { defaultMessageHours, type MessageHours } from '@plumbline/business/api'
import { dayAt, formatDay, formatTime, readTime } from '@plumbline/contract'
import { useAction } from '@plumbline/contract/action'
import type { ConversationMessage } from '@plumbline/messaging/api'
import { color, confirm, type Question, space } from '@plumbline/ui'
import { useQuery } from '@tanstack/react-query'
import { Clock, X } from 'lucide-react'
import { MessageButton } from './MessageButton.tsx'
import {
  businessQuery,
  cancelMessage,
  messagesKey,
  restoreMessage,
  retryMessage,
  sendMessageNow,
} from './queries.ts'
import { sendFailure } from './useSend.ts'

const state = css`
  display: inline-flex;
  align-items: center;
  gap: ${space(1)};
  color: ${color.amber};
`

/** A message that waits: until when, or why it will not be sent; and two ways not to wait. */
export function WaitingMessage({ message }: { message: ConversationMessage }) {
  const { id, goesOutAt, waiting } = message
  const cancelling = useAction(() => cancelMessage(id, waiting?.etag), {
    refetch: [messagesKey],
    success: () => ({ title: 'Message cancelled', description: 'It will not be sent.' }),
    failure: 'Failed to cancel the message. Please try again.',
    undo: () => restoreMessage(id),
  })
  return (
    <>
      <span css={state}>
        <Clock size={14} aria-hidden />
        {waiting?.refusal ? (
          <span>Will not be sent. {waiting.refusal}</span>
        ) : goesOutAt ? (
          <time dateTime={goesOutAt}>
            Will be sent at {formatTime(goesOutAt)}
            {!isToday(goesOutAt) && ` on ${formatDay(goesOutAt)}`}
          </time>
        ) : (
          <span>Not sent yet. It will be tried again.</span>
        )}
      </span>
      {waiting && (
        <MessageButton
          label="Cancel"
          message={message}
          busy={cancelling.pending}
          onPress={() => cancelling.run()}
        />
      )}
      {waiting && !waiting.refusal && goesOutAt && (
        <SendNow label="Send now" message={message} send={(key) => sendMessageNow(id, key, waiting.etag)} />
      )}
    </>
  )
}

/** A message that staff cancelled. */
export const CancelledMessage = ({ message }: { message: ConversationMessage }) => (
  <>
    <span css={[state, { color: color.muted }]}>
      <X size={14} aria-hidden />
      Cancelled, not sent
    </span>
    <SendNow label="Send again" message={message} send={(key) => retryMessage(message.id, key)} />
  </>
)

type SendNowProps = {
  label: string
  message: ConversationMessage
  send: (idempotencyKey: string) => Promise<unknown>
}

function SendNow({ label, message, send }: SendNowProps) {
  const sending = useAction((_: null, key) => send(key), {
    refetch: [messagesKey],
    success: 'The message is being sent.',
    failure: sendFailure,
  })
  const { data: hours = defaultMessageHours } = useQuery({ ...businessQuery(), select: (it) => it.messages })
  const askAndSend = async () => {
    const question = questionBefore(message, new Date(), hours)
    if (!question || (await confirm(question))) sending.run(null)
  }
  return (
    <MessageButton label={label} message={message} busy={sending.pending} onPress={() => void askAndSend()} />
  )
}

function questionBefore(message: ConversationMessage, now: Date, hours: MessageHours): Question | undefined {
  if (isQuietTime(now, hours)) return nightQuestion(message, now)
  // its button is where Cancel was, which may have been pressed twice
  return message.cancelled && cancelledQuestion
}

const cancelledQuestion: Question = {
  title: 'Send it after all?',
  text: 'It was cancelled. It goes to the customer at once.',
  action: 'Send now',
  keep: 'Do not send',
}

const nightQuestion = ({ type, goesOutAt }: ConversationMessage, now: Date): Question => ({
  title: 'Send it at this hour?',
  text: `It is ${formatTime(now.toISOString())}. ${type === 'sms' ? 'A text' : 'An email'} may disturb the customer.${
    goesOutAt ? ` It would be sent at ${formatTime(goesOutAt)}.` : ''
  }`,
  action: 'Send now',
  keep: 'Do not send now',
})

const isToday = (at: string) => formatDay(at) === formatDay(new Date().toISOString())

/** Whether messages of the product wait for the morning at this time. */
function isQuietTime(now: Date, { quietUntil, quietFrom }: MessageHours): boolean {
  const at = (time: string) => readTime(`${dayAt(now)}T${time}`) as Date
  return now < at(quietUntil) || now >= at(quietFrom)
}
